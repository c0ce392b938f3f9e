"""What forbids a move that the movement alone would allow.

Restrictions ask where a move ends, not where its hops pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from halma.rules.movement import Cells


@dataclass(frozen=True)
class StayInTarget:
    """A piece that stands in its target may not end a move outside it."""


@dataclass(frozen=True)
class SameShade:
    """A piece ends its move on the shade of square it started from."""

    dark: Cells


@dataclass(frozen=True)
class Station:
    """The others may not land on these cells while a piece of the owner stands on them."""

    owner: int
    cells: Cells


@dataclass(frozen=True)
class EndIn:
    """Every move ends on one of these cells."""

    cells: Cells


#: What a piece may not do although it could move that way.
Restriction = StayInTarget | SameShade | Station | EndIn


class Duty(Enum):
    """What becomes of a seat that has the duty to clear its home and no move that does so."""

    NONE = "none"  #: there is no such duty
    LOSE = "lose"  #: it is out, its pieces stay as obstacles
    LOSE_AND_LIFT = "lose-and-lift"  #: it is out, its pieces still at home are taken off
    LENIENT = "lenient"  #: it may make any move


@dataclass(frozen=True)
class Swap:
    """Changing places with a piece that still stands in its home, the mover's target."""

    #: Only fields of the shade the piece stands on, where these are the dark squares.
    same_shade: Cells | None = None


@dataclass(frozen=True)
class Blocking:
    """The blocking rule the players agreed on."""

    duty: Duty = Duty.NONE
    swap: Swap | None = None
    fill: bool = False
