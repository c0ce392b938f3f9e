"""The server under load, in scenes on loopback.

load        tables of two scripted players who never pause: time to acknowledge, processor time and memory
length      the same with short and long games: does a move late in a game take longer?
pace        many tables at which somebody moves every few seconds
spectators  many come to one table, then moves are made
fronts      two fronts on PostgreSQL and Redis against one
start       a server with many stored tables
kills       fronts, a worker, PostgreSQL and Redis are killed at random moments of play
pictures    many large pictures are asked for at once while two play

python benchmarks/server [SCENE …] [--tables N] [--seconds S] [--against PYTHON] and so on; --help lists the options.

With --against, the interpreter of an environment with another version of halma, every scene is also run with a server
of that version, in turns. The processor time of a process and ratios say more than seconds where others work beside.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from fronts import fronts
from killing import kills
from pictures import pictures
from playing import length, load, pace
from processes import ServerProcess
from starting import start
from watching import spectators


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="scene", help="which scenes; all if none is named")
    parser.add_argument("--tables", type=int, default=500, help="of load and fronts")
    parser.add_argument("--long", type=int, default=10, help="tables of length")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--turns", type=int, default=100, help="the longest game of load")
    parser.add_argument("--paced", type=int, default=5000, help="tables of pace")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from move to move in pace")
    parser.add_argument("--stored", type=int, default=100_000, help="tables of start")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--pictures", type=int, default=40)
    parser.add_argument("--width", type=int, default=2000)
    parser.add_argument("--against", metavar="PYTHON", help="an interpreter with another version, to be compared")
    given = parser.parse_args()
    scenes: dict[str, Callable[[Path], None]] = {
        "load": lambda folder: load(folder, given.tables, given.seconds, given.turns),
        "length": lambda folder: length(folder, given.long, given.seconds),
        "pace": lambda folder: pace(folder, given.paced, given.seconds, given.every),
        "spectators": lambda folder: spectators(folder, given.spectators),
        "fronts": lambda folder: fronts(folder, given.tables, given.seconds),
        "start": lambda folder: start(folder, given.stored),
        "kills": lambda folder: kills(folder, given.kills),
        "pictures": lambda folder: pictures(folder, given.pictures, given.width),
    }
    unknown = set(given.scenes) - set(scenes)
    if unknown:
        parser.error(f"unknown scene {', '.join(sorted(unknown))}; scenes: {', '.join(scenes)}")
    for name in given.scenes or scenes:
        for python in (given.against, sys.executable) if given.against else (sys.executable,):
            print(f"--- {name}" + (f", {python}" if given.against else ""), flush=True)
            ServerProcess.python = python
            with tempfile.TemporaryDirectory() as folder:
                scenes[name](Path(folder))


if __name__ == "__main__":
    main()
