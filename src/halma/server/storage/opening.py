"""Which storage an address stands for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from halma.messages import mark
from halma.server.metrics import Metrics
from halma.server.storage.interface import DatabaseError, Storage
from halma.server.storage.sqlite import SqliteStorage

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
SQLITE = ("sqlite", "sqlite+aiosqlite")


def database_file(address: str) -> Path | None:
    """The SQLite file that an address names, as a path or as sqlite:///…; nothing for another database."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        return Path(address)
    if scheme in SQLITE:
        # sqlite:///tables.sqlite is in this folder, sqlite:////var/tables.sqlite is not.
        return Path(unquote(rest.removeprefix("/"))) if len(rest) > 1 and rest.startswith("/") else _refuse(address)
    if scheme in POSTGRES:
        return None
    return _refuse(address)


def open_storage(address: str, now: Callable[[], float], metrics: Metrics | None = None) -> Storage:
    """The storage behind an address: the path of a file, sqlite:///… or postgresql://…

    `now` is the clock of a storage that is a file; another database has its own. Raises DatabaseError.
    """
    file = database_file(address)
    if file is not None:
        return SqliteStorage(file, now, metrics)
    from halma.server.storage.postgres import PostgresStorage  # noqa: PLC0415 - as above

    return PostgresStorage(address, metrics)


def _refuse(address: str) -> Path:
    raise DatabaseError(
        mark("{address} is not the address of a database: give the path of a file, or postgresql://USER@HOST/NAME."),
        address=without_secrets(address),
    )


def without_secrets(address: str) -> str:
    """An address as it may be shown: without the password and without what follows the name of the database."""
    try:
        parts = urlsplit(address)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
        user = f"{parts.username}@" if parts.username else ""
    except ValueError:
        return address.partition("://")[0] + "://…"
    return f"{parts.scheme}://{user}{host}{port}{parts.path}" if parts.scheme else address
