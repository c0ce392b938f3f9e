"""Connection: an unbroken line of own pieces between two tips, against others and alone."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import (
    LARGE_TIP,
    SIDE,
    STAR_LINES,
    STAR_PLACE,
    arrange,
    ended_by,
    ends,
    star_ahead,
    star_neighbours,
    texts,
    where,
    winners,
)

TIP_POINT = {"N": "a1", "NE": "e13", "SE": "m13", "S": "q1", "SW": "m1", "NW": "e1"}
# Each tip with the one two tips further.
PAIRS = [("N", "SE"), ("NE", "S"), ("SE", "SW"), ("S", "NW"), ("SW", "N"), ("NW", "NE")]


def camp(tip: str) -> set[str]:
    """The large tip without the two ends of its row of five, which belong to two such rows."""
    return {cell for cell in LARGE_TIP[tip] if sum(cell in side for side in SIDE.values()) < 2}


def line(first: str, last: str) -> list[str]:
    """The straight line between two tip points."""
    for direction in STAR_LINES:
        points = [TIP_POINT[first]]
        while (following := star_ahead(points[-1], direction)) is not None:
            points.append(following)
        if points[-1] == TIP_POINT[last]:
            return points
    raise AssertionError


def nearly_connected(
    pair: tuple[str, str], gap: int, seat: str = "A", players: int = 2, **options: Any
) -> tuple[Position, str]:
    """All pieces of a seat on a line but one, which can step into the gap; and that step."""
    points = line(*pair)
    missing = points[gap]
    before = min(star_neighbours(missing) - set(points))
    own = set(points) - {missing} | {before}
    waiting = [cell for cell in sorted(STAR_PLACE) if cell not in own | {missing}]
    armies: dict[str, set[str]] = {seat: own}
    for other in "ABC"[:players].replace(seat, ""):
        armies[other], waiting = set(waiting[:13]), waiting[13:]
    game = "connection-solo" if players == 1 else "connection"
    return arrange(game, armies, seat, players=players, **options), f"{before}-{missing}"


@rule("4.8")
@pytest.mark.parametrize(("players", "tips"), [(2, "N S"), (3, "N SE SW")])
def test_thirteen_each_in_the_large_tip_without_the_ends_of_its_row_of_five(players: int, tips: str):
    position = Position("connection", players=players)
    for seat, tip in zip("ABC", tips.split(), strict=False):
        assert len(camp(tip)) == 13
        assert where(position, seat) == camp(tip)


@rule("4.8")
def test_alone_with_thirteen():
    position = Position("connection-solo")
    assert where(position, "A") == camp("N")
    assert len(position.pieces) == 13


@rule("4.8")
def test_base_moves():
    position = arrange("connection", {"A": "i5 i6 | a1 b1:b2 c1:c3 d1:d4 e1", "B": "| n1:n4 o1:o3 p1:p2 q1 m1:m3"})
    assert ends(position, "i5") == star_neighbours("i5") - {"i6"} | {"i7"}


@rule("4.8")
def test_there_are_no_home_or_target_restrictions():
    # A's pieces may leave the opposite tip, and an empty home of B puts no duty on A's a1.
    position = arrange("connection", {"A": "a1 n2 | e5:e9 f4:f9", "B": "| j3:j9 k4:k9"})
    assert {"m6", "m7"} <= ends(position, "n2")
    assert "a1-b1" in texts(position)
    with pytest.raises(OptionError):
        Position("connection", blocking="free")


@rule("4.8")
def test_reading_tips_two_apart_are_joined_by_one_line_of_thirteen_points():
    assert {len(line(*pair)) for pair in PAIRS} == {13}
    assert len({frozenset(line(*pair)) for pair in PAIRS}) == 6


@rule("4.8")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("gap", [0, 6, 12])
def test_any_of_the_six_lines_wins(pair: tuple[str, str], gap: int):
    position, last = nearly_connected(pair, gap)
    assert position.outcome() is None
    position.push(last)
    assert (winners(position), ended_by(position)) == ("A", "connected")


@rule("4.8")
@pytest.mark.parametrize("seat", ["B", "C"])
@pytest.mark.parametrize("pair", PAIRS)
def test_any_seat_may_use_any_line(seat: str, pair: tuple[str, str]):
    position, last = nearly_connected(pair, 6, seat, players=3)
    position.push(last)
    assert winners(position) == seat


@rule("4.8")
def test_a_line_with_a_gap_does_not_win():
    position, last = nearly_connected(("N", "SE"), 6)
    before = last.split("-")[0]
    aside = min(star_neighbours(before) - set(position.pieces) - set(line("N", "SE")))
    position.push(f"{before}-{aside}")
    assert position.outcome() is None


@rule("4.8")
def test_a_line_with_an_opponents_piece_does_not_win():
    points = line("N", "SE")
    own = set(points) - {points[3], points[6]}
    before = min(star_neighbours(points[6]) - set(points))
    position = arrange("connection", {"A": own | {before, "i1"}, "B": f"{points[3]} | n1:n4 o1:o3 p1:p2 q1 m1:m3"})
    position.push(f"{before}-{points[6]}")
    assert position.outcome() is None


@rule("4.8")
@pytest.mark.parametrize(("players", "seat", "tip"), [(2, "A", "N"), (2, "B", "S"), (3, "B", "SE"), (3, "C", "SW")])
@pytest.mark.parametrize("pair", PAIRS)
def test_own_tip_the_line_must_start_at_the_own_tip(players: int, seat: str, tip: str, pair: tuple[str, str]):
    position, last = nearly_connected(pair, 6, seat, players=players, own_tip=True)
    position.push(last)
    assert winners(position) == (seat if tip in pair else "")


@rule("4.8")
@pytest.mark.parametrize("pair", PAIRS)
def test_alone_the_goal_is_the_same(pair: tuple[str, str]):
    position, last = nearly_connected(pair, 6, players=1)
    assert position.outcome() is None
    position.push(last)
    assert ended_by(position) == "solved"


@rule("4.8")
@pytest.mark.parametrize("pair", PAIRS)
def test_alone_own_tip_holds_too(pair: tuple[str, str]):
    position, last = nearly_connected(pair, 6, players=1, own_tip=True)
    position.push(last)
    assert ended_by(position) == ("solved" if "N" in pair else None)


@rule("4.8")
def test_alone_the_moves_are_counted():
    position = Position("connection-solo")
    position.push("d1-e5")
    position.push("e5-f4")
    assert position.tally == (2, 2)
    assert position.seat == "A"
