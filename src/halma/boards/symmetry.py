"""The symmetries of a board: every way to turn or flip it onto itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halma.boards.board import Board, Vector

IDENTITY = "identity"


@dataclass(frozen=True, eq=False)
class Symmetry:
    """One way to lay a board onto itself. Called with the name of a cell it gives the name of its image.

    >>> from halma.boards import square_board
    >>> turn = square_board().symmetries["rotate_180"]
    >>> turn("a1"), turn.inverse.name, turn.is_reflection
    ('p16', 'rotate_180', False)
    """

    name: str
    # The image of each cell, by number.
    cells: tuple[int, ...] = field(repr=False)
    is_reflection: bool
    board: Board = field(repr=False)
    # What it makes of a direction.
    vector: Callable[[Vector], Vector] = field(repr=False)

    def __call__(self, name: str) -> str:
        board = self.board
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a cell is given by name, such as 'c3', not as {type(name).__name__}")
        if name not in board.index:
            raise ValueError(f"the board {board.id} has no cell {name!r}")
        return board.names[self.cells[board.index[name]]]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes this one back."""
        back = tuple(sorted(range(len(self.cells)), key=self.cells.__getitem__))
        return next(other for other in self.board.symmetries.values() if other.cells == back)


def turned_by_sixth(place: Vector) -> Vector:
    """A coordinate of the star turned counter-clockwise about the centre by a sixth of a full turn."""
    x, y = place
    return (x - 3 * y) // 2, (x + y) // 2


def _turned_by_quarter(place: Vector) -> Vector:
    x, y = place
    return -y, x


def _maps(turn: Callable[[Vector], Vector], count: int) -> Iterator[tuple[int, bool, Callable[[Vector], Vector]]]:
    """All turns about the centre, then all flips, each with its angle in degrees.

    The angle of a flip is that of its axis; flipping over the horizontal axis and turning moves the axis by half the
    turn.
    """

    for reflects, degrees in ((False, 360), (True, 180)):
        for times in range(count):
            yield degrees * times // count, reflects, partial(_image, turn, times, reflects)


def _image(turn: Callable[[Vector], Vector], times: int, reflects: bool, place: Vector) -> Vector:
    # No function within another one: boards pickle with their symmetries.
    if reflects:
        place = (place[0], -place[1])
    for _ in range(times):
        place = turn(place)
    return place


def _name(angle: int, reflects: bool, sixths: bool) -> str:
    if not reflects:
        return f"rotate_{angle}" if angle else IDENTITY
    usual = {0: "flip_vertical", 90: "flip_horizontal"}
    if not sixths:
        usual |= {45: "flip_diagonal", 135: "flip_anti_diagonal"}
    return usual.get(angle, f"flip_{angle}")


def symmetries_of(board: Board, *, sixths: bool) -> dict[str, Symmetry]:
    """The symmetries of a board by name, the identity first, then turns, then flips."""
    # Twice the distance from the centre: whole numbers, wherever the centre lies.
    xs, ys = ([place[axis] for place in board.coordinates] for axis in (0, 1))
    centre_x, centre_y = min(xs) + max(xs), min(ys) + max(ys)
    places = [(2 * x - centre_x, 2 * y - centre_y) for x, y in board.coordinates]
    cell_at = {place: cell for cell, place in enumerate(places)}
    found: dict[str, Symmetry] = {}
    for angle, reflects, image in _maps(turned_by_sixth if sixths else _turned_by_quarter, 6 if sixths else 4):
        cells = [cell_at.get(image(place), -1) for place in places]
        if -1 not in cells:
            name = _name(angle, reflects, sixths)
            found[name] = Symmetry(name, tuple(cells), reflects, board, image)
    return found
