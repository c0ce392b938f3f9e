"""The pages on the shelf: which there are, in which order, and where a language still borrows the English one."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from halma.games import UnknownGameError, find_game, games
from halma.messages import HalmaError, mark
from halma.rulebook.law import LAW_PAGE, page_of_law
from halma.rulebook.model import Page, PageError
from halma.rulebook.reading import read_page
from halma.words import LANGUAGES, SOURCE_LANGUAGE

BASE_PAGES = ("base-rule", "blocking", "stall", "editions", "history")
COURSE_PAGES = ("course-step", "course-hop", "course-chain", "course-ladder", "course-blocking", "course-home")
STRATEGY_PAGES = ("strategy-halma", "strategy-star")
#: The titles of the chapters of games, by section, marked for translation.
SECTION_TITLES = {
    "square": mark("Games on the square board"),
    "star": mark("Games on the star"),
    "box": mark("Also in the box"),
}
# Words that an English booklet has for things our pages call otherwise (a home, a hop), and where those are explained.
BOOKLET_WORDS = {
    "camp": "base-rule",
    "camps": "base-rule",
    "jump": "course-hop",
    "jumps": "course-hop",
    "jumping": "course-hop",
    "chained jump": "course-chain",
    "chained jumps": "course-chain",
}


class UnknownPageError(HalmaError):
    """The rulebook has no such page."""


@cache
def chapters() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """All pages in the order of the booklet: titles of chapters (to be translated) and the ids in them."""
    listed = games().values()
    return (
        (mark("How to play"), BASE_PAGES),
        (mark("A short course"), COURSE_PAGES),
        *(
            (title, tuple(game.id for game in listed if game.section == section))
            for section, title in SECTION_TITLES.items()
        ),
        (mark("Playing well"), STRATEGY_PAGES),
        (mark("The full rules"), (LAW_PAGE,)),
    )


@cache
def page_ids() -> tuple[str, ...]:
    """The ids of all pages, in the order of the booklet."""
    return tuple(identifier for _, identifiers in chapters() for identifier in identifiers)


def shelf(language: str) -> Traversable:
    """Where the pages of a language lie."""
    return files("halma").joinpath("rulebook", language)


def has_page(identifier: str, language: str) -> bool:
    """Whether a page is there in a language. The law is in English alone: a translation would be another law."""
    if identifier == LAW_PAGE:
        return language == SOURCE_LANGUAGE
    return shelf(language).joinpath(f"{identifier}.md").is_file()


@cache
def page(identifier: str, language: str) -> Page:
    """A page in a language, or in English as long as it is not translated: `Page.language` tells.

    Raises UnknownPageError.
    """
    if identifier == LAW_PAGE:
        return page_of_law()
    for spoken in (language, SOURCE_LANGUAGE):
        if identifier in page_ids() and has_page(identifier, spoken):
            source = shelf(spoken).joinpath(f"{identifier}.md").read_text(encoding="utf-8")
            try:
                return read_page(source, spoken)
            except PageError as error:
                raise PageError(f"{spoken}/{identifier}.md: {error}") from error
    raise UnknownPageError(
        mark("The rulebook has no page “{name}”. Pages: {allowed}."), name=identifier, allowed=", ".join(page_ids())
    )


def pages(language: str) -> tuple[Page, ...]:
    """All pages there are, in the order of the booklet."""
    return tuple(
        page(identifier, language)
        for identifier in page_ids()
        if has_page(identifier, language) or has_page(identifier, SOURCE_LANGUAGE)
    )


# Where a clause is explained if the page of the game does not cite it.
EXPLAINING_PAGES = ("base-rule", "blocking", "stall", "editions")


@cache
def page_of_clause(clause: str, game: str) -> str:
    """The page that explains a clause to somebody who plays a game: its own, a base page, or else the law itself.

    On that page the first citation of the clause is the place. A page cites the same clauses in every language.
    """
    own = (game,) if game in page_ids() else ()
    for identifier in (*own, *EXPLAINING_PAGES):
        if clause in page(identifier, SOURCE_LANGUAGE).clauses:
            return identifier
    return LAW_PAGE


@cache
def titles(language: str) -> dict[str, str]:
    """The titles of all pages in a language."""
    return {found.id: found.title for found in pages(language)}


def find_page(name: str, language: str) -> Page:
    """The page with an id, its title in any language, or a word or name from a booklet. Raises UnknownPageError."""
    if name in page_ids():
        return page(name, language)
    wanted = name.strip().casefold()
    if wanted in BOOKLET_WORDS:
        return page(BOOKLET_WORDS[wanted], language)
    for spoken in dict.fromkeys((language, *LANGUAGES)):
        for identifier, title in titles(spoken).items():
            if title.casefold() == wanted:
                return page(identifier, language)
    try:
        return page(find_game(name).id, language)
    except UnknownGameError as error:
        close = get_close_matches(wanted, page_ids(), n=3)
        if close:
            raise UnknownPageError(
                mark("The rulebook has no page “{name}”. Did you mean: {allowed}?"), name=name, allowed=", ".join(close)
            ) from error
        return page(name, language)
