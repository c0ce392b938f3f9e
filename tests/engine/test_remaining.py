"""Turns still needed are told as they turn out to be, on the way past the others too."""

from __future__ import annotations

import random
from statistics import mean
from typing import Any

import pytest

from halma.engine import Limits, think
from halma.kernel import fast
from halma.play import Position
from halma.rules import Termination

_native = pytest.importorskip("halma.engine._native")
pytestmark = pytest.mark.skipif(not fast.available, reason="the search is not compiled here")

RUN_NODES = 100_000


def errors(game: dict[str, Any], number: int) -> list[tuple[int, int]]:
    """For each turn of a game how many own turns its player needed from there, and how many more were told.

    Who was not home when somebody else won runs on alone.
    """
    position, lot = Position(**game), random.Random(f"remaining {number}")
    for _ in range(2 * position.rules.seats):
        position.push(lot.choice(position.legal_moves))
    told: list[tuple[int, int]] = []
    while not position.is_over:
        thought, mover = think(position, Limits(nodes=5_000), seed=number), position.state.now.actor
        turns = thought.remaining[mover]
        assert turns is not None
        told.append((mover, turns))
        position.push_action(thought.action)
    outcome = position.outcome()
    assert outcome is not None
    if outcome.termination is not Termination.FILLED:
        return []
    needed = [_native.run(position.state, seat, RUN_NODES) for seat in range(position.rules.seats)]
    found: list[tuple[int, int]] = []
    for mover, turns in reversed(told):
        needed[mover] += 1
        found.append((needed[mover], turns - needed[mover]))
    return found


@pytest.mark.parametrize(
    "game",
    [{"game": "quick"}, {"game": "star", "players": 2, "pieces": 10}, {"game": "star", "players": 3}],
    ids=str,
)
def test_turns_still_needed_are_neither_too_few_nor_too_many(game: dict[str, Any]) -> None:
    """The way alone was 8 to 24 turns too short as long as the armies had to pass each other.

    How long that takes depends on who plays; a quarter of what is told is what these games differ by.
    """
    found = [one for number in range(6) for one in errors(game, number)]
    assert len(found) > 200
    for least, most in ((0, 5), (5, 15), (15, 30), (30, 60), (60, 200)):
        off = [error for needed, error in found if least < needed + error <= most]
        assert not off or abs(mean(off)) < max(2, 0.25 * (least + min(most, 90)) / 2), (least, mean(off))


def test_nothing_is_lost_any_more_once_everybody_has_passed() -> None:
    """Both sides have passed each other: what is told is the length of a run."""
    text = "B/BB/BBB/4/BBBB9/12/11/10/9/10/11/12/9AAAA/4/AAA/AA/A A 1"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    runs = tuple(_native.run(position.state, seat, RUN_NODES) for seat in (0, 1))
    assert think(position, Limits(nodes=5_000)).remaining == runs


def test_a_piece_that_others_still_stand_before_costs_turns() -> None:
    """The same pieces of A, once with B's still before them, once with B's behind all of them, one of them not home."""
    before = "1/2/3/4/AAAA9/AAAA8/AA9/10/9/10/11/12/13/BBBB/BBB/BB/B A 1"
    behind = "B/BB/BBB/BBB1/AAAA8B/AAAA8/AA9/10/9/10/11/12/13/4/3/2/1 A 1"
    told = [
        think(Position.from_board_text(text, "star", players=2, pieces=10), Limits(nodes=5_000)).remaining[0] or 0
        for text in (before, behind)
    ]
    assert told[0] >= told[1] + 4
