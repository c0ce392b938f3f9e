"""Stores changes in groups: all that wait at the same moment share one transaction, and one way to the disk."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import perf_counter

from halma.server.errors import StorageError
from halma.server.metrics import Metrics
from halma.server.storage.interface import Append, ConflictError, TableCreation

# The slower the disk, the more wait: then they share the more.
MOST_AT_ONCE = 1000
Change = Append | TableCreation
# With the moment from which on it waits.
Waiting = tuple[Change, asyncio.Future[None], float]
# Stores changes of different tables; for each, whether it fitted what was there.
Commit = Callable[[Sequence[Change]], Awaitable[Sequence[bool]]]


class GroupWriter:
    """So many transactions at a time; a table is in one of them at most."""

    def __init__(self, commit: Commit, at_a_time: int = 1, metrics: Metrics | None = None) -> None:
        self._commit = commit
        self._metrics = metrics or Metrics()
        self._at_a_time = at_a_time
        self._waiting: deque[Waiting] = deque()
        self._tables: set[str] = set()
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def waiting(self) -> int:
        """How many changes wait to be stored."""
        return len(self._waiting)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._write()) for _ in range(self._at_a_time)]

    async def stop(self) -> None:
        """Store what still waits."""
        if self._tasks:
            await self._idle.wait()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._tasks = []

    async def store(self, change: Change) -> None:
        """Store a change. It is finished even if whoever wants it goes away."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done, perf_counter()))
        self._idle.clear()
        self._something.set()
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            group = self._next()
            if not group:
                self._something.clear()
                await self._something.wait()
                continue
            self._running += 1
            try:
                await self._store(group)
            finally:
                self._tables.difference_update(_table(change) for change, *_ in group)
                self._running -= 1
                self._something.set()
                if not self._waiting and not self._running:
                    self._idle.set()

    def _next(self) -> list[Waiting]:
        """What is stored together: one change of a table, in the order in which they came."""
        group: list[Waiting] = []
        later: list[Waiting] = []
        while self._waiting and len(group) < MOST_AT_ONCE and len(later) < MOST_AT_ONCE:
            waiting = self._waiting.popleft()
            table = _table(waiting[0])
            if table in self._tables:
                later.append(waiting)
            else:
                self._tables.add(table)
                group.append(waiting)
        self._waiting.extendleft(reversed(later))
        return group

    async def _store(self, group: Sequence[Waiting]) -> None:
        began = perf_counter()
        for *_, since in group:
            self._metrics.commit_wait.observe(began - since)
        try:
            fitted = await self._commit([change for change, *_ in group])
        except StorageError as error:
            # None of them is to blame, so trying each of them alone would only take longer.
            for _, done, _ in group:
                _refuse(done, error)
        except Exception as error:
            if len(group) == 1:
                _refuse(group[0][1], error)
                return
            # One change that cannot be stored must not take the others with it.
            for waiting in group:
                await self._store([waiting])
        else:
            self._metrics.commit_seconds.observe(perf_counter() - began)
            self._metrics.commit_size.observe(len(group))
            for (_, done, _), one in zip(group, fitted, strict=True):
                if not one:
                    self._metrics.conflicts.inc()
                    _refuse(done, ConflictError())
                elif not done.done():
                    done.set_result(None)


def _table(change: Change) -> str:
    return change.table if isinstance(change, Append) else change.id


def _refuse(done: asyncio.Future[None], error: Exception) -> None:
    if done.done():
        return
    done.set_exception(error)
    # Somebody who waits hears of it; if nobody does, it is not an error of the program.
    done.exception()
