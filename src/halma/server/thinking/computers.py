"""Computers think in processes of their own, so that no table waits on another and the server keeps answering.

Who waits for a thought decides when it is thought: people first, tables at which only computers play and nobody looks
last. Among equals what takes long stands further behind, but not for ever: it is due once its own time has passed.
"""

from __future__ import annotations

import asyncio
import heapq
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from time import perf_counter
from typing import Any, TypeVar

from prometheus_client import Histogram

from halma.messages import mark
from halma.server.errors import RefusedError
from halma.server.metrics import Metrics
from halma.server.thinking import worker

Result = TypeVar("Result")
LEAST_SECONDS = 0.3
CONTEXT = multiprocessing.get_context("spawn")


class Urgency(IntEnum):
    """Who waits for a thought; lower numbers come first."""

    # Somebody is at the table and plays there, or has asked for a hint.
    AWAITED = 0
    # Somebody plays at the table but is away, or looks on.
    FOLLOWED = 1
    ANALYSIS = 2
    # Computers among themselves, and nobody looks.
    UNWATCHED = 3

    @property
    def gives_way(self) -> bool:
        """Whether a thought that has begun is put off when somebody needs its worker."""
        return self >= Urgency.ANALYSIS


@dataclass(eq=False)
class QueuedThought:
    """Something to be worked out by a worker."""

    urgency: Urgency
    due: float
    call: tuple[Any, ...]
    result: asyncio.Future[Any]
    # Of which there is one at a time, so that it can be hurried.
    key: str | None = None
    slot: int | None = None
    # Since when it waits, or is thought.
    since: float = field(default_factory=perf_counter)
    # It was stopped for something more urgent, and is thought again from the beginning.
    put_off: bool = field(default=False)


def process_pool(workers: int, flags: Any) -> Executor:
    """Processes that think; each looks at its flag now and then."""
    return ProcessPoolExecutor(workers, mp_context=CONTEXT, initializer=worker.prepare, initargs=(flags,))


