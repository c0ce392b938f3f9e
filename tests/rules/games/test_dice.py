"""Dice Halma: steps by one die, the hops of one piece by the other."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import GivenDice, IllegalMoveError, Position, perft
from tests.law import rule

from .helpers import LARGE, SMALL, arrange, ended_by, ends, origins, square_neighbours, texts, where, winners

Place = tuple[int, int]
LINES = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def rolled(position: Position, *values: int) -> Position:
    position.give_roll(values)
    return position


def field(a: str, b: str = "", roll: tuple[int, int] = (1, 1), **options: Any) -> Position:
    """Nobody is at home or in the target, so there is neither duty nor restriction."""
    return rolled(arrange("dice", {"A": f"{a} | f1:k4", "B": f"{b} | l8:p11"}, **options), *roll)


# ---- an independent count of whole turns ----------------------------------------------------------------


def free(place: Place, taken: frozenset[Place]) -> bool:
    return min(place) >= 0 and max(place) < 16 and place not in taken


def after_hops(start: Place, taken: frozenset[Place], hops: int) -> set[Place]:
    """Where exactly so many hops of a piece can end, but for its own field."""
    reached = {start}
    for _ in range(hops):
        reached = {
            (x + 2 * i, y + 2 * j)
            for x, y in reached
            for i, j in LINES
            if (x + i, y + j) in taken and free((x + 2 * i, y + 2 * j), taken)
        }
    return reached - {start}


def whole_turns(own: frozenset[Place], others: frozenset[Place], roll: tuple[int, int]) -> set[frozenset[Place]]:
    """Every set of own fields that a turn can lead to, without duty and restrictions."""
    found: set[frozenset[Place]] = set()
    seen: set[tuple[frozenset[Place], frozenset[Place], int, int]] = set()

    def act(fresh: frozenset[Place], used: frozenset[Place], steps: int, hops: int) -> None:
        if (fresh, used, steps, hops) in seen:
            return
        seen.add((fresh, used, steps, hops))
        if used:
            found.add(fresh | used)
        for x, y in fresh:
            taken = (fresh - {(x, y)}) | used | others
            if steps:
                for i, j in LINES:
                    if free((x + i, y + j), taken):
                        act(fresh - {(x, y)}, used | {(x + i, y + j)}, steps - 1, hops)
            if hops:
                for end in after_hops((x, y), taken, hops):
                    act(fresh - {(x, y)}, used | {end}, steps, 0)

    for steps, hops in {roll, roll[::-1]}:
        act(own, frozenset(), steps, hops)
    return found


def places(names: set[str]) -> frozenset[Place]:
    return frozenset(("abcdefghijklmnop".index(name[0]), int(name[1:]) - 1) for name in names)


@rule("3.16")
def test_a_roll_of_one_and_one_leads_to_479_positions_from_the_start():
    assert len(whole_turns(places(LARGE["a1"]), places(LARGE["p16"]), (1, 1))) == 479
    assert perft(Position("dice", dice=None), 1, GivenDice([1, 1])) == 479


@rule("3.16")
def test_a_roll_of_one_and_two_leads_to_as_many_positions_as_counted_independently():
    expected = len(whole_turns(places(SMALL["a1"]), places(SMALL["a16"] | SMALL["p16"] | SMALL["p1"]), (1, 2)))
    assert perft(Position("dice", players=4, dice=None), 1, GivenDice([1, 2])) == expected


@rule("3.16")
def test_setup_and_goal_are_those_of_halma():
    two, four = Position("dice"), Position("dice", players=4)
    assert (where(two, "A"), where(two, "B")) == (LARGE["a1"], LARGE["p16"])
    assert [where(four, seat) for seat in "ABCD"] == [SMALL[corner] for corner in ("a1", "a16", "p16", "p1")]


@rule("3.16", "2.13")
def test_there_is_no_swap():
    with pytest.raises(OptionError):
        Position("dice", blocking="swap")


# ---- what a roll allows ---------------------------------------------------------------------------------


@rule("3.16")
def test_one_die_is_the_number_of_pieces_that_may_each_step():
    position = field("a8 c8 e8 a14", roll=(3, 3))
    for move in ("a8-a9", "c8-c9", "e8-e9"):
        assert ends(position, "a14") == square_neighbours("a14")
        position.push(move)
    # Three pieces have stepped; the fourth would need hops.
    assert ends(position, "a14") == set()


@rule("3.16")
def test_the_player_chooses_which_die_is_which():
    # a6 hops over b7 to c8, over c9 to c10, over d10 to e10.
    three_hops = field("a6 a12 a14", "b7 c9 d10", (1, 3))
    three_hops.push("a6-e10")
    three_hops.push("a12-b12")
    assert three_hops.seat == "B"  # three hops leave one step
    three_steps = field("a6 a10 a12 a14", "b7 c9 d10", (1, 3))
    for move in ("a10-b10", "a12-b12", "a14-b14"):
        assert "a7" in ends(three_steps, "a6")
        three_steps.push(move)
    assert ends(three_steps, "a6") == {"c8"}  # three steps leave one hop


@rule("3.16")
def test_a_piece_that_has_stepped_neither_steps_nor_hops_again():
    position = field("e8 e10 a8", roll=(2, 1))
    position.push("e8-e9")
    # e9 could hop over e10.
    assert ends(position, "e9") == set()
    assert "a8" in origins(position)


@rule("3.16")
def test_a_piece_that_has_hopped_does_not_step():
    position = field("e8 e9 a8", roll=(2, 1))
    position.push("e8-e10")
    assert ends(position, "e10") == set()
    assert {"e9", "a8"} <= origins(position)


@rule("3.16")
def test_only_one_piece_hops():
    position = field("e8 e9 a8 a9", roll=(1, 1))
    position.push("e8-e10")
    assert ends(position, "a8") == square_neighbours("a8") - {"a9"}


@rule("3.16")
def test_steps_and_hops_come_in_any_order():
    step_first = field("e8 g10 a8", roll=(1, 1))
    step_first.push("g10-f9")
    step_first.push("e8-g10")
    assert {"f9", "g10"} <= where(step_first, "A")
    hop_first = field("e8 f9 a8", roll=(1, 1))
    hop_first.push("e8-g10")
    hop_first.push("f9-e8")
    assert {"e8", "g10"} <= where(hop_first, "A")


@rule("3.16")
@pytest.mark.parametrize(("roll", "hops"), [((1, 1), {"e10"}), ((2, 2), set()), ((3, 3), {"e10"}), ((2, 3), {"e10"})])
def test_the_hopping_piece_makes_exactly_that_many_hops_back_and_forth(roll: tuple[int, int], hops: set[str]):
    position = field("e8", "e9", roll)
    assert ends(position, "e8") - square_neighbours("e8") == hops


@rule("3.16")
def test_exactly_two_hops_pass_the_first_landing():
    position = field("e8", "e9 f11", (2, 2))
    # e8 to e10 to g12; e10 itself would be one hop.
    assert ends(position, "e8") - square_neighbours("e8") == {"g12"}


@rule("3.16")
def test_the_hopping_piece_may_not_hop_at_all():
    position = field("a8 e8 e9", roll=(1, 1))
    position.push_turn("a8-a9")
    assert position.seat == "B"
    assert {"a9", "e8", "e9"} <= where(position, "A")


@rule("3.17")
def test_reading_may_means_up_to_that_many_steps():
    position = field("a8 c8", roll=(6, 6))
    position.push_turn("a8-a9")
    assert position.seat == "B"


@rule("3.17")
def test_reading_at_least_one_action_if_one_is_possible():
    position = field("a8", roll=(1, 1))
    assert not {".", "--"} & texts(position)
    with pytest.raises(IllegalMoveError):
        position.push(".")
    with pytest.raises(IllegalMoveError):
        position.push("--")


@rule("3.17")
def test_reading_the_turn_must_change_the_position():
    position = field("e8", "e9", (2, 2))
    # Two hops would bring e8 back.
    with pytest.raises(IllegalMoveError):
        position.push("e8-e8")
    assert position.seat == "A"


@rule("3.18")
def test_an_action_meets_the_position_that_the_one_before_left():
    position = field("e8 g10", roll=(1, 1))
    assert "g10" not in ends(position, "e8")
    position.push("g10-f9")
    assert "g10" in ends(position, "e8")


@rule("3.18")
def test_restrictions_hold_for_each_action():
    position = rolled(arrange("dice", {"A": "n14 a8 | f1:k3", "B": "| f10:k12 k13"}), 2, 2)
    assert "m13" not in ends(position, "n14")
    position.push("a8-a9")
    assert ends(position, "n14") == square_neighbours("n14") - {"m13"}


# ---- the end of the turn --------------------------------------------------------------------------------


def last_piece(roll: tuple[int, int]) -> Position:
    pieces = {"A": LARGE["p16"] - {"o12"} | {"n11"}, "B": "| a7:j8"}
    position = rolled(arrange("dice", pieces, blocking="free"), *roll)
    position.push("n11-o12")
    return position


@rule("3.18")
def test_the_win_is_judged_at_the_end_of_the_turn():
    position = last_piece((2, 2))
    assert position.outcome() is None
    position.push(".")
    assert (winners(position), ended_by(position)) == ("A", "filled")


@rule("3.18")
def test_who_leaves_the_target_again_in_the_same_turn_has_not_won():
    position = last_piece((2, 2))
    position.push("p12-p11")
    if position.seat == "A":
        position.push(".")
    assert position.outcome() is None
    assert position.seat == "B"


# ---- the duty to clear ----------------------------------------------------------------------------------


def shut_in(b: str, roll: tuple[int, int], extras: str = "") -> Position:
    """A's a1 is the only piece at home, B has left home, so A must clear."""
    position = arrange("dice", {"A": "a1 | f6:k8", "B": f"{b} | f12:k14"}, extras=extras)
    return position if position.outcome() else rolled(position, *roll)


