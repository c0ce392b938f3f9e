"""Levels: they finish their games, and the next one is stronger."""

from __future__ import annotations

import pytest

from halma.engine import Limits, think
from halma.engine.levels import nodes_of
from halma.kernel import fast
from halma.play import Position
from halma.rules import Termination

pytestmark = pytest.mark.skipif(not fast.available, reason="nothing was compiled")


def match(game: str, levels: tuple[int, int], seed: int) -> Position:
    """A game between two levels; A has the first one."""
    position = Position(game, players=2)
    while not position.is_over:
        level = levels["AB".index(position.seat)]
        position.push(think(position, Limits(level=level), seed=seed + position.turn_number).move)
        assert position.turn_number < 600
    return position


@pytest.mark.parametrize("game", ["star", "quick", "dutch"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_weak_levels_finish_their_games(game: str, level: int) -> None:
    outcome = match(game, (level, level), seed=1).outcome()
    assert outcome is not None
    assert outcome.termination is not Termination.STALL


def test_a_much_higher_level_wins() -> None:
    for seats in ((5, 1), (1, 5)):
        outcome = match("star", seats, seed=3).outcome()
        assert outcome is not None
        assert outcome.winners == ("AB"[seats.index(5)],)


def test_games_with_slow_nodes_get_fewer_of_them() -> None:
    from halma.engine.levels import Level  # noqa: PLC0415

    assert nodes_of(Level(nodes=100_000), 1) == 100_000
    assert nodes_of(Level(nodes=100_000), 25) == 4_000
    assert nodes_of(Level(nodes=1_000), 250) == 400
    assert nodes_of(Level(nodes=100_000, least=1_500), 250) == 1_500
    assert nodes_of(Level(nodes=0), 25) == 0
