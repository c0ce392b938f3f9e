"""Geometry: cells and their names, neighbours and lines, courts and tips. Knows neither pieces nor rules.

A cell is a number; `Board.names` has its name and `Board.index` the way back.

>>> from halma.boards import square_board, star_board
>>> board = square_board()
>>> len(board), len(star_board())
(256, 121)
>>> [board.names[cell] for cell in board.neighbours(board.index["a1"])]
['a2', 'b2', 'b1']
"""

from halma.boards.board import POINTS, SQUARES, STAR, Board, Vector
from halma.boards.chequered import (
    ALL_EIGHT,
    CORNERS,
    DIAGONALS,
    LARGE_COURT,
    ORTHOGONALS,
    SMALL_COURT,
    TRIANGLE_COURT,
    block,
    corner_advance,
    corner_cell,
    corner_court,
    cross_board,
    dark_cells,
    points_board,
    ranks,
    side_advance,
    size_of,
    square_board,
)
from halma.boards.star import (
    LARGE_TIP_ROWS,
    SMALL_TIP_ROWS,
    TIPS,
    forward_lines,
    hexagon,
    line_between,
    star_board,
    tip_advance,
    tip_cells,
    tip_point,
)
from halma.boards.symmetry import Symmetry

__all__ = [
    "ALL_EIGHT",
    "CORNERS",
    "DIAGONALS",
    "LARGE_COURT",
    "LARGE_TIP_ROWS",
    "ORTHOGONALS",
    "POINTS",
    "SMALL_COURT",
    "SMALL_TIP_ROWS",
    "SQUARES",
    "STAR",
    "TIPS",
    "TRIANGLE_COURT",
    "Board",
    "Symmetry",
    "Vector",
    "block",
    "corner_advance",
    "corner_cell",
    "corner_court",
    "cross_board",
    "dark_cells",
    "forward_lines",
    "hexagon",
    "line_between",
    "points_board",
    "ranks",
    "side_advance",
    "size_of",
    "square_board",
    "star_board",
    "tip_advance",
    "tip_cells",
    "tip_point",
]
