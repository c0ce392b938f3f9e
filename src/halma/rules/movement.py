"""How pieces move: the words for steps, hops, runs and the backward hop of retour."""

from __future__ import annotations

from dataclasses import dataclass

from halma.boards import Vector

#: A set of cells, by their numbers.
Cells = frozenset[int]


@dataclass(frozen=True)
class Leap:
    """One hop: which neighbour is hopped over, and where the hop lands, seen from its start."""

    over: Vector
    land: Vector


def straight(directions: tuple[Vector, ...]) -> tuple[Leap, ...]:
    """The ordinary hops: over a neighbour to the cell directly behind it in the same line."""
    return tuple(Leap((x, y), (2 * x, 2 * y)) for x, y in directions)


@dataclass(frozen=True)
class Step:
    """To a free neighbouring cell."""

    directions: tuple[Vector, ...]
    #: Only pieces that stand on one of these cells have this movement.
    origins: Cells | None = None
    #: The move must both start and end on these cells.
    within: Cells | None = None
    #: A step over the edge takes the piece off the board; beyond the edge always counts as free.
    leaves: bool = False


@dataclass(frozen=True)
class Hop:
    """Hops in succession, turning freely, stopping at will."""

    leaps: tuple[Leap, ...]
    #: Only pieces of opponents can be hopped over.
    opponents_only: bool = False
    #: Hopped pieces are taken off at once, hop by hop.
    captures: bool = False
    #: A hop may start any distance from the hopped piece, landing exactly as far behind it.
    long: bool = False
    #: After the hops one step in one of these directions may follow.
    then_step: tuple[Vector, ...] = ()
    origins: Cells | None = None
    within: Cells | None = None
    leaves: bool = False


@dataclass(frozen=True)
class Run:
    """Exactly as many cells in one straight line as the die shows, capturing by landing."""

    directions: tuple[Vector, ...]


@dataclass(frozen=True)
class Retrace:
    """A hop read backwards: a new piece is put beside the mover, which hops over it."""

    directions: tuple[Vector, ...]


#: A way in which pieces move.
Movement = Step | Hop | Run | Retrace
