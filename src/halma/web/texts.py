"""Every text of the page, by key: declared here once, so that the catalogues know them; the page uses keys only."""

from __future__ import annotations

from string import Formatter

from halma.messages import mark
from halma.words import translator

TEXTS = {
    "page.title": mark("Halma and its family"),
    "page.description": mark("27 games of hops for one to six players, on the square board and the star."),
    "page.loading": mark("Setting the board …"),
    "page.scripts": mark(
        "This page needs JavaScript to show the board. In a terminal “halma play --terminal” plays without it."
    ),
}


def page_words(language: str) -> dict[str, str | list[str]]:
    """The texts of the page in a language: a template by key, or the two forms of a plural."""
    words = translator(language)
    return {key: words.text(template, **_kept(template)) for key, template in TEXTS.items()}


def _kept(template: str) -> dict[str, str]:
    """The placeholders of a template, each standing for itself: the page fills them."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return {name: f"{{{name}}}" for name in names}
