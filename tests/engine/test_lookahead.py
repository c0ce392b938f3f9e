"""Thinking without anything compiled."""

from __future__ import annotations

import itertools
import sys
from types import SimpleNamespace

import pytest

from halma.engine import Limits, Thought, think
from halma.games import games
from halma.kernel import REFERENCE, use_kernel
from halma.play import Position


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch):
    # `halma.engine.think` is the function; its module has the compiled search.
    monkeypatch.setattr(sys.modules["halma.engine.think"], "_native", None)
    use_kernel(REFERENCE)
    yield
    use_kernel(None)


@pytest.mark.parametrize("game", games())
def test_every_game_gets_a_legal_move(game: str) -> None:
    position = Position(game, seed=1)
    before = position.copy()
    thought = think(position, Limits(movetime=0.1))
    assert thought.move in position.legal_moves
    assert position == before


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 0.02)
    monkeypatch.setattr("halma.engine.lookahead.time", SimpleNamespace(monotonic=lambda: next(clock)))
    # The clock is looked at after every move: 0.02, 0.04, 0.06.
    assert think(Position("captive-2"), Limits(movetime=0.05)).nodes == 3


def test_it_gets_on_and_wins() -> None:
    position = Position("quick")
    told: list[Thought] = []
    moves = 0
    while not position.is_over and moves < 120:
        if position.seat == "A":
            position.push(think(position, Limits(), stop=lambda: False, report=told.append).move)
        else:
            position.push_action(min(position.state.legal()))
        moves += 1
    assert position.total_advance("A") > position.total_advance("B")
    assert told


def test_a_level_gives_the_same_answer_again() -> None:
    one, other = (think(Position("halma"), Limits(level=1), seed=4) for _ in range(2))
    assert one.lines == other.lines
