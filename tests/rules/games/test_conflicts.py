"""Section 6: conflicts between the booklets, as the rules settle them."""

from __future__ import annotations

import pytest

from halma.games import OptionError, choose, find_game
from halma.play import Position

from .helpers import arrange, ended_by, play, winners


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


def test_four_seats_on_the_star_can_lock_each_other_out_under_vacate_and_the_stall_rule_ends_that():
    position = locked_star()
    # The tenth pieces walk to and fro: the position comes for the second and the third time.
    for _ in range(2):
        assert position.outcome() is None
        play(position, "h1-h2 h10-h9 j10-j9 l3-l4 h2-h1 h9-h10 j9-j10 l4-l3")
    assert ended_by(position) == "stall"


def test_dutch_connectie_for_two_to_six_with_sixty_pieces_is_a_slip():
    for players in (4, 5, 6):
        with pytest.raises(OptionError):
            choose("connection", players=players)
    with pytest.raises(OptionError):
        choose("connection", pieces=60)


def test_dutch_tippy_with_twelve_pieces_is_a_slip():
    with pytest.raises(OptionError):
        choose("tippy", pieces=12)
    assert choose("tippy").pieces == 15


def test_italian_gioco_di_squadra_plays_by_the_team_rule():
    game = find_game("Gioco di squadra")
    assert game.id == "star-team"
    assert game.choose().teams


def test_material_counts_do_not_limit_the_software():
    # No box has six colours of ten pieces.
    assert len(Position("star", players=6).pieces) == 60
