"""Square boards of any size, their corner courts, the points between their squares, and the cross."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from halma.boards.board import POINTS, SQUARES, Board, Vector

#: Up, right, down, left.
ORTHOGONALS: tuple[Vector, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
#: The four diagonal directions, clockwise.
DIAGONALS: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
#: All directions of a square board, clockwise from above.
ALL_EIGHT: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

#: The court of 19 squares: the lengths of its rows, counted from the edge.
LARGE_COURT = (5, 5, 4, 3, 2)
#: The court of 13 squares.
SMALL_COURT = (4, 4, 3, 2)
#: The court of 15 squares.
TRIANGLE_COURT = (5, 4, 3, 2, 1)
#: How many corners a board has. Clockwise from the lower left: a1, a16, p16, p1; opposite ones are two apart.
CORNERS = 4


def _grid(board_id: str, style: str, size: int, missing: frozenset[Vector] = frozenset()) -> Board:
    places = [(x, y) for y in range(size) for x in range(size) if (x, y) not in missing]
    cell_at = {place: cell for cell, place in enumerate(places)}
    return Board(
        id=board_id,
        style=style,
        names=tuple(f"{ascii_lowercase[x]}{y + 1}" for x, y in places),
        coordinates=tuple(places),
        directions=ALL_EIGHT,
        rows=tuple(tuple(cell_at[x, y] for x in range(size) if (x, y) in cell_at) for y in reversed(range(size))),
    )


@cache
def square_board(size: int = 16) -> Board:
    """A chequered board; the one of the box has 16 × 16 squares."""
    return _grid("square" if size == 16 else f"square-{size}", SQUARES, size)


@cache
def points_board() -> Board:
    """The 17 × 17 crossings of the square board's lines."""
    return _grid("points", POINTS, 17)


@cache
def cross_board() -> Board:
    """The solitaire board: 7 × 7 without its four 2 × 2 corners."""
    ends = (0, 1, 5, 6)
    return _grid("cross", SQUARES, 7, frozenset((x, y) for x in ends for y in ends))


def size_of(board: Board) -> int:
    """How many cells a side of a square board has."""
    return 1 + max(x for x, _ in board.coordinates)


def dark_cells(board: Board) -> frozenset[int]:
    """The dark squares; a1 is one."""
    return frozenset(cell for cell, (x, y) in enumerate(board.coordinates) if (x + y) % 2 == 0)


def corner_cell(board: Board, corner: int) -> int:
    """The square in a corner."""
    last = size_of(board) - 1
    return board.at[((0, 0), (0, last), (last, last), (last, 0))[corner % CORNERS]]


def corner_court(board: Board, corner: int, rows: tuple[int, ...]) -> frozenset[int]:
    """The court in a corner, given by the lengths of its rows counted from the corner."""
    corner_x, corner_y = board.coordinates[corner_cell(board, corner)]
    return frozenset(
        cell
        for cell, (x, y) in enumerate(board.coordinates)
        if abs(y - corner_y) < len(rows) and abs(x - corner_x) < rows[abs(y - corner_y)]
    )


def corner_advance(board: Board, corner: int) -> tuple[int, ...]:
    """File and rank distance of each square from a corner, added up."""
    corner_x, corner_y = board.coordinates[corner_cell(board, corner)]
    return board.measure(lambda x, y: abs(x - corner_x) + abs(y - corner_y))


def side_advance(board: Board, from_top: bool) -> tuple[int, ...]:
    """How many rows each cell lies from the first row, or from the last one."""
    last = size_of(board) - 1
    return board.measure(lambda _, y: last - y if from_top else y)


def ranks(board: Board, first: int, last: int) -> frozenset[int]:
    """The cells of some rows, counted from 1 at the bottom."""
    return frozenset(cell for cell, (_, y) in enumerate(board.coordinates) if first <= y + 1 <= last)


def block(board: Board, first: str, last: str) -> frozenset[int]:
    """The rectangle between two named cells."""
    (left, low), (right, high) = (board.coordinates[board.index[name]] for name in (first, last))
    return frozenset(cell for cell, (x, y) in enumerate(board.coordinates) if left <= x <= right and low <= y <= high)
