"""Section 2 of the rules, blocking rule `vacate`: staying in the target, and the duty to clear the home.

Most positions are on the star, two players with 10 pieces: A from the north tip (a1–d4) to the south tip, B back.
"""

import pytest

from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import arrange, ends, listed, reason, result, tip


def star(placing, seat="A", counters="", players=2, **options):
    return arrange("star", placing, seat, counters=counters, players=players, pieces=10, **options)


def won_by(position):
    return result(position).winners


def moves(position):
    return set(position.legal_moves.texts())


# ---- pieces in the target -------------------------------------------------------------------------------


@rule("2.10")
def test_vacate_is_the_default():
    assert Position("halma").choice.options["blocking"] == "vacate"


@rule("2.10")
def test_a_piece_in_its_target_may_not_end_a_move_outside_it():
    position = star("A: n1")
    assert reason(position, "n1-m5") == "stay-in-target"
    assert reason(position, "n1-m6") == "stay-in-target"


@rule("2.10")
def test_a_piece_in_its_target_may_move_inside():
    assert ends(star("A: n1"), "n1") == {"n2", "o1"}


@rule("2.10")
def test_a_piece_that_enters_its_target_is_held_from_then_on():
    position = star("A: m6; B: i5")
    position.push("m6-n1")
    position.push("i5-i6")
    assert not ends(position, "n1") & {"m5", "m6"}


@rule("2.10")
def test_the_target_of_others_holds_nobody():
    """The north tip is B's target; a piece of A, whose home it is, leaves it freely."""
    assert {"e5", "e6"} <= ends(star("A: d1; B: q1"), "d1")


@rule("2.8")
def test_the_restriction_asks_where_the_move_ends_not_where_its_hops_pass():
    """Reading: n1 hops over m6 out to l6 and over m7 back in to n3; it may not stop on l6."""
    position = star("A: n1; B: m6 m7")
    assert "n3" in ends(position, "n1")
    assert reason(position, "n1-l6") == "stay-in-target"


# ---- when the duty is there -----------------------------------------------------------------------------


@rule("2.11")
def test_the_duty_arises_when_the_other_player_has_no_piece_left_at_home():
    """Of all moves only those of d1 out of the home are left."""
    position = star("A: d1 i5")
    assert moves(position) == {"d1-e5", "d1-e6"}
    duty = position.duty()
    assert duty is not None and (duty.code, duty.cells) == ("clear-home", ("d1",))


@rule("2.11")
def test_there_is_no_duty_while_the_other_player_has_a_piece_at_home():
    position = star("A: d1 i5; B: q1")
    assert ends(position, "d1") == {"c1", "d2", "e5", "e6"}
    assert len(ends(position, "i5")) == 6
    assert position.duty() is None


@rule("2.11")
def test_there_is_no_duty_without_pieces_in_the_own_home():
    position = star("A: i5")
    assert len(ends(position, "i5")) == 6
    assert position.duty() is None


@rule("2.11")
def test_pieces_of_others_in_the_home_do_not_count_as_its_owner_s():
    """B's home holds a piece of A only: B has none left in it."""
    assert moves(star("A: d1 q1")) == {"d1-e5", "d1-e6"}


@rule("2.11")
def test_the_duty_is_judged_on_the_position_as_it_is():
    """B comes back to the own home: the duty of A is gone again."""
    stays_out, comes_back = (star("A: d1 i5; B: m6", "B") for _ in range(2))
    stays_out.push("m6-l6")
    assert moves(stays_out) == {"d1-e5", "d1-e6"}
    comes_back.push("m6-n1")
    assert len(ends(comes_back, "i5")) == 6


@rule("2.11")
def test_the_duty_begins_in_the_turn_after_the_last_piece_has_left():
    position = star("A: d1 i5; B: n1", "B")
    position.push("n1-m6")
    assert moves(position) == {"d1-e5", "d1-e6"}


@rule("2.11")
def test_the_duty_holds_for_pieces_that_have_come_back_home_as_well():
    position = star("A: e6; B: i5")
    position.push("e6-d1")
    position.push("i5-i6")
    assert moves(position) == {"d1-e5", "d1-e6"}