@rule("3.18")
def test_the_duty_is_judged_before_each_action():
    position = rolled(arrange("dice", {"A": "e1 e2 | f6:k8", "B": "| f12:k15"}), 3, 3)
    # Out of the court lie f1, f2, f3 and e3; e1 reaches e3 by three hops over e2, there and back and there.
    assert texts(position) == {"e1-f1", "e1-f2", "e1-e3", "e2-f1", "e2-f2", "e2-f3", "e2-e3"}
    position.push("e1-f1")
    assert texts(position) == {"e2-f2", "e2-f3", "e2-e3", "."}
    position.push("e2-e3")
    # The home is clear, so any piece may step now.
    assert {"f6-e5", "k7-l8"} <= texts(position)


# The court around a1 is full of B's pieces but for c3, behind b2.
AROUND_A1 = "a2 a3 b1 c1 b2"


@rule("3.18")
def test_a_clearing_hop_that_fits_the_roll_must_be_made():
    assert texts(shut_in(AROUND_A1, (1, 1))) == {"a1-c3"}


@rule("3.18")
def test_only_the_division_in_which_a_clearing_action_fits_can_be_chosen():
    # One hop fits the division of two steps and one hop; two hops lead back to a1.
    assert texts(shut_in(AROUND_A1, (1, 2))) == {"a1-c3"}


