"""What happened in a game: its events, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from halma.kernel import Action
from halma.play.move import Move
from halma.rules import Termination


@dataclass(frozen=True)
class Outcome:
    """The end of a game: how it came, and each seat's place (none for a puzzle that stayed unsolved)."""

    termination: Termination
    places: Mapping[str, int]
    drawn: bool = False

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won; nobody in a draw."""
        return () if self.drawn else tuple(seat for seat, place in self.places.items() if place == 1)

    def __str__(self) -> str:
        places = " ".join(f"{seat}={place}" for seat, place in self.places.items())
        return f"{places or '-'} {self.termination.value}{' drawn' if self.drawn else ''}"


@dataclass(frozen=True)
class Event:
    """Something that happened: a roll, a lot, or a move of a seat."""

    seat: str
    turn_number: int
    roll: tuple[int, ...] = ()
    # The cells on which a lot put the pieces of the seat.
    scattered: tuple[str, ...] = ()
    move: Move | None = None
    # As it is written: a roll, a lot, or the move with its whole path.
    text: str = ""
    # The move as the kernel plays it.
    action: Action | None = field(default=None, repr=False, compare=False)

    @property
    def path(self) -> tuple[str, ...]:
        """The cells the moved piece touched; empty where none moved."""
        return () if self.move is None else self.move.path
