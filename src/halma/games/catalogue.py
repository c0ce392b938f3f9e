"""The catalogue: finds games by id and by any booklet name in any of the languages."""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from halma.games import pages
from halma.games.game import Choice, Game
from halma.messages import HalmaError, mark

SECTIONS = ("square", "star", "box")
LONGEST_NAME = 60
# A board of a new game is called by its id until it has a name here.
BOARD_TEXTS = {
    "square": mark("square board"),
    "points": mark("points of the square board"),
    "square-9": mark("9 × 9 squares"),
    "cross": mark("cross board"),
    "star": mark("star"),
}


class UnknownGameError(HalmaError):
    """No game has that name."""


class AmbiguousGameError(HalmaError):
    """Several games have that name."""


@cache
def games() -> dict[str, Game]:
    """All games by id, in the order of the booklets."""
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


def find_game(name: str) -> Game:
    """The game with an id or a booklet name."""
    if name in games():
        return games()[name]
    by_id = {_plain(identifier): identifier for identifier in games()}
    plain = _plain(name)
    if plain in by_id:
        return games()[by_id[plain]]
    named = _by_name().get(plain, ())
    if len(named) == 1:
        return games()[named[0]]
    if named:
        raise AmbiguousGameError(
            mark("“{name}” is the name of several games: {allowed}. Use one of these ids."),
            name=name,
            allowed=", ".join(named),
        )
    # Nobody means a game by a longer text, and comparing it with all names would take long.
    close = get_close_matches(plain[:LONGEST_NAME], (*by_id, *_by_name()), n=3)
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
    """A game with its options settled; see Game.choose."""
    return find_game(name).choose(**options)
