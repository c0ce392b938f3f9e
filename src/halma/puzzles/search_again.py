"""Searching again what a proof says was searched: in plain Python, with a base rule and a bound in its own words.

Pieces are sets of bits, so that tens of millions of positions fit into memory.
"""

from __future__ import annotations

from collections.abc import Callable

from halma.boards import Board

# Where the pieces stand, and which of them is marked, if any.
End = tuple[frozenset[int], int | None]


class SolutionFoundError(Exception):
    """There is a solution where a proof says there is none."""


def search_again(
    board: Board,
    start: End,
    goal: End,
    keep: frozenset[int],
    limit: int,
    direction: tuple[int, int],
    most: int | None,
    tell: Callable[[int], None],
) -> bool:
    """Look at everything that could be part of a solution of at most so many moves, from both ends.

    Pieces that stand on a cell of `keep` do not leave these cells. Answers whether the search came to its end with at
    most so many positions; raises SolutionFoundError if the ends meet.
    """
    moves = _Moves(board, keep)
    ends = (moves.packed(start), moves.packed(goal))
    if ends[0] == ends[1]:
        raise SolutionFoundError
    seen = ({ends[0]}, {ends[1]})
    fronts, depths = [[ends[0]], [ends[1]]], [0, 0]
    a, b = direction
    least = (_Least(board, (a, b), start[0], goal[0]), _Least(board, (-a, -b), goal[0], start[0]))
    while sum(depths) < limit:
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        own, other, left = seen[side], seen[1 - side], limit - depths[side] - 1
        following: list[int] = []
        for packed in fronts[side]:
            for after in moves.after(packed, backwards=side == 1):
                if after in own or least[side](after & moves.all) > left:
                    continue
                if after in other:
                    raise SolutionFoundError
                own.add(after)
                following.append(after)
            tell(len(own) + len(other))
            if most is not None and len(own) + len(other) > most:
                return False
        fronts[side] = following
        depths[side] += 1
    return True


def _bits(cells: frozenset[int] | set[int]) -> int:
    return sum(1 << cell for cell in cells)


class _Moves:
    """The base rule: a step, or hops over one neighbour at a time."""

    def __init__(self, board: Board, keep: frozenset[int]) -> None:
        cells = range(len(board.coordinates))
        self.size = len(cells)
        self.all = (1 << self.size) - 1
        self._keep = _bits(keep)
        self._near = [_bits(set(board.neighbours(cell))) for cell in cells]
        self._hops: list[list[tuple[int, int, int]]] = [[] for _ in cells]
        for cell in cells:
            for x, y in board.directions:
                over, land = board.shift(cell, (x, y)), board.shift(cell, (2 * x, 2 * y))
                if over is not None and land is not None:
                    self._hops[cell].append((1 << over, 1 << land, land))

    def packed(self, end: End) -> int:
        """A position as one number: a bit for each piece, and above them one for the marked piece."""
        pieces, marked = end
        return _bits(pieces) | (0 if marked is None else 1 << self.size + marked)

    def _ends(self, others: int, origin: int) -> int:
        """All cells where the piece on a cell can end its move, as bits, its own among them."""
        seen, waiting = 1 << origin, [origin]
        while waiting:
            for over, land, cell in self._hops[waiting.pop()]:
                if others & over and not (others | seen) & land:
                    seen |= land
                    waiting.append(cell)
        return seen | self._near[origin] & ~others

    def after(self, packed: int, *, backwards: bool) -> list[int]:
        """The positions one move further, or one move before."""
        found: list[int] = []
        pieces, marked, keep = packed & self.all, packed >> self.size, self._keep
        rest = pieces
        while rest:
            piece = rest & -rest
            rest ^= piece
            others = pieces ^ piece
            ends = self._ends(others, piece.bit_length() - 1) & ~piece
            if piece & keep and not backwards:
                ends &= keep
            elif backwards and not piece & keep:
                ends &= ~keep
            while ends:
                end = ends & -ends
                ends ^= end
                found.append(others | end | (end if marked == piece else marked) << self.size)
        return found


class _Least:
    """The moves that are needed at least from some pieces to an end, measured along any direction.

    No move brings a piece more than `gain` beyond the foremost one, so some moves pass before the first cell of the
    end is reached, and each of its cells takes a move of its own. The same holds backwards: each piece that has to
    leave the other end takes a move, and after the last of them some moves still follow.
    """

    def __init__(self, board: Board, direction: tuple[int, int], origin: frozenset[int], end: frozenset[int]) -> None:
        a, b = direction
        heights = [a * x + b * y for x, y in board.coordinates]
        gain = max(1, *(a * x + b * y for x, y in board.directions))
        border = min(heights[cell] for cell in end)

        def moves(height: int) -> int:
            return max(0, -((height - border) // gain))

        rows = dict.fromkeys(sorted(heights), 0)
        for cell, height in enumerate(heights):
            rows[height] |= 1 << cell
        # The rows of cells, with the moves from there to the end: from behind and from the front.
        self._from_behind = [(row, moves(height)) for height, row in rows.items()]
        self._from_front = self._from_behind[::-1]
        self._end, self._left = _bits(end), _bits(origin - end)
        self._last = max(1, moves(max((heights[cell] for cell in origin - end), default=border)))

    def __call__(self, pieces: int) -> int:
        missing = (self._end & ~pieces).bit_count()
        arriving = missing
        for row, moves in self._from_front:
            if row & pieces:
                arriving += max(0, moves - 1)
                break
        staying = (pieces & self._left).bit_count()
        if staying:
            return max(arriving, staying - 1 + self._last)
        if not missing:
            return arriving
        return max(arriving, next(moves for row, moves in self._from_behind if row & pieces))
