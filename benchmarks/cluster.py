"""What distributing work costs and gains: python benchmarks/cluster.py [cost|match|beam|census|exact] [--workers 1 2].

`cost` plays games of a few levels and tells the processor time that 1,000 of them take. `match` plays the same games in
processes and on Ray; the others search with one thread and with more. Seconds depend on what else the machine does: the
load is told, and processor time beside the wall.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from halma.cluster import open_cluster
from halma.engine import Limits, Setting, make_match, played_games
from halma.games import choose
from halma.play import Position
from halma.puzzles.bounds import Arrival, lower_bound
from halma.puzzles.census import census
from halma.puzzles.search import BeamSettings, beam, exact
from halma.puzzles.task import Task


def processor() -> float:
    """Processor time of this process and of those it has started and that have ended."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Tells how long something took."""
    wall, used = time.perf_counter(), processor()
    yield
    spent = time.perf_counter() - wall
    print(
        f"{name}: {spent:.2f} s, {processor() - used:.2f} s of processor time, load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def task_of(game: str, **options: Any) -> Task:
    """A puzzle with one goal."""
    task = Task.of(Position(game, **options))
    return task.between(task.start, task.goals[0], task.mark, task.mark_goal)


def of_match(workers: list[int], games: int) -> None:
    """The same match in every way there is."""
    match = make_match(["level:3", "level:2"], Setting(choose("star", players=2)), Limits(), games)
    for count in workers:
        with timed(f"{games} games, {count} processes"), open_cluster(workers=count) as cluster:
            list(played_games(match, cluster=cluster))
    for count in workers:
        with open_cluster("auto", count) as cluster, timed(f"{games} games, Ray with {count} workers, once it runs"):
            list(played_games(match, cluster=cluster))


def of_cost() -> None:
    """The processor time of games."""
    for game in ("halma", "star"):
        for level, games in ((2, 20), (4, 10), (6, 4)):
            match = make_match([f"level:{level}"], Setting(choose(game, players=2)), Limits(), games)
            used = time.process_time()
            list(played_games(match))
            cost = (time.process_time() - used) / games
            minutes = 1000 * cost / 60
            print(f"{game}, level {level}: {minutes:.1f} core minutes for 1,000 games ({games} played)", flush=True)


def of_threads(name: str, work: Callable[[int], object], workers: list[int]) -> None:
    """The same search with so many threads."""
    for count in workers:
        with timed(f"{name}, {count} threads"):
            found = work(count)
        print(f"    {found}")


def wide_beam(threads: int) -> str:
    """How many positions a beam looks at, and how long its line is."""
    positions = [0]
    line = beam(
        task_of("star-highscore", pieces=10),
        BeamSettings(200_000, threads=threads),
        40,
        lambda: False,
        lambda _depth, count, _size: positions.append(count),
    )
    return f"{positions[-1]} positions, {len(line or ())} moves"


def wide_census(threads: int) -> str:
    """How many positions a census has, to a depth that takes seconds."""
    task = task_of("star-highscore", pieces=6)
    _, (arrival,) = lower_bound(task)
    assert isinstance(arrival, Arrival)
    with census(task, arrival, 22, threads=threads, scratch="", cluster=None) as counted:
        while counted.depth < 11 and counted.extend(lambda: False):
            pass
        return f"{sum(counted.size(depth) for depth in range(counted.depth + 1))} positions"


def wide_exact(threads: int) -> str:
    """What a search from both ends rules out."""
    found = exact(task_of("highscore"), 30, most=20_000_000, threads=threads)
    return f"{found.positions} positions, at least {found.bound}"


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["cost", "match", "beam", "census", "exact"])
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    for what in given.what:
        if what == "cost":
            of_cost()
        elif what == "match":
            of_match(given.workers, given.games)
        else:
            of_threads(what, {"beam": wide_beam, "census": wide_census, "exact": wide_exact}[what], given.workers)


if __name__ == "__main__":
    main()
