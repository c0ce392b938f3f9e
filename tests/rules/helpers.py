"""Positions made by hand, and the geometry of the boards reckoned without the program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from halma.play import Outcome, Position

# ---- the square board -----------------------------------------------------------------------------------

LARGE = (5, 5, 4, 3, 2)
SMALL = (4, 4, 3, 2)
TRIANGLE = (5, 4, 3, 2, 1)
CORNERS = ("a1", "a16", "p16", "p1")


def place(name: str) -> tuple[int, int]:
    """File and rank of a square, counted from 0."""
    return ascii_lowercase.index(name[0]), int(name[1:]) - 1


def square(x: int, y: int) -> str:
    """The square with a file and a rank counted from 0."""
    return f"{ascii_lowercase[x]}{y + 1}"


def court(corner: str, rows: tuple[int, ...] = LARGE) -> set[str]:
    """The court of a corner: rows of these lengths, counted from the corner."""
    return {
        square(x if corner[0] == "a" else 15 - x, y if corner[1:] == "1" else 15 - y)
        for y, length in enumerate(rows)
        for x in range(length)
    }


def ring(corner: str) -> set[str]:
    """The large court without the small one."""
    return court(corner, LARGE) - court(corner, SMALL)


def corner_distance(corner: str, name: str) -> int:
    """File distance plus rank distance."""
    return sum(abs(one - other) for one, other in zip(place(corner), place(name), strict=True))


# ---- the star -------------------------------------------------------------------------------------------

STAR_ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
STAR_NAMES = [f"{ascii_lowercase[row]}{n + 1}" for row, length in enumerate(STAR_ROWS) for n in range(length)]
TIPS = ("N", "NE", "SE", "S", "SW", "NW")
SMALL_TIPS = {
    "N": "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4",
    "NE": "e10 e11 e12 e13 f10 f11 f12 g10 g11 h10",
    "SE": "j10 k10 k11 l10 l11 l12 m10 m11 m12 m13",
    "S": "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1",
    "SW": "j1 k1 k2 l1 l2 l3 m1 m2 m3 m4",
    "NW": "e1 e2 e3 e4 f1 f2 f3 g1 g2 h1",
}
# The sides of the hexagon, each with both of its corners.
SIDES = {
    "N": "e5 e6 e7 e8 e9",
    "NE": "e9 f9 g9 h9 i9",
    "SE": "i9 j9 k9 l9 m9",
    "S": "m5 m6 m7 m8 m9",
    "SW": "i1 j2 k3 l4 m5",
    "NW": "e5 f4 g3 h2 i1",
}


def tip(name: str, pieces: int = 10) -> set[str]:
    """The small tip, or with 15 pieces the large one."""
    return set(SMALL_TIPS[name].split()) | (set(SIDES[name].split()) if pieces == 15 else set())


def opposite(name: str) -> str:
    """The tip opposite to a tip."""
    return TIPS[(TIPS.index(name) + 3) % 6]


def axes(name: str) -> dict[str, int]:
    """How far a point lies from the centre towards each tip, in rows across that direction."""
    row = ascii_lowercase.index(name[0])
    across = 2 * (int(name[1:]) - 1) - (STAR_ROWS[row] - 1)
    north = 8 - row
    northeast, northwest = (across + north) // 2, (north - across) // 2
    return {"N": north, "S": -north, "NE": northeast, "SW": -northeast, "NW": northwest, "SE": -northwest}


def tip_distance(name: str, point: str) -> int:
    """The row distance of a point from a tip."""
    return 8 - axes(point)[name]


def apart(first: str, second: str, star: bool) -> int:
    """How many steps two fields lie apart on an empty board."""
    if star:
        one, other = axes(first), axes(second)
        return max(abs(one[name] - other[name]) for name in TIPS)
    return max(abs(one - other) for one, other in zip(place(first), place(second), strict=True))


# ---- positions ------------------------------------------------------------------------------------------


def listed(cells: Iterable[str]) -> str:
    """Cells as a text for `arrange`."""
    return " ".join(sorted(cells))


def arrange(
    game: str,
    placing: str,
    seat: str = "A",
    *,
    counters: str = "",
    rest: bool = True,
    clearance: int = 3,
    **options: Any,
) -> Position:
    """A position such as arrange("quick", "A: h8 i8; B: c3").

    The pieces that are not listed are put outside all homes and targets (outside their own ones, where there is no
    more room), so far from the listed ones that they can neither be hopped over by them nor stand in their way
    (rest=False: they are missing). `counters` goes to the text of the position as it is.
    """
    start = Position(game, dice=None, **options)
    pieces: dict[str, str] = {}
    for part in placing.split(";"):
        letter, _, cells = part.partition(":")
        pieces |= dict.fromkeys(cells.split(), letter.strip())
    if rest:
        _put_rest(start, pieces, clearance)
    rows = ("".join(pieces.get(start.board.names[cell], ".") for cell in row) for row in start.board.rows)
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return Position.from_board_text(f"{text} {seat} 1 {counters}", game, **options)


def _put_rest(start: Position, pieces: dict[str, str], clearance: int) -> None:
    star = start.board.style == "star"
    names = [name for name in start.board.names if all(apart(name, other, star) >= clearance for other in pieces)]
    courts = {kind.letter: {start.board.names[cell] for cell in kind.home | kind.target} for kind in start.rules.kinds}
    courted = set().union(*courts.values())
    names.sort(key=lambda name: name in courted)
    for kind, count in zip(start.rules.kinds, start.rules.army, strict=True):
        missing = count - list(pieces.values()).count(kind.letter)
        room = [name for name in names if name not in pieces and name not in courts[kind.letter]]
        assert 0 <= missing <= len(room), f"{kind.letter}: {missing} pieces are left, {len(room)} fields"
        pieces |= dict.fromkeys(room[:missing], kind.letter)


def result(position: Position) -> Outcome:
    """How the game ended; it must have ended."""
    outcome = position.outcome()
    assert outcome is not None, "the game goes on"
    return outcome


def ends(position: Position, cell: str) -> set[str]:
    """Where the piece on a cell can move to, by steps and hops."""
    texts = (text.split("-") for text in position.legal_moves.texts() if "~" not in text and text != "--")
    return {parts[1] for parts in texts if parts[0] == cell}


def swaps(position: Position) -> set[str]:
    """The legal changes of place."""
    return {text for text in position.legal_moves.texts() if "~" in text}


def reason(position: Position, move: str) -> str | None:
    """The rule that forbids a move."""
    refusal = position.refusal(move)
    return None if refusal is None else refusal.code


def play(position: Position, moves: str) -> None:
    """Play moves one after the other."""
    for move in moves.split():
        position.push(move)
