"""Dutch Halma: straight forward, and past the opponents."""

from __future__ import annotations

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, where, winners

ROWS_OF_A, ROWS_OF_B = cells("a1:i2"), cells("a8:i9")


def facing(a: str, b: str, seat: str = "A") -> Position:
    """Some pieces in the middle, the others at home."""
    return arrange("dutch", {"A": f"{a} | a1:i2", "B": f"{b} | a8:i9"}, seat)


@rule("3.4")
def test_each_side_fills_its_two_nearest_rows():
    position = Position("dutch")
    assert len(position.board) == 81
    assert (where(position, "A"), where(position, "B")) == (ROWS_OF_A, ROWS_OF_B)


@rule("3.4")
@pytest.mark.parametrize(("seat", "end"), [("A", "e5"), ("B", "e3")])
def test_a_piece_goes_one_square_straight_forward_and_nowhere_else(seat: str, end: str):
    position = facing("e4", "", "A") if seat == "A" else facing("", "e4", "B")
    assert ends(position, "e4") == {end}


@rule("3.4")
@pytest.mark.parametrize("blocker", ["A", "B"])
def test_the_square_ahead_must_be_free(blocker: str):
    position = facing("e4 e5", "") if blocker == "A" else facing("e4", "e5")
    assert ends(position, "e4") == set()


@rule("3.4")
def test_a_pass_goes_diagonally_onto_an_opponent_and_one_square_straight_on():
    assert ends(facing("c3", "d4"), "c3") == {"c4", "d5"}
    assert ends(facing("c3", "b4"), "c3") == {"c4", "b5"}
    assert ends(facing("d6", "c7", "B"), "c7") == {"c6", "d5"}


@rule("3.4")
def test_the_square_straight_behind_the_passed_piece_must_be_free():
    assert ends(facing("c3", "d4 d5"), "c3") == {"c4"}
    assert ends(facing("c3 d5", "d4"), "c3") == {"c4"}


@rule("3.4")
def test_reading_no_pass_over_an_own_piece():
    assert ends(facing("c3 d4", ""), "c3") == {"c4"}


@rule("3.4")
def test_reading_no_move_like_a_knight_over_an_empty_square():
    assert ends(facing("c3", ""), "c3") == {"c4"}


@rule("3.4")
def test_further_passes_may_follow_but_no_step():
    position = facing("c3", "d4 e6")
    # c3 over d4 to d5, over e6 to e7; d6 would be a step after a pass.
    assert ends(position, "c3") == {"c4", "d5", "e7"}


@rule("3.4")
def test_no_pass_after_a_step():
    # From c4 a pass over d5 to d6 would be open.
    assert ends(facing("c3", "d5"), "c3") == {"c4"}


@rule("3.4")
def test_nothing_is_captured():
    position = facing("c3", "d4 e6")
    before = where(position, "B")
    position.push("c3-e7")
    assert where(position, "B") == before


@rule("3.4")
def test_nothing_moves_back():
    assert ends(facing("c6", "b5 d5"), "c6") == {"c7"}


@rule("3.4")
def test_a_piece_on_the_last_row_stays():
    position = arrange("dutch", {"A": "e9 | a1:i2", "B": "| a5:i7"})
    assert ends(position, "e9") == set()


@rule("3.4")
@pytest.mark.parametrize(("seat", "last"), [("A", "e7-e8"), ("B", "e3-e2")])
def test_filling_the_opponents_two_rows_wins(seat: str, last: str):
    before, after = last.split("-")
    rows = {"A": ROWS_OF_B, "B": ROWS_OF_A}[seat]
    other = "AB".replace(seat, "")
    position = arrange("dutch", {seat: rows - {after} | {before}, other: "| a4:i6"}, seat)
    position.push(last)
    assert (winners(position), ended_by(position)) == (seat, "filled")


@rule("3.4", "2.16")
def test_no_blocking_rule_belongs_to_it():
    with pytest.raises(OptionError):
        Position("dutch", blocking="vacate")
