"""Rakado on the star, from large tip to large tip."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import LARGE_TIP, STAR_NAME, STAR_PLACE, TIP, arrange, ended_by, ends, texts, where, winners

# The two lines that lead away from a tip, as steps to the right and downwards in half spacings.
FORWARD = {"N": [(-1, 1), (1, 1)], "S": [(-1, -1), (1, -1)], "SE": [(-2, 0), (-1, -1)], "SW": [(2, 0), (1, -1)]}


def board(a: str, b: str, roll: int, seat: str = "A", **options: Any) -> Position:
    position = arrange("star-rakado", {"A": a, "B": b}, seat, **options)
    position.give_roll([roll])
    return position


@rule("5.14")
@pytest.mark.parametrize(("players", "tips"), [(2, "N S"), (3, "N SE SW")])
def test_fifteen_each_start_in_large_tips(players: int, tips: str):
    position = Position("star-rakado", players=players)
    assert [where(position, seat) for seat in "ABC"[:players]] == [LARGE_TIP[tip] for tip in tips.split()]


@rule("5.14")
@pytest.mark.parametrize(
    ("players", "seat", "tip"), [(2, "A", "N"), (2, "B", "S"), (3, "A", "N"), (3, "B", "SE"), (3, "C", "SW")]
)
@pytest.mark.parametrize("roll", [1, 2, 4])
def test_forward_are_the_two_lines_towards_the_target(players: int, seat: str, tip: str, roll: int):
    armies = dict(zip("ABC"[:players], ("b1", "p1", "m2"), strict=False)) | {seat: "i5"}
    position = arrange("star-rakado", armies, seat, players=players)
    position.give_roll([roll])
    x, row = STAR_PLACE["i5"]
    assert texts(position) == {f"i5-{STAR_NAME[x + i * roll, row + j * roll]}" for i, j in FORWARD[tip]}


@rule("5.14")
def test_a_run_does_not_go_over_pieces_and_captures_by_landing():
    # i5 runs by j5 to k5, or by j6 to k7.
    assert texts(board("i5", "j5 a1", 2)) == {"i5-k7"}
    position = board("i5", "k5 a1", 2)
    position.push("i5-k5")
    assert (where(position, "A"), where(position, "B")) == ({"k5"}, {"a1"})


@rule("5.14")
def test_any_field_of_the_target_tip_counts():
    for cell in sorted(LARGE_TIP["S"]):
        assert arrange("star-rakado", {"A": f"{cell} a1", "B": "i5"}).pieces_home("A") == 1


@rule("5.14")
def test_pieces_may_move_on_inside_the_target():
    position = board("m7", "i1", 1)
    assert texts(position) == {"m7-n2", "m7-n3"}
    position.push("m7-n2")
    assert position.pieces_home("A") == 1


@rule("5.14")
def test_a_piece_may_run_into_a_side_tip_and_end_there():
    # i1 along the edge lines: to k1, in the tip SW, or to k3.
    position = board("i1", "a1", 2)
    assert "k1" in TIP["SW"]
    assert texts(position) == {"i1-k1", "i1-k3"}
    # On the point of the side tip it has no way on; it is not home, and B's one piece is.
    stuck = board("l1", "a1", 1)
    stuck.push("l1-m1")
    assert (winners(stuck), ended_by(stuck)) == ("B", "most-home")


@rule("5.14", "5.12")
def test_overshooting_the_target_lapses():
    assert board("q1 p1", "i5", 2).seat == "B"


@rule("5.14", "5.13")
def test_pieces_on_their_own_goal_do_not_capture():
    # m7 is in A's goal; B's n2 still stands in its start tip.
    assert texts(board("m7", "n2 i5", 1)) == {"m7-n3"}


@rule("5.14", "5.13")
def test_pieces_on_their_own_goal_are_not_captured():
    # B's n2 runs to m6 or m7; A's piece on m7 has reached its goal.
    assert texts(board("m7 b1", "n2", 1, "B")) == {"n2-m6"}


@rule("5.14", "5.13")
def test_pieces_still_in_their_start_tip_can_be_captured():
    position = board("l7", "m7 i1", 1)
    position.push("l7-m7")
    assert (where(position, "A"), where(position, "B")) == ({"m7"}, {"i1"})


@rule("5.14", "5.13")
def test_pieces_of_the_third_player_in_the_target_tip_can_be_captured():
    # S is the target of A and nobody's home: C's piece there is only passing.
    armies = {"A": "l7", "B": "i5", "C": "m7"}
    position = arrange("star-rakado", armies, players=3)
    position.give_roll([1])
    assert ends(position, "l7") == {"m7", "m8"}
    position.push("l7-m7")
    assert where(position, "C") == set()


@rule("5.14", "5.11")
def test_a_missed_capture_is_huffed_by_the_next_player():
    armies = {"A": "i5 a1", "B": "k5", "C": "i1"}
    position = arrange("star-rakado", armies, players=3)
    position.give_roll([2])
    position.push("a1-c1")
    assert (position.seat, texts(position)) == ("B", {"xi5"})
    position.push("xi5")
    assert where(position, "A") == {"c1"}
    assert position.needs_roll
    assert position.seat == "B"


@rule("5.11", "5.14")
def test_huff_any_takes_any_piece_of_the_offender_in_the_goal_too():
    armies = {"A": "i5 a1 q1", "B": "k5", "C": "i1"}
    position = arrange("star-rakado", armies, players=3, capture="huff-any")
    position.give_roll([2])
    position.push("a1-c1")
    assert (position.seat, texts(position)) == ("B", {"xi5", "xc1", "xq1"})
    position.push("xq1")
    assert where(position, "A") == {"i5", "c1"}


@rule("5.14", "5.11")
def test_forced_capture():
    assert texts(board("i5 a1", "k5", 2, capture="forced")) == {"i5-k5"}


@rule("5.14", "5.12")
def test_a_six_gives_another_roll_also_unused():
    position = board("c1", "a1", 6)
    position.push(min(texts(position)))
    assert position.seat == "A"
    assert board("m7", "i5", 6).seat == "A"


@rule("5.14", "5.13")
def test_it_ends_when_nobody_can_move_and_most_pieces_home_win():
    position = board("p1", "a1", 1)
    position.push("p1-q1")
    assert (winners(position), ended_by(position)) == ("AB", "most-home")
    position = board("p1", "e13", 1)  # B's piece is stuck on the point of a side tip
    assert position.outcome() is None
    position.push("p1-q1")
    assert (winners(position), ended_by(position)) == ("A", "most-home")


@rule("5.14")
def test_files_belongs_to_the_square_board():
    with pytest.raises(OptionError):
        Position("star-rakado", files=True)
