"""The rulebook: the law and a page for each game and rule in six languages, for the terminal, for HTML and for print.

>>> from halma.rulebook import find_clause, page
>>> page("halma", "de").title
'Halma'
>>> find_clause("2.2").number
'2.2'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halma.rulebook.booklet import book_in_pdf, overview_in_pdf, page_in_pdf
    from halma.rulebook.html import book_in_html, overview_in_html, page_in_html, single_page_in_html
    from halma.rulebook.labels import choice_label, clause_label, facts_label, format_label, option_label, size_label
    from halma.rulebook.law import Clause, UnknownClauseError, clauses, clauses_of, find_clause, law_text, page_of_law
    from halma.rulebook.library import (
        SECTION_TITLES,
        UnknownPageError,
        chapters,
        find_page,
        page,
        page_ids,
        page_of_clause,
        pages,
    )
    from halma.rulebook.model import (
        Block,
        Diagram,
        Grid,
        Heading,
        Line,
        Listing,
        Page,
        PageError,
        Paragraph,
        Section,
        Span,
    )
    from halma.rulebook.terminal import overview_in_terminal, page_in_terminal

__all__ = [
    "SECTION_TITLES",
    "Block",
    "Clause",
    "Diagram",
    "Grid",
    "Heading",
    "Line",
    "Listing",
    "Page",
    "PageError",
    "Paragraph",
    "Section",
    "Span",
    "UnknownClauseError",
    "UnknownPageError",
    "book_in_html",
    "book_in_pdf",
    "chapters",
    "choice_label",
    "clause_label",
    "clauses",
    "clauses_of",
    "facts_label",
    "find_clause",
    "find_page",
    "format_label",
    "law_text",
    "option_label",
    "overview_in_html",
    "overview_in_pdf",
    "overview_in_terminal",
    "page",
    "page_ids",
    "page_in_html",
    "page_in_pdf",
    "page_in_terminal",
    "page_of_clause",
    "page_of_law",
    "pages",
    "single_page_in_html",
    "size_label",
]

# Where the names are. Loaded on demand: the command line needs the labels at once, but Markdown, Rich and Typst only
# where pages are shown.
_HOMES = {
    "SECTION_TITLES": "library",
    "Block": "model",
    "Clause": "law",
    "Diagram": "model",
    "Grid": "model",
    "Heading": "model",
    "Line": "model",
    "Listing": "model",
    "Page": "model",
    "PageError": "model",
    "Paragraph": "model",
    "Section": "model",
    "Span": "model",
    "UnknownClauseError": "law",
    "UnknownPageError": "library",
    "book_in_html": "html",
    "book_in_pdf": "booklet",
    "chapters": "library",
    "choice_label": "labels",
    "clause_label": "labels",
    "clauses": "law",
    "clauses_of": "law",
    "facts_label": "labels",
    "find_clause": "law",
    "find_page": "library",
    "format_label": "labels",
    "law_text": "law",
    "option_label": "labels",
    "overview_in_html": "html",
    "overview_in_pdf": "booklet",
    "overview_in_terminal": "terminal",
    "page": "library",
    "page_ids": "library",
    "page_in_html": "html",
    "page_in_pdf": "booklet",
    "page_in_terminal": "terminal",
    "page_of_clause": "library",
    "page_of_law": "law",
    "pages": "library",
    "single_page_in_html": "html",
    "size_label": "labels",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'halma.rulebook' has no attribute {name!r}")
    return getattr(import_module(f"halma.rulebook.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
