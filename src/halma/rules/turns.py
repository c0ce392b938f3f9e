"""What a turn is made of beyond moving one piece: placing, dice, enclosing, leaving, lending."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from halma.rules.movement import Cells


@dataclass(frozen=True)
class Placing:
    """Pieces that start in the hand. A seat that has some must place one in its turn."""

    #: For each seat: which kind it places, how many, and where.
    kinds: tuple[int, ...]
    counts: tuple[int, ...]
    zones: tuple[Cells, ...]
    #: One piece each in turn, or each seat its whole hand in succession.
    in_turn: bool = True
    #: Seats whose whole hand is put on the board at once, by lot.
    by_lot: tuple[int, ...] = ()


@dataclass(frozen=True)
class Enclosing:
    """A placed piece captures the pieces of others whose four orthogonal neighbours are all held."""

    #: By pieces of anybody but the victim's owner, or only by the capturer's own.
    by_anyone: bool


@dataclass(frozen=True)
class SplitDice:
    """Two dice: one gives how many pieces may each step, the other how many hops one further piece makes."""


class CaptureDuty(Enum):
    """What becomes of a player who could capture and makes another move."""

    FORCED = "forced"  #: only capturing moves are allowed
    HUFF = "huff"  #: a piece that could have captured is taken off
    HUFF_ANY = "huff-any"  #: any piece of that player is taken off


@dataclass(frozen=True)
class RunDie:
    """One die gives the exact length of a run; some roll gives another one."""

    again: int
    capture: CaptureDuty

    @property
    def huffs(self) -> bool:
        """Whether a missed capture costs a piece."""
        return self.capture is not CaptureDuty.FORCED


#: The dice of a game.
Dice = SplitDice | RunDie


@dataclass(frozen=True)
class Exit:
    """A piece that ends its move on one of these cells leaves the game."""

    cells: Cells
    #: The piece that leaves counts for the player who moved it.
    counts: bool
