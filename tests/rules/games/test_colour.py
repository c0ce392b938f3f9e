"""Colour Halma: dark squares step, light squares hop."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import LARGE, arrange, cells, ended_by, ends, is_dark, texts, winners

FAR_A, FAR_B = "| k1:p4", "| a12:f16"
# Armies in the middle: no piece of theirs is at home or in the target.
MIDDLE_A, MIDDLE_B = "| f7:l9", "| f11:l13"


def lone(a: str, b: str = "", **options: Any) -> Position:
    return arrange("colour", {"A": f"{a} {FAR_A}", "B": f"{b} {FAR_B}"}, **options)


@rule("3.5")
def test_a_piece_on_a_dark_square_only_steps_diagonally():
    position = lone("h8 h9", "i9")
    # Neither the hop over h9 to h10 nor the one over i9 to j10.
    assert ends(position, "h8") == {"g7", "g9", "i7"}


@rule("3.5")
def test_a_piece_on_a_light_square_only_hops():
    position = lone("h9 h10", "i12")
    assert ends(position, "h9") == {"h11", "j13"}


@rule("3.5")
def test_a_light_piece_without_neighbours_cannot_move():
    assert ends(lone("h9"), "h9") == set()


@rule("3.5")
@pytest.mark.parametrize("seed", range(3))
def test_no_piece_changes_colour_outside_the_target(seed: int):
    chance = random.Random(seed)
    position = Position("colour", blocking="free")
    targets = {"A": LARGE["p16"], "B": LARGE["a1"]}
    for _ in range(60):
        for text in texts(position):
            origin, end = text.split("-")
            if not {origin, end} <= targets[position.seat]:
                assert is_dark(origin) == is_dark(end)
        position.push(chance.choice(position.legal_moves))


@rule("3.6")
def test_reading_moves_that_start_and_end_in_the_own_target_are_free():
    # n14 is dark: it may step straight inside, and m13 lies outside.
    assert ends(lone("n14"), "n14") == cells("m14 m15 n13 n15 o13 o14 o15")
    # n15 is light and steps to all sides, for they all belong to the court.
    assert ends(lone("n15"), "n15") == cells("m14 m15 m16 n14 n16 o14 o15 o16")


@rule("3.6")
def test_reading_inside_the_target_dark_pieces_hop_too():
    # n14 hops over n15 to n16 and over o14 to p14.
    assert {"n16", "p14"} <= ends(lone("n14 n15 o14"), "n14")


@rule("3.6")
def test_reading_a_move_inside_the_target_may_pass_outside():
    position = lone("l16 l15 m14")
    # l16 over l15 to l14 (outside), over m14 to n14 (inside).
    assert "n14" in ends(position, "l16")
    assert "l14" not in ends(position, "l16")


@rule("3.6")
def test_reading_entering_the_target_is_not_free():
    assert ends(lone("m13"), "m13") == {"l12", "l14", "n12", "n14"}  # dark: diagonal steps only
    assert ends(lone("k15"), "k15") == {"j14", "j16", "l14", "l16"}
    assert ends(lone("l13"), "l13") == set()  # light, next to m14


@rule("3.6")
def test_reading_leaving_the_target_is_not_free():
    # m14 is light: it may not step out, even where pieces may leave the target.
    assert ends(lone("m14", blocking="free"), "m14") == cells("l15 m15 n13 n14 n15")
    # n14 is dark: it may leave by its diagonal step only.
    assert ends(lone("n14", blocking="free"), "n14") == cells("m13 m14 m15 n13 n15 o13 o14 o15")


def middle(a: str, b: str = "", **options: Any) -> Position:
    """B has left home, so A has to clear it."""
    return arrange("colour", {"A": f"{a} {MIDDLE_A}", "B": f"{b} {MIDDLE_B}"}, **options)


@rule("3.7")
def test_the_duty_to_clear_holds():
    # b2 is dark: all its steps end at home, only c3 is further advanced. e1 can step out to f2.
    assert texts(middle("b2")) == {"b2-c3"}
    assert texts(middle("b2 e1")) == {"e1-f2"}


@rule("3.7")
def test_reading_who_has_no_clearing_move_may_make_any_move():
    position = middle("a2")  # light and alone: it cannot hop
    assert position.outcome() is None
    assert texts(position) == texts(middle("a2", blocking="free"))
    assert "f8-e7" in texts(position)


@rule("3.7")
def test_reading_nobody_loses_by_the_duty():
    # a1 is dark; its only step, to b2, is barred.
    position = middle("a1", "b2 c3")
    assert position.outcome() is None
    assert "f8-e7" in texts(position)


def at_the_full_court(**options: Any) -> Position:
    return arrange("colour", {"A": "k15 | f1:k4", "B": LARGE["p16"]}, blocking="swap", **options)


@rule("3.8")
def test_a_swap_goes_to_any_neighbouring_field():
    swaps = {text for text in texts(at_the_full_court()) if "~" in text}
    assert swaps == {"k15~l15", "k15~l16"}


@rule("3.8")
def test_under_simple_a_swap_goes_only_to_the_same_colour():
    swaps = {text for text in texts(at_the_full_court(simple=True)) if "~" in text}
    assert swaps == {"k15~l16"}


@rule("3.9")
def test_simple_all_move_as_usual_but_end_on_the_colour_they_started_from():
    position = lone("h8 h9", simple=True)
    assert ends(position, "h8") == {"g7", "g9", "i7", "i9", "h10"}
    assert ends(position, "h9") == {"g8", "g10", "i8", "i10", "h7"}


@rule("3.9")
def test_simple_holds_in_the_target_too():
    assert ends(lone("n14", simple=True), "n14") == {"m15", "o13", "o15"}


@rule("3.9")
def test_simple_has_the_ordinary_duty():
    # a1 may only step to b2 and hop over it to c3; both are taken.
    position = middle("a1", "b2 c3", simple=True)
    assert (winners(position), ended_by(position)) == ("B", "blocked-out")
    # a2 cannot leave, so it has to move on inside: b3 is further advanced, b1 is not.
    assert texts(middle("a2", simple=True)) == {"a2-b3"}
