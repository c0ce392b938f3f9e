"""Rakado on the square board: running by the die to the opponent's base line."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import GivenDice, Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, texts, where, winners


def board(a: str, b: str, roll: int, seat: str = "A", **options: Any) -> Position:
    position = arrange("rakado", {"A": a, "B": b}, seat, **options)
    position.give_roll([roll])
    return position


@rule("5.12")
def test_each_side_fills_its_base_line_of_sixteen():
    position = Position("rakado")
    assert (where(position, "A"), where(position, "B")) == (cells("a1:p1"), cells("a16:p16"))


@rule("5.10")
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_piece_runs_exactly_as_far_as_the_die_shows_straight_or_along_a_forward_diagonal(roll: int):
    files = [f"{'abcdefghijklmnop'[7 + side * roll]}" for side in (-1, 0, 1)]
    up = board("h4", "p16", roll)
    assert texts(up) == {f"h4-{file}{4 + roll}" for file in files}
    down = board("a1", "h12", roll, "B")
    assert texts(down) == {f"h12-{file}{12 - roll}" for file in files}


@rule("5.10")
def test_files_allows_straight_ahead_only():
    assert texts(board("h4", "p16", 3, files=True)) == {"h4-h7"}


@rule("5.10")
def test_one_own_piece_is_moved():
    position = board("h4 a4", "p16", 2)
    assert texts(position) == {"h4-f6", "h4-h6", "h4-j6", "a4-a6", "a4-c6"}
    position.push("a4-a6")
    assert where(position, "A") == {"h4", "a6"}
    assert position.seat == "B"


@rule("5.10")
@pytest.mark.parametrize(("a", "b"), [("h4 h5", "p16"), ("h4", "h5 p16"), ("h4 h6", "p16"), ("h4", "h6 p16")])
def test_a_piece_does_not_run_over_any_piece(a: str, b: str):
    assert ends(board(a, b, 3), "h4") == {"e7", "k7"}


@rule("5.10")
def test_a_piece_does_not_land_on_an_own_piece():
    assert ends(board("h4 h7", "p16", 3), "h4") == {"e7", "k7"}


@rule("5.11")
def test_landing_on_an_opponents_piece_captures_it():
    position = board("h4", "h7 p16", 3)
    position.push("h4-h7")
    assert (where(position, "A"), where(position, "B")) == ({"h7"}, {"p16"})


@rule("5.13")
def test_pieces_still_on_their_start_line_can_be_captured():
    position = board("h13", "h16 a16", 3)
    position.push("h13-h16")
    assert (where(position, "A"), where(position, "B")) == ({"h16"}, {"a16"})
    assert position.pieces_home("A") == 1


# ---- the duty to capture --------------------------------------------------------------------------------


@rule("5.11")
def test_who_captures_loses_nothing():
    position = board("h4 a4", "h7 p16", 3)
    position.push("h4-h7")
    assert position.needs_roll
    assert (position.seat, where(position, "A")) == ("B", {"h7", "a4"})


@rule("5.11")
def test_a_missed_capture_costs_a_piece_that_could_have_captured_as_an_action_of_the_next_player():
    position = board("h4 a4", "h7 p16", 3)
    position.push("a4-a7")
    assert not position.needs_roll
    assert (position.seat, texts(position)) == ("B", {"xh4"})
    position.push("xh4")
    assert where(position, "A") == {"a7"}
    assert position.needs_roll
    assert position.seat == "B"


@rule("5.11")
def test_the_next_player_chooses_among_all_that_could_have_captured():
    # h4 along the file and e4 along the diagonal could both have taken h7; a4 could not.
    position = board("h4 e4 a4", "h7 p16", 3)
    position.push("a4-a7")
    assert texts(position) == {"xh4", "xe4"}
    position.push("xe4")
    assert where(position, "A") == {"h4", "a7"}


@rule("5.11")
def test_only_one_piece_is_lost():
    position = board("h4 e4 a4", "h7 p16", 3)
    position.push("a4-a7")
    position.push("xh4")
    assert position.needs_roll
    assert where(position, "A") == {"e4", "a7"}


@rule("5.11")
def test_the_piece_that_moved_is_huffed_on_its_new_field():
    position = board("h4", "h7 p16", 3)
    position.push("h4-k7")
    assert texts(position) == {"xk7"}
    position.push("xk7")
    assert where(position, "A") == set()


@rule("5.11")
def test_the_piece_that_moved_is_huffed_in_the_goal_too():
    position = board("h13 a4", "k16 p5", 3)
    # h13 could have taken k16 along the diagonal, and ran home instead.
    position.push("h13-h16")
    assert texts(position) == {"xh16"}
    position.push("xh16")
    assert where(position, "A") == {"a4"}


@rule("5.11")
def test_huffing_comes_before_the_second_roll_of_a_six():
    position = board("h4 a4", "h10 p16", 6)
    position.push("a4-a10")
    assert (position.seat, texts(position)) == ("B", {"xh4"})
    position.push("xh4")
    assert position.needs_roll
    assert position.seat == "A"


@rule("5.11")
def test_forced_allows_only_capturing_moves():
    assert texts(board("h4 a4", "h7 p16", 3, capture="forced")) == {"h4-h7"}


@rule("5.11")
def test_forced_allows_every_move_where_nothing_can_be_captured():
    assert texts(board("h4", "p16", 3, capture="forced")) == {"h4-e7", "h4-h7", "h4-k7"}


@rule("5.11")
def test_huff_any_lets_the_next_player_choose_any_piece_of_the_offender():
    # Only h4 could have taken h7. a4 moved and stands on a7; c16 is in the goal.
    position = board("h4 a4 c16", "h7 p16", 3, capture="huff-any")
    position.push("a4-a7")
    assert (position.seat, texts(position)) == ("B", {"xh4", "xa7", "xc16"})
    position.push("xc16")
    assert (where(position, "A"), where(position, "B")) == ({"h4", "a7"}, {"h7", "p16"})


@rule("5.11")
def test_huff_any_asks_for_nothing_where_nothing_could_be_captured_or_something_was():
    missed_nothing = board("h4 a4", "i7 p16", 3, capture="huff-any")
    missed_nothing.push("a4-a7")
    captured = board("h4 a4", "h7 p16", 3, capture="huff-any")
    captured.push("h4-h7")
    assert missed_nothing.needs_roll and captured.needs_roll
    assert (missed_nothing.seat, captured.seat) == ("B", "B")


@rule("5.11", "5.12")
def test_huff_any_comes_before_the_second_roll_of_a_six():
    position = board("h4 a4", "h10 p16", 6, capture="huff-any")
    position.push("a4-a10")
    assert (position.seat, texts(position)) == ("B", {"xh4", "xa10"})
    position.push("xa10")
    assert position.needs_roll
    assert position.seat == "A"


@rule("5.11")
def test_huff_any_refuses_a_piece_that_is_not_the_offenders():
    position = board("h4 a4", "h7 p16", 3, capture="huff-any")
    position.push("a4-a7")
    refused = position.refusal("xp16")
    assert refused is not None
    assert (refused.code, set(refused.cells)) == ("not-huffable", {"h4", "a7"})


@rule("5.11")
def test_huffing_is_the_default():
    assert "a4-a7" in texts(board("h4 a4", "h7 p16", 3))
    with pytest.raises(OptionError):
        Position("rakado", capture="never")


# ---- rolls ----------------------------------------------------------------------------------------------


@rule("5.12")
def test_a_six_gives_another_roll():
    position = board("h4", "p16", 6)
    position.push("h4-h10")
    assert position.needs_roll
    assert position.seat == "A"


@rule("5.12")
@pytest.mark.parametrize("roll", range(1, 6))
def test_other_rolls_pass_the_die_on(roll: int):
    position = board("h4", "p16", roll)
    position.push(f"h4-h{4 + roll}")
    assert position.seat == "B"


@rule("5.12")
def test_a_six_gives_another_roll_also_when_it_could_not_be_used():
    position = board("h13", "p9", 6)
    assert position.needs_roll
    assert position.seat == "A"


@rule("5.12")
@pytest.mark.parametrize("roll", [4, 5])
def test_without_a_move_the_roll_lapses(roll: int):
    position = board("h13", "p9", roll)
    assert position.needs_roll
    assert (position.seat, where(position, "A")) == ("B", {"h13"})


@rule("5.12")
def test_lapsed_rolls_are_no_passes_and_end_nothing():
    position = arrange("rakado", {"A": "h13", "B": "p4"})
    for _ in range(20):
        position.give_roll([5])
    assert position.outcome() is None
    assert position.seat == "A"


@rule("5.12")
def test_dice_that_roll_themselves_skip_lapsed_rolls():
    position = arrange("rakado", {"A": "h13", "B": "p4"}, dice=GivenDice([5, 6, 5, 5, 2]))
    # A lapses, B lapses with a six and again with a five, A lapses, B has the two.
    assert (position.seat, position.roll) == ("B", (2,))


# ---- goal and end ---------------------------------------------------------------------------------------


@rule("5.13")
def test_the_goal_is_reached_by_exact_throw():
    assert texts(board("h14", "p9", 2)) == {"h14-f16", "h14-h16", "h14-j16"}
    assert board("h14", "p9", 3).needs_roll


@rule("5.13")
def test_it_ends_when_no_seat_has_a_move_with_any_roll_and_most_pieces_home_win():
    position = board("h15 a16", "p1", 1)
    assert position.outcome() is None
    position.push("h15-h16")
    assert (winners(position), ended_by(position)) == ("A", "most-home")
    position = board("h15", "p1 a1", 1)
    position.push("h15-h16")
    assert winners(position) == "B"


@rule("5.13")
def test_equal_seats_share_the_win():
    position = board("h15", "p1", 1)
    position.push("h15-h16")
    assert winners(position) == "AB"


@rule("5.13")
def test_it_goes_on_while_one_seat_has_a_move():
    position = board("h15", "p2", 1)
    position.push("h15-h16")
    assert position.outcome() is None


@rule("5.13")
def test_pieces_that_bar_each_other_do_not_keep_it_going():
    # Straight ahead h15 is barred by the own h16; along a diagonal it could still go home.
    straight = board("h16 h15 g15", "p1", 1, files=True)
    straight.push("g15-g16")
    assert (winners(straight), ended_by(straight)) == ("A", "most-home")
    diagonal = board("h16 h15 g15", "p1", 1)
    diagonal.push("g15-g16")
    assert diagonal.outcome() is None


@rule("5.10", "2.16")
def test_no_blocking_rule_belongs_to_it():
    with pytest.raises(OptionError):
        Position("rakado", blocking="vacate")
