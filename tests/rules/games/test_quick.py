"""Quick Halma: six pieces on the ring."""

from __future__ import annotations

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import OPPOSITE_CORNER, RING, arrange, ends, texts, where, winners


@rule("3.3")
@pytest.mark.parametrize("players", [2, 4])
def test_six_pieces_stand_on_the_ring(players: int):
    corners = {2: ("a1", "p16"), 4: ("a1", "a16", "p16", "p1")}[players]
    position = Position("quick", players=players)
    assert [where(position, seat) for seat in "ABCD"[:players]] == [RING[corner] for corner in corners]


@rule("3.3")
@pytest.mark.parametrize(
    ("seat", "home", "last"),
    [("A", "a1", "o11-p12"), ("B", "a16", "o6-p5"), ("C", "p16", "b6-a5"), ("D", "p1", "b11-a12")],
)
def test_the_target_is_the_opposite_ring(seat: str, home: str, last: str):
    before, after = last.split("-")
    pools = dict(zip("ABCD", ("| f7:k7", "| f8:k8", "| f9:k9", "| f10:k10"), strict=True))
    nearly = RING[OPPOSITE_CORNER[home]] - {after} | {before}
    position = arrange("quick", pools | {seat: nearly}, seat, players=4, blocking="free")
    position.push(last)
    assert winners(position) == seat


@rule("3.3")
def test_the_rest_of_the_court_is_no_target():
    position = arrange("quick", {"A": "l16 l15 m14 n13 o12 o13", "B": "| f8:k8"}, blocking="free")
    position.push("o13-p13")
    assert position.outcome() is None
    position.push("f8-f9")
    position.push("p13-p12")
    assert winners(position) == "A"


@rule("3.3", "2.10")
def test_a_piece_in_the_target_ring_may_not_leave_it_even_into_the_small_court():
    position = arrange("quick", {"A": "l16 | f8:k8", "B": "| f10:k10"})
    assert ends(position, "l16") == {"l15"}


@rule("3.3", "2.11")
def test_the_duty_to_clear_speaks_of_the_ring():
    position = arrange("quick", {"A": "e1 | f8:k8", "B": "| f10:k10"})
    # e2 belongs to the ring; d1 and d2 belong to the small court and so lie outside the home.
    assert texts(position) == {"e1-d1", "e1-d2", "e1-f1", "e1-f2"}


@rule("3.3")
def test_a_piece_in_the_small_court_is_not_at_home():
    position = arrange("quick", {"A": "b2 | f8:k8", "B": "| f10:k10"})
    assert "f8-f7" in texts(position)
    assert "b2-a1" in texts(position)


@rule("3.3", "2.13")
def test_a_swap_is_made_from_outside_the_ring_into_it():
    # n14 lies in the small court, next to m14 and n13 on the ring.
    position = arrange("quick", {"A": "n14 | f8:k8", "B": RING["p16"]}, blocking="swap")
    assert {text for text in texts(position) if "~" in text} == {"n14~m14", "n14~n13"}


@rule("3.3", "2.14")
def test_fill_asks_for_the_ring():
    held = "l16 l15 m14 n13"
    position = arrange("quick", {"A": f"{held} | f8:k8", "B": "o12 p12 | f10:k10"}, blocking="fill")
    assert winners(position) == "A"
    # Three of six are not more than the others.
    position = arrange("quick", {"A": "l16 l15 m14 | f8:k8", "B": "n13 o12 p12 | f10:k10"}, blocking="fill")
    assert position.outcome() is None