class Computers:
    """A queue in front of some worker processes. What nobody waits for any more is stopped."""

    def __init__(
        self,
        workers: int,
        most: int,
        metrics: Metrics | None = None,
        new_pool: Callable[[int, Any], Executor] = process_pool,
    ) -> None:
        self._metrics = metrics or Metrics()
        self._new_pool = new_pool
        self._workers = workers
        self._most = most
        # A flag for every worker: set when its thought shall end.
        self._flags = CONTEXT.RawArray("b", workers)
        self._free = list(range(workers))
        self._queue: list[tuple[Urgency, float, int, QueuedThought]] = []
        self._numbers = count()
        # All that wait or run, and those of them that have a key.
        self._thoughts: set[QueuedThought] = set()
        self._keyed: dict[str, QueuedThought] = {}
        self._pool: Executor | None = None

    @property
    def waiting(self) -> int:
        """How many thoughts wait or run."""
        return len(self._thoughts)

    def _ahead(self, urgency: Urgency) -> int:
        return sum(thought.urgency <= urgency for thought in self._thoughts)

    def share(self, seconds: float, urgency: Urgency = Urgency.AWAITED) -> float:
        """How long one may think when others wait who are not less urgent."""
        return max(LEAST_SECONDS, seconds / max(1.0, self._ahead(urgency) / self._workers))

    async def run(self, function: Callable[..., Result], *arguments: Any, urgency: Urgency = Urgency.AWAITED) -> Result:
        """Run a function of `worker` in a process; cancelling this stops it there. Raises RefusedError if busy."""
        if self._ahead(urgency) >= self._most:
            raise RefusedError("busy", 503, mark("All computer players are busy; try again in a moment."))
        return await self.queue(function, *arguments, urgency=urgency)

    async def queue(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        urgency: Urgency,
        expected: float = 0.0,
        key: str | None = None,
    ) -> Result:
        """The same for what must be thought at some time: it waits, however many are before it."""
        loop = asyncio.get_running_loop()
        call = (function, *arguments)
        thought = QueuedThought(urgency, loop.time() + expected, call, loop.create_future(), key)
        self._thoughts.add(thought)
        if key is not None:
            self._keyed[key] = thought
        self._put(thought)
        try:
            return await thought.result
        finally:
            if key is not None and self._keyed.get(key) is thought:
                del self._keyed[key]
            if thought.slot is None:
                self._thoughts.discard(thought)
            elif not thought.result.done() or thought.result.cancelled():
                self._flags[thought.slot] = 1

    def hurry(self, key: str, urgency: Urgency) -> None:
        """Somebody waits now for what nobody waited for."""
        thought = self._keyed.get(key)
        if thought is None or thought.urgency <= urgency:
            return
        thought.urgency = urgency
        if thought.slot is None:
            self._put(thought)

    def _put(self, thought: QueuedThought) -> None:
        heapq.heappush(self._queue, (thought.urgency, thought.due, next(self._numbers), thought))
        self._begin()
        if thought.slot is None and not thought.urgency.gives_way:
            self._make_way()

    def _begin(self) -> None:
        """Give free workers what is most urgent."""
        while self._free and self._queue:
            urgency, _, _, thought = heapq.heappop(self._queue)
            # It may have been hurried since, be at work already, or nobody wants it any more.
            if thought.slot is None and thought.urgency == urgency and not thought.result.done():
                self._start(thought, self._free.pop())

    def _make_way(self) -> None:
        """Put off what nobody waits for, if somebody else would have to wait for a worker."""
        needed = sum(thought.slot is None and not thought.urgency.gives_way for thought in self._thoughts)
        running = [thought for thought in self._thoughts if thought.slot is not None]
        needed -= sum(thought.put_off or thought.result.done() for thought in running)
        # What has begun last has least to lose.
        for thought in sorted(running, key=lambda thought: -thought.due):
            if needed > 0 and thought.urgency.gives_way and not thought.put_off and not thought.result.done():
                assert thought.slot is not None
                thought.put_off = True
                self._flags[thought.slot] = 1
                needed -= 1

    def _start(self, thought: QueuedThought, slot: int) -> None:
        function, *arguments = thought.call
        self._flags[slot] = 0
        thought.slot = slot
        thought.since = self._lap(thought, self._metrics.thought_wait)
        loop = asyncio.get_running_loop()
        pool = self._executor()
        try:
            future = pool.submit(function, slot, *arguments)
        except Exception as error:
            # The workers may have died since they were asked last; whoever waits may ask again, and gets new ones.
            self._forget(pool)
            future = Future[Any]()
            future.set_exception(error)

        def ended(future: Future[Any]) -> None:
            # The server may have closed its loop by then; then nobody waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._ended, thought, slot, pool, future)

        future.add_done_callback(ended)

    def _lap(self, thought: QueuedThought, histogram: Histogram) -> float:
        """Note how long a thought waited or was thought; from now on it does something else."""
        now = perf_counter()
        histogram.labels(thought.urgency.name.lower()).observe(now - thought.since)
        return now

    def _ended(self, thought: QueuedThought, slot: int, pool: Executor, future: Future[Any]) -> None:
        """A worker is free again when its thought has really ended, which is later than when nobody waits for it."""
        self._free.append(slot)
        thought.slot = None
        thought.since = self._lap(thought, self._metrics.thought_seconds)
        error = None if future.cancelled() else future.exception()
        if isinstance(error, BrokenProcessPool):
            self._forget(pool)
        if thought.put_off and not thought.result.done() and error is None and not future.cancelled():
            thought.put_off = False
            self._put(thought)
            return
        self._thoughts.discard(thought)
        if not thought.result.done():
            if future.cancelled():
                thought.result.cancel()
            elif error is not None:
                thought.result.set_exception(error)
            else:
                thought.result.set_result(future.result())
        self._begin()

    def _executor(self) -> Executor:
        if self._pool is None:
            # Made when the first computer has to think: many tables never need one.
            self._pool = self._new_pool(self._workers, self._flags)
        return self._pool

    def _forget(self, pool: Executor) -> None:
        if self._pool is pool:
            self._pool = None

    def stop(self) -> None:
        """Send everybody home."""
        for slot in range(self._workers):
            self._flags[slot] = 1
        self._queue.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
