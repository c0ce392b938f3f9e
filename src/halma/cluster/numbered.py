"""Work in numbered tasks: done anywhere, written down once, counted in the order of the numbers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar

from halma.cluster.interface import Cluster
from halma.cluster.journal import ResultJournal

__all__ = ["in_order", "numbered_results"]

Result = TypeVar("Result")


def numbered_results(
    work: Callable[..., Result],
    tasks: Sequence[tuple[Any, ...]],
    pack: Callable[[Result], Mapping[str, Any]],
    unpack: Callable[[Mapping[str, Any]], Result],
    *,
    cluster: Cluster | None = None,
    journal: ResultJournal | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """The results of all tasks with their numbers, as they come; one after the other without a cluster.

    With a journal those that it holds come first and are not worked for again; each of the others is on the disk before
    it comes. `pack` and `unpack` turn a result into what JSON can hold, and back.
    """
    done = frozenset[int]()
    if journal is not None:
        done = journal.numbers
        for number, data in journal.results():
            if number < len(tasks):
                yield number, unpack(data)
    missing = ((work, number, *task) for number, task in enumerate(tasks) if number not in done)
    results = _here(missing) if cluster is None else cluster.results(_numbered, missing)
    with closing(results):
        for number, result in results:
            if journal is not None:
                journal.add(number, pack(result))
            yield number, result


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Results in the order of their numbers, each as soon as those before it are there."""
    waiting = dict[int, Result]()
    following = 0
    for number, result in results:
        waiting[number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _numbered(work: Callable[..., Result], number: int, *task: Any) -> tuple[int, Result]:
    return number, work(*task)


def _here(tasks: Iterable[tuple[Any, ...]]) -> Generator[tuple[int, Any], None, None]:
    for task in tasks:
        yield _numbered(*task)
