"""Where everything lies on the sheet: cells, frame, coordinates. The same for every picture of a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, dist, hypot, pi, sin

from halma.boards import POINTS, STAR, Board
from halma.draw.markup import polyline
from halma.draw.outlines import Point, around_squares

# The distance of neighbouring cells on the sheet; all other lengths are shares of it.
SPACING = 40.0
# From the cells in the middle of a star row to the edge of the star.
STAR_MARGIN = 0.56


@dataclass(frozen=True)
class Label:
    """A coordinate and where it stands."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class BoardLayout:
    """A board on the sheet, turned by some steps (quarters, sixths on the star) counter-clockwise."""

    board: Board
    steps: int = 0
    coordinates: bool = True

    @cached_property
    def round(self) -> bool:
        """Whether the board is a turned disc: the star, and every board with cells missing in the corners."""
        columns = {x for x, _ in self.board.coordinates}
        rows = {y for _, y in self.board.coordinates}
        return len(columns) * len(rows) != len(self.board)

    @cached_property
    def _middle(self) -> Point:
        xs, ys = zip(*(self.board.point(cell) for cell in range(len(self.board))), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def turned(self, x: float, y: float) -> Point:
        """A point of the board (in spacings, y upwards) as seen from the middle of the turned board."""
        angle = 2 * pi * self.steps / self.board.rotations
        across, up = x - self._middle[0], y - self._middle[1]
        return across * cos(angle) - up * sin(angle), across * sin(angle) + up * cos(angle)

    def sheet(self, x: float, y: float) -> Point:
        """A point of the board on the sheet."""
        across, up = self.turned(x, y)
        return self.reach + across * SPACING, self.reach - up * SPACING

    def at(self, cell: int) -> Point:
        """The middle of a cell on the sheet."""
        return self.sheet(*self.board.point(cell))

    def around(self, cells: frozenset[int], *, rim: bool) -> str:
        """The data of a path around a region of squares, with or without the sides on the edge of the board."""
        return "".join(
            polyline([self.sheet(x, y) for x, y in line], closed=line[0] == line[-1])
            for line in around_squares(self.board, cells, rim=rim)
        )

    @cached_property
    def extent(self) -> float:
        """From the middle of the board to the edge of its field."""
        middle = self._middle
        points = [self.board.point(cell) for cell in range(len(self.board))]
        if self.board.style == STAR:
            return (max(dist(point, middle) for point in points) + STAR_MARGIN) * SPACING
        if self.round:
            far = max(hypot(abs(x - middle[0]) + 0.5, abs(y - middle[1]) + 0.5) for x, y in points)
            return far * SPACING
        margin = 0.62 if self.board.style == POINTS else 0.5
        return (max(x - middle[0] for x, _ in points) + margin) * SPACING

    @cached_property
    def frame(self) -> float:
        """How wide the frame is."""
        if self.round:
            return SPACING * (0.8 if self.coordinates else 0.5)
        return SPACING * (1.05 if self.coordinates else 0.6)

    @property
    def reach(self) -> float:
        """From the middle of the board to the edge of the sheet."""
        return self.extent + self.frame

    @property
    def size(self) -> float:
        """The width of the sheet, and its height as far as the board goes."""
        return 2 * self.reach

    def beyond(self, cell: int) -> Point:
        """A point outside the field, where a piece goes that leaves the board from a cell."""
        x, y = (place - self.reach for place in self.at(cell))
        out = self.extent + 0.45 * SPACING
        if abs(x) >= abs(y):
            return self.reach + (out if x > 0 else -out), self.reach + y
        return self.reach + x, self.reach + (out if y > 0 else -out)

    def labels(self) -> list[Label]:
        """The coordinates in the frame."""
        if not self.coordinates:
            return []
        return self._star_labels() if self.board.style == STAR else self._grid_labels()

    def _star_labels(self) -> list[Label]:
        # Every row has its letter at its beginning and the number of its last point at its end.
        away = STAR_MARGIN / sin(pi / 3) + 0.33
        found: list[Label] = []
        for row in self.board.rows:
            for cell, side in ((row[0], -1), (row[-1], 1)):
                x, y = self.board.point(cell)
                name = self.board.names[cell]
                found.append(Label(*self.sheet(x + side * away, y), name[0] if side < 0 else name[1:]))
        return found

    def _grid_labels(self) -> list[Label]:
        away = SPACING * 0.81 if self.round else self.extent - self._outermost + 0.54 * self.frame
        places = {cell: self.at(cell) for cell in range(len(self.board))}
        found: list[Label] = []
        for upright in (True, False):
            lines: dict[float, list[int]] = {}
            for cell, (x, y) in places.items():
                lines.setdefault(round(x if upright else y, 3), []).append(cell)
            longest = max(len(line) for line in lines.values())
            for middle, line in lines.items():
                # Files have their letters below and ranks their numbers on the left. Beside the arms of a cross a
                # letter and a number would meet: there the letters on the right and the low numbers change sides.
                changes = len(line) < longest and middle > self.reach
                ends = sorted(places[cell][1 if upright else 0] for cell in line)
                if upright:
                    x, y = middle, ends[0] - away if changes else ends[-1] + away
                else:
                    x, y = ends[-1] + away if changes else ends[0] - away, middle
                found.append(Label(x, y, self._name_of(line)))
        return found

    @cached_property
    def _outermost(self) -> float:
        return max(self.at(cell)[0] for cell in range(len(self.board))) - self.reach

    def _name_of(self, line: list[int]) -> str:
        """What the cells of a line share: the letter of a file or the number of a rank."""
        letters = {self.board.names[cell][0] for cell in line}
        return letters.pop() if len(letters) == 1 else self.board.names[line[0]][1:]


def steps_towards(board: Board, *homes: frozenset[int]) -> int:
    """How far to turn a board so that a home lies nearest to the one who looks, and on the left if in a corner.

    A further home decides where the ones before it leave the choice open (two tips opposite each other).
    """

    def nearness(steps: int) -> tuple[float, ...]:
        layout = BoardLayout(board, steps)
        found: list[float] = []
        for home in homes:
            places = [layout.at(cell) for cell in home]
            found.append(round(sum(y for _, y in places) / len(places), 3))
            found.append(-round(sum(x for x, _ in places) / len(places), 3))
        return (*found, -steps)

    return max(range(board.rotations), key=nearness)
