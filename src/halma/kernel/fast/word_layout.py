"""Where the cells of a board lie in 64-bit words, so that whole-board shifts make steps and hops.

A hop changes both lattice coordinates by an even number. So the cells fall into four classes by the parity of their
coordinates, a chain of hops never leaves its class, and one class of the 16 × 16 board (64 cells) or of the star (at
most 31) fits into one word. Inside a class every hop of one direction is the same shift.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from halma.boards import Board, Vector
from halma.kernel.fast.schema.limits import CLASSES, WORD_BITS

# How many bits one step of a class coordinate may shift.
FURTHEST = 12


class WordLayout(NamedTuple):
    """For each cell the class it belongs to and its bit in the word of that class."""

    classes: tuple[int, ...]
    bits: tuple[int, ...]


def word_layout_of(board: Board) -> WordLayout | None:
    """The word layout of a board, or None if its classes do not fit into words."""
    places = _lattice(board.coordinates)
    classes = tuple(x % 2 + 2 * (y % 2) for x, y in places)
    halves = [(x // 2, y // 2) for x, y in places]
    for across, up in sorted(product(range(1, FURTHEST), repeat=2)):
        raw = [x * across + y * up for x, y in halves]
        members = [[bit for bit, own in zip(raw, classes, strict=True) if own == one] for one in range(CLASSES)]
        if all(bits and len(set(bits)) == len(bits) and max(bits) - min(bits) < WORD_BITS for bits in members):
            lowest = [min(bits) for bits in members]
            return WordLayout(classes, tuple(bit - lowest[own] for bit, own in zip(raw, classes, strict=True)))
    return None


def _lattice(places: tuple[Vector, ...]) -> list[Vector]:
    """Coordinates in which neighbours differ by one: those of the star count half spacings."""
    if all((x + y) % 2 == 0 for x, y in places):
        return [((x - y) // 2, y) for x, y in places]
    return list(places)
