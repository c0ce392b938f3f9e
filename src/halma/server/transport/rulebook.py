"""The rulebook as it goes over the wire."""

from __future__ import annotations

from functools import cache

from halma.rulebook import library
from halma.rulebook.html import page_in_html
from halma.server.transport import wire
from halma.words import Words


@cache
def contents_of(words: Words) -> wire.Rules:
    """The contents of the rulebook."""
    chapters: list[wire.Chapter] = []
    for title, identifiers in library.chapters():
        pages = [library.page(identifier, words.language) for identifier in identifiers]
        listed = [wire.RulesPage(page.id, page.title, page.kind, page.language) for page in pages]
        chapters.append(wire.Chapter(words.text(title), listed))
    return wire.Rules(chapters)


@cache
def rules_text(identifier: str, words: Words) -> wire.RulesText:
    """A page of the rulebook."""
    page = library.page(identifier, words.language)
    html = page_in_html(page, words, lambda target: f"#/rules/{target}")
    return wire.RulesText(page.id, page.title, page.language, html, [diagram.name for diagram in page.diagrams])
