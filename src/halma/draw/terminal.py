"""Boards in a terminal: letters in the colours of their seats, with coordinates; nothing is told by colour alone.

The last move stands in brackets: `(·)` where it began, `<·>` where it touched, `[A]` where it ended. A chosen piece is
`{A}`, a field it can reach `+`, a field a refusal speaks about `!A!`. The lines below the board speak like the
notation: `@5` pieces to place, `x3` pieces captured, `[3,5]` dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Unpack, overload

from halma.boards import STAR
from halma.draw.board_layout import BoardLayout
from halma.draw.palette import paint
from halma.draw.scene import Marks, Scene, SettledOptions, scene_of
from halma.extras import requires_extra
from halma.play import Position

if TYPE_CHECKING:
    from rich.text import Text

EMPTY = "·"
TAKEN = "×"
REACHABLE = "+"
# A place in the grid of characters: row from the top, column of the middle of a cell.
Place = tuple[int, int]


class Look(NamedTuple):
    """How a character looks in colour."""

    colour: str | None = None
    bold: bool = False
    dim: bool = False


PLAIN = Look()
BOLD = Look(bold=True)
FAINT = Look(dim=True)
# Characters with their look, from left to right.
Line = list[tuple[str, Look]]


@overload
def text(position: Position, *, colour: Literal[True] = True, **marks: Unpack[Marks]) -> Text: ...
@overload
def text(position: Position, *, colour: Literal[False], **marks: Unpack[Marks]) -> str: ...
@overload
def text(position: Position, *, colour: bool, **marks: Unpack[Marks]) -> Text | str: ...
def text(position: Position, *, colour: bool = True, **marks: Unpack[Marks]) -> Text | str:
    """A position as coloured text for Rich, or without colour as a plain string.

    >>> print(text(Position("halma"), colour=False).splitlines()[0].split()[0])
    16
    """
    options = SettledOptions(**marks)
    scene = scene_of(position, options)
    lines = _board(scene, options)
    held = _seat_infos(scene)
    if held:
        lines += [[], held]
    return _coloured(lines) if colour else "\n".join("".join(part for part, _ in line) for line in lines)


def _coloured(lines: list[Line]) -> Text:
    with requires_extra("cli"):
        from rich.style import Style  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

    def styled(line: Line) -> Text:
        return Text.assemble(
            *((part, Style(color=look.colour, bold=look.bold or None, dim=look.dim or None)) for part, look in line)
        )

    return Text("\n").join(styled(line) for line in lines)


def _board(scene: Scene, options: SettledOptions) -> list[Line]:
    layout = scene.layout
    places = _places(layout)
    canvas: dict[Place, tuple[str, Look]] = {}
    for cell, (row, column) in places.items():
        name = scene.board.names[cell]
        (before, after), look = _brackets(scene, options, name)
        canvas[row, column - 1] = before, look
        canvas[row, column + 1] = after, look
        canvas[row, column] = _content(scene, options, name)
    if options.coordinates:
        for (row, column), label in _labels(layout, places).items():
            for offset, character in enumerate(label):
                canvas[row, column + offset] = character, FAINT
    rows = {row for row, _ in canvas}
    left = min(column for _, column in canvas)
    return [_line(canvas, row, left) for row in range(min(rows), max(rows) + 1)]


def _line(canvas: dict[Place, tuple[str, Look]], row: int, left: int) -> Line:
    """A row of the canvas up to the last character that can be seen."""
    last = max(column for (here, column), (character, _) in canvas.items() if here == row and character != " ")
    return [canvas.get((row, column), (" ", PLAIN)) for column in range(left, last + 1)]


def _places(layout: BoardLayout) -> dict[int, Place]:
    """The row and column of each cell; neighbours in a row are three columns apart, on the star four."""
    points = {cell: layout.turned(*layout.board.point(cell)) for cell in range(len(layout.board))}
    # A row of the star lies half a square root of three spacings below the one above it.
    width, height = (4.0, 0.75**0.5) if layout.board.style == STAR else (3.0, 1.0)
    top = max(y for _, y in points.values())
    first = min(x for x, _ in points.values())
    return {cell: (round((top - y) / height), round((x - first) * width)) for cell, (x, y) in points.items()}


def _labels(layout: BoardLayout, places: dict[int, Place]) -> dict[Place, str]:
    board = layout.board
    found: dict[Place, str] = {}
    if board.style == STAR:
        # Each row has its letter before its first point and the number of its last point behind that.
        (row, column), (next_row, next_column) = (places[cell] for cell in board.rows[len(board.rows) // 2][:2])
        down, right = next_row - row, next_column - column
        for cells in board.rows:
            (row, column), (end_row, end_column) = places[cells[0]], places[cells[-1]]
            found[row - down, column - right] = board.names[cells[0]][0]
            found[end_row + down, end_column + right] = board.names[cells[-1]][1:]
        return found
    lowest = 1 + max(row for row, _ in places.values())
    for cell, (row, column) in places.items():
        letter, number = board.names[cell][0], board.names[cell][1:]
        across, upright = (number, letter) if layout.steps % 2 == 0 else (letter, number)
        found[row, -1 - len(across)] = across
        found[lowest, column] = upright
    return found


def _content(scene: Scene, options: SettledOptions, name: str) -> tuple[str, Look]:
    letter = scene.pieces.get(name)
    if letter is not None:
        return letter, _of_seat(letter)
    if name in options.reachable:
        return REACHABLE, _of_seat(scene.letter)
    return (TAKEN if name in scene.captured else EMPTY), FAINT


def _brackets(scene: Scene, options: SettledOptions, name: str) -> tuple[str, Look]:
    if name in options.marked:
        return "!!", BOLD
    if name == options.chosen:
        return "{}", BOLD
    for way in reversed(scene.ways):
        if name in way.cells:
            look = _of_seat(way.letter)
            if name == way.cells[-1]:
                return "[]", look
            return ("()" if name == way.cells[0] else "<>"), look
    return "  ", PLAIN


def _of_seat(letter: str) -> Look:
    return Look(paint(letter).terminal, bold=True)


def _seat_infos(scene: Scene) -> Line:
    line: Line = []
    for info in scene.seat_infos:
        counts = [f"@{info.hand}"] if info.hand is not None else []
        counts += [f"x{info.captured}"] if info.captured is not None else []
        if counts:
            line += [("   " if line else "", PLAIN), (info.seat, _of_seat(info.letter))]
            line.append((" " + " ".join(counts), PLAIN))
    if scene.roll:
        line.append((("   " if line else "") + f"[{','.join(map(str, scene.roll))}]", PLAIN))
    return line
