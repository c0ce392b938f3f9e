"""The moment by which each game is shown among all others."""

from __future__ import annotations

from collections import Counter

import pytest

from halma.games import games
from halma.rulebook.moments import MOMENTS, moment_of


def test_every_game_has_a_moment():
    assert set(MOMENTS) == set(games())


@pytest.mark.parametrize("game", MOMENTS)
def test_a_moment_is_a_move_of_the_game_itself(game: str):
    position = moment_of(game)
    assert position.choice.game == game
    assert any(event.move is not None for event in position.history)


def test_moments_tell_games_apart():
    texts = Counter((moment.board.id, moment.board_text()) for moment in map(moment_of, MOMENTS))
    # Two games alone on a board may show the same chain as the game for several.
    assert sum(count > 1 for count in texts.values()) <= 1
