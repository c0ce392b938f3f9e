"""Halma and its family: 27 games for one to six players on the square board and the star.

>>> import halma
>>> position = halma.Position("star", players=3)
>>> len(position.legal_moves)
22
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halma.games import choose, find_game
    from halma.play import Move, Outcome, Position, Record, perft, read_records

    __version__: str

__all__ = ["Move", "Outcome", "Position", "Record", "choose", "find_game", "perft", "read_records"]


def __getattr__(name: str) -> Any:
    # Loaded on demand, so that one package can be imported without all the others.
    import importlib  # noqa: PLC0415

    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("halma")
    if name not in __all__:
        raise AttributeError(f"module 'halma' has no attribute {name!r}")
    # The drawing package displays positions in notebooks.
    importlib.import_module("halma.draw")
    package = "halma.games" if name in ("choose", "find_game") else "halma.play"
    return getattr(importlib.import_module(package), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
