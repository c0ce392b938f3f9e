"""`halma worker`: computers think here for the tables of servers elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, words_of
from halma.extras import requires_extra
from halma.messages import HalmaError, mark

HELP = mark("Let computer players think on this machine for servers that share a database.")
EXAMPLE = "halma worker --database postgresql://halma@db.example.org/halma --hub redis://hub.example.org:6379/0"


class SharedDatabaseError(HalmaError):
    """A file, which has one server and no workers."""


def worker(
    context: typer.Context,
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="ADDRESS", help=mark("The PostgreSQL database of the tables."), show_default=False
        ),
    ],
    hub: Annotated[
        str | None,
        typer.Option(
            "--hub",
            metavar="ADDRESS",
            help=mark("The Redis through which servers hear of each other: redis://HOST:PORT/NUMBER."),
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            help=mark("How many computer players may think at once; by default one fewer than the number of cores."),
            parser=whole_number("--workers", 1),
            show_default=False,
        ),
    ] = None,
) -> None:
    with requires_extra("server"):
        from halma.server.app.work import work
        from halma.server.settings import Settings, usual_workers
        from halma.server.storage.opening import database_file

    if database_file(database) is not None:
        raise SharedDatabaseError(
            mark("A file has one server only; give {option} a PostgreSQL database."), option="--database"
        )
    words = words_of(context)
    Screen(words).print(words.text("Computer players think here; Ctrl-C stops them."))
    work(Settings(database=database, hub=hub, workers=workers or usual_workers()))
