"""A race that is won is brought home by a short way, also where others still stand in it or in the goal.

The positions are from games of the engine against a player who takes the largest advance. The turns allowed are a few
more than the shortest way that was found with 200,000 nodes. The search that had no plan to finish needed from 23 to
more than 60 turns: it kept pieces shut in whose fields it needed itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from halma.engine import Limits, think
from halma.kernel import fast
from halma.play import Position
from tests.engine.test_race import greedy

pytestmark = pytest.mark.skipif(not fast.available, reason="the search is not compiled here")

STAR: dict[str, Any] = {"game": "star", "players": 2, "pieces": 15}
HALMA: dict[str, Any] = {"game": "halma", "players": 2}

WON = {
    "shut in under free": (
        "A/2/ABA/1BBB/5BBBBA3/5B1B4/4B1B4/5B4/2B6/1A1B6/3A7/A3A4A2/A12/1A2/AA1/A1/A B 84",
        {**STAR, "blocking": "free"},
        22,
    ),
    "crossing under free": (
        "B/B1/3/4/B2B1B7/B1B4B4/B3B6/B3B5/8A/3BA4A/5AA4/4A1A1B3/5AAAAA3/1AA1/AB1/2/1 A 99",
        {**STAR, "blocking": "free"},
        20,
    ),
    "one left behind under free": (
        "1/2/1B1/4/B2B8B/B1B6B1B/4B1B1A2/7B2/2B3B2/1BAA6/3A1A5/6AA4/5AAA5/AAAA/AB1/2/1 A 91",
        {**STAR, "blocking": "free"},
        20,
    ),
    "many behind under free": (
        "14A1/13A2/16/14AA/11A2A1/13A2/9A1A4/16/11A2AA/3B8A1AA/3BB1B3A5/5B10/1BBBBB10/1BBB9AA1/1BABBBB9/3B12 B 142",
        {**HALMA, "blocking": "free"},
        21,
    ),
    "the last field under swap": (
        "1/2/3/1B2/3B4B4/B8B2/B4BB1B1B/9B/5A2B/4A1A1B1/3A1A5/3AAABA4/4A2AA4/A1A1/2A/B1/1 A 81",
        {**STAR, "blocking": "swap"},
        17,
    ),
    "shut in under swap": (
        "A/2/A1A/BBBB/4BBBBBA3/3BB2A4/3B1B5/3A6/4B4/6B3/11/A6A4/A4A7/2A1/1AA/A1/A B 76",
        {**STAR, "blocking": "swap"},
        21,
    ),
    "many behind under fill": (
        "14A1/13A2/16/14AA/11A2A1/13A2/9A1A4/16/11A2AA/3B8A1AA/3BB1B3A5/5B10/1BBBBB10/1BBB9AA1/1BABBBB9/3B12 B 142",
        {**HALMA, "blocking": "fill"},
        21,
    ),
}


def won_race(name: str) -> Position:
    text, options, _ = WON[name]
    return Position.from_board_text(text, **options)


def brought_home(position: Position, limits: Limits, most: int = 60) -> tuple[Position, list[int | None]]:
    """The game played on against somebody who takes the largest advance, and what was told at each own turn."""
    seat, told = position.state.now.seat, list[int | None]()
    while not position.is_over and len(told) < most:
        if position.state.now.seat == seat:
            thought = think(position, limits)
            told.append(thought.remaining[seat])
            position.push_action(thought.action)
        else:
            position.push_action(greedy(position))
    return position, told


@pytest.mark.parametrize("nodes", [20_000, 200_000])
@pytest.mark.parametrize("name", WON)
def test_a_won_race_is_brought_home(name: str, nodes: int) -> None:
    position = won_race(name)
    winner = position.seat
    end, told = brought_home(position, Limits(nodes=nodes))
    outcome = end.outcome()
    assert outcome is not None and outcome.winners == (winner,), end.board_text()
    assert len(told) <= WON[name][2]
