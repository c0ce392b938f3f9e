"""Measures the searches for several seats against each other and against players who take the largest advance.

python benchmarks/several.py [--games N] [--nodes N] [--boards NAME ...] [--rivals greedy|others]

With `greedy` each search plays alone among greedy players; with `others` every search plays alone among each of the
others. Nodes are equal, seats rotate, openings are random. A game counts for whoever takes the first place alone.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

from halma.engine import _native
from halma.engine.levels import FULL_STRENGTH
from halma.kernel import Action, ActionKind
from halma.play import Move, Position

# As the enumeration Others in src/halma/engine/native/answer.hpp.
SEARCHES = {"paranoid": 1, "best-reply": 2, "max-n": 3, "beam": 4}
BOARDS: dict[str, dict[str, Any]] = {
    "star-3x15": {"game": "star", "players": 3, "pieces": 15},
    "star-4x10": {"game": "star", "players": 4, "pieces": 10},
    "star-6x10": {"game": "star", "players": 6, "pieces": 10},
    "halma-4x13": {"game": "halma", "players": 4, "pieces": 13},
}
OPENING = 6
MOST_ACTIONS = 3_000

Player = Callable[[Position], Move]


def searching(name: str, nodes: int) -> Player:
    """A player who searches so many nodes."""

    def play(position: Position) -> Move:
        answer = _native.think(
            position.state, nodes, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None, {}, SEARCHES[name]
        )
        kind, *rest = answer[0][0][1][0]
        return Action(ActionKind(kind), *rest)

    return play


def greedy(position: Position) -> Move:
    """The move with the largest gain of advance, the first one of equals."""
    seat, state = position.state.now.seat, position.state.copy()

    def advance(move: Move) -> int:
        state.apply(move)
        total = state.totals()[seat]
        state.undo()
        return total

    return max(state.legal(), key=advance)


def won(board: dict[str, Any], alone: Player, rest: Player, number: int) -> bool:
    """Whether a player alone among others wins a game."""
    position = Position(**board)
    own = "ABCDEF"[number % board["players"]]
    lot = random.Random(f"several {number // board['players']}")
    for _ in range(OPENING):
        position.push(lot.choice(position.legal_moves))
    for _ in range(MOST_ACTIONS):
        if position.is_over:
            break
        position.push((alone if position.seat == own else rest)(position))
    outcome = position.outcome()
    return outcome is not None and tuple(outcome.winners) == (own,)


def main() -> None:
    """Play and print one line for each pairing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--boards", nargs="*", choices=list(BOARDS), default=list(BOARDS))
    parser.add_argument("--searches", nargs="*", choices=list(SEARCHES), default=list(SEARCHES))
    parser.add_argument("--rivals", choices=("greedy", "others"), default="greedy")
    given = parser.parse_args()
    pairs = permutations(given.searches, 2) if given.rivals == "others" else [(one, "greedy") for one in given.searches]
    for alone, rest in pairs:
        rivals = greedy if rest == "greedy" else searching(rest, given.nodes)
        for name in given.boards:
            own = searching(alone, given.nodes)
            wins = sum(won(BOARDS[name], own, rivals, number) for number in range(given.games))
            print(f"{name}: one {alone} among {rest}: {wins} of {given.games} at {given.nodes} nodes", flush=True)


if __name__ == "__main__":
    main()
