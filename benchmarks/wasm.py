"""Nodes per second of the engine as WebAssembly in Node.js, against the engine that Python has, in the same games.

Processor time, the best of three rounds in which both take turns. Both play with the same seeds and nodes, and every
line, depth and number of nodes is compared. `make wasm` first.

    python benchmarks/wasm.py [NODES]
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.wasm.script import Script
from tests.wasm.test_interface import play_in_node

from halma.games import choose

# The last number says how many times as long a node takes at about.
GAMES = (
    ("halma", {}, 1),
    ("star", {"players": 2}, 1),
    ("star", {"players": 3}, 25),
    ("dice", {}, 250),
    ("tippy", {}, 250),
)
ROUNDS, TURNS = 3, 8


def main() -> None:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    for name, options, slow in GAMES:
        native = browser = 0.0
        for _ in range(ROUNDS):
            script = Script()
            # The first game is for the just-in-time compiler, and is not counted.
            for _ in range(2):
                script.game(choose(name, **options), nodes // slow, TURNS)
            with tempfile.TemporaryDirectory() as folder:
                told = play_in_node(script, Path(folder))
            if told["differences"]:
                raise SystemExit(f"{name}: {told['differences'][0]}")
            counted = sum(script.nodes[-TURNS:])
            native = max(native, counted / sum(script.seconds[-TURNS:]))
            browser = max(browser, counted / sum(told["seconds"][-TURNS:]))
        print(f"{name} {options}: native {native:,.0f}, WebAssembly {browser:,.0f} nodes/s: {browser / native:.0%}")


if __name__ == "__main__":
    main()
