"""A position as plain characters, as `print` shows it."""

from __future__ import annotations

from halma.boards import STAR, Board
from halma.rules import Ruleset

EMPTY = "."


def diagram(rules: Ruleset, contents: bytes) -> str:
    """The board with the letters of its pieces, the names of files and ranks or of the rows beside it."""
    letters = (EMPTY, *(kind.letter for kind in rules.kinds))
    board = rules.board
    return "\n".join(_star(board, contents, letters) if board.style == STAR else _chequered(board, contents, letters))


def _chequered(board: Board, contents: bytes, letters: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    widest = max(len(name) - 1 for name in board.names)
    files = sorted({name[0] for name in board.names})
    for row in board.rows:
        shown = {board.names[cell][0]: letters[contents[cell]] for cell in row}
        rank = board.names[row[0]][1:]
        lines.append(" ".join((rank.rjust(widest), *(shown.get(file, " ") for file in files))).rstrip())
    return [*lines, " ".join((" " * widest, *files))]


def _star(board: Board, contents: bytes, letters: tuple[str, ...]) -> list[str]:
    """Each row begins with its letter; the points are numbered from the left."""
    first = min(x for x, _ in board.coordinates)
    lines: list[str] = []
    for row in board.rows:
        indent = " " * (board.coordinates[row[0]][0] - first)
        lines.append(f"{board.names[row[0]][0]} {indent}{' '.join(letters[contents[cell]] for cell in row)}")
    return lines
