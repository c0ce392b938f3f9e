"""Section 2 of the rules, blocking rule `swap`: changing places with a piece that has not left its home.

On the star, two players with 10 pieces: A's target is the south tip, where B is at home. m6 lies before the fields
n1 and n2 of it; behind n2 lies o2, behind n1 nothing.
"""

import pytest

from halma.games import OptionError
from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import arrange, ends, listed, reason, result, swaps, tip

CLOSED = "B: n1 n2 o2"


def star(placing, seat="A", players=2, pieces=10):
    return arrange("star", placing, seat, players=players, pieces=pieces, blocking="swap")


# ---- as under the other rules ---------------------------------------------------------------------------


@rule("2.13")
def test_pieces_in_the_target_may_not_leave_it():
    position = star("A: n1; B: q1")
    assert ends(position, "n1") == {"n2", "o1"}
    assert reason(position, "n1-m6") == "stay-in-target"


@rule("2.13")
def test_there_is_no_duty_to_clear():
    """B's home is empty and A's is not; A moves what A likes."""
    position = star("A: d1 i5")
    assert ends(position, "d1") == {"c1", "d2", "e5", "e6"}
    assert len(ends(position, "i5")) == 6
    assert position.duty() is None


@rule("2.13")
def test_being_shut_in_does_not_lose():
    assert star("A: a1; B: b1 b2 c1 c3").outcome() is None


# ---- the change of places -------------------------------------------------------------------------------


@rule("2.13")
def test_a_swap_is_allowed_when_all_its_conditions_are_met():
    assert swaps(star(f"A: m6; {CLOSED}")) == {"m6~n1", "m6~n2"}


@rule("2.13")
def test_a_swap_changes_the_places_and_is_the_move_of_the_turn():
    position = star(f"A: m6; {CLOSED}")
    before = position.pieces
    position.push("m6~n1")
    assert position.pieces == before | {"n1": "A", "m6": "B"}
    assert position.seat == "B"


@rule("2.13")
def test_nobody_must_swap():
    position = star(f"A: m6 i5; {CLOSED}")
    assert len(ends(position, "i5")) == 6
    assert "l6" in ends(position, "m6")


@rule("2.13")
def test_a_swap_can_win():
    """Nine pieces are home and the tenth changes places into the last field."""
    target = tip("S") - {"n1"}
    position = star(f"A: {listed(target)} m5; B: n1")
    assert swaps(position) == {"m5~n1"}
    position.push("m5~n1")
    outcome = result(position)
    assert (outcome.winners, outcome.termination) == (("A",), Termination.FILLED)


# ---- each condition on its own --------------------------------------------------------------------------


@rule("2.13")
def test_the_swapping_piece_stands_outside_its_target():
    """The piece on n1 is inside already."""
    position = star("A: n1; B: n2 o1 o2 n3 p1")
    assert swaps(position) == set()
    assert reason(position, "n1~o1") == "swap-target"


@rule("2.13")
def test_the_field_is_next_to_the_swapping_piece():
    """l6 lies two fields before n1 and n2."""
    position = star("A: l6; B: n1 n2 o2")
    assert swaps(position) == set()


@rule("2.13")
def test_the_field_is_a_target_field():
    """B's piece on m7 is a neighbour too, but stands outside A's target."""
    assert swaps(star("A: m6; B: n1 n2 o2 m7 m8")) == {"m6~n1", "m6~n2"}


@rule("2.13")
def test_the_home_of_somebody_else_is_no_target_field():
    """Four players: B is at home on k10, but A's target is SW, not SE."""
    assert swaps(star("A: k9; B: k10 k11", players=4)) == set()


@rule("2.13")
def test_the_field_is_held():
    """No change of places with an empty field, not even where the piece cannot step: n4 lies off the way of m6."""
    position = star("A: m6; B: n2 o2")
    assert reason(position, "m6~n1") == "swap-target"
    assert reason(position, "m6~n4") == "swap-target"


@rule("2.13")
def test_the_other_piece_belongs_to_another_seat():
    """n1 holds an own piece: places are changed with n2 only."""
    assert swaps(star("A: m6 n1; B: n2 o1 o2")) == {"m6~n2"}


