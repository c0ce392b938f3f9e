"""The options of commands whose work can be done on a cluster, and what all of them do with it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen
from halma.messages import mark

if TYPE_CHECKING:
    from halma.cluster import Cluster

ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help=mark("Do the work on a Ray cluster: at HOST:PORT, or “auto” for one on the cores of this machine."),
    ),
]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        help=mark("How much to do in parallel; 1 by default, on a cluster as much as it has cores."),
        parser=whole_number("--jobs", 1),
    ),
]

JournalFile = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="FILE",
        help=mark("Keep every result in this file as it comes; the same command continues interrupted work."),
    ),
]


@contextmanager
def cluster_for(address: str | None, jobs: int | None) -> Generator[Cluster | None]:
    """The cluster that was asked for; none where one thing is to be done after the other."""
    from halma.cluster import open_cluster

    if address is None and (jobs or 1) == 1:
        yield None
        return
    with open_cluster(address, jobs) as cluster:
        yield cluster


def tell_interrupted(screen: Screen, journal: str | None) -> None:
    """What is told after Ctrl-C, when the result so far is shown."""
    if journal is None:
        screen.print(screen.words.text("Interrupted; here is the result so far."))
        return
    screen.print(
        screen.words.text(
            "Interrupted; here is the result so far. The same command continues from {file}.", file=journal
        )
    )
