"""Small positions for the rule tests, and just enough geometry to reason about them without the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from halma.play import DiceSource, Position

FILES = "abcdefghijklmnopq"
STAR_ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)


def expand(text: str) -> list[str]:
    """Cell names from a text in which `a1:c2` is a block of cells."""
    found: list[str] = []
    for token in text.split():
        first, _, last = token.partition(":")
        last = last or first
        for file in FILES[FILES.index(first[0]) : FILES.index(last[0]) + 1]:
            found += (f"{file}{number}" for number in range(int(first[1:]), int(last[1:]) + 1))
    return found


def cells(text: str) -> set[str]:
    return set(expand(text))


# The courts of the square board by their corners, as the rules list their rows.
LARGE = {
    "a1": cells("a1:e1 a2:e2 a3:d3 a4:c4 a5:b5"),
    "a16": cells("a16:e16 a15:e15 a14:d14 a13:c13 a12:b12"),
    "p16": cells("l16:p16 l15:p15 m14:p14 n13:p13 o12:p12"),
    "p1": cells("l1:p1 l2:p2 m3:p3 n4:p4 o5:p5"),
}
SMALL = {
    "a1": cells("a1:d1 a2:d2 a3:c3 a4:b4"),
    "a16": cells("a16:d16 a15:d15 a14:c14 a13:b13"),
    "p16": cells("m16:p16 m15:p15 n14:p14 o13:p13"),
    "p1": cells("m1:p1 m2:p2 n3:p3 o4:p4"),
}
RING = {
    "a1": cells("e1 e2 d3 c4 b5 a5"),
    "a16": cells("e16 e15 d14 c13 b12 a12"),
    "p16": cells("l16 l15 m14 n13 o12 p12"),
    "p1": cells("l1 l2 m3 n4 o5 p5"),
}
OPPOSITE_CORNER = {"a1": "p16", "p16": "a1", "a16": "p1", "p1": "a16"}

# The tips of the star: ten points each, and the row of five next to them.
TIP = {
    "N": cells("a1 b1:b2 c1:c3 d1:d4"),
    "NE": cells("e10:e13 f10:f12 g10:g11 h10"),
    "SE": cells("j10 k10:k11 l10:l12 m10:m13"),
    "S": cells("n1:n4 o1:o3 p1:p2 q1"),
    "SW": cells("j1 k1:k2 l1:l3 m1:m4"),
    "NW": cells("e1:e4 f1:f3 g1:g2 h1"),
}
SIDE = {
    "N": cells("e5:e9"),
    "NE": cells("e9 f9 g9 h9 i9"),
    "SE": cells("i9 j9 k9 l9 m9"),
    "S": cells("m5:m9"),
    "SW": cells("i1 j2 k3 l4 m5"),
    "NW": cells("e5 f4 g3 h2 i1"),
}
LARGE_TIP = {tip: TIP[tip] | SIDE[tip] for tip in TIP}
OPPOSITE_TIP = {"N": "S", "S": "N", "NE": "SW", "SW": "NE", "SE": "NW", "NW": "SE"}
HEXAGON = cells("e5:e9 f4:f9 g3:g9 h2:h9 i1:i9 j2:j9 k3:k9 l4:l9 m5:m9")

# The star in half spacings: x to the right, rows counted downwards from the north tip.
STAR_PLACE = {
    f"{FILES[row]}{number + 1}": (2 * number - length + 1, row)
    for row, length in enumerate(STAR_ROWS)
    for number in range(length)
}
STAR_NAME = {place: name for name, place in STAR_PLACE.items()}
STAR_LINES = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


def star_ahead(name: str, line: tuple[int, int], distance: int = 1) -> str | None:
    """The point so far away along a line of the star, if there is one."""
    x, row = STAR_PLACE[name]
    return STAR_NAME.get((x + distance * line[0], row + distance * line[1]))


def star_neighbours(name: str) -> set[str]:
    found = (star_ahead(name, line) for line in STAR_LINES)
    return {neighbour for neighbour in found if neighbour is not None}


def is_dark(name: str) -> bool:
    """The shade of a square; a1 is dark."""
    return (FILES.index(name[0]) + 1 + int(name[1:])) % 2 == 0


def square_neighbours(name: str, size: int = 16) -> set[str]:
    """The up to eight squares around one."""
    file, rank = FILES.index(name[0]), int(name[1:])
    around = ((file + x, rank + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    return {f"{FILES[x]}{y}" for x, y in around if 0 <= x < size and 1 <= y <= size}


def _rows(board: str) -> list[list[str]]:
    """The cells of a board in the order in which a position text lists them."""
    if board == "star":
        return [[f"{FILES[row]}{number + 1}" for number in range(length)] for row, length in enumerate(STAR_ROWS)]
    if board == "cross":
        rows = [[f"{file}{rank}" for file in "abcdefg"] for rank in range(7, 0, -1)]
        return [row if row[0][1] in "345" else row[2:5] for row in rows]
    size = {"square": 16, "square-9": 9, "points": 17}[board]
    return [[f"{file}{rank}" for file in FILES[:size]] for rank in range(size, 0, -1)]


def arrange(
    game: str,
    armies: Mapping[str, str | Iterable[str]],
    seat: str = "A",
    *,
    extras: str = "",
    dice: DiceSource | None = None,
    **options: Any,
) -> Position:
    """A position with the given pieces, by letter.

    In `"c3 d4 | f8:k10"` the cells after the bar are where the rest of that army waits, as many as it needs.
    """
    start = Position(game, **options)
    army = Counter(start.pieces.values())
    where: dict[str, str] = {}
    pools: dict[str, list[str]] = {}
    for letter, given in armies.items():
        text = given if isinstance(given, str) else " ".join(sorted(given))
        fixed, _, pool = text.partition("|")
        for cell in expand(fixed):
            assert cell not in where, f"{cell} is given twice"
            where[cell] = letter
        pools[letter] = expand(pool)
    for letter, pool in pools.items():
        if pool:
            missing = army[letter] - list(where.values()).count(letter)
            free = [cell for cell in pool if cell not in where]
            assert len(free) >= missing >= 0, f"{missing} pieces of {letter} do not fit into {len(free)} cells"
            where.update(dict.fromkeys(free[:missing], letter))
    rows: list[str] = []
    for row in _rows(start.board.id):
        contents = [where.pop(cell, "") for cell in row]
        runs = ((letter, len(list(run))) for letter, run in groupby(contents))
        rows.append("".join(letter * length if letter else str(length) for letter, length in runs))
    assert not where, f"no such cells: {sorted(where)}"
    return Position.from_board_text(f"{'/'.join(rows)} {seat} 1 {extras}", game, dice=dice, **options)


def ends(position: Position, origin: str) -> set[str]:
    """Where the legal moves of the piece on a cell end."""
    return {text.partition("-")[2] for text in position.legal_moves.texts() if text.startswith(f"{origin}-")}


def origins(position: Position) -> set[str]:
    """The cells whose pieces have a legal move."""
    return {text.partition("-")[0] for text in position.legal_moves.texts() if text[0] != "-" and "-" in text}


def texts(position: Position) -> set[str]:
    return set(position.legal_moves.texts())


def where(position: Position, letter: str) -> set[str]:
    """The cells on which pieces of a letter stand."""
    return {cell for cell, found in position.pieces.items() if found == letter}


def winners(position: Position) -> str:
    """The seats that have won, as one word; empty while nobody has."""
    outcome = position.outcome()
    return "" if outcome is None else "".join(outcome.winners)


def ended_by(position: Position) -> str | None:
    """The name of how the game ended."""
    outcome = position.outcome()
    return None if outcome is None else outcome.termination.value


def play(position: Position, moves: str) -> Position:
    """Push moves given in one text."""
    for move in moves.split():
        position.push(move)
    return position
