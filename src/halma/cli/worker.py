"""`halma worker`: computers think here for the tables of servers elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, words_of
from halma.cli.serve import LAST_PORT, PortError, check_port, check_shared
from halma.extras import requires_extra
from halma.messages import mark

HELP = mark("Let computer players think on this machine for servers that share a database.")
EXAMPLE = "halma worker --database postgresql://halma@db.example.org/halma --hub redis://hub.example.org:6379/0"


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
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="ADDRESS:PORT",
            help=mark("Answer Prometheus at this address, such as 127.0.0.1:9101."),
            show_default=False,
        ),
    ] = None,
) -> None:
    with requires_extra("server"):
        from halma.server.app.work import work
        from halma.server.settings import Settings, usual_workers

    check_shared(database)
    asked_at = None
    if metrics is not None:
        host, _, port = metrics.rpartition(":")
        host = host.strip("[]") or "127.0.0.1"
        if not port.isdecimal() or not 0 < int(port) <= LAST_PORT:
            raise PortError(
                mark("{option} takes an address and a port, such as {example}."),
                option="--metrics",
                example="127.0.0.1:9101",
            )
        asked_at = (host, check_port(host, int(port), "--metrics"))
    words = words_of(context)

    def ready() -> None:
        Screen(words).print(words.text("Computer players think here; Ctrl-C stops them."))

    settings = Settings(database=database, hub=hub, workers=workers or usual_workers())
    work(settings, metrics=asked_at, ready=ready)