@rule("2.11")
def test_the_duty_ends_with_the_last_piece_out_of_the_home():
    position = star("A: d1 i5; B: j9")
    position.push("d1-e5")
    position.push("j9-j8")
    assert len(ends(position, "i5")) == 6


# ---- what the duty allows -------------------------------------------------------------------------------


@rule("2.11")
def test_first_only_moves_from_the_home_that_end_outside_it():
    """d1 and c3 are at home; c3 cannot leave the home, a move inside it is no clearing while d1 can leave."""
    position = star("A: d1 c3 i5")
    assert moves(position) == {"d1-e5", "d1-e6"}
    for move in ("d1-d2", "c3-d4", "i5-i6"):
        assert reason(position, move) == "clear-home"


@rule("2.11")
def test_clearing_by_hops():
    """c1 hops over d1 to e5 and over d2 to e7."""
    position = star("A: c1 d1 d2")
    assert moves(position) == {"c1-e5", "c1-e7", "d1-e5", "d1-e6", "d2-e6", "d2-e7"}


@rule("2.11")
def test_hops_that_pass_outside_but_end_inside_do_not_clear():
    """d1 hops over e6 to f6; it may stop there, but not go on over e7 back in to d3."""
    position = star("A: d1; B: e6 e7")
    assert moves(position) == {"d1-e5", "d1-f6"}
    assert reason(position, "d1-d3") == "clear-home"
    assert "d3" in ends(star("A: d1; B: e6 e7", blocking="free"), "d1")


@rule("2.11")
def test_then_only_moves_that_end_further_advanced_inside_the_home():
    """No piece can leave: b1 goes on to c1 or c2, neither aside to b2 nor back to a1."""
    position = star("A: b1 i5")
    assert moves(position) == {"b1-c1", "b1-c2"}
    for move in ("b1-b2", "b1-a1", "i5-i6"):
        assert reason(position, move) == "clear-forward"
    duty = position.duty()
    assert duty is not None and (duty.code, duty.cells) == ("clear-forward", ("b1",))


@rule("2.11")
def test_a_hop_may_be_further_advanced_inside_the_home_too():
    """a1 over b1 to c1; every piece at home may do it."""
    assert moves(star("A: a1 b1")) == {"a1-b2", "a1-c1", "b1-c1", "b1-c2"}


# a1 is shut in by B: b1 and b2 are held, and so are c1 and c3 behind them.
SHUT_IN = "A: a1 i5; B: b1 b2 c1 c3"


@rule("2.11")
def test_who_can_do_neither_has_lost():
    """Other pieces of A could move, that does not help."""
    position = star(SHUT_IN)
    assert won_by(position) == ("B",)
    assert result(position).termination is Termination.BLOCKED_OUT


@rule("2.11")
def test_moves_aside_or_back_do_not_save():
    """b1 could go to a1 and b2, but not on: c1, c2 and behind them d1, d3 are held."""
    assert ends(star("A: b1; B: c1 c2 d1 d3", blocking="free"), "b1") == {"a1", "b2"}
    assert won_by(star("A: b1; B: c1 c2 d1 d3")) == ("B",)


@rule("2.11")
def test_being_shut_in_loses_at_the_start_of_the_turn():
    """B closes the last way out of a1 and has won at once."""
    position = star("A: a1; B: b1 b2 c1 d4", "B")
    assert position.outcome() is None
    position.push("d4-c3")
    assert won_by(position) == ("B",)


@rule("2.11")
def test_being_shut_in_does_not_lose_without_a_duty():
    """B has a piece at home, so A just moves something else."""
    position = star("A: a1 i5; B: b1 b2 c1 c3 q1")
    assert position.outcome() is None
    assert len(ends(position, "i5")) == 6


@rule("2.11")
def test_one_clearing_piece_saves_the_other_shut_in_ones():
    """a1 is shut in, d1 is not."""
    position = star("A: a1 d1; B: b1 b2 c1 c3")
    assert moves(position) == {"d1-e5", "d1-e6"}


# ---- more than two players ------------------------------------------------------------------------------
# Three players: A north, B south-east, C south-west; the targets are S, NW and NE.


