"""Section 6: conflicts between the booklets, as the rules settle them."""

from __future__ import annotations

import pytest

from halma.games import OptionError, choose, find_game
from halma.play import Position
from tests.law import rule

from .helpers import arrange, ended_by, ends, play, winners


@rule("2.30")
def test_where_the_most_pieces_win_equal_seats_share_the_win():
    captive = arrange("captive-2", {"o": "f5 e6 i5 m5"}, players=3, extras="captured=1,2,2")
    captive.push("f5-d2")
    assert winners(captive) == "ABC"
    tippy = arrange("tippy", {"A": "a1", "B": "c1"}, extras="hands=0,0 captured=1,1 lost=1,1")
    assert winners(tippy) == "AB"
    rakado = arrange("rakado", {"A": "h15", "B": "p1"})
    rakado.give_roll([1])
    rakado.push("h15-h16")
    assert winners(rakado) == "AB"


@rule("2.30")
def test_equal_seats_share_the_first_place_and_the_others_come_after_them():
    captive = arrange("captive-2", {"o": "f5 e6 i5 m5"}, players=3, extras="captured=2,3,1")
    captive.push("f5-d2")
    outcome = captive.outcome()
    assert outcome is not None and outcome.places == {"A": 1, "B": 1, "C": 3}
    assert not outcome.drawn


def locked_star() -> Position:
    """Everyone has nine pieces home; the tenth holds the last field of the next seat's target and lets nobody in.

    A plays to SW, B to NW, C to NE and D to SE: A holds h1, B h10, C j10 and D l3.
    """
    armies = {
        "A": "j1 k1 k2 l1 l2 m1 m2 m3 m4 h1",
        "B": "e1 e2 e3 e4 f1 f2 g1 g2 f3 h10",
        "C": "e10 e11 e12 e13 f10 f11 f12 g11 g10 j10",
        "D": "k10 k11 l10 l11 m10 m11 m12 m13 l12 l3",
    }
    return arrange("star", armies, players=4)


@rule("6.1")
def test_four_seats_on_the_star_can_lock_each_other_out_under_vacate_and_the_stall_rule_ends_that():
    position = locked_star()
    # The tenth pieces walk to and fro: the position comes for the second and the third time.
    for _ in range(2):
        assert position.outcome() is None
        play(position, "h1-h2 h10-h9 j10-j9 l3-l4 h2-h1 h9-h10 j9-j10 l4-l3")
    assert ended_by(position) == "stall"


@rule("6.2")
def test_dutch_connectie_for_two_to_six_with_sixty_pieces_is_a_slip():
    for players in (4, 5, 6):
        with pytest.raises(OptionError):
            choose("connection", players=players)
    with pytest.raises(OptionError):
        choose("connection", pieces=60)


@rule("6.3")
def test_the_dutch_tippy_is_played_on_the_points_with_twelve_and_most_captured_wins():
    for players in (2, 3, 4):
        choice = choose("tippy", players=players, points=True, pieces=12, most=True)
        assert (choice.players, choice.pieces) == (players, 12)
        assert len(Position(choice).board) == 17 * 17
    # Who has captured more has won, although more was lost too.
    counts, pieces = "hands=0,0,0 captured=3,2,1 lost=3,0,3", {"A": "a1", "B": "c1", "C": "e1"}
    dutch = {"players": 3, "points": True, "pieces": 12}
    assert winners(arrange("tippy", pieces, extras=counts, most=True, **dutch)) == "A"
    assert winners(arrange("tippy", pieces, extras=counts, **dutch)) == "B"


@rule("6.4")
def test_italian_gioco_di_squadra_plays_by_the_team_rule():
    game = find_game("Gioco di squadra")
    assert game.id == "star-team"
    assert game.choose().teams


@rule("6.7")
def test_material_counts_do_not_limit_the_software():
    # No box has six colours of ten pieces.
    assert len(Position("star", players=6).pieces) == 60


@rule("6.5")
def test_rakado_is_played_forward_and_its_line_is_reached_not_crossed():
    position = arrange("rakado", {"A": "h8", "B": "p1"})
    position.give_roll([2])
    assert ends(position, "h8") == {"f10", "h10", "j10"}
    # h14 is two ranks from the goal: a three would cross it and lapses, a two reaches it.
    across = arrange("rakado", {"A": "h14", "B": "p8"})
    across.give_roll([3])
    assert across.seat == "B" and across.needs_roll
    onto = arrange("rakado", {"A": "h14", "B": "p8"})
    onto.give_roll([2])
    assert ends(onto, "h14") == {"f16", "h16", "j16"}


@rule("6.6", "3.12")
def test_le_zug_never_goes_back_first_or_later():
    position = arrange("le-zug", {"A": "h8 | a1:q1 b2:p2", "B": "| a17:q17 b16:p16"})
    assert ends(position, "h8") == {"g9", "i9"}


@rule("6.6", "2.3")
def test_chains_go_over_own_pieces_as_well_as_over_those_of_others():
    position = arrange("halma", {"A": "e5 f6 | a1:e5", "B": "h8 | l12:p16"}, blocking="free")
    assert {"g7", "i9"} <= ends(position, "e5")


@rule("6.6", "2.3")
def test_a_hop_lands_directly_behind_and_not_on_the_next_free_square():
    position = arrange("halma", {"A": "e8 f8 g8 | a1:e5", "B": "| l12:p16"}, blocking="free")
    # h8 is the next free square behind f8 and g8.
    assert not {"g8", "h8"} & ends(position, "e8")
