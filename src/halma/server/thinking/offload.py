"""Work that would hold up play, such as drawing a picture: done in processes of its own, which yield to all others."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from halma.server.thinking import worker

Result = TypeVar("Result")
# Whoever plays, and the computers that do, come first.
NICENESS = 10


class Offload:
    """A few worker processes, begun when the first work comes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_prepare)
        return self._pool

    async def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Run a function in a process. One that took its process down with it is tried once more in a fresh one."""
        for last in (False, True):
            pool = self._executor()
            try:
                return await asyncio.wrap_future(pool.submit(function, *arguments))
            except BrokenProcessPool:
                # Another call may have begun a fresh pool already.
                if self._pool is pool:
                    self._pool = None
                if last:
                    raise
        raise AssertionError

    def stop(self) -> None:
        """End the processes; nobody waits for their work any more."""
        if self._pool is not None:
            # A picture is painted to its end before a process looks at anything else, so it is not asked.
            started: dict[int, BaseProcess] = dict(getattr(self._pool, "_processes", None) or {})
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in started.values():
                process.terminate()
            self._pool = None


def _prepare() -> None:
    worker.prepare(None)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
