"""The star board: 121 points, six tips around a hexagon."""

from __future__ import annotations

from functools import cache
from math import sqrt
from string import ascii_lowercase

from halma.boards.board import STAR, Board, Vector
from halma.boards.symmetry import turned_by_sixth

ROW_LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
CENTRE_ROW = 8
#: The tips of the star, clockwise; opposite ones are three apart.
TIPS = ("N", "NE", "SE", "S", "SW", "NW")
#: The rows of a tip of 10 points.
SMALL_TIP_ROWS = 4
#: The rows of a tip of 15 points.
LARGE_TIP_ROWS = 5
# The six line directions in the board's half-spacing coordinates, clockwise from north-east.
LINES: tuple[Vector, ...] = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))


@cache
def star_board() -> Board:
    """The star, numbered in reading order from the north tip (0) to the south tip (120)."""
    names: list[str] = []
    places: list[Vector] = []
    rows: list[tuple[int, ...]] = []
    for row, length in enumerate(ROW_LENGTHS):
        rows.append(tuple(range(len(names), len(names) + length)))
        for position in range(length):
            names.append(f"{ascii_lowercase[row]}{position + 1}")
            places.append((2 * position - (length - 1), CENTRE_ROW - row))
    return Board(
        id="star",
        style=STAR,
        names=tuple(names),
        coordinates=tuple(places),
        directions=LINES,
        rows=tuple(rows),
        unit=(0.5, sqrt(3) / 2),
    )


def _turned(place: Vector, sixths: int) -> Vector:
    """A coordinate turned counter-clockwise about the centre by sixths of a full turn."""
    for _ in range(sixths % len(TIPS)):
        place = turned_by_sixth(place)
    return place


def tip_advance(tip: int) -> tuple[int, ...]:
    """The row distance of each point from a tip, 0 to 16."""
    # Turning the tip to the north makes its distance a matter of rows.
    return star_board().measure(lambda x, y: CENTRE_ROW - _turned((x, y), tip)[1])


def tip_cells(tip: int, row_count: int) -> frozenset[int]:
    """The small tip (4 rows, 10 points) or the large one (5 rows, 15 points).

    The large tip's fifth row is the hexagon's side: of the board's row it takes only the middle.
    """
    advance = tip_advance(tip)
    found: set[int] = set()
    for cell, place in enumerate(star_board().coordinates):
        across = abs(_turned(place, tip)[0])
        if advance[cell] < row_count and across <= advance[cell]:
            found.add(cell)
    return frozenset(found)


def tip_point(tip: int) -> int:
    """The outermost point of a tip."""
    return tip_advance(tip).index(0)


def hexagon() -> frozenset[int]:
    """The inner hexagon: every point that lies in no small tip."""
    board = star_board()
    tips = frozenset[int]().union(*(tip_cells(tip, SMALL_TIP_ROWS) for tip in range(len(TIPS))))
    return frozenset(range(len(board))) - tips


def line_between(first: int, last: int) -> frozenset[int]:
    """The points of the straight line from one point to another, both included."""
    board = star_board()
    for vector in board.directions:
        ray = board.ray(first, vector)
        if last in ray:
            return frozenset((first, *ray[: ray.index(last) + 1]))
    raise ValueError(f"no straight line joins {board.names[first]} and {board.names[last]}")


def forward_lines(tip: int) -> tuple[Vector, ...]:
    """The two directions that lead straight away from a tip."""
    board, advance, point = star_board(), tip_advance(tip), tip_point(tip)
    found = ((vector, board.shift(point, vector)) for vector in board.directions)
    return tuple(vector for vector, cell in found if cell is not None and advance[cell] == 1)