@rule("2.13")
def test_two_colours_paired_the_other_own_colour_is_not_another_seat():
    """A's colour from NE goes to SW, where A's other colour is at home."""
    position = arrange("star", "A: l4; a: l3 l2 m4", tips="paired", blocking="swap")
    assert swaps(position) == set()


@rule("2.13")
def test_the_other_piece_still_stands_in_its_own_home():
    """Four players: A's target SW is C's home. D's piece in it has left its own home long ago.

    l4 lies before l3, behind which lies l2, and before m4, behind which lies nothing.
    """
    position = star("A: l4; C: l3 l2; D: m4", players=4)
    assert swaps(position) == {"l4~l3"}
    assert reason(position, "l4~m4") == "swap-target"


@rule("2.13")
def test_the_piece_has_no_step_into_the_target():
    """n1 is free: m6 can step there, so it does not change places with n2."""
    position = star("A: m6; B: n2 o2")
    assert "n1" in ends(position, "m6")
    assert swaps(position) == set()
    assert reason(position, "m6~n2") == "swap-not-needed"


@rule("2.13")
def test_the_piece_has_no_hop_into_the_target():
    """o2 is free: m6 can hop over n2."""
    position = star("A: m6; B: n1 n2")
    assert "o2" in ends(position, "m6")
    assert swaps(position) == set()


@rule("2.13")
def test_the_piece_has_no_chain_of_hops_into_the_target():
    """m6 hops over m7 to m8 and on over n3 to o2."""
    position = star("A: m6; B: n1 n2 m7 n3 n4 o3")
    assert "o2" in ends(position, "m6")
    assert not any(swap.startswith("m6~") for swap in swaps(position))


@rule("2.13")
def test_a_way_in_for_another_piece_does_not_matter():
    """m8 can step to n4; m6 itself cannot enter and may change places."""
    position = star("A: m6 m8; B: n1 n2 o2 n3")
    assert "n4" in ends(position, "m8")
    assert swaps(position) == {"m6~n1", "m6~n2"}


@rule("2.13")
def test_a_piece_that_was_swapped_out_has_left_its_home():
    """B's piece now on m6 changes places with nobody: it stands outside B's home, and B's target is far away."""
    position = star(f"A: m6 l5; {CLOSED} i5")
    position.push("m6~n1")
    position.push("i5-i6")
    assert swaps(position) == set()


@rule("2.13")
def test_three_players_with_15_the_shared_corner_point_of_a_neighbour_s_home():
    """A's large target S has the corner m9, which belongs to B's home SE as well: B's piece there may be swapped.

    l8 lies before m8 and m9; m8 and n3 behind it are held by own pieces, behind m9 there is nothing.
    """
    assert swaps(star("A: l8 m8 n3; B: m9", players=3, pieces=15)) == {"l8~m9"}


@rule("2.13")
def test_partners_are_other_seats_too():
    """Team game: A's target SW is the home of the partner C."""
    position = arrange("star-team", "A: l4; C: l3 l2 m4", blocking="swap")
    assert swaps(position) == {"l4~l3", "l4~m4"}


@rule("2.13")
def test_swap_on_the_square_board_in_all_eight_directions():
    """k14 is diagonal to l15, a field of B's court; l13 m14 n13 … are out of reach or held."""
    held = "l16 l15 m14 m16 m15 n13"
    position = arrange("halma", f"A: k14; B: {held}", blocking="swap")
    assert swaps(position) == {"k14~l15"}


# ---- where there is no swap -----------------------------------------------------------------------------


@rule("2.13")
@pytest.mark.parametrize("blocking", ["vacate", "fill", "free"])
def test_other_blocking_rules_have_no_swap(blocking):
    position = arrange("star", f"A: m6; {CLOSED}", players=2, pieces=10, blocking=blocking)
    assert swaps(position) == set()
    assert reason(position, "m6~n1") == "no-swap"


@rule("3.16")
def test_dice_has_no_swap():
    with pytest.raises(OptionError):
        Position("dice", blocking="swap")
