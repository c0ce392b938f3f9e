"""Highscore on both boards: alone, in the fewest moves."""

from __future__ import annotations

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import LARGE, LARGE_TIP, TIP, arrange, ended_by, ends, square_neighbours, where


@rule("3.22")
def test_alone_with_nineteen_in_a_corner():
    position = Position("highscore")
    assert where(position, "A") == LARGE["a1"]
    assert len(position.pieces) == 19
    assert position.seats == "A"


@rule("3.22")
def test_all_nineteen_in_the_opposite_corner_solve_it():
    position = arrange("highscore", {"A": LARGE["p16"] - {"o12"} | {"n11"}})
    assert position.outcome() is None
    position.push("n11-o12")
    assert ended_by(position) == "solved"


@rule("3.22")
def test_moves_are_counted_and_single_steps_and_hops():
    position = arrange("highscore", {"A": "c3 c4 d5 | k1:p4"})
    assert position.tally == (0, 0)
    position.push("c3-e5")  # over c4 to c5, over d5 to e5
    assert position.tally == (1, 2)
    position.push("e5-e6")
    assert position.tally == (2, 3)
    assert position.seat == "A"


@rule("3.22")
def test_the_shortest_path_of_a_move_counts():
    position = arrange("highscore", {"A": "c3 c4 d4 d5 | k1:p4"})
    position.push("c3-c5-e5")  # one hop over d4 would have done
    assert position.tally == (1, 1)


@rule("3.22")
def test_a_move_taken_back_is_not_counted():
    position = Position("highscore")
    position.push("e2-f3")
    position.pop()
    assert position.tally == (0, 0)


@rule("3.22")
def test_fewest_moves_come_before_fewest_steps_and_hops():
    long_hops = arrange("highscore", {"A": "c3 c4 d5 | k1:p4"})
    long_hops.push("c3-e5")
    two_steps = arrange("highscore", {"A": "c3 c4 d5 | k1:p4"})
    two_steps.push("c3-d3")
    two_steps.push("d3-e3")
    # One move of two hops is better than two moves of two steps; scores compare as they are.
    assert sorted([two_steps.tally, long_hops.tally]) == [(1, 2), (2, 2)]


@rule("2.16")
@pytest.mark.parametrize(("blocking", "stays"), [("vacate", True), ("swap", True), ("fill", True), ("free", False)])
def test_pieces_in_the_target_stay_there_under_all_rules_but_free(blocking: str, stays: bool):
    position = arrange("highscore", {"A": "n14 | f1:k4"}, blocking=blocking)
    assert ends(position, "n14") == square_neighbours("n14") - ({"m13"} if stays else set())


@rule("3.22", "4")
@pytest.mark.parametrize(
    ("pieces", "home", "target", "last"),
    [
        (15, LARGE_TIP["N"], LARGE_TIP["S"], "l6-m6"),
        (10, TIP["N"], TIP["S"], "m6-n2"),
        (6, {"a1", "b1", "b2", "c1", "c2", "c3"}, {"q1", "p1", "p2", "o1", "o2", "o3"}, "n2-o1"),
    ],
)
def test_on_the_star_fifteen_or_ten_go_from_tip_to_tip(pieces: int, home: set[str], target: set[str], last: str):
    assert where(Position("star-highscore", pieces=pieces), "A") == home
    before, after = last.split("-")
    position = arrange("star-highscore", {"A": target - {after} | {before}}, pieces=pieces)
    position.push(last)
    assert ended_by(position) == "solved"
    assert position.tally == (1, 1)


@rule("3.22", "4")
def test_on_the_star_fifteen_are_the_default():
    assert len(Position("star-highscore").pieces) == 15


@rule("2.16")
@pytest.mark.parametrize(("blocking", "stays"), [("vacate", True), ("swap", True), ("fill", True), ("free", False)])
def test_on_the_star_pieces_in_the_target_stay_there(blocking: str, stays: bool):
    position = arrange("star-highscore", {"A": "m7 | a1 b1:b2 c1:c3 d1:d4 e1:e4"}, blocking=blocking)
    inside, outside = {"m6", "m8", "n2", "n3"}, {"l6", "l7"}
    assert ends(position, "m7") == (inside if stays else inside | outside)


@rule("3.22")
@pytest.mark.parametrize(("pieces", "corners"), [(13, "a1 d2 c3 b4"), (15, "a1 e1 c3 a5")])
def test_fewer_pieces_start_in_the_smaller_courts(pieces: int, corners: str):
    position = Position("highscore", pieces=pieces)
    assert len(position.pieces) == pieces and set(corners.split()) <= set(position.pieces)
    # The target is the same court in the opposite corner.
    board = position.board
    turned = {board.at[15 - x, 15 - y] for x, y in (board.coordinates[board.index[name]] for name in position.pieces)}
    assert position.rules.kinds[0].target == turned
