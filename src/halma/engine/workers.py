"""Processes that work side by side, each on one task at a time, and end with whoever started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

from halma.kernel import kernel_in_use, use_kernel
from halma.messages import HalmaError, mark

__all__ = ["WorkerLostError", "side_by_side"]

Result = TypeVar("Result")


class WorkerLostError(HalmaError):
    """A process that ended before it gave its result."""


def side_by_side(
    work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], processes: int, finish: Callable[[], None]
) -> Generator[Result, None, None]:
    """The results of some work as they come. Each process calls `finish` before it ends.

    Closing the iterator ends the processes at once. An error of the work is raised here; a process that is lost raises
    WorkerLostError.
    """
    # Concurrent futures would do, but that a pool whose workers are ended early lets them die with a traceback.
    context = multiprocessing.get_context("spawn")
    rest = iter(tasks)
    workers: dict[Connection, BaseProcess] = {}
    complete = False
    try:
        for task in islice(rest, processes):
            near, far = context.Pipe()
            worker = context.Process(target=_serve, args=(far, work, finish, kernel_in_use()), daemon=True)
            worker.start()
            far.close()
            workers[near] = worker
            _hand(near, worker, task)
        busy = set(workers)
        while busy:
            for near in cast("list[Connection]", wait(list(busy))):
                result = _received(near, workers[near])
                task = next(rest, None)
                if task is None:
                    busy.remove(near)
                else:
                    _hand(near, workers[near], task)
                yield result
        complete = True
    finally:
        for near, worker in workers.items():
            # A worker whose line is closed ends by itself; one that still works has to be told.
            near.close()
            if not complete:
                worker.terminate()
        for worker in workers.values():
            worker.join()


def _hand(near: Connection, worker: BaseProcess, task: tuple[Any, ...]) -> None:
    try:
        near.send(task)
    except OSError as lost:
        raise _lost(worker) from lost


def _lost(worker: BaseProcess) -> WorkerLostError:
    worker.join()
    return WorkerLostError(
        mark("A process playing games stopped unexpectedly; exit code: {status}"), status=worker.exitcode
    )


def _received(near: Connection, worker: BaseProcess) -> Any:
    try:
        result, error = near.recv()
    except (EOFError, OSError) as lost:
        raise _lost(worker) from lost
    if error is not None:
        raise error
    return result


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
