"""Le Zug: diagonally forward on the points, from station to station."""

from __future__ import annotations

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, where, winners

BASE_A = cells("a1 c1 e1 g1 i1 k1 m1 o1 q1")
BASE_B = cells("a17 c17 e17 g17 i17 k17 m17 o17 q17")
FRONT_A, FRONT_B = cells("f2 h2 j2"), cells("l16 j16 h16")
HOME_A, HOME_B = " ".join(sorted(BASE_A | FRONT_A)), " ".join(sorted(BASE_B | FRONT_B))


def stations(a: str, b: str = "", seat: str = "A") -> Position:
    """Some pieces out on the line, the others in their stations."""
    return arrange("le-zug", {"A": f"{a} | {HOME_A}", "B": f"{b} | {HOME_B}"}, seat)


@rule("3.11")
def test_it_is_played_on_the_points():
    assert len(Position("le-zug").board) == 17 * 17


@rule("3.11")
def test_each_side_holds_nine_base_points_and_three_of_the_line_before():
    position = Position("le-zug")
    assert where(position, "A") == BASE_A | FRONT_A
    assert where(position, "B") == BASE_B | FRONT_B


@rule("3.11")
def test_reading_each_of_the_three_stands_diagonal_to_two_of_the_back_row():
    for point in where(Position("le-zug"), "A") - BASE_A:
        file = ord(point[0])
        assert {f"{chr(file - 1)}1", f"{chr(file + 1)}1"} <= BASE_A


@rule("3.12")
@pytest.mark.parametrize(("seat", "steps"), [("A", {"d9", "f9"}), ("B", {"d7", "f7"})])
def test_a_step_goes_diagonally_forward_only(seat: str, steps: set[str]):
    position = stations("e8") if seat == "A" else stations("", "e8", "B")
    assert ends(position, "e8") == steps


@rule("3.12")
def test_diagonal_hops_over_any_piece_in_succession_and_one_step_after_them():
    # e8 over f9 to g10, over h11 to i12; from g10 one step to f11, from i12 one to h13 or j13.
    expected = {"d9", "g10", "i12", "f11", "h13", "j13"}
    assert ends(stations("e8", "f9 h11"), "e8") == expected
    assert ends(stations("e8 f9 h11"), "e8") == expected


@rule("3.12")
def test_no_hop_follows_a_step():
    # From d9 a hop over e10 would be open.
    assert ends(stations("e8", "e10"), "e8") == {"d9", "f9"}


@rule("3.12")
def test_no_hop_goes_sideways_straight_or_back():
    assert ends(stations("e8", "e9 d8 f8 e7 d7 f7"), "e8") == {"d9", "f9"}


@rule("3.13")
def test_the_first_four_lines_are_a_station_closed_while_the_owner_stands_in_it():
    position = stations("e13 m12")
    assert ends(position, "e13") == set()
    assert ends(position, "m12") == {"l13", "n13"}
    mirrored = stations("", "e5 m6", "B")
    assert ends(mirrored, "e5") == set()
    assert ends(mirrored, "m6") == {"l5", "n5"}


@rule("3.13")
def test_no_hop_may_land_in_a_closed_station_either():
    # e12 over f13 would land on g14.
    assert ends(stations("e12", "f13"), "e12") == {"d13"}


@rule("3.13")
def test_an_empty_station_is_open():
    position = arrange("le-zug", {"A": f"e13 | {HOME_A}", "B": "| a9:l9"})
    assert ends(position, "e13") == {"d14", "f14"}


@rule("3.13")
def test_a_piece_of_the_visitor_in_the_station_does_not_close_it():
    position = arrange("le-zug", {"A": f"e13 k15 | {HOME_A}", "B": "| a9:l9"})
    assert ends(position, "e13") == {"d14", "f14"}


@rule("3.13")
def test_one_owner_anywhere_in_the_four_lines_closes_it():
    position = arrange("le-zug", {"A": f"e13 | {HOME_A}", "B": "q14 | a9:l9"})
    assert ends(position, "e13") == set()


@rule("3.13")
def test_the_owner_moves_in_the_own_station():
    assert ends(stations(""), "a1") == {"b2"}


@rule("3.14")
@pytest.mark.parametrize(("front", "last"), [("b16 j16", "o15-p16"), ("d16 f16", "o15-n16"), ("n16 p16", "c15-b16")])
def test_the_nine_base_points_and_any_three_points_before_them_win(front: str, last: str):
    position = arrange("le-zug", {"A": f"{' '.join(BASE_B)} {front} {last[:3]}", "B": "| a7:q7"})
    position.push(last)
    assert (winners(position), ended_by(position)) == ("A", "filled")


@rule("3.14")
def test_eight_base_points_and_four_before_them_do_not_win():
    position = arrange("le-zug", {"A": f"{' '.join(BASE_B - {'q17'})} b16 j16 l16 o15", "B": "| a7:q7"})
    position.push("o15-p16")
    assert position.outcome() is None
    position.push("a7-b6")
    position.push("p16-q17")
    assert winners(position) == "A"


@rule("3.14")
def test_b_wins_by_the_same_turned_round():
    position = arrange("le-zug", {"A": "| a9:q9", "B": f"{' '.join(BASE_A)} b2 j2 o3"}, "B")
    position.push("o3-p2")
    assert winners(position) == "B"


@rule("2.20")
def test_a_stalled_game_ranks_the_last_line_and_up_to_three_points_before_it():
    eight = BASE_B - {"q17"}
    position = arrange("le-zug", {"A": f"{' '.join(eight)} b16 d16 f16 h16", "B": "| a7:q7"})
    assert position.pieces_home("A") == 8 + 3


@rule("2.16")
def test_no_blocking_rule_belongs_to_it():
    with pytest.raises(OptionError):
        Position("le-zug", blocking="free")
