"""Writes oracle.txt anew: python -m tests.perft.make_oracle_counts. The counts come from the independent tests.oracle.

Every game starts once from its beginning and once from the middle of a random game of the oracle's.
"""

from __future__ import annotations

import random
import shlex
from pathlib import Path
from typing import Any

from tests.oracle.__main__ import count, read_command, rolled
from tests.oracle.boards import SQUARE
from tests.oracle.core import EMPTY

HERE = Path(__file__).parent
MOST = 6000
COMMANDS = """
halma --pieces 15
halma --pieces 13 --blocking swap
halma --players 4 --teams
halma --edition carlit --players 4 --teams
halma --edition schmidt-66 --players 4 --teams
quick --players 4 --blocking fill
dutch
colour
colour --simple
marked --players 4
marked --players 1
le-zug
super --players 4
two-colour
top-secret
highscore --blocking free
meeting-point --figure heart
solitaire
retour
star --tips facing
star --tips paired
star --tips apart
star --pieces 10 --tips apart --blocking swap
star --edition ravensburger --players 2
star --edition schmidt-66 --players 2 --tips opposite
star --players 3 --pieces 10 --play-on
star-team
star-super --players 3
star-super --tips apart
captive-1 --players 4
captive-2 --players 3
captive-2 --inside --keep-mover
connection --players 3 --own-tip
connection-solo
star-highscore --pieces 10
gobang --players 3
gobang --players 4 --teams
tippy --players 3
tippy --players 4 --edition ravensburger
tippy --players 4
tippy --points --pieces 12 --most
tippy --players 3 --points
cat-and-mouse
cat-and-mouse --scatter
rakado --dice 3,5,6,1
rakado --capture huff-any --dice 6,5,4,3,5
rakado --files --capture forced --dice 2,6,4
star-rakado --players 3 --dice 4,2,6,5,1
star-rakado --capture huff-any --dice 4,6,3,5,2
"""


def middle_of(command: list[str], plies: int) -> str:
    """A line of random turns; empty where the game is over before."""
    state: Any
    state, _, dice, used = read_command([*command, "--depth", "1"])
    choose = random.Random(shlex.join(command))
    line: list[str] = []
    for _ in range(plies):
        if state.over:
            return ""
        if state.needs_roll and state.options.scatter:
            free = sorted(name for name, letter in zip(SQUARE.names, state.cells, strict=True) if letter == EMPTY)
            names = sorted(choose.sample(free, 19), key=lambda name: (name[0], int(name[1:])))
            line += ["scatter", ",".join(names)]
            state = state.roll(names)
            continue
        state, used = rolled(state, dice, used)
        if state is None:
            return ""
        moves = state.moves()
        line.append(choose.choice(sorted(moves)))
        state = moves[line[-1]]
    return " ".join(line)


def counts(command: list[str]) -> list[int]:
    """The counts of depth 1, 2, … as long as they stay small."""
    state, _, dice, used = read_command([*command, "--depth", "1"])
    found: list[int] = []
    while not found or (found[-1] * found[-1] <= MOST * (found[-2] if len(found) > 1 else 1) and len(found) < 4):
        if state.options.scatter and state.hands["A"] == len(found):
            break  # what a lot decides is not counted
        found.append(count(state, len(found) + 1, dice, used))
        if not found[-1]:
            break
    return found


def main() -> None:
    lines = ["# Counts of the independent implementation in tests/oracle; written by make_oracle_counts.py."]
    for words in COMMANDS.strip().splitlines():
        command = shlex.split(words)
        for plies in (0, 12, 45):
            line = middle_of(command, plies)
            whole = [*command, "--line", line] if line else command
            if line or not plies:
                lines.append(f"{shlex.join(whole)} | {' '.join(str(number) for number in counts(whole))}")
                print(lines[-1], flush=True)
    (HERE / "oracle.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
