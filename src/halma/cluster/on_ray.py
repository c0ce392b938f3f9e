"""Ray: the cores of this machine or of many, as far as one of its clusters reaches."""

from __future__ import annotations

import atexit
import os
import re
import socket
from collections.abc import Callable, Generator, Iterable
from importlib.metadata import version
from itertools import islice
from typing import Any, TypeVar

from halma.cluster.interface import ATTEMPTS, Cluster, ClusterError, WorkerLostError, nothing
from halma.cluster.opening import HERE
from halma.extras import requires_extra
from halma.kernel import kernel_in_use, use_kernel
from halma.messages import mark

__all__ = ["RayCluster"]

Result = TypeVar("Result")

ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(?P<port>[0-9]{1,5})")
# How long a cluster may take to accept a connection.
PATIENCE_S = 10.0
# Tasks that lie ready for each worker, so that none of them waits for the driver.
READY = 2


class RayCluster(Cluster):
    """A cluster of Ray: one that is started on this machine, or the one that answers at an address."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        _check(address)
        # Nothing is reported to anybody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        with requires_extra("cluster"):
            import ray  # noqa: PLC0415 - only who uses it has it

        self._ray: Any = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address == HERE:
                self._ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
            else:
                self._ray.init(address=address, **quiet)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            # Also another version of Ray or of Python there.
            raise ClusterError(
                mark("Ray at {address} cannot be used: {reason}"), address=address, reason=_one_line(error)
            ) from error
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self.workers = cores if workers is None else min(workers, cores)

    def results(
        self, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], finish: Callable[[], None] = nothing
    ) -> Generator[Result, None, None]:
        """The results of some work as they come. Closing the iterator ends what is still being done."""
        ray = self._ray
        # Ray begins a task anew by itself when its worker or the whole machine is lost.
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1, retry_exceptions=False)(_do)
        fixed = (version("halma"), kernel_in_use(), work, finish)
        rest = iter(tasks)
        waiting = [remote.remote(*fixed, task) for task in islice(rest, READY * self.workers)]
        try:
            while waiting:
                (done,), waiting = ray.wait(waiting)
                waiting += [remote.remote(*fixed, task) for task in islice(rest, 1)]
                yield self._received(done)
        finally:
            for one in waiting:
                ray.cancel(one, force=True)

    def _received(self, done: Any) -> Any:
        errors = self._ray.exceptions
        try:
            result, error = self._ray.get(done)
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as lost:
            raise WorkerLostError(
                mark("A worker of the cluster was lost each time it began the same task: {reason}"),
                reason=_one_line(lost),
            ) from lost
        except errors.RayError as failure:
            # The task was never begun: halma is missing on that machine, say.
            raise ClusterError(
                mark("A machine of the cluster cannot work for halma: {reason}"), reason=_one_line(failure)
            ) from failure
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()


def _check(address: str) -> None:
    """Refuses an address that is none, or at which nobody answers: Ray itself would wait for minutes."""
    if address == HERE:
        return
    found = ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) < 65536:
        raise ClusterError(
            mark("“{address}” is no address of a cluster; give auto, or HOST:PORT as “ray start” tells it."),
            address=address,
        )
    try:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), PATIENCE_S).close()
    except OSError as error:
        raise ClusterError(mark("No cluster answers at {address}."), address=address) from error


def _one_line(error: BaseException) -> str:
    """The first line of what Ray has to say, which may be a page."""
    lines = str(error).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__


_finishing: set[Callable[[], None]] = set()


def _do(
    wanted: str, kernel: str, work: Callable[..., Result], finish: Callable[[], None], task: tuple[Any, ...]
) -> tuple[Result | None, Exception | None]:
    """What a worker does for a task: its result, or the error it ended with."""
    try:
        found = version("halma")
        if found != wanted:
            raise ClusterError(
                mark("A machine of the cluster has halma {found}, this one has {wanted}; install the same version."),
                found=found,
                wanted=wanted,
            )
        if finish not in _finishing:
            _finishing.add(finish)
            atexit.register(finish)
        use_kernel(kernel)
        return work(*task), None
    except Exception as error:
        return None, error
