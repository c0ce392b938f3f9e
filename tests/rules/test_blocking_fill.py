"""Section 2 of the rules, blocking rules `fill` and `free`.

Quick Halma has the smallest target: A's is the ring l16 l15 m14 n13 o12 p12 around the corner p16, B's home.
"""

import pytest

from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import LARGE, arrange, court, ends, listed, place, reason, result, swaps, tip


def quick(placing, seat="A", **options):
    return arrange("quick", placing, seat, blocking="fill", **options)


def won_by(position):
    outcome = position.outcome()
    return () if outcome is None else outcome.winners


# ---- fill -----------------------------------------------------------------------------------------------


@rule("2.14")
def test_pieces_in_the_target_may_not_leave_it():
    position = quick("A: l15; B: p12")
    assert ends(position, "l15") == {"l16", "m14"}
    assert reason(position, "l15-k15") == "stay-in-target"


@rule("2.14")
def test_there_is_no_duty_to_clear():
    position = quick("A: c4 h8")
    assert len(ends(position, "c4")) == 8
    assert len(ends(position, "h8")) == 8


@rule("2.14")
def test_a_filled_target_with_more_own_pieces_than_others_wins_at_the_start_of_the_own_turn():
    position = quick("A: l16 l15 m14 n13; B: o12 p12")
    outcome = result(position)
    assert (outcome.winners, outcome.termination) == (("A",), Termination.FILLED_UP)


@rule("2.14")
def test_as_many_own_pieces_as_others_do_not_win():
    assert quick("A: l16 l15 m14; B: n13 o12 p12").outcome() is None


@rule("2.14")
def test_every_field_must_be_occupied():
    assert quick("A: l16 l15 m14 n13; B: o12").outcome() is None


@rule("2.14")
def test_it_is_judged_at_the_start_of_the_own_turn_only():
    """It is B's turn: nothing is won yet."""
    position = quick("A: l16 l15 m14 n13 h8; B: o12 p12 c9", "B")
    assert position.outcome() is None
    position.push("c9-c8")
    assert won_by(position) == ("A",)


@rule("2.14")
def test_filling_the_target_up_does_not_end_the_own_turn_with_a_win():
    position = quick("A: l16 l15 m14 m12; B: o12 p12 c9")
    position.push("m12-n13")
    assert position.outcome() is None
    position.push("c9-c8")
    assert won_by(position) == ("A",)


@rule("2.14")
def test_the_others_can_still_leave_the_target_before_that():
    position = quick("A: l16 l15 m14 m12; B: o12 p12 c9")
    position.push("m12-n13")
    position.push("p12-p11")
    assert position.outcome() is None


@rule("2.14")
def test_reading_nobody_has_won_before_the_first_move():
    for game in ("halma", "quick", "super", "two-colour", "marked"):
        assert Position(game, players=2, blocking="fill").outcome() is None


@rule("2.14")
def test_reading_one_piece_in_an_unmoved_camp_does_not_win():
    assert quick("A: l16; B: l15 m14 n13 o12 p12").outcome() is None


@rule("2.14")
def test_all_other_seats_together_are_the_others():
    """Four players: C's and D's pieces make three against three."""
    assert quick("A: l16 l15 m14; C: n13 o12; D: p12", players=4).outcome() is None
    assert won_by(quick("A: l16 l15 m14 n13; C: o12; D: p12", players=4)) == ("A",)


@rule("2.14")
def test_in_a_large_court_ten_of_nineteen_are_enough():
    cells = sorted(court("p16"))
    for own, winners in ((10, ("A",)), (9, ())):
        position = arrange("halma", f"A: {listed(cells[:own])}; B: {listed(cells[own:])}", blocking="fill")
        assert won_by(position) == winners


@rule("2.14")
def test_all_own_pieces_in_the_target_still_win_at_once():
    position = quick("A: l16 m14 n13 o12 p12 k14")
    position.push("k14-l15")
    outcome = result(position)
    assert (outcome.winners, outcome.termination) == (("A",), Termination.FILLED)


# ---- fill with two colours ------------------------------------------------------------------------------
# Facing: A's colours A (from NE to SW) and a (from NW to SE); B's are at home in both: B in SW, b in SE.

SOUTHWEST, SOUTHEAST = sorted(tip("SW")), sorted(tip("SE"))


def facing(*parts):
    return arrange("star", "; ".join(parts), tips="facing", blocking="fill")


def colours(placing):
    """`A`, `a`, `B` and `b` with the cells each of them holds."""
    return tuple(f"{letter}: {listed(cells)}" for letter, cells in placing.items())


