"""A board: named cells on a lattice, and the lines that join them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from halma.boards.symmetry import Symmetry, symmetries_of

#: A step on the lattice of a board: how far in x and in y.
Vector = tuple[int, int]

#: The style of boards whose cells are squares.
SQUARES = "squares"
#: The style of boards whose cells are crossings of lines.
POINTS = "points"
#: The style of the star.
STAR = "star"


@dataclass(frozen=True, eq=False)
class Board:
    """Cells with names and lattice coordinates; everything else is derived from these two.

    The lattice is square for the chequered boards (x = file, y = rank). On the star x counts half
    spacings, so that the neighbours of a point lie at (±2, 0) and (±1, ±1).
    """

    id: str
    style: str
    names: tuple[str, ...]
    coordinates: tuple[Vector, ...]
    directions: tuple[Vector, ...]
    #: The order in which text forms list the rows: top row first, cells of a row from the left.
    rows: tuple[tuple[int, ...], ...] = field(repr=False)
    #: How far one lattice unit is when drawn, in spacings of neighbouring cells.
    unit: tuple[float, float] = (1.0, 1.0)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def index(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def at(self) -> dict[Vector, int]:
        """The cell at each lattice coordinate."""
        return {place: cell for cell, place in enumerate(self.coordinates)}

    @cached_property
    def symmetries(self) -> dict[str, Symmetry]:
        """Every way to turn or flip the board onto itself, by name; the identity is the first.

        Turns are counter-clockwise (`rotate_90`). A flip is named as on a chessboard (`flip_vertical` exchanges top and
        bottom, `flip_diagonal` leaves the diagonal from a1 where it is), others by the angle of their axis (`flip_30`).

        >>> from halma.boards import star_board
        >>> len(star_board().symmetries)
        12
        """
        return symmetries_of(self, sixths=self.style == STAR)

    @cached_property
    def rotations(self) -> int:
        """By how many turns the board comes back to where it was: 4, on the star 6."""
        return sum(not symmetry.is_reflection for symmetry in self.symmetries.values())

    def cells(self, names: str | Iterable[str]) -> frozenset[int]:
        """The cells of some names, given as one text or one by one."""
        listed = names.split() if isinstance(names, str) else names
        return frozenset(self.index[name] for name in listed)

    def shift(self, cell: int, vector: Vector) -> int | None:
        """The cell that lies `vector` away, if the board has one there."""
        x, y = self.coordinates[cell]
        return self.at.get((x + vector[0], y + vector[1]))

    def ray(self, cell: int, vector: Vector) -> tuple[int, ...]:
        """All cells in a straight line from a cell (itself not among them)."""
        found: list[int] = []
        following = self.shift(cell, vector)
        while following is not None:
            found.append(following)
            following = self.shift(following, vector)
        return tuple(found)

    def between(self, first: int, last: int) -> int:
        """The cell halfway between two cells."""
        (x, y), (to_x, to_y) = self.coordinates[first], self.coordinates[last]
        return self.at[(x + to_x) // 2, (y + to_y) // 2]

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The cells next to a cell in all of the board's directions."""
        near = (self.shift(cell, vector) for vector in self.directions)
        return tuple(found for found in near if found is not None)

    def measure(self, distance: Callable[[int, int], int]) -> tuple[int, ...]:
        """A number for each cell, computed from its coordinates."""
        return tuple(distance(x, y) for x, y in self.coordinates)

    def point(self, cell: int) -> tuple[float, float]:
        """Where a cell is drawn: x to the right and y upwards, in spacings of neighbouring cells."""
        x, y = self.coordinates[cell]
        return x * self.unit[0], y * self.unit[1]
