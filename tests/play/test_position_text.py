"""Positions as text: never trusted, never crashing, always saying what was expected."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halma.games import games
from halma.play import InvalidPositionError, Position

ALPHABET = "ABab0123456789/ =,.:-ohandsroutbeflid"


@given(text=st.text(ALPHABET, max_size=200) | st.text(max_size=60), game=st.sampled_from(sorted(games())))
def test_arbitrary_text_never_crashes_the_position_parser(text: str, game: str) -> None:
    try:
        position = Position.from_board_text(text, game)
    except InvalidPositionError as error:
        assert str(error)
    else:
        assert Position.from_board_text(position.board_text(), game) == position


@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(games())), plies=st.integers(0, 60))
def test_a_damaged_text_is_read_or_refused(seed: int, game: str, plies: int) -> None:
    chance = random.Random(seed)
    position = Position(game, seed=seed)
    for _ in range(plies):
        if not position.is_over:
            position.push(chance.choice(position.legal_moves))
    text = position.board_text()
    place = chance.randrange(len(text))
    damaged = text[:place] + chance.choice(ALPHABET) + text[place + chance.randrange(2) :]
    try:
        read = Position.from_board_text(damaged, game)
    except InvalidPositionError as error:
        assert str(error)
    else:
        # Whatever was read can be played.
        assert read.is_over or read.needs_roll or len(read.legal_moves) > 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "rows"),
        ("16/16 A 1", "16 rows"),
        ("/".join(["16"] * 16) + " A 1", "19 pieces"),
        ("/".join(["16"] * 16) + " C 1", "A, B"),
        ("/".join(["15Z"] + ["16"] * 15) + " A 1", "Z"),
        ("/".join(["17"] + ["16"] * 15) + " A 1", "row 1"),
        ("/".join(["16"] * 16) + " A one", "turn"),
        ("/".join(["16"] * 16) + " A 1 colour=red", "colour"),
    ],
)
def test_the_error_says_what_was_expected(text: str, told: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        Position.from_board_text(text, "halma")
    assert told in str(refused.value)
