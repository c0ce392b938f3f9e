"""How long the levels take to answer, in every game and phase.

    python benchmarks/answer_times.py [--levels N ...] [--positions N] [--threads N] [--games ID ...]

Games for two and more are played by the weakest level; from each phase of them one position is taken, the first and
the placing of pieces included, and every level is asked for its turn. Printed is the longest answer of each level in
each game, in seconds of wall time; on a machine that is shared, look at the processor time behind it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from halma.engine import LEVELS, Limits, think
from halma.games import Choice, choose, games
from halma.play import Position

MOST_TURNS = 600


def formats(names: list[str]) -> Iterator[Choice]:
    """The first format of each game for two, and that with the most players."""
    for game in games().values():
        found = [size for size in game.formats if size.players > 1 and (not names or game.id in names)]
        for size in dict.fromkeys((*found[:1], *sorted(found, key=lambda one: one.players)[-1:])):
            yield choose(game.id, edition=size.editions[0], players=size.players, pieces=size.pieces, teams=size.teams)


def phases(choice: Choice, count: int) -> list[Position]:
    """So many positions of a game, as far apart as they can be, all with a choice."""
    position, seen = Position(choice, seed="answer times"), list[Position]()
    while not position.is_over and position.turn_number < MOST_TURNS:
        if len(list(position.state.legal())) > 1:
            seen.append(position.copy())
        position.push_action(think(position, Limits(level=1), seed=position.turn_number).action)
    return [seen[number * (len(seen) - 1) // max(1, count - 1)] for number in range(count)]


def longest(positions: list[Position], limits: Limits) -> tuple[float, float]:
    """The longest answer in seconds, and the processor time of that one."""
    found = (0.0, 0.0)
    for position in positions:
        wall, processor = time.perf_counter(), time.process_time()
        think(position, limits)
        found = max(found, (time.perf_counter() - wall, time.process_time() - processor))
    return found


def main() -> None:
    """Measure and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="*", type=int, default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=[])
    given = parser.parse_args()
    print(f"| | {' | '.join(map(str, given.levels))} |\n|---|{'---|' * len(given.levels)}")
    for choice in formats(given.games):
        positions = phases(choice, given.positions)
        cells: list[str] = []
        for level in given.levels:
            wall, processor = longest(positions, Limits(level=level, threads=given.threads))
            cells.append(f"{wall:.2f} ({processor:.2f})")
        print(f"| {choice.game} {choice.players} × {choice.pieces} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
