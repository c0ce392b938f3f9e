"""Time and memory of the puzzles: `python benchmarks/puzzles.py [fixed|solitaire|census|star-10|star-15|halma-19]`.

`fixed` gives every search the same work in each run, so that two builds can be compared; the others end by the clock or
with a proof. The figures in docs/performance.md come from here.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from halma.play import Position
from halma.puzzles import pars, solitaire
from halma.puzzles.bounds import lower_bound
from halma.puzzles.par import record_of
from halma.puzzles.placements import complete
from halma.puzzles.search import BeamSettings, beam, exact, improve, plain_exact
from halma.puzzles.solve import SolveLimits, Solver, solve
from halma.puzzles.task import Line, Task


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


def never() -> bool:
    return False


def task_of(game: str, **options: Any) -> Task:
    task = Task.of(Position(game, **options))
    return task.between(task.start, task.goals[0], task.mark, task.mark_goal)


def shipped(name: str) -> Line:
    """The record of a puzzle, as the searches write lines."""
    record = record_of(next(par for par in pars() if par.id == name))
    assert record is not None
    actions = [event.action for event in record.position().history if event.action is not None]
    return tuple((action.origin, action.target) for action in actions)


def fixed_beam(task: Task, width: int) -> str:
    positions = [0]
    line = beam(task, BeamSettings(width), 120, never, lambda _depth, count, _size: positions.append(count))
    return f"{positions[-1]} positions, {len(line or ())} moves"


def fixed_exact(task: Task, limit: int) -> str:
    found = exact(task, limit, most=300_000)
    return f"{found.positions} positions, at least {found.bound}"


def fixed_census() -> str:
    solver = Solver(Position("star-highscore", pieces=6), SolveLimits(seconds=1e9, memory=0.03))
    solver.found.line = shipped("star-highscore-6")
    solver._census()  # pyright: ignore[reportPrivateUsage]
    return f"{sum(level.size for level in solver.found.levels)} positions, at least {solver.found.bound}"


def fixed_placements() -> str:
    counts: list[int] = []
    position = Position("star-highscore", pieces=6)
    complete(position, lambda: len(counts) > 9, lambda _distance, count: counts.append(count))
    return f"{sum(counts)} placements"


def fixed_windows() -> str:
    line = shipped("star-highscore-15")
    improved = improve(task_of("star-highscore"), line, most=20_000, longest=6, stop=never, tell=lambda _: None)
    return f"{len(improved)} moves"


def fixed_in_python() -> str:
    found = plain_exact(task_of("star-highscore", pieces=6), 20, most=3_000, stop=never)
    return f"{found.positions} positions, at least {found.bound}"


FIXED = {
    "beam of 4,000, star with 15 pieces": lambda: fixed_beam(task_of("star-highscore"), 4_000),
    "beam of 4,000, highscore with 19 pieces": lambda: fixed_beam(task_of("highscore"), 4_000),
    "beam of 2,000, marked": lambda: fixed_beam(task_of("marked", players=1), 2_000),
    "beam of 4,000, meeting point": lambda: fixed_beam(task_of("meeting-point"), 4_000),
    "beam of 4,000, connection": lambda: fixed_beam(task_of("connection-solo"), 4_000),
    "beam of 64,000, star with 10 pieces": lambda: fixed_beam(task_of("star-highscore", pieces=10), 64_000),
    "exact, star with 15 pieces": lambda: fixed_exact(task_of("star-highscore"), 25),
    "exact, highscore with 19 pieces": lambda: fixed_exact(task_of("highscore"), 32),
    "exact, marked": lambda: fixed_exact(task_of("marked", players=1), 40),
    "census, star with 6 pieces": fixed_census,
    "placements, star with 6 pieces": fixed_placements,
    "windows, star with 15 pieces": fixed_windows,
    "bounds, highscore with 19 pieces": lambda: f"at least {lower_bound(task_of('highscore'))[0]}",
    "plain Python, star with 6 pieces": fixed_in_python,
    "solitaire, 16 levels": lambda: f"{solitaire.compiled_solitaire().reachable(16, never)[-1][0]} classes at last",
    "solitaire, tablebase": lambda: f"{len(solitaire.build())} bytes",
}


def of_fixed_work() -> None:
    for name, work in FIXED.items():
        began = time.process_time()
        found = work()
        print(f"{time.process_time() - began:7.3f} s of processor time  {name}: {found}", flush=True)


BENCHMARKS = {
    "fixed": of_fixed_work,
    "solitaire": of_solitaire,
    "census": lambda: of_puzzle("star-highscore-6", SolveLimits(seconds=300, prove=True)),
    "star-10": lambda: of_puzzle("star-highscore-10", SolveLimits(seconds=60)),
    "star-15": lambda: of_puzzle("star-highscore-15", SolveLimits(seconds=120)),
    "halma-19": lambda: of_puzzle("highscore-19", SolveLimits(seconds=450)),
}

if __name__ == "__main__":
    for benchmark in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[benchmark]()
