"""What all who distribute work know of where it is done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from types import TracebackType
from typing import Any, TypeVar

from halma.messages import HalmaError

__all__ = ["ATTEMPTS", "Cluster", "ClusterError", "WorkerLostError", "nothing"]

Result = TypeVar("Result")

# How often a task is begun whose worker is lost. One that brings down every worker must end some time.
ATTEMPTS = 5


class ClusterError(HalmaError):
    """A cluster that cannot be used: nobody answers, or another version of halma is there."""


class WorkerLostError(ClusterError):
    """A task during which one worker after another was lost."""


def nothing() -> None:
    """What a worker does before it ends, if nothing is asked for."""


class Cluster(ABC):
    """Workers that take tasks. Every task gives one result, whatever happens to the workers meanwhile.

    Work, tasks and results travel between processes, so they have to pickle, and the work has to be a function of a
    module. What a task gives must depend on the task alone: then it does not matter which worker does it, how many
    there are, and in which order they end.
    """

    #: How many tasks are done at a time.
    workers: int

    @abstractmethod
    def results(
        self, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], finish: Callable[[], None] = nothing
    ) -> Generator[Result, None, None]:
        """The results of some work, one for each task, as they come. Tasks are taken as workers become free.

        A worker may be kept for later work; it calls `finish` before it ends, at the latest when the cluster is left.

        A task whose worker is lost is given to another one; after some attempts WorkerLostError is raised. An error of
        the work is raised here. Closing the iterator ends it all.
        """

    def close(self) -> None:  # noqa: B027 - there may be nothing to end
        """Leave the cluster, and end what was started for it."""

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
