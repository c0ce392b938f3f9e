"""Halma and its family: 27 games for one to six players on the square board and the star.

>>> import halma
>>> position = halma.Position("star", players=3)
>>> len(position.legal_moves)
22
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halma import boards, draw, engine, games, puzzles, rulebook
    from halma.boards import Board, Symmetry
    from halma.games import Choice, Game, OptionError, UnknownGameError, choose, find_game
    from halma.messages import HalmaError
    from halma.play import (
        AmbiguousMoveError,
        DiceSource,
        Event,
        GameNode,
        GivenDice,
        IllegalMoveError,
        InvalidMoveError,
        InvalidPositionError,
        LegalMoves,
        Move,
        MoveKind,
        Outcome,
        Position,
        PositionProblem,
        Record,
        RecordError,
        RecordHeaders,
        RecordVisitor,
        Refusal,
        SeededDice,
        perft,
        read_headers,
        read_record,
        read_records,
        skip_record,
    )
    from halma.rules import SEATS, Reason, Termination

    __version__: str

# Where each name is defined; a package itself is its own home.
_HOMES = {
    **dict.fromkeys(("Board", "Symmetry"), "halma.boards"),
    **dict.fromkeys(("Choice", "Game", "OptionError", "UnknownGameError", "choose", "find_game"), "halma.games"),
    "HalmaError": "halma.messages",
    **dict.fromkeys(("SEATS", "Reason", "Termination"), "halma.rules"),
    **dict.fromkeys(("boards", "draw", "engine", "games", "puzzles", "rulebook"), ""),
}

__all__ = [
    "SEATS",
    "AmbiguousMoveError",
    "Board",
    "Choice",
    "DiceSource",
    "Event",
    "Game",
    "GameNode",
    "GivenDice",
    "HalmaError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "LegalMoves",
    "Move",
    "MoveKind",
    "OptionError",
    "Outcome",
    "Position",
    "PositionProblem",
    "Reason",
    "Record",
    "RecordError",
    "RecordHeaders",
    "RecordVisitor",
    "Refusal",
    "SeededDice",
    "Symmetry",
    "Termination",
    "UnknownGameError",
    "boards",
    "choose",
    "draw",
    "engine",
    "find_game",
    "games",
    "perft",
    "puzzles",
    "read_headers",
    "read_record",
    "read_records",
    "rulebook",
    "skip_record",
]


def __getattr__(name: str) -> Any:
    # Loaded on demand, so that one package can be imported without all the others.
    import importlib  # noqa: PLC0415

    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("halma")
    if name not in __all__:
        raise AttributeError(f"module 'halma' has no attribute {name!r}")
    home = _HOMES.get(name, "halma.play")
    return getattr(importlib.import_module(home), name) if home else importlib.import_module(f"halma.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
