"""Team game on the star: opposite seats are partners."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import TIP, arrange, ends, origins, texts, where, winners

# A plays from NE to SW, B from SE to NW, C from SW to NE, D from NW to SE.
OTHERS = {"B": "| g3:g8 h2:h8", "D": "| j3:j8 k4:k8"}
C_NEARLY_HOME = TIP["NE"] - {"h10"} | {"i9"}


def team(a: set[str] | str, c: set[str] | str, seat: str = "A", **options: Any) -> Position:
    return arrange("star-team", {"A": a, "C": c} | OTHERS, seat, **options)


@rule("4.3")
def test_four_players_with_ten_pieces():
    position = Position("star-team")
    assert [where(position, seat) for seat in "ABCD"] == [TIP[tip] for tip in ("NE", "SE", "SW", "NW")]


@rule("4.3")
def test_opposite_seats_are_partners_and_the_team_that_is_home_first_wins():
    position = team(TIP["SW"], C_NEARLY_HOME, "C")
    position.push("i9-h10")
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A", "C")
    assert outcome.places["B"] == outcome.places["D"] > 1


@rule("4.3")
def test_one_partner_at_home_is_not_enough():
    position = team(TIP["SW"] - {"j1"} | {"i1"}, C_NEARLY_HOME)
    position.push("i1-j1")
    assert position.outcome() is None


@rule("4.3")
def test_neighbours_are_not_partners():
    armies = {"A": TIP["SW"], "B": TIP["NW"] - {"h1"} | {"h2"}, "C": "| g3:g9 h3:h9", "D": "| j3:j8 k4:k8"}
    position = arrange("star-team", armies, "B")
    position.push("h2-h1")
    assert position.outcome() is None


@rule("4.3")
def test_who_is_home_moves_the_partners_pieces_instead_of_the_own():
    position = team(TIP["SW"], C_NEARLY_HOME)
    assert origins(position)
    assert origins(position) <= where(position, "C")
    position.push("i9-h10")
    assert winners(position) == "AC"


@rule("4.3")
def test_who_is_not_home_moves_the_own_pieces_only():
    position = team(TIP["SW"] - {"j1"} | {"i1"}, C_NEARLY_HOME)
    assert origins(position) <= where(position, "A")
    assert "i1" in origins(position)


@rule("4.3")
def test_the_partners_restrictions_hold():
    position = team(TIP["SW"], TIP["NE"] - {"h10"} | {"i5"})
    # g10 is in C's target: it may go on inside to h10, but not out to g9, h9 or f9.
    assert ends(position, "g10") == {"h10"}
    free = team(TIP["SW"], TIP["NE"] - {"h10"} | {"i5"}, blocking="free")
    assert {"g9", "h9", "h10"} <= ends(free, "g10")


@rule("4.3")
def test_who_is_home_passes_if_the_partner_has_no_move():
    # C's target is full, one field of it held by B; C's last piece is shut in on the tip point q1.
    armies = {"A": TIP["SW"], "C": TIP["NE"] - {"h10"} | {"q1"}, "B": "h10 p1 p2 o1 o3 | g3:g8", "D": "| j3:j8 k4:k8"}
    position = arrange("star-team", armies)
    assert texts(position) == {"--"}
    position.push("--")
    assert position.seat == "B"


def filled_up() -> Position:
    """A holds six fields of its target, D the other four; four pieces of A are elsewhere, and so is C."""
    by_d = {"m1", "m2", "m3", "m4"}
    armies = {
        "A": " ".join(TIP["SW"] - by_d) + " | e5:e9",
        "D": " ".join(by_d) + " | j4:j9",
        "C": "| l5:l9 m5:m9",
        "B": "| g3:g9 h4:h7",
    }
    return arrange("star-team", armies, blocking="fill")


@rule("4.3")
def test_who_is_merely_filled_up_moves_the_own_pieces():
    position = filled_up()
    assert position.outcome() is None
    assert origins(position) <= where(position, "A")
    assert origins(position) >= {"e5", "e6", "e7", "e8"}


@rule("4.3")
def test_it_is_no_game_for_single_winners():
    with pytest.raises(OptionError):
        Position("star-team", play_on=True)
