"""How well the engine tells the turns that a seat still needs, measured on games against itself.

    python benchmarks/remaining.py [--games N] [--nodes N] [--boards NAME ...] [--seed S]

Every game is played by nodes from a random opening. What a seat really needed are its own turns until it was home; who
was not home when somebody else won runs on alone, by the race solver. Games that ended otherwise do not count. Printed
is the mean of what was told less what was needed (the bias), and the mean error, by thirds of the game.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any

from halma.engine import Limits, _native, think
from halma.play import Position
from halma.rules import Termination

BOARDS: dict[str, dict[str, Any]] = {
    "halma-2x19": {"game": "halma", "players": 2, "pieces": 19},
    "halma-2x15": {"game": "halma", "players": 2, "pieces": 15},
    "halma-2x13": {"game": "halma", "players": 2, "pieces": 13},
    "halma-4x13": {"game": "halma", "players": 4, "pieces": 13},
    "quick-2x6": {"game": "quick", "players": 2},
    "quick-4x6": {"game": "quick", "players": 4},
    "super-2x19": {"game": "super", "players": 2},
    "star-2x10": {"game": "star", "players": 2, "pieces": 10},
    "star-2x15": {"game": "star", "players": 2, "pieces": 15},
    "star-3x15": {"game": "star", "players": 3, "pieces": 15},
    "star-4x10": {"game": "star", "players": 4, "pieces": 10},
    "star-6x10": {"game": "star", "players": 6, "pieces": 10},
    "star-super-2x15": {"game": "star-super", "players": 2, "pieces": 15},
}
OPENING = 2  # random turns of each seat
MOST_TURNS = 1_200
RUN_NODES = 200_000


@dataclass(frozen=True)
class Sample:
    """What one seat needed from one position on."""

    told: int
    needed: int
    third: int


def samples(board: dict[str, Any], number: int, nodes: int, seed: str) -> Iterator[Sample]:
    """All positions of a game, seen by whoever is to move."""
    position = Position(**board)
    seats = position.rules.seats
    lot = random.Random(f"remaining {seed} {number}")
    for _ in range(OPENING * seats):
        position.push(lot.choice(position.legal_moves))
    seen: list[tuple[int, int | None]] = []
    while not position.is_over and position.turn_number < MOST_TURNS:
        mover = position.state.now.actor
        thought = think(position, Limits(nodes=nodes), seed=number)
        seen.append((mover, thought.remaining[mover]))
        position.push_action(thought.action)
    outcome = position.outcome()
    if outcome is None or outcome.termination not in (Termination.FILLED, Termination.FILLED_UP):
        return
    left = [_native.run(position.state, seat, RUN_NODES) for seat in range(seats)]
    turns = [sum(mover == seat for mover, _ in seen) for seat in range(seats)]
    out = position.state.now.out
    for at, (mover, told) in enumerate(seen):
        if left[mover] >= 0 and mover not in out and told is not None:
            yield Sample(told, turns[mover] + left[mover], 3 * at // len(seen))
        turns[mover] -= 1


def main() -> None:
    """Play and print one line for each board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--boards", nargs="*", choices=list(BOARDS), default=list(BOARDS))
    parser.add_argument("--seed", default="checked")
    given = parser.parse_args()
    for name in given.boards:
        found = [one for number in range(given.games) for one in samples(BOARDS[name], number, given.nodes, given.seed)]
        parts: list[str] = []
        for third in range(3):
            off = [one.told - one.needed for one in found if one.third == third]
            parts.append(f"{mean(off):+.2f} (error {mean(map(abs, off)):.2f})")
        print(f"{name}: {'  '.join(parts)}  {given.games} games, {len(found)} positions", flush=True)


if __name__ == "__main__":
    main()
