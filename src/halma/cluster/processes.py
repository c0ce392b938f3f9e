"""Processes of this machine that work side by side, each on one task at a time, and end with whoever started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

from halma.cluster.interface import ATTEMPTS, Cluster, WorkerLostError, nothing
from halma.kernel import kernel_in_use, use_kernel
from halma.messages import mark

__all__ = ["Processes"]

Result = TypeVar("Result")


class Processes(Cluster):
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._idle: list[_Worker] = []

    def results(
        self, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], finish: Callable[[], None] = nothing
    ) -> Generator[Result, None, None]:
        """The results of some work as they come. Closing the iterator ends what is still being done at once."""
        # Concurrent futures would do, but that a pool whose workers are ended early lets them die with a traceback.
        rest = iter(tasks)
        busy: dict[Connection, _Worker] = {}
        fixed = (kernel_in_use(), work, finish)
        try:
            while True:
                while len(busy) < self.workers and (task := next(rest, None)) is not None:
                    worker = self._idle.pop() if self._idle else _Worker.start()
                    busy[worker.near] = worker.given((*fixed, task))
                if not busy:
                    break
                for near in cast("list[Connection]", wait(list(busy))):
                    worker = busy.pop(near)
                    try:
                        result, error = near.recv()
                    except (EOFError, OSError):
                        successor = worker.replaced()
                        busy[successor.near] = successor
                        continue
                    self._idle.append(worker)
                    if error is not None:
                        raise error
                    yield result
        finally:
            _end_all(busy.values(), complete=False)

    def close(self) -> None:
        """End the processes; they wait for work until then."""
        _end_all(self._idle, complete=True)
        self._idle.clear()


@dataclass
class _Worker:
    """A process, and the line to it."""

    process: BaseProcess
    near: Connection
    task: tuple[Any, ...] = ()
    attempts: int = 0

    @staticmethod
    def start() -> _Worker:
        context = multiprocessing.get_context("spawn")
        near, far = context.Pipe()
        process = context.Process(target=_serve, args=(far,), daemon=True)
        process.start()
        far.close()
        return _Worker(process, near)

    def given(self, task: tuple[Any, ...], attempts: int = 1) -> _Worker:
        self.task, self.attempts = task, attempts
        # A worker that is no longer there is noticed where its result is waited for.
        with contextlib.suppress(OSError):
            self.near.send(task)
        return self

    def replaced(self) -> _Worker:
        """Another worker for the task of this one, which was lost."""
        _end_all([self], complete=False)
        if self.attempts >= ATTEMPTS:
            raise WorkerLostError(
                mark("A process stopped unexpectedly each time it began the same task; exit code: {status}"),
                status=self.process.exitcode,
            )
        return _Worker.start().given(self.task, self.attempts + 1)


def _end_all(workers: Iterable[_Worker], *, complete: bool) -> None:
    workers = list(workers)
    for worker in workers:
        # A worker whose line is closed ends by itself; one that still works has to be told.
        worker.near.close()
        if not complete:
            worker.process.terminate()
    for worker in workers:
        worker.process.join()


def _serve(far: Connection) -> None:
    """What a process does: task after task until its line is closed."""
    # The main process hears the interrupt and ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    finishing = dict[Callable[[], None], None]()
    try:
        # Whoever has closed the line wants no more.
        with contextlib.suppress(EOFError, OSError):
            while True:
                kernel, work, finish, task = far.recv()
                finishing[finish] = None
                try:
                    use_kernel(kernel)
                    answer = (work(*task), None)
                except Exception as error:
                    answer = (None, error)
                far.send(answer)
    finally:
        for finish in finishing:
            finish()


def _end(*_: object) -> None:
    sys.exit(0)
