"""The catalogue: finds games by id and by any booklet name in any of the languages."""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from halma.games import pages
from halma.games.choice import Choice
from halma.games.game import Game
from halma.games.options import FORMAT_OPTIONS, Option
from halma.messages import HalmaError, mark

SECTIONS = ("square", "star", "box")
LONGEST_NAME = 60
#: The names of the boards, marked for translation. A board of a new game is called by its id until it has one.
BOARD_TEXTS = {
    "square": mark("square board"),
    "points": mark("points of the square board"),
    "square-9": mark("9 × 9 squares"),
    "cross": mark("cross board"),
    "star": mark("star"),
}


class UnknownGameError(HalmaError):
    """No game has that name."""


@cache
def games() -> dict[str, Game]:
    """All games by id, in the order of the booklets.

    >>> from halma.games import games
    >>> [game.id for game in games().values() if game.board == "cross"]
    ['solitaire', 'retour']
    """
    found: list[Game] = [
        import_module(f"{pages.__name__}.{module.name}").GAME for module in pkgutil.iter_modules(pages.__path__)
    ]
    found.sort(key=lambda game: (SECTIONS.index(game.section), game.order, game.id))
    return {game.id: game for game in found}


def _plain(name: str) -> str:
    """A name without case, accents, spaces and punctuation, as people type it."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(r"[^a-z0-9]", "", decomposed.replace("ß", "ss"))


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for game in games().values():
        for name in (name for names in game.names.values() for name in names):
            found.setdefault(_plain(name), {})[game.id] = None
    return {name: tuple(ids) for name, ids in found.items()}


@cache
def _ids() -> dict[str, str]:
    return {_plain(identifier): identifier for identifier in games()}


def _named(name: str) -> Game | None:
    """The game with an id or a booklet name, if there is one."""
    if name in games():
        return games()[name]
    plain = _plain(name)
    if plain in _ids():
        return games()[_ids()[plain]]
    named = _by_name().get(plain, ())
    # A name that the booklets use for two games means the first of them in the box: the star has names of its own.
    return games()[named[0]] if named else None


def find_game(name: str) -> Game:
    """The game with an id or a booklet name; a remark in parentheses after it, as some headings have, is left out.

    Raises UnknownGameError, which names similar games.

    >>> from halma.games import find_game
    >>> find_game("Sternhalma").id, find_game("star").names["de"][0]
    ('star', 'Sternhalma')
    """
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a game is found by its id or name, not by {type(name).__name__}")
    found = _named(name)
    if found is None and name.rstrip().endswith(")"):
        found = _named(name[: name.rfind("(")])
    if found is not None:
        return found
    by_id = _ids()
    # Nobody means a game by a longer text, and comparing it with all names would take long.
    close = get_close_matches(_plain(name)[:LONGEST_NAME], (*by_id, *_by_name()), n=3)
    suggested = {
        identifier: None for match in close for identifier in ((by_id[match],) if match in by_id else _by_name()[match])
    }
    raise UnknownGameError(
        mark("There is no game “{name}”. Did you mean: {allowed}?")
        if suggested
        else mark("There is no game “{name}”. Games: {allowed}."),
        name=name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…",
        allowed=", ".join(suggested or games()),
    )


def choose(name: str, /, **options: Any) -> Choice:
    """A game with its options settled; see `Game.choose`.

    >>> from halma.games import choose
    >>> choose("halma", players=4).pieces
    13
    """
    return find_game(name).choose(**options)


def restore(name: str, options: Mapping[str, Any]) -> Choice:
    """The choice that a record or a stored table names; see Game.restore."""
    return find_game(name).restore(options)


@cache
def all_options() -> Mapping[str, Mapping[Game, Option]]:
    """Every option of any game by its name, each with the games that take it.

    >>> from halma.games import all_options
    >>> [game.id for game in all_options()["scatter"]]
    ['cat-and-mouse']
    """
    found: dict[str, dict[Game, Option]] = {option.name: {} for option in FORMAT_OPTIONS}
    for game in games().values():
        for option in game.all_options.values():
            found.setdefault(option.name, {})[game] = option
    return found


@cache
def joint_option(name: str) -> Option:
    """An option with the values that it has in any game, for those who do not know yet which game is played."""
    options = tuple(all_options()[name].values())
    values = {value.name: value for option in options for value in option.values}
    ranges = [option.numbers for option in options if option.numbers is not None]
    numbers = range(min(each.start for each in ranges), max(each.stop for each in ranges)) if ranges else None
    return replace(options[0], values=tuple(values.values()), numbers=numbers)
