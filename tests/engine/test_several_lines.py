"""What several lines are worth: every one has a score that was found out, however early the budget ended."""

from __future__ import annotations

from random import Random

import pytest

from halma.engine import Limits, think
from halma.engine.thought import DECIDED
from halma.games import games
from halma.kernel import fast
from halma.play import Position

pytestmark = pytest.mark.skipif(not fast.available, reason="nothing was compiled")

SEVERAL = [game for game in games() if len(Position(game).seats) > 1]
# From a budget that does not last for a single look at every move to one that lasts for some depths.
BUDGETS = (1, 20, 150, 1_000, 6_000)


def opening(game: str, turns: int = 2, players: int | None = None) -> Position:
    """A position in which nobody can be near a win."""
    position = Position(game, seed=1, players=players)
    for _ in range(turns):
        position.push_action(sorted(position.state.legal())[0])
    return position


@pytest.mark.parametrize("game", SEVERAL)
def test_no_line_of_an_opening_is_decided(game: str) -> None:
    position = opening(game)
    for lines in (2, 3, 5):
        for nodes in BUDGETS:
            thought = think(position, Limits(nodes=nodes, lines=lines))
            scores = [score for line in thought.lines for score in line.scores]
            assert max(map(abs, scores)) < DECIDED / 20, (lines, nodes, scores)


@pytest.mark.parametrize("players", [4, 6])
def test_lines_that_no_plan_followed_are_not_lost(players: int) -> None:
    thought = think(opening("star", players=players), Limits(nodes=200_000, lines=40))
    assert max(abs(score) for line in thought.lines for score in line.scores) < DECIDED / 20


@pytest.mark.parametrize("game", SEVERAL)
def test_the_best_line_comes_first_whenever_the_budget_ends(game: str) -> None:
    position = opening(game)
    seat = position.state.now.actor
    for nodes in BUDGETS:
        thought = think(position, Limits(nodes=nodes, lines=4))
        scores = [line.scores[seat] for line in thought.lines]
        # Playouts put first what was tried most.
        if game not in ("dutch", "le-zug"):
            assert scores == sorted(scores, reverse=True), nodes
        assert len({line.moves for line in thought.lines}) == len(scores)


@pytest.mark.parametrize("game", ["dutch", "rakado", "top-secret", "star-rakado"])
def test_the_only_move_is_worth_what_it_leads_to(game: str) -> None:
    """A seat that can do only one thing is not therefore even with the others."""
    random, position = Random(1), Position(game, seed=1)
    while len(position.legal_moves) > 1:
        position.push_action(random.choice(sorted(position.state.legal())))
    assert any(think(position, Limits(nodes=100)).scores)
