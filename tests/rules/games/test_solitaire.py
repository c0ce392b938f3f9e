"""Solitaire and Retour on the cross."""

from __future__ import annotations

from halma.play import Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, texts, where

CROSS = cells("c1:e2 a3:g5 c6:e7")


@rule("3.24")
def test_thirty_two_pieces_on_the_cross_with_an_empty_centre():
    position = Position("solitaire")
    assert len(CROSS) == 33
    assert where(position, "A") == CROSS - {"d4"}


@rule("3.24")
def test_only_hops_along_rows_and_files():
    assert texts(Position("solitaire")) == {"d2-d4", "d6-d4", "b4-d4", "f4-d4"}
    # Diagonal neighbours cannot be hopped, and no piece steps.
    position = arrange("solitaire", {"A": "c3 d4"})
    assert not texts(position)
    assert ended_by(position) == "unsolved"


@rule("3.24")
def test_hopped_pieces_are_removed():
    position = Position("solitaire")
    position.push("d2-d4")
    assert where(position, "A") == CROSS - {"d2", "d3"}


@rule("3.24")
def test_one_piece_in_the_centre_solves_it():
    position = arrange("solitaire", {"A": "d2 d3"})
    position.push("d2-d4")
    assert where(position, "A") == {"d4"}
    assert ended_by(position) == "solved"


@rule("3.24")
def test_one_piece_elsewhere_does_not():
    position = arrange("solitaire", {"A": "d3 d4"})
    position.push("d4-d2")
    assert where(position, "A") == {"d2"}
    assert ended_by(position) == "unsolved"


@rule("3.24")
def test_a_piece_in_the_centre_and_another_do_not():
    position = arrange("solitaire", {"A": "d2 d3 a3"})
    position.push("d2-d4")
    assert ended_by(position) == "unsolved"


@rule("3.24")
def test_several_hops_by_one_piece_are_one_move():
    position = arrange("solitaire", {"A": "d1 d2 c3 g3 g4"})
    # d1 over d2 to d3, over c3 to b3; stopping on d3 is another move.
    assert ends(position, "d1") == {"d3", "b3"}
    position.push("d1-b3")
    assert where(position, "A") == {"b3", "g3", "g4"}
    assert position.tally == (1, 2)


@rule("3.24", "2.5")
def test_hopped_pieces_go_at_once():
    # a3 can run the round over b3, c4, b5 and a4 in both directions, stop anywhere, and come back to its own field;
    # then b3 is gone, so that the round ends there.
    position = arrange("solitaire", {"A": "a3 b3 c4 b5 a4"})
    stops = sorted(text.partition("x")[0] for text in texts(position))
    assert stops == ["a3-a3", "a3-a5", "a3-a5", "a3-c3", "a3-c3", "a3-c5", "a3-c5"]


@rule("3.25")
def test_retour_starts_with_one_piece_in_the_centre():
    assert where(Position("retour"), "A") == {"d4"}


@rule("3.25")
def test_retour_reading_a_new_piece_beside_the_old_one_which_hops_over_it():
    position = Position("retour")
    assert texts(position) == {"d4-d2", "d4-d6", "d4-b4", "d4-f4"}
    position.push("d4-d6")
    assert where(position, "A") == {"d5", "d6"}


@rule("3.25")
def test_retour_reading_the_centre_becomes_empty():
    position = Position("retour")
    position.push("d4-d2")
    assert "d4" not in where(position, "A")


@rule("3.25")
def test_retour_needs_the_place_beside_and_the_landing_free():
    position = arrange("retour", {"A": "d4 d5 b4"})
    # d4: d5 is taken; b4 bars the landing to the left; down and right are open.
    assert ends(position, "d4") == {"d2", "f4"}
    # d5: up to d7, left to b5, right to f5; d4 is taken.
    assert ends(position, "d5") == {"d7", "b5", "f5"}


@rule("3.25")
def test_retour_makes_one_placing_and_one_hop_a_move():
    position = Position("retour")
    assert ends(position, "d4") == {"d2", "d6", "b4", "f4"}
    position.push("d4-d2")
    assert len(position.pieces) == 2
    assert position.tally == (1, 1)


@rule("3.25")
def test_retour_is_solved_by_the_full_cross_with_an_empty_centre():
    position = arrange("retour", {"A": CROSS - {"d2", "d3"}})
    assert position.outcome() is None
    position.push("d4-d2")
    assert where(position, "A") == CROSS - {"d4"}
    assert ended_by(position) == "solved"


@rule("3.25")
def test_retour_without_a_move_is_unsolved():
    # d3 and d4 are the only neighbouring free fields; each of the two moves fills both.
    position = arrange("retour", {"A": CROSS - {"d4", "d3", "a3"}})
    assert texts(position) == {"d5-d3", "d2-d4"}
    for move in ("d5-d3", "d2-d4"):
        position.push(move)
        assert ended_by(position) == "unsolved"
        position.pop()
