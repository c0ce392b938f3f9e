"""Computers think in processes of their own, so that no table waits on another and the house stays live."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from halma.messages import mark
from halma.server import worker
from halma.server.errors import RefusedError

Result = TypeVar("Result")
LEAST_SECONDS = 0.3


class Computers:
    """A queue in front of some worker processes. What nobody waits for any more is stopped."""

    def __init__(self, workers: int, most: int) -> None:
        self._workers = workers
        self._context = multiprocessing.get_context("spawn")
        self._flags = self._context.RawArray("b", most)
        self._free = list(range(most))
        self._most = most
        self._pool: ProcessPoolExecutor | None = None

    @property
    def waiting(self) -> int:
        """How many jobs wait or run."""
        return self._most - len(self._free)

    def share(self, seconds: float) -> float:
        """How long one may think when others wait: who fills the house with tables does not stop everybody else."""
        return max(LEAST_SECONDS, seconds / max(1.0, self.waiting / self._workers))

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Made when the first computer has to think: many tables never need one.
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=self._context, initializer=worker.prepare, initargs=(self._flags,)
            )
        return self._pool

    async def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Run a function of `worker` in a process; cancelling this stops it there. Raises RefusedError if busy."""
        if not self._free:
            raise RefusedError("busy", 503, mark("All computers are busy; try again in a moment."))
        slot = self._free.pop()
        self._flags[slot] = 0
        try:
            future = self._executor().submit(function, slot, *arguments)
        except BrokenProcessPool:
            self._pool = None
            future = self._executor().submit(function, slot, *arguments)
        future.add_done_callback(self._freeing(slot, asyncio.get_running_loop()))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._flags[slot] = 1
            raise
        except BrokenProcessPool:
            self._pool = None
            raise

    def _freeing(self, slot: int, loop: asyncio.AbstractEventLoop) -> Callable[[Future[Any]], None]:
        """A slot is free again when its job has really ended, which is later than when nobody waits for it."""

        def free(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._free.append, slot)

        return free

    def stop(self) -> None:
        """Send everybody home."""
        for slot in range(self._most):
            self._flags[slot] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
