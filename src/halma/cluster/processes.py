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

    def results(
        self, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], finish: Callable[[], None] = nothing
    ) -> Generator[Result, None, None]:
        """The results of some work as they come. Closing the iterator ends the processes at once."""
        # Concurrent futures would do, but that a pool whose workers are ended early lets them die with a traceback.
        rest = iter(tasks)
        busy: dict[Connection, _Worker] = {}
        idle: list[_Worker] = []
        complete = False
        try:
            while True:
                while len(busy) < self.workers and (task := next(rest, None)) is not None:
                    worker = idle.pop() if idle else _Worker.start(work, finish)
                    busy[worker.near] = worker.given(task)
                if not busy:
                    break
                for near in cast("list[Connection]", wait(list(busy))):
                    worker = busy.pop(near)
                    try:
                        result, error = near.recv()
                    except (EOFError, OSError):
                        successor = worker.replaced(work, finish)
                        busy[successor.near] = successor
                        continue
                    if error is not None:
                        worker.end()
                        raise error
                    idle.append(worker)
                    yield result
            complete = True
        finally:
            for worker in (*idle, *busy.values()):
                worker.let_go(complete)
            for worker in (*idle, *busy.values()):
                worker.process.join()


@dataclass
class _Worker:
    """A process, and the line to it."""

    process: BaseProcess
    near: Connection
    task: tuple[Any, ...] = ()
    attempts: int = 0

    @staticmethod
    def start(work: Callable[..., object], finish: Callable[[], None]) -> _Worker:
        context = multiprocessing.get_context("spawn")
        near, far = context.Pipe()
        process = context.Process(target=_serve, args=(far, work, finish, kernel_in_use()), daemon=True)
        process.start()
        far.close()
        return _Worker(process, near)

    def given(self, task: tuple[Any, ...], attempts: int = 1) -> _Worker:
        self.task, self.attempts = task, attempts
        # A worker that is no longer there is noticed where its result is waited for.
        with contextlib.suppress(OSError):
            self.near.send(task)
        return self

    def replaced(self, work: Callable[..., object], finish: Callable[[], None]) -> _Worker:
        """Another worker for the task of this one, which was lost."""
        self.end()
        if self.attempts >= ATTEMPTS:
            raise WorkerLostError(
                mark("A process stopped unexpectedly each time it began the same task; exit code: {status}"),
                status=self.process.exitcode,
            )
        return _Worker.start(work, finish).given(self.task, self.attempts + 1)

    def end(self) -> None:
        self.let_go(complete=False)
        self.process.join()

    def let_go(self, complete: bool) -> None:
        # A worker whose line is closed ends by itself; one that still works has to be told.
        self.near.close()
        if not complete:
            self.process.terminate()


def _serve(far: Connection, work: Callable[..., object], finish: Callable[[], None], kernel: str) -> None:
    """What a process does: task after task until its line is closed."""
    # The main process hears the interrupt and ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    use_kernel(kernel)
    try:
        # Whoever has closed the line wants no more.
        with contextlib.suppress(EOFError, OSError):
            while True:
                task = far.recv()
                try:
                    answer = (work(*task), None)
                except Exception as error:
                    answer = (None, error)
                far.send(answer)
    finally:
        finish()


def _end(*_: object) -> None:
    sys.exit(0)