@rule("2.14")
def test_with_two_colours_both_targets_must_be_filled_up():
    right, rest = slice(0, 6), slice(6, 10)
    both = {"A": SOUTHWEST[right], "B": SOUTHWEST[rest], "a": SOUTHEAST[right], "b": SOUTHEAST[rest]}
    assert won_by(facing(*colours(both))) == ("A",)
    assert won_by(facing(*colours(both | {"b": SOUTHEAST[7:10]}))) == ()
    assert won_by(facing(*colours(both | {"A": SOUTHWEST[:5], "B": SOUTHWEST[5:]}))) == ()


@rule("2.14")
def test_with_two_colours_wrong_coloured_own_pieces_count_with_the_others():
    """Six own pieces in SW, but one of them of the other colour: five against five."""
    position = facing(
        *colours(
            {
                "A": SOUTHWEST[:5],
                "a": [SOUTHWEST[5], *SOUTHEAST[:6]],
                "B": SOUTHWEST[6:],
                "b": SOUTHEAST[6:],
            }
        )
    )
    assert won_by(position) == ()


DARK = sorted(cell for cell in court("p16") if sum(place(cell)) % 2 == 0)
LIGHT = sorted(court("p16") - set(DARK))


@rule("2.14", "3.20")
def test_in_two_colour_halma_each_colour_fills_up_its_own_fields():
    """Nine dark fields for one colour, ten light ones for the other."""
    assert (len(DARK), len(LIGHT)) == (9, 10)
    both = {"A": DARK[:5], "B": DARK[5:], "a": LIGHT[:6], "b": LIGHT[6:]}
    dark_only = both | {"a": LIGHT[:5], "b": LIGHT[5:]}
    light_only = both | {"A": DARK[:4], "B": DARK[4:]}
    crossed = both | {"A": [*DARK[:4], LIGHT[0]], "a": [DARK[4], *LIGHT[1:6]]}
    for placing, winners in ((both, ("A",)), (dark_only, ()), (light_only, ()), (crossed, ())):
        assert won_by(arrange("two-colour", "; ".join(colours(placing)), blocking="fill")) == winners


# ---- fill in teams and in marked ------------------------------------------------------------------------
# Team game: A plays from NE to SW, its partner C from SW to NE.

NORTHEAST = sorted(tip("NE"))


def team(placing, seat="A"):
    return arrange("star-team", "; ".join(colours(placing)), seat, blocking="fill")


BOTH_FILLED_UP = {"A": [*SOUTHWEST[:6], *NORTHEAST[6:]], "C": [*NORTHEAST[:6], *SOUTHWEST[6:]]}


@rule("2.14")
@pytest.mark.parametrize("seat", ["A", "C"])
def test_a_team_wins_when_both_partners_have_filled_up(seat):
    assert won_by(team(BOTH_FILLED_UP, seat)) == ("A", "C")


@rule("2.14")
def test_a_team_does_not_win_at_the_start_of_an_opponent_s_turn():
    assert team(BOTH_FILLED_UP, "B").outcome() is None


@rule("2.14")
def test_a_team_does_not_win_when_only_one_partner_has_filled_up():
    assert team({"A": SOUTHWEST[:6], "C": [*NORTHEAST[:6], *SOUTHWEST[6:]]}).outcome() is None


@rule("2.14")
def test_a_team_wins_when_one_partner_is_home_and_the_other_has_filled_up():
    assert won_by(team({"A": SOUTHWEST, "C": NORTHEAST[:6], "B": NORTHEAST[6:]})) == ("A", "C")


@rule("2.14", "3.10")
def test_marked_the_mark_must_stand_on_the_corner_of_the_target_under_fill_too():
    others = sorted(court("p16", LARGE) - {"p16"})
    right = f"a: p16; A: {listed(others[:9])}; B: {listed(others[9:])}"
    wrong = f"a: {others[0]}; A: p16 {listed(others[1:9])}; B: {listed(others[9:])}"
    assert won_by(arrange("marked", right, blocking="fill")) == ("A",)
    assert won_by(arrange("marked", wrong, blocking="fill")) == ()


# ---- free -----------------------------------------------------------------------------------------------


def free(placing):
    return arrange("quick", placing, blocking="free")


@rule("2.15")
def test_free_pieces_in_the_target_may_leave_it():
    assert "k14" in ends(free("A: l15"), "l15")


@rule("2.15")
def test_free_has_no_duty_to_clear():
    position = free("A: c4 h8")
    assert len(ends(position, "c4")) == 8
    assert len(ends(position, "h8")) == 8


@rule("2.15")
def test_free_has_no_filling_up():
    assert free("A: l16 l15 m14 n13; B: o12 p12").outcome() is None


@rule("2.15")
def test_free_has_no_swap():
    assert swaps(free("A: k14; B: l16 l15 m14")) == set()