@rule("2.11")
def test_one_other_player_with_an_empty_home_is_enough():
    """C is still at home, B is not."""
    assert moves(star("A: d1 i5; C: m1", players=3)) == {"d1-e5", "d1-e6"}
    assert len(ends(star("A: d1 i5; B: m13; C: m1", players=3), "i5")) == 6


@rule("2.12")
def test_the_loser_is_out_and_the_others_go_on():
    position = star("A: a1 i5; B: b1 b2 j8; C: c1 c3 h3", players=3)
    assert position.outcome() is None
    assert position.seat == "B"
    position.push("j8-j7")
    position.push("h3-h4")
    assert position.seat == "B", "A is skipped"


@rule("2.12")
def test_the_pieces_of_who_is_out_stay_as_obstacles():
    """A's piece on i5 is hopped over, and its field is not free."""
    position = star("A: a1 i5; B: b1 b2 i4; C: c1 c3", players=3)
    assert (position.pieces["a1"], position.pieces["i5"]) == ("A", "A")
    assert "i6" in ends(position, "i4")
    assert "i5" not in ends(position, "i4")


@rule("2.12")
def test_the_last_one_left_wins():
    """A and B are shut in on a1 and m13; both fall out one after the other, and C has won."""
    position = star("A: a1; B: m13 b1 b2; C: c1 c3 l12 m12 k11 m11", players=3)
    assert won_by(position) == ("C",)


@rule("2.12")
def test_a_player_who_is_out_puts_no_duty_on_others():
    """B's home is empty; A has the duty while B is in the game, and none when B is out."""
    placing = "A: d1 i5; C: m1"
    assert moves(star(placing, players=3)) == {"d1-e5", "d1-e6"}
    assert len(ends(star(placing, counters="out=B", players=3), "i5")) == 6


@rule("2.11")
def test_a_player_who_has_finished_puts_the_duty_on_others():
    """B has finished and is the only one without a piece at home."""
    placing = f"A: d1; B: {listed(tip('NW'))}; C: m1"
    position = star(placing, counters="finished=B", players=3, play_on=True)
    assert moves(position) == {"d1-e5", "d1-e6"}


@rule("2.12")
def test_captive_1_an_emptied_home_of_a_player_who_is_out_puts_no_duty_on_others():
    position = arrange("captive-1", "A: d1 i5; C: m1", counters="out=B", players=3)
    assert len(ends(position, "i5")) == 6


# ---- teams ----------------------------------------------------------------------------------------------
# A north-east, B south-east, C south-west, D north-west; A and C, B and D are partners.


@rule("2.11")
def test_the_empty_home_of_the_partner_counts_too():
    """B and D are at home. C is not, so A must clear h10 (whose neighbours outside are h9 and i9)."""
    empty = arrange("star-team", "A: h10 i5; B: m13; D: e1")
    assert moves(empty) == {"h10-h9", "h10-i9"}
    held = arrange("star-team", "A: h10 i5; B: m13; C: m1; D: e1")
    assert len(ends(held, "i5")) == 6


@rule("2.12")
@pytest.mark.parametrize(("game", "options"), [("star-team", {}), ("halma", {"players": 4, "teams": True})])
def test_in_team_games_the_whole_team_has_lost(game, options):
    """A is shut in by B and D in the corner of the home."""
    shut_in = "A: e13; B: e12 f12; D: e11 g11" if game == "star-team" else "A: a1; B: a2 b2 b1; D: a3 c3 c1"
    position = arrange(game, shut_in, **options)
    assert won_by(position) == ("B", "D")
    assert result(position).termination is Termination.BLOCKED_OUT


# ---- two colours ----------------------------------------------------------------------------------------


@rule("2.11")
def test_with_two_colours_a_piece_is_at_home_in_the_tip_of_its_colour():
    """Facing, A has NE (letter A) and NW (a). A north-east piece in the north-west tip is not at home there."""
    at_home = arrange("star", "A: h10; B: m1; b: i5", "B", tips="facing")
    elsewhere = arrange("star", "A: h1; B: m1; b: i5", "B", tips="facing")
    assert len(ends(at_home, "i5")) == 6
    assert not ends(elsewhere, "i5"), "A has no piece at home, so B must clear m1"
    assert moves(elsewhere) == {"m1-m2", "m1-l1"}, "no way out, further advanced inside"
