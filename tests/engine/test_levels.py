"""Levels: they finish their games, and the next one is stronger."""

from __future__ import annotations

import pytest

from halma.engine import LEVELS, Limits, Setting, make_match, played_games, think
from halma.engine.levels import level_of, nodes_of
from halma.games import choose
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


def wins(one: str, other: str, game: str, games: int) -> int:
    """How many games of a match between two players the first one wins; all of them are to be played to the end."""
    match = make_match([one, other], Setting(choose(game, players=2), "levels", 2), Limits(), games)
    played = list(played_games(match))
    assert not any(each.stalled for each in played)
    return sum(each.winners == (each.seating.index(0),) for each in played)


@pytest.mark.parametrize("game", ["quick", "halma", "star"])
def test_a_child_beats_who_plays_at_random_and_loses_to_greedy(game: str) -> None:
    assert wins("level:1", "random", game, 4) == 4
    assert wins("level:1", "greedy", game, 10) <= 1
    assert wins("level:2", "greedy", game, 30) <= 9
    assert wins("level:4", "greedy", game, 10) >= 8


@pytest.mark.parametrize("game", ["quick", "halma", "star"])
def test_greedy_brings_its_last_pieces_home(game: str) -> None:
    assert wins("greedy", "greedy", game, 6) == 3


def test_the_easiest_opponent_sees_no_further_than_a_single_hop() -> None:
    position = Position("quick", players=2)
    far = 0
    while not position.is_over and position.turn_number < 60:
        move = think(position, Limits(level=1), seed=position.turn_number).move
        start, end = (position.board.coordinates[position.board.index[cell]] for cell in (move.path[0], move.path[-1]))
        far = max(far, *(abs(one - other) for one, other in zip(start, end, strict=True)))
        position.push(move)
    assert far == 2


def test_every_level_has_a_time_to_answer_in() -> None:
    seconds = {level: level_of(Limits(level=level)).seconds for level in LEVELS}
    assert seconds == dict.fromkeys(range(1, 8), 1.0) | {8: 3.0, 9: 3.0}


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
