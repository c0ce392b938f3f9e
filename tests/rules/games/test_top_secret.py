"""Top Secret: from the middle of the board over its edge."""

from __future__ import annotations

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, origins, play, square_neighbours, texts, winners

MIDDLE = cells("f6:k11")


@rule("3.21")
def test_eighteen_pieces_each_are_placed_in_turn_on_the_middle_six_by_six():
    position = Position("top-secret")
    assert position.hands == {"A": 18, "B": 18}
    free = set(MIDDLE)
    for number in range(36):
        assert position.seat == "AB"[number % 2]
        assert texts(position) == {f"@{cell}" for cell in free}
        cell = min(free)
        position.push(f"@{cell}")
        assert position.pieces[cell] == "AB"[number % 2]
        free.remove(cell)
    assert position.hands == {"A": 0, "B": 0}
    assert position.seat == "A"
    assert origins(position)


@rule("3.21")
def test_after_the_placing_pieces_move_by_the_base_rule():
    position = arrange("top-secret", {"A": "h8 h9", "B": "i11"})
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10", "j12"}


@rule("3.21")
@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("cell", ["a8", "p8", "h1", "h16"])
def test_a_piece_steps_over_any_edge(seat: str, cell: str):
    other = {"A": "B", "B": "A"}[seat]
    position = arrange("top-secret", {seat: f"{cell} d4", other: "e12"}, seat)
    assert ends(position, cell) == square_neighbours(cell) | {"off"}
    position.push(f"{cell}-off")
    assert cell not in position.pieces


@rule("3.21")
def test_reading_beyond_the_edge_always_counts_as_free_for_hops():
    straight = arrange("top-secret", {"A": "b8", "B": "a8 h1"})
    assert ends(straight, "b8") == square_neighbours("b8") - {"a8"} | {"off"}
    diagonal = arrange("top-secret", {"A": "b8 a9", "B": "h1"})
    assert "off" in ends(diagonal, "b8")
    corner = arrange("top-secret", {"A": "b2", "B": "a1 h8"})
    assert "off" in ends(corner, "b2")


@rule("3.21")
def test_who_stands_one_square_from_the_edge_alone_does_not_leave():
    assert "off" not in ends(arrange("top-secret", {"A": "b8", "B": "h8"}), "b8")


@rule("3.21")
def test_several_hops_may_end_over_the_edge():
    # d8 over c8 to b8, over a9 and out.
    assert {"b8", "off"} <= ends(arrange("top-secret", {"A": "d8", "B": "c8 a9"}), "d8")


@rule("3.21")
def test_hops_are_not_followed_by_a_step_over_the_edge():
    position = arrange("top-secret", {"A": "c8", "B": "b8"})
    assert "a8" in ends(position, "c8")
    assert "off" not in ends(position, "c8")


@rule("3.21")
@pytest.mark.parametrize(("seat", "armies"), [("A", {"A": "a8", "B": "h8"}), ("B", {"A": "h8", "B": "a8"})])
def test_the_first_with_all_pieces_off_wins(seat: str, armies: dict[str, str]):
    position = arrange("top-secret", armies, seat)
    position.push("a8-off")
    assert (winners(position), ended_by(position)) == (seat, "all-off")


@rule("3.21")
def test_with_a_piece_left_nobody_has_won():
    position = arrange("top-secret", {"A": "a8 h8", "B": "h1"})
    play(position, "a8-off")
    assert position.outcome() is None
