"""`halma serve`: tables for others, in their browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, words_of
from halma.extras import requires_extra
from halma.messages import HalmaError, mark

HELP = mark("Run a server so that people can play in their browsers, at one screen or by link.")
EXAMPLE = "halma serve --host 0.0.0.0 --port 8000 --name halma.example.org"
PORT = 8000
LAST_PORT = 65535
LONGEST_DAYS = 36_500


class PortError(HalmaError):
    """A port that cannot be listened on."""


class SharedDatabaseError(HalmaError):
    """A file, which has one server and no workers."""


def check_shared(database: str) -> None:
    """See that several processes can use a database. Raises SharedDatabaseError, or DatabaseError."""
    from halma.server.storage.opening import database_file

    if database_file(database) is not None:
        raise SharedDatabaseError(
            mark("A file has one server only; give {option} a PostgreSQL database."), option="--database"
        )


def serve(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help=mark("Listen on this address."))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", help=mark("Listen on this port."), parser=whole_number("--port", 1))
    ] = PORT,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help=mark("Keep the tables in this SQLite file."), show_default=False),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="ADDRESS",
            help=mark(
                "Keep the tables in this database, which several servers may share: postgresql://USER@HOST/NAME."
            ),
            show_default=False,
        ),
    ] = None,
    hub: Annotated[
        str | None,
        typer.Option(
            "--hub",
            metavar="ADDRESS",
            help=mark("The Redis through which servers hear of each other: redis://HOST:PORT/NUMBER."),
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="HOST",
            help=mark("A host name the server accepts; all others are then refused. Can be given several times."),
            show_default=False,
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help=mark("The address of a proxy in front of the server, trusted to say where requests come from."),
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
    keep_finished: Annotated[
        int,
        typer.Option(
            "--keep-finished",
            metavar="DAYS",
            help=mark("Delete finished games after so many days; 0 keeps them for ever."),
            parser=whole_number("--keep-finished", 0, LONGEST_DAYS),
        ),
    ] = 0,
    keep_abandoned: Annotated[
        int,
        typer.Option(
            "--keep-abandoned",
            metavar="DAYS",
            help=mark("Delete unfinished games after so many days without a move; 0 keeps them for ever."),
            parser=whole_number("--keep-abandoned", 0, LONGEST_DAYS),
        ),
    ] = 0,
    takes_turns: Annotated[
        bool,
        typer.Option(
            "--turns/--no-turns",
            help=mark("Let computer players at tables think here, or leave that to halma worker."),
            show_default=False,
        ),
    ] = True,
) -> None:
    with requires_extra("server"):
        from halma.server.app.run import serve
        from halma.server.settings import LOCAL_NAMES, Settings, data_folder, usual_workers

    check_port(host, port)
    names = tuple(given.lower() for given in name or ())
    is_local = host in ("127.0.0.1", "localhost", "::1")
    settings = Settings(
        database=database or (Path(data) if data else data_folder() / "tables.sqlite"),
        hub=hub,
        host=host,
        port=port,
        names=(*names, *LOCAL_NAMES) if names or is_local else (),
        proxies=proxy or "",
        workers=workers or usual_workers(),
        takes_turns=takes_turns,
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
    )
    if hub is not None:
        check_shared(settings.address)
    words = words_of(context)

    def ready() -> None:
        Screen(words).print(words.text("Play Halma at {address}", address=address_of(host, port)))

    serve(settings, ready=ready)


def check_port(host: str, port: int, option: str = "--port") -> int:
    """A port that can be listened on. Raises PortError."""
    from halma.server.app.run import free_port

    if port > LAST_PORT or not free_port(host, port):
        raise PortError(
            mark("Cannot listen on {host} port {port}; choose another port with {option}."),
            host=host,
            port=str(port),
            option=option,
        )
    return port


def address_of(host: str, port: int) -> str:
    """Where a browser finds the server."""
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
