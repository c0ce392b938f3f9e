"""The law: the numbered clauses of docs/rules.md, which the package carries as `law.md`.

The pages of the rulebook explain; the law decides. Tests, refusals and pages cite its clauses by number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import dropwhile, takewhile

from halma.games import GAME_CLAUSES
from halma.messages import HalmaError, mark
from halma.rulebook.model import LAW, Block, Grid, Heading, Line, Listing, Page, Paragraph, Span
from halma.rulebook.reading import read_blocks
from halma.words import SOURCE_LANGUAGE

_HEADING = re.compile(r"## (\d+)\. (.*)")
# A clause begins with its number in bold, perhaps with a title: **2.11 Duty to clear**
_CLAUSE = re.compile(r"\*\*(\d+\.\d+)(?: ([^*]+))?\*\*")
# What begins a clause, or the section of one that is a table, once the text is read; and a number that cites one.
_BEGINNING = re.compile(r"(\d+(?:\.\d+)?)\b")
_CITATION = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.]*\d)")
LAW_PAGE = "law"
SUMMARY = "Every rule with its number, as the software plays it."


class UnknownClauseError(HalmaError):
    """The law has no clause of that number."""


@dataclass(frozen=True)
class Clause:
    """A clause as it is written; the tables of sections 3 to 5 are cited by the number of their section."""

    number: str
    title: str
    text: str

    @property
    def section(self) -> str:
        """The number of the section it belongs to."""
        return self.number.partition(".")[0]


@cache
def law_text() -> str:
    """The whole law, as Markdown."""
    return files("halma").joinpath("rulebook", "law.md").read_text(encoding="utf-8")


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by their numbers, in the order of the text."""
    return {clause.number: clause for clause in _clauses(law_text())}


def find_clause(number: str) -> Clause:
    """A clause by its number. Raises UnknownClauseError.

    >>> from halma.rulebook import find_clause
    >>> find_clause("2.11").title
    'Duty to clear'
    """
    known = clauses()
    if number in known:
        return known[number]
    near = [clause.number for clause in known.values() if clause.section == number.partition(".")[0]]
    raise UnknownClauseError(
        mark("The law has no clause “{name}”. Clauses: {allowed}."), name=number[:40], allowed=", ".join(near or known)
    )


def clauses_of(game: str) -> tuple[str, ...]:
    """The clauses of a game: the one that bears its name, and those without a title that follow it."""
    if game not in GAME_CLAUSES:
        return ()
    own = find_clause(GAME_CLAUSES[game])
    following = dropwhile(lambda clause: clause is not own, clauses().values())
    next(following)
    unnamed = takewhile(lambda clause: not clause.title and clause.section == own.section, following)
    return (own.number, *(clause.number for clause in unnamed))


def page_of_law(number: str | None = None) -> Page:
    """The law, or one clause of it, as a page to be shown."""
    if number is None:
        heading, _, body = law_text().partition("\n")
        title, summary, text = heading.removeprefix("# "), SUMMARY, body
    else:
        clause = find_clause(number)
        title, summary, text = " ".join(part for part in (clause.number, clause.title) if part), "", clause.text
    return Page(
        language=SOURCE_LANGUAGE,
        id=LAW_PAGE,
        title=title,
        kind=LAW,
        summary=summary,
        blocks=tuple(_numbered(block) for block in read_blocks(text, SOURCE_LANGUAGE)),
    )


def _numbered(block: Block) -> Block:
    """A block of the law that says where clauses begin and which ones it cites."""
    match block:
        case Heading():
            return replace(block, line=_numbered_line(block.line, heading=True))
        case Paragraph():
            return replace(block, line=_numbered_line(block.line))
        case Listing():
            return replace(block, items=tuple(tuple(map(_numbered, item)) for item in block.items))
        case Grid():
            return replace(block, rows=tuple(tuple(map(_numbered_line, row)) for row in block.rows))
        case _:
            return block


def _numbered_line(line: Line, heading: bool = False) -> Line:
    return tuple(part for words in line for part in _numbered_words(words, heading) if part.text)


def _numbered_words(words: Span, heading: bool) -> Iterator[Span]:
    found = _BEGINNING.match(words.text) if words.strong or heading else None
    if found is not None and found[1] in clauses():
        yield replace(words, begins=found[1])
        return
    start = 0
    for cited in _CITATION.finditer("" if words.code else words.text):
        if cited[0] in clauses():
            yield replace(words, text=words.text[start : cited.start()])
            yield replace(words, text=cited[0], clause=cited[0])
            start = cited.end()
    yield replace(words, text=words.text[start:])


def _clauses(text: str) -> Iterator[Clause]:
    number = title = ""
    lines: list[str] = []
    for line in (*_flowing(text), "## 0. End"):
        heading = _HEADING.fullmatch(line)
        # A bold line without a number opens a group of clauses.
        if heading or line.startswith("**"):
            yield from _finished(number, title, lines)
            number, title, lines = (heading[1], heading[2], []) if heading else ("", "", [])
            continue
        item = line.removeprefix("- ").removeprefix("  ") if line.startswith(("- ", "  ")) else line
        start = 0
        for found in _CLAUSE.finditer(item):
            lines.append(item[start : found.start()])
            yield from _finished(number, title, lines)
            number, title, lines = found[1], (found[2] or "").strip(), []
            start = found.end()
        lines.append(item[start:])


def _finished(number: str, title: str, lines: list[str]) -> Iterator[Clause]:
    """What was collected; of a whole section only the tables before its clauses are law."""
    text = "\n".join(lines).strip().lstrip(":,").lstrip()
    if text and ("." in number or text.startswith("|")):
        yield Clause(number, title, text)


def _flowing(text: str) -> Iterator[str]:
    """The lines of the sections, without the introduction."""
    begun = False
    for line in text.splitlines():
        begun = begun or _HEADING.fullmatch(line) is not None
        if begun:
            yield line
