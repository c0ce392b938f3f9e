"""Tunes the numbers of the engine by matches against itself.

    python benchmarks/tune.py [--games N] [--nodes N] [--rounds N]

Each number is made larger and smaller in turn; what wins clearly on the square board and the star together is kept.
The result is printed after every trial, to be written into `Tuning` in src/halma/engine/native/answer.hpp.
"""

from __future__ import annotations

import argparse
import random

from halma.engine import _native
from halma.kernel import Action, ActionKind
from halma.play import Position

# As in answer.hpp.
NAMES = ("step", "strayed", "lagging", "lonely", "shut_in", "fewest", "more")
START = (39.0, 0.6, 5.0, 25.0, 20.0, 6.0, 3.75)
BOARDS = ({"game": "halma"}, {"game": "star", "players": 2, "pieces": 15})
OPENING = 4
MOST_TURNS = 400
CLEARLY = 0.54


def play(position: Position, tunings: tuple[list[float], list[float]], nodes: int) -> None:
    """Play a game to its end; the first tuning has seat A."""
    while not position.is_over and position.turn < MOST_TURNS:
        tuning = tunings["AB".index(position.seat)]
        answer = _native.think(position.state, nodes, 0.0, 0, 1, 1, 0, [0, 0, 0], None, None, tuning)
        kind, *rest = answer[0][0][1][0]
        position.push(Action(ActionKind(kind), *rest))


def score(candidate: list[float], holder: list[float], games: int, nodes: int, seed: int) -> float:
    """What share of the points a candidate wins; openings are random and each is played with both colours."""
    points = 0.0
    for board in BOARDS:
        for number in range(games):
            lot = random.Random(f"tune {seed} {number // 2}")
            position = Position(**board)
            for _ in range(OPENING):
                position.push(lot.choice(position.legal_moves))
            first = number % 2 == 0
            play(position, (candidate, holder) if first else (holder, candidate), nodes)
            outcome = position.outcome()
            winners = outcome.winners if outcome else ()
            points += 0.5 if len(winners) != 1 else float((winners[0] == "A") == first)
    return points / (games * len(BOARDS))


def main() -> None:
    """Go round all numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="games on each board for a trial")
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    best = list(START)
    trial = 0
    for turn in range(given.rounds):
        factor = 1.6 if turn == 0 else 1.25
        for index, name in enumerate(NAMES):
            # Only ratios to the first number matter, so it stays.
            if index == 0:
                continue
            for change in (factor, 1 / factor):
                candidate = [*best]
                candidate[index] *= change
                trial += 1
                share = score(candidate, best, given.games, given.nodes, trial)
                if share >= CLEARLY:
                    best = candidate
                kept = "kept" if share >= CLEARLY else ""
                print(f"{name} {candidate[index]:.3g}: {share:.1%} {kept} {[round(x, 3) for x in best]}", flush=True)
                if share >= CLEARLY:
                    break


if __name__ == "__main__":
    main()
