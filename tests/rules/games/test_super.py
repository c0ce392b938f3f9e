"""Super Halma on both boards: hops from any distance."""

from __future__ import annotations

from halma.play import Position
from tests.law import rule

from .helpers import LARGE, LARGE_TIP, SMALL, arrange, ends, square_neighbours, star_neighbours, where

STEPS = square_neighbours("c8")


def field(a: str, b: str = "") -> Position:
    """Waiting pieces stand where no long hop of the tests can use them."""
    return arrange("super", {"A": f"{a} | k1:p4", "B": f"{b} | k13:p16"}, blocking="free")


@rule("3.15")
def test_the_setup_is_that_of_halma():
    two, four = Position("super"), Position("super", players=4)
    assert (where(two, "A"), where(two, "B")) == (LARGE["a1"], LARGE["p16"])
    assert [where(four, seat) for seat in "ABCD"] == [SMALL[corner] for corner in ("a1", "a16", "p16", "p1")]


@rule("3.15")
def test_a_hop_starts_any_distance_away_and_lands_exactly_as_far_behind():
    # Three fields to f8, three fields on to i8; g8 and h8 are no landings.
    assert ends(field("c8", "f8"), "c8") == STEPS | {"i8"}
    assert ends(field("c8 f8"), "c8") == STEPS | {"i8"}


@rule("3.15")
def test_long_hops_go_diagonally_too():
    # Two fields to e10, two on to g12.
    assert ends(field("c8", "e10"), "c8") == STEPS | {"g12"}


@rule("3.15")
def test_the_ordinary_hop_is_the_hop_of_distance_one():
    assert ends(field("c8", "d8"), "c8") == STEPS - {"d8"} | {"e8"}


@rule("3.15")
def test_all_other_fields_between_must_be_empty():
    for barrier in ("g8", "h8"):
        # Hops over the barrier itself are barred by f8.
        assert ends(field("c8", f"f8 {barrier}"), "c8") == STEPS
    assert ends(field("c8", "e8 f8"), "c8") == STEPS  # over e8 to g8 is barred by f8


@rule("3.15")
def test_the_landing_must_be_empty():
    assert ends(field("c8", "f8 i8"), "c8") == STEPS


@rule("3.15")
def test_the_landing_must_be_on_the_board():
    assert ends(field("c8", "c13"), "c8") == STEPS


@rule("3.15")
def test_hops_of_different_lengths_follow_each_other():
    # Over d8 to e8, then two fields to g10 and two on to i12.
    assert ends(field("c8 d8", "g10"), "c8") == STEPS - {"d8"} | {"e8", "i12"}


@rule("3.15")
def test_base_rule_a_piece_may_not_leave_its_target():
    position = arrange("super", {"A": "n14 n12 | f1:k4", "B": "| a8:j9"})
    # Over n12 two fields away lies n10, outside.
    assert ends(position, "n14") == square_neighbours("n14") - {"m13"}


def star_field(a: str, b: str = "") -> Position:
    return arrange(
        "star-super",
        {"A": f"{a} | a1 b1:b2 c1:c3 d1:d4 e1:e4", "B": f"{b} | n1:n4 o1:o3 p1:p2 q1 m1:m4"},
        blocking="free",
    )


@rule("4.4")
def test_on_the_star_the_setup_is_that_of_star_halma():
    two, three = Position("star-super"), Position("star-super", players=3)
    assert (where(two, "A"), where(two, "B")) == (LARGE_TIP["N"], LARGE_TIP["S"])
    assert [where(three, seat) for seat in "ABC"] == [LARGE_TIP[tip] for tip in ("N", "SE", "SW")]


@rule("4.4")
def test_on_the_star_a_hop_starts_any_distance_away():
    # i5 to i7 are two points, two on is i9.
    assert ends(star_field("i5", "i7"), "i5") == star_neighbours("i5") | {"i9"}


@rule("4.4")
def test_on_the_star_all_other_points_between_must_be_empty():
    assert ends(star_field("i5", "i7 i8"), "i5") == star_neighbours("i5")
    assert ends(star_field("i5", "i7 i9"), "i5") == star_neighbours("i5")
