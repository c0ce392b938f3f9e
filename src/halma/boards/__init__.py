"""Geometry: cells, names, neighbours, courts and tips. Knows neither pieces nor rules."""

from halma.boards.board import POINTS, SQUARES, STAR, Board, Vector
from halma.boards.chequered import cross_board, points_board, square_board
from halma.boards.star import star_board
from halma.boards.symmetry import Symmetry

__all__ = [
    "POINTS",
    "SQUARES",
    "STAR",
    "Board",
    "Symmetry",
    "Vector",
    "cross_board",
    "points_board",
    "square_board",
    "star_board",
]