@rule("3.18")
def test_as_long_as_the_home_is_not_clear_no_other_piece_acts():
    position = shut_in(AROUND_A1, (1, 1))
    position.push("a1-c3")
    # c3 is still at home and has acted: the step that is left fits no clearing action.
    assert position.seat == "B"


@rule("3.18")
def test_a_roll_that_does_not_fit_only_passes():
    position = shut_in(AROUND_A1, (2, 2))
    assert position.outcome() is None
    assert texts(position) == {"--"}
    position.push("--")
    assert position.seat == "B"


@rule("3.18")
def test_lost_is_who_has_no_clearing_move_by_the_base_rule():
    position = shut_in(f"{AROUND_A1} c3", (1, 1))
    assert (winners(position), ended_by(position)) == ("B", "blocked-out")


@rule("3.18")
def test_a_clearing_move_that_no_roll_of_this_turn_gives_saves_from_losing():
    # The hop to c3 exists by the base rule, whatever is rolled.
    for roll in ((2, 2), (4, 4), (6, 6), (2, 6)):
        position = shut_in(AROUND_A1, roll)
        assert position.outcome() is None
        assert texts(position) == {"--"}


@rule("3.18", "2.7")
def test_passes_forced_by_a_roll_count_when_all_pass():
    position = shut_in(AROUND_A1, (2, 2), extras="passes=1")
    position.push("--")
    assert ended_by(position) == "all-passed"


@rule("3.16")
def test_what_is_left_of_a_roll_is_told():
    """3.16: a roll of 4 and 2 is 4 steps and 2 hops or 2 steps and 4 hops, until what is done fits only one of them."""
    position = rolled(Position("dice", dice=None, first="A"), 4, 2)
    assert set(position.roll_left) == {(4, 2), (2, 4)}
    position.push("e2-f3")
    assert set(position.roll_left) == {(3, 2), (1, 4)}
    position.push("e1-f1")
    assert set(position.roll_left) == {(2, 2), (0, 4)}
    position.push("b5-b6")
    assert position.roll_left == ((1, 2),)
    position.push_action(next(action for action in position.state.legal() if action.kind.name == "HOP"))
    assert position.roll_left == ((1, 0),)
    position.push("a5-a6")
    assert position.roll_left in (((0, 0),), ())


@rule("3.16")
def test_a_roll_of_two_alike_is_divided_in_one_way():
    """3.16"""
    assert rolled(Position("dice", dice=None, first="A"), 3, 3).roll_left == ((3, 3),)
    assert Position("halma").roll_left == ()
