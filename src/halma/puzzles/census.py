"""All positions of a few pieces, level by level: in the memory of this process, or in shards."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Protocol, cast

from halma.cluster import Cluster, open_cluster
from halma.puzzles.bounds import Arrival
from halma.puzzles.compiled import native
from halma.puzzles.search import compiled_task
from halma.puzzles.sharded_census import ShardedCensus
from halma.puzzles.task import Task


class Census(Protocol):
    """Levels of positions, each once with its mirror image."""

    @property
    def depth(self) -> int:
        """The number of the last level."""
        ...

    @property
    def bytes(self) -> int:
        """What it takes in memory, at most so far."""
        ...

    def size(self, depth: int, /) -> int:
        """How many positions a level has."""
        ...

    def digest(self, depth: int, /) -> int:
        """A sum over the positions of a level, whatever their order."""
        ...

    def extend(self, stop: Callable[[], bool], /) -> bool:
        """One level further; false if somebody stopped it."""
        ...

    def meets(self, other: int, /) -> bool:
        """Whether a position of the last level is the turned image of one of the level `other`, or of its own."""
        ...


@contextmanager
def census(
    task: Task, arrival: Arrival, limit: int, *, threads: int, scratch: str, cluster: Cluster | None
) -> Generator[Census]:
    """A census of what may be part of a solution of at most `limit` moves."""
    if cluster is None and not scratch:
        yield native().Census(_moves(task, arrival, limit), threads)
        return
    given = pickle.dumps((replace(task), arrival, limit))
    with ExitStack() as held:
        workers = held.enter_context(open_cluster(workers=threads)) if cluster is None else cluster
        counted = ShardedCensus(workers, moves_of, given, scratch)
        held.callback(counted.close)
        yield counted


def moves_of(given: bytes):
    """The moves of a census, from what it is sent to workers as."""
    return _moves(*cast("tuple[Task, Arrival, int]", pickle.loads(given)))


def _moves(task: Task, arrival: Arrival, limit: int):
    a, b = arrival.direction
    measure = [a * x + b * y for x, y in task.board.coordinates]
    least = min(measure)
    return native().CensusMoves(
        compiled_task(task.free()),
        task.mirror or tuple(range(len(task.board))),
        task.turns[0],
        [value - least for value in measure],
        min(measure[cell] for cell in arrival.goal) - least,
        max(a * x + b * y for x, y in task.board.directions),
        limit,
    )
