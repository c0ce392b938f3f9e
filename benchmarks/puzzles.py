"""Time and memory of the puzzles: `python benchmarks/puzzles.py [solitaire|census|star-10|star-15|halma-19]`.

The figures in docs/performance.md come from here.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from halma.play import Position
from halma.puzzles import pars, solitaire
from halma.puzzles.solve import SolveLimits, solve


def timed(name: str, began: tuple[float, float]) -> None:
    wall, processor = time.perf_counter() - began[0], time.process_time() - began[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: {wall:.1f} s, {processor:.1f} s of processor time, {memory:.0f} MB at most", flush=True)


def now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def of_solitaire() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, began = Path(folder) / "tablebase", now()
        path.write_bytes(solitaire.build())
        timed(f"tablebase of the winnable positions ({path.stat().st_size / 1e6:.1f} MB)", began)
        began = now()
        tablebase = solitaire.Tablebase.open(path)
        found = tablebase.find(solitaire.START)
        print(f"opened and asked: {1000 * (time.perf_counter() - began[0]):.2f} ms", found)
        print("winnable classes", sum(tablebase.counts))
        images = sum(solitaire.compiled_solitaire().images(tablebase.classes(pieces).tolist()) for pieces in range(33))
        print("winnable positions", images)
    began = now()
    counts = solitaire.compiled_solitaire().reachable(99, lambda: False)
    timed("plain breadth-first search of all reachable classes", began)
    print("reachable", *(sum(column) for column in zip(*counts, strict=True)))


def of_puzzle(name: str, limits: SolveLimits) -> None:
    """How soon which length is found. Par may have taken longer than the time that is given here."""
    par = next(par for par in pars() if par.id == name)
    began = now()
    reached: dict[int, float] = {}

    def watch(progress) -> None:
        if progress.best is not None:
            reached.setdefault(progress.best, time.perf_counter() - began[0])

    limits.watch = watch
    solution = solve(Position(par.game, **par.options), limits)
    times = ", ".join(f"{length} after {seconds:.1f} s" for length, seconds in reached.items())
    timed(f"{name}: {times}; at least {solution.bound}; {solution.positions} positions; par {par.moves}", began)


BENCHMARKS = {
    "solitaire": of_solitaire,
    "census": lambda: of_puzzle("star-highscore-6", SolveLimits(seconds=300, prove=True)),
    "star-10": lambda: of_puzzle("star-highscore-10", SolveLimits(seconds=60)),
    "star-15": lambda: of_puzzle("star-highscore-15", SolveLimits(seconds=120)),
    "halma-19": lambda: of_puzzle("highscore-19", SolveLimits(seconds=450)),
}

if __name__ == "__main__":
    for benchmark in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[benchmark]()
