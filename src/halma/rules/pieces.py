"""Pieces: who moves them, where they come from and where they belong."""

from __future__ import annotations

from dataclasses import dataclass

from halma.rules.movement import Cells, Movement

#: The letters of the seats, in the order of play.
SEATS = "ABCDEF"


@dataclass(frozen=True)
class Part:
    """Some fields of a goal, and how many pieces of the kind count on them."""

    cells: Cells
    most: int


@dataclass(frozen=True)
class Kind:
    """A sort of piece. Pieces of one kind cannot be told apart."""

    #: The capital letter of its seat; the small one for a second colour or a marked piece; `o` for nobody's.
    letter: str
    #: The seats that may move it.
    seats: tuple[int, ...]
    movement: tuple[Movement, ...]
    home: Cells = frozenset()
    #: The court or tip that blocking rules speak of.
    target: Cells = frozenset()
    #: Where all pieces of the kind must stand for the win.
    goal: tuple[Part, ...] = ()
    #: What counts as "in the target" when a stalled game is ranked, where that is not the goal.
    ranked: tuple[Part, ...] | None = None
    #: The advance of each cell for this kind; empty in games without advance.
    advance: tuple[int, ...] = ()

    @property
    def ranking(self) -> tuple[Part, ...]:
        """The parts that count when a stalled game is ranked."""
        return self.goal if self.ranked is None else self.ranked
