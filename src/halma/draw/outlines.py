"""Outlines of regions: around some squares, or around some points."""

from __future__ import annotations

from collections.abc import Iterable

from halma.boards import Board

Point = tuple[float, float]

# The corners of a square, counter-clockwise, and the neighbour beyond the side that begins at each of them.
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_BEYOND = ((0, -1), (1, 0), (0, 1), (-1, 0))


def around_squares(board: Board, cells: frozenset[int], *, rim: bool) -> list[list[Point]]:
    """The lines around a region of squares, in the board's coordinates.

    Without `rim` the sides that lie on the edge of the board are left out: the frame is there already.
    """
    following: dict[Point, list[Point]] = {}
    for cell in cells:
        x, y = board.coordinates[cell]
        for side, vector in enumerate(_BEYOND):
            neighbour = board.shift(cell, vector)
            if neighbour in cells or (neighbour is None and not rim):
                continue
            first, last = _CORNERS[side], _CORNERS[(side + 1) % 4]
            following.setdefault((x + first[0], y + first[1]), []).append((x + last[0], y + last[1]))
    lines: list[list[Point]] = []
    while following:
        ends = {end for ended in following.values() for end in ended}
        # An open line is followed from its beginning, a closed one from anywhere.
        line = [min((start for start in following if start not in ends), default=min(following))]
        while line[-1] in following:
            ahead = following[line[-1]]
            line.append(ahead.pop())
            if not ahead:
                del following[line[-2]]
        lines.append(_without_middles(line))
    return lines


def _without_middles(line: list[Point]) -> list[Point]:
    """A line without the points it passes straight."""
    kept = [line[0]]
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            kept.append(here)
    return [*kept, line[-1]]


def around_points(points: Iterable[Point]) -> list[Point]:
    """The convex outline of some points."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for listed in (ordered, ordered[::-1]):
        half: list[Point] = []
        for x, y in listed:
            while len(half) > 1 and _turn(half[-2], half[-1], (x, y)) <= 1e-9:
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return halves[0] + halves[1]


def _turn(first: Point, second: Point, third: Point) -> float:
    """Positive if three points turn counter-clockwise."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
