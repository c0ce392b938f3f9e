"""Section 2 of the rules where partners come in, with the team rule of halma and star-team.

Halma: A a1 and C p16 are partners, B a16 and D p1. Star: A north-east and C south-west, B south-east and D north-west.
"""

import pytest

from halma.games import OptionError, choose
from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import SMALL, arrange, court, ends, listed, reason, result, tip

HALMA = {"players": 4, "teams": True}
HOME_A, HOME_C = listed(court("p16", SMALL)), listed(court("a1", SMALL))


def halma(placing, seat="A", **options):
    return arrange("halma", placing, seat, **HALMA, **options)


def star(placing, seat="A", **options):
    return arrange("star-team", placing, seat, **options)


def winners(position):
    outcome = position.outcome()
    return () if outcome is None else outcome.winners


@rule("3.2", "4.3")
def test_two_against_two_is_a_game_for_four_players():
    assert choose("halma", teams=True).players == 4
    with pytest.raises(OptionError):
        choose("halma", players=2, teams=True)


@rule("3.2", "4.3")
@pytest.mark.parametrize("placing", [f"A: {HOME_A}; C: h8", f"A: {HOME_A}; C: h8; B: h11"])
def test_opposite_seats_are_partners(placing):
    """Who A moves for once A is home is the partner: C, neither B nor D."""
    position = halma(f"{placing}; D: k6")
    assert ends(position, "h8") == {"g7", "h7", "i7", "g8", "i8", "g9", "h9", "i9"}
    assert reason(position, "k6-k7") == "not-yours"


@rule("3.2", "4.3")
def test_who_is_home_moves_the_partner_s_pieces_instead_of_the_own():
    position = star(f"A: {listed(tip('SW'))}; C: i5")
    assert len(ends(position, "i5")) == 6
    assert not any(ends(position, cell) for cell in tip("SW"))
    assert reason(position, "j1-i1") == "partner-only"
    position.push("i5-i6")
    assert position.pieces["i6"] == "C"
    assert position.seat == "B"


@rule("3.2", "4.3")
def test_who_is_not_home_moves_only_the_own_pieces():
    inside = listed(tip("SW") - {"j1"})
    position = star(f"A: {inside} f6; C: i5")
    assert ends(position, "f6")
    assert reason(position, "i5-i6") == "not-yours"


@rule("3.2", "4.3")
def test_the_partner_of_who_is_home_moves_the_own_pieces_as_before():
    position = star(f"A: {listed(tip('SW'))}; C: i5", "C")
    assert len(ends(position, "i5")) == 6
    assert reason(position, "j1-i1") == "not-yours"


@rule("3.2", "4.3")
def test_merely_filled_up_is_not_home():
    """Under fill A's target is full, six of A and four of C: A goes on with the own pieces."""
    southwest = sorted(tip("SW"))
    placing = f"A: {listed(southwest[:6])} f6; C: {listed(southwest[6:])} i5"
    position = star(placing, blocking="fill")
    assert position.outcome() is None
    assert ends(position, "f6")
    assert reason(position, "i5-i6") == "not-yours"


@rule("3.2", "4.3")
def test_the_partner_s_pieces_move_under_the_partner_s_restrictions():
    """C's piece on b4 is in C's target (small court of a1) and may not leave it, though A moves it."""
    position = halma(f"A: {HOME_A}; C: b4")
    assert ends(position, "b4") == {"a4", "a3", "b3", "c3"}
    assert reason(position, "b4-b5") == "stay-in-target"


@rule("3.2", "4.3")
def test_the_partner_s_pieces_move_freely_if_the_blocking_rule_is_free():
    position = halma(f"A: {HOME_A}; C: b4", blocking="free")
    assert {"a5", "b5", "c5", "c4"} <= ends(position, "b4")


@rule("3.2", "4.3")
def test_who_is_home_passes_if_the_partner_s_pieces_have_no_move():
    """C is home but for one piece, shut in on a1 by B and D; B holds C's last field e13."""
    northeast = listed(tip("NE") - {"e13"})
    position = star(f"A: {listed(tip('SW'))}; C: {northeast} a1; B: e13 b1 b2; D: c1 c3")
    assert position.outcome() is None
    assert position.legal_moves.texts() == ["--"]


@rule("3.2", "4.3")
@pytest.mark.parametrize(("game", "options"), [("halma", HALMA), ("star-team", {})])
def test_one_partner_at_home_does_not_win(game, options):
    if game == "halma":
        position = halma(f"A: {listed(court('p16', SMALL) - {'m15'})} l14; C: h5")
        position.push("l14-m15")
    else:
        position = star(f"A: {listed(tip('SW') - {'j1'})} i1; C: i5")
        position.push("i1-j1")
    assert position.outcome() is None
    assert position.seat == "B"


@rule("3.2", "4.3")
def test_a_team_wins_when_both_partners_are_home():
    """C comes home last; A has been home before."""
    position = halma(f"A: {HOME_A}; C: {listed(court('a1', SMALL) - {'d2'})} e3", "C")
    position.push("e3-d2")
    assert winners(position) == ("A", "C")
    assert result(position).termination is Termination.FILLED


@rule("3.2", "4.3")
def test_a_team_wins_by_a_move_for_the_partner_too():
    position = star(f"A: {listed(tip('SW'))}; C: {listed(tip('NE') - {'h10'})} h9")
    position.push("h9-h10")
    assert winners(position) == ("A", "C")
    assert result(position).termination is Termination.FILLED


@rule("3.2", "4.3")
def test_the_team_that_is_home_first_wins():
    """A is home, but B and D are home as a team with B's move."""
    placing = f"A: {listed(tip('SW'))}; B: {listed(tip('NW') - {'h1'})} h2; D: {listed(tip('SE'))}"
    position = star(placing, "B")
    position.push("h2-h1")
    assert winners(position) == ("B", "D")


@rule("2.30", "3.2")
def test_partners_share_the_place():
    position = halma(f"A: {HOME_A}; C: {listed(court('a1', SMALL) - {'d2'})} e3", "C")
    position.push("e3-d2")
    places = result(position).places
    assert places["A"] == places["C"] == 1
    assert places["B"] == places["D"] > 1


@rule("3.2", "4.3")
def test_in_the_start_position_nobody_lends():
    position = Position("star-team")
    assert {text.split("-")[0] for text in position.legal_moves.texts()} <= tip("NE")
