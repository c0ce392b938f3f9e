"""What can be wrong with a move, a position text or a record."""

from __future__ import annotations

from halma.messages import HalmaError
from halma.play.refusal import Refusal


class InvalidMoveError(HalmaError, ValueError):
    """The text cannot be read as a move."""


class IllegalMoveError(HalmaError, ValueError):
    """The move may not be played; `refusal` says which rule forbids it and which cells it concerns."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.template, cells=", ".join(refusal.cells))


class AmbiguousMoveError(HalmaError, ValueError):
    """The text fits several moves that lead to different positions."""


class InvalidPositionError(HalmaError, ValueError):
    """The text cannot be read as a position of the game, or no such position can occur."""


class RecordError(HalmaError, ValueError):
    """A record that cannot be read, or that breaks at some turn.

    Errors of reading have the number of the line and of the game, both from 1.
    """

    line: int | None = None
    game: int | None = None
