"""Halma: base rule, courts, the compact formats and the game of two against two."""

from __future__ import annotations

from typing import Any

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import LARGE, SMALL, arrange, cells, ended_by, ends, origins, square_neighbours, where, winners

TRIANGLE = {"a1": cells("a1:e1 a2:d2 a3:c3 a4:b4 a5"), "p16": cells("l16:p16 m15:p15 n14:p14 o13:p13 p12")}


@rule("3.1", "1.2")
def test_two_players_have_nineteen_pieces_in_the_large_courts():
    position = Position("halma")
    assert len(LARGE["a1"]) == 19
    assert (where(position, "A"), where(position, "B")) == (LARGE["a1"], LARGE["p16"])


@rule("3.1", "1.2")
def test_four_players_have_thirteen_pieces_in_the_small_courts():
    position = Position("halma", players=4)
    assert len(SMALL["a1"]) == 13
    assert [where(position, seat) for seat in "ABCD"] == [SMALL[corner] for corner in ("a1", "a16", "p16", "p1")]


@rule("3.1", "1.2")
def test_compact_with_thirteen_uses_the_small_courts():
    position = Position("halma", edition="schmidt-compact")
    assert (where(position, "A"), where(position, "B")) == (SMALL["a1"], SMALL["p16"])


@rule("3.1", "1.2")
def test_compact_with_fifteen_uses_the_corner_triangle():
    position = Position("halma", edition="schmidt-compact", pieces=15)
    assert (where(position, "A"), where(position, "B")) == (TRIANGLE["a1"], TRIANGLE["p16"])


@rule("3.1", "2.2")
def test_a_piece_steps_to_all_eight_neighbours():
    position = arrange("halma", {"A": "h8 | k1:p4", "B": "| k13:p16"}, blocking="free")
    assert ends(position, "h8") == square_neighbours("h8")


@rule("3.1", "2.3")
def test_a_piece_hops_over_any_colour_turns_freely_and_stops_at_will():
    position = arrange("halma", {"A": "h8 h9 | k1:p4", "B": "i11 | k13:p16"}, blocking="free")
    # h8 over its own h9 to h10, then over B's i11 to j12; a step is not combined with hops.
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10", "j12"}


@rule("3.1", "2.6")
@pytest.mark.parametrize(
    ("options", "target", "last"),
    [
        ({"players": 2}, LARGE["p16"], "n11-o12"),
        ({"players": 2, "pieces": 13}, SMALL["p16"], "n12-o13"),
        ({"players": 2, "pieces": 15}, TRIANGLE["p16"], "p11-p12"),
        ({"players": 4}, SMALL["p16"], "n12-o13"),
    ],
)
def test_the_first_with_all_pieces_in_the_opposite_court_wins(options: dict[str, Any], target: set[str], last: str):
    before, after = last.split("-")
    others = {"B": "| a7:j7 a8:i8", "C": "| a9:j9 a10:j10", "D": "| a11:j11 a12:j12"}
    pieces = {"A": target - {after} | {before}} | {seat: others[seat] for seat in "BCD"[: options["players"] - 1]}
    position = arrange("halma", pieces, blocking="free", **options)
    assert position.outcome() is None
    position.push(last)
    assert (winners(position), ended_by(position)) == ("A", "filled")


@rule("3.1", "2.6")
@pytest.mark.parametrize(
    ("seat", "target", "last"),
    [("B", SMALL["p1"], "n5-o4"), ("C", SMALL["a1"], "c5-b4"), ("D", SMALL["a16"], "c12-b13")],
)
def test_everyone_of_four_plays_to_the_opposite_corner(seat: str, target: set[str], last: str):
    before, after = last.split("-")
    pools = dict(zip("ABCD", ("| e7:l8", "| e9:l10", "| e11:l12", "| e13:l14"), strict=True))
    position = arrange("halma", pools | {seat: target - {after} | {before}}, seat, players=4, blocking="free")
    position.push(last)
    assert winners(position) == seat


def team_game(a: set[str], c: set[str], seat: str = "A") -> Position:
    return arrange(
        "halma", {"A": a, "C": c, "B": "| f8:h12", "D": "| j8:l12"}, seat, players=4, teams=True, blocking="free"
    )


C_NEARLY_HOME = SMALL["a1"] - {"b4"} | {"c5"}


@rule("3.2")
def test_opposite_seats_are_partners_and_a_team_wins_when_both_are_home():
    position = team_game(SMALL["p16"], C_NEARLY_HOME, seat="C")
    position.push("c5-b4")
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A", "C")
    assert outcome.places["B"] == outcome.places["D"] > 1


@rule("3.2")
def test_one_partner_alone_at_home_does_not_win():
    position = team_game(SMALL["p16"] - {"o13"} | {"n12"}, C_NEARLY_HOME)
    position.push("n12-o13")
    assert position.outcome() is None


@rule("3.2")
def test_who_is_home_moves_the_partners_pieces_instead_and_can_win_with_them():
    position = team_game(SMALL["p16"], C_NEARLY_HOME)
    assert origins(position) <= where(position, "C")
    assert origins(position)
    position.push("c5-b4")
    assert winners(position) == "AC"


@rule("3.2")
def test_who_is_not_home_moves_only_the_own_pieces():
    position = team_game(SMALL["p16"] - {"o13"} | {"n12"}, C_NEARLY_HOME)
    assert origins(position) <= where(position, "A")
    assert "n12" in origins(position)


@rule("3.2")
def test_the_partner_who_is_not_home_goes_on_with_the_own_pieces():
    position = team_game(SMALL["p16"], C_NEARLY_HOME, seat="C")
    assert origins(position) <= where(position, "C")
