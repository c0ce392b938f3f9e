"""The limits that Python and C++ share, and the sizes of a game that bound other numbers."""

from __future__ import annotations

from halma.kernel.fast.schema.types import CellSet, Flag, Limit, Number, SeatSet, Size

MOST_SEATS = Limit("most_seats", 6, "")
MOST_KINDS = Limit("most_kinds", 15, "Kinds of piece, nothing not counted among them.")
MOST_CELLS = Limit(
    "most_cells", 319, "Room for the 17 x 17 points with some to spare, and one number more for off the board."
)
FACES = Limit("faces", 6, "Of a die.")
MOST_DICE = Limit("most_dice", 2, "", "std::size_t")
MOST_USED = Limit("most_used", 7, "Six steps and one chain of hops are the most a roll allows a turn.", "std::size_t")
CLASSES = Limit("classes", 4, "Cells fall into classes by the parity of their two lattice coordinates.")
WORD_BITS = Limit("word_bits", 64, "A class of cells lies in one word.", "std::size_t")
MOST_DIRECTIONS = Limit("most_directions", 8, "")

LIMITS = (MOST_SEATS, MOST_KINDS, MOST_CELLS, FACES, MOST_DICE, MOST_USED, CLASSES, WORD_BITS, MOST_DIRECTIONS)

CELLS = Size("cells", MOST_CELLS)
SEATS = Size("seats", MOST_SEATS)
KINDS = Size("kinds", MOST_KINDS)

SIZES = (CELLS, SEATS, KINDS)

FLAG = Flag()
CELL = Number(0, CELLS - 1, "Cell")
# Where a piece lands that may leave the board: the number after the last cell is off the board.
LANDING = Number(0, CELLS, "Cell")
CELL_SET = CellSet(CELLS)
SEAT_SET = SeatSet(SEATS)
