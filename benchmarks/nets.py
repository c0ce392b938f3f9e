"""How many positions a second the search looks at with a net and without: one thread, processor time, the best of some
rounds in which both take turns.

    python benchmarks/nets.py [--game star --players 2 --pieces 10] [--net FILE] [--hidden 128]

Without a file the net is a silent one, which costs as much as any other: its bound is 0, so that both searches look at
the same moves. `--portable` does without wide registers.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from halma.engine import _native
from halma.engine.learn.games import layout_of, rules_of
from halma.engine.learn.layout import views_of
from halma.engine.learn.net_file import NetParts, encoded
from halma.engine.levels import FULL_STRENGTH
from halma.engine.nets import load_net
from halma.games import Choice, choose
from halma.play import Position

POSITIONS, LAST_TURN = 8, 60


def silent(choice: Choice, hidden: int) -> bytes:
    """A net of random numbers whose corrections are cut to nothing."""
    layout, lot = layout_of(choice), random.Random("silent")
    seats, planes, phases = layout.seats, len(layout.armies), 8
    return encoded(
        NetParts(
            layout,
            views_of(rules_of(choice)),
            "silent",
            "usual",
            hidden,
            phases,
            turn=100.0,
            most=0,
            inputs=lot.randbytes(2 * planes * layout.cells * hidden),
            bias=bytes(2 * hidden),
            outputs=bytes(lot.randrange(0, 100) for _ in range(phases * seats * hidden)),
            output_bias=bytes(4 * phases * seats),
        )
    )


def positions(choice: Choice) -> list[Position]:
    """Positions of a game between equals, spread over its first turns."""
    position, found = Position(choice), list[Position]()
    for turn in range(LAST_TURN):
        if turn % (LAST_TURN // POSITIONS) == 3:
            found.append(position.copy())
        move = think(position, 2000, None)[0][0][1][0]
        position.push_action(next(one for one in position.state.legal() if (one.origin, one.target) == move[1:3]))
    return found


def think(position: Position, nodes: int, net: Any) -> Any:
    state: Any = position.state
    return _native.think(state, nodes, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None, net=net)


def speed(chosen: list[Position], nodes: int, net: Any) -> float:
    begin = time.process_time()
    looked_at = sum(think(position, nodes, net)[2] for position in chosen)
    return looked_at / (time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="star")
    parser.add_argument("--players", type=int)
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--net")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--portable", action="store_true")
    given = parser.parse_args()
    choice = choose(given.game, players=given.players, pieces=given.pieces)
    net = load_net(given.net) if given.net else _native.read_net(silent(choice, given.hidden))[0]
    assert net is not None
    used = net.without_wide() if given.portable else net
    chosen = positions(choice)
    best = {"without": 0.0, "with": 0.0}
    for _ in range(given.rounds):
        for name, one in (("without", None), ("with", used)):
            best[name] = max(best[name], speed(chosen, given.nodes, one))
    for name, found in best.items():
        print(f"{name:>8} the net: {found / 1e6:6.2f} M nodes/s")


if __name__ == "__main__":
    main()
