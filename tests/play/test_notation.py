"""Moves as text: what can be read, what is refused, and how."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halma.games import games
from halma.play import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Position
from halma.rules import Reason

ALPHABET = "abcdefgh1234567890-x@~.,[]of /A\u00e9\u0660"


@given(text=st.text(ALPHABET, max_size=30) | st.text(max_size=30), game=st.sampled_from(sorted(games())))
def test_arbitrary_text_never_crashes_the_move_parser(text: str, game: str) -> None:
    position = Position(game, seed=1)
    try:
        move = position.parse(text)
    except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError) as error:
        assert str(error)
    else:
        assert move in position.legal_moves


@given(text=st.text(ALPHABET, max_size=40))
def test_a_refused_turn_leaves_nothing_behind(text: str) -> None:
    position = Position("dice", seed=5)
    before = position.board_text()
    try:
        position.push_turn(text)
    except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
        assert position.board_text() == before


def test_the_whole_way_and_its_ends_mean_the_same_move() -> None:
    position = Position("halma")
    # d3 is held and e3 beyond the court is free.
    assert position.parse("c3-e3") == position.parse(" c3-e3 ")
    position.push("c3-e3")
    position.push("l15-k15")
    # Over c2 to the field that was left, and on over c4.
    assert position.parse("c1-c3-c5") == position.parse("c1-c5")


def test_a_way_the_piece_cannot_go_is_illegal_although_its_ends_are_not() -> None:
    position = Position("halma")
    with pytest.raises(IllegalMoveError) as refused:
        position.parse("c3-c5-e3")
    assert refused.value.refusal.reason is Reason.NO_SUCH_PATH


def test_invalid_illegal_and_ambiguous_are_told_apart() -> None:
    position = Position("halma")
    with pytest.raises(InvalidMoveError):
        position.push("e2f3")
    with pytest.raises(InvalidMoveError):
        position.push("e2-z9")
    with pytest.raises(IllegalMoveError):
        position.push("e2-e9")


def test_ends_with_different_captures_are_ambiguous_and_spelled_with_them() -> None:
    # A piece on c3 goes to e5 by d3 and e4, or by c4 and d5.
    position = Position.from_board_text("3/3/3A3/2A1A2/2AA3/3/3 A 1", "solitaire")
    assert {"c3-e5xd3xe4", "c3-e5xc4xd5"} <= set(position.legal_moves.texts())
    with pytest.raises(AmbiguousMoveError):
        position.push("c3-e5")
    position.push("c3-e3-e5")
    assert sorted(position.pieces) == ["c4", "d5", "e5"]


@pytest.mark.parametrize("text", ["[3,5]", "[4]"])
def test_a_roll_is_only_taken_when_one_is_due(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Position("halma").give_roll([int(value) for value in text.strip("[]").split(",")])


def test_a_roll_needs_the_right_number_of_dice() -> None:
    position = Position("dice", dice=None)
    assert position.needs_roll and not position.legal_moves
    for values in ([3], [3, 7], [0, 1], []):
        with pytest.raises(InvalidMoveError):
            position.give_roll(values)
    position.give_roll([3, 5])
    assert position.roll == (3, 5)
