"""Why a server cannot start with a PostgreSQL database, in words that help; and what is checked of it."""

from __future__ import annotations

from sqlalchemy import URL, make_url
from sqlalchemy import text as sql_text
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from halma.messages import mark
from halma.server.storage.files import OWN_TABLES
from halma.server.storage.interface import DatabaseError
from halma.server.storage.migrate import knows_revision, migrate

# Any number; the same in every process, so that one after the other brings the database up to date.
MIGRATION_LOCK = 4_862_131
OLDEST = 13
FULL = "53100"
NO_RIGHT = ("42501", "25006")


def parsed(address: str) -> URL:
    """The address of a PostgreSQL database, however it is written."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        # The second is said of a port that is no number.
        raise _no_address(address.partition("://")[0] + "://…") from error
    url = url.set(drivername="postgresql+psycopg")
    if not url.database:
        raise _no_address(shown(url))
    return url


def _no_address(address: str) -> DatabaseError:
    return DatabaseError(
        mark("{address} is not the address of a database: give the path of a file, or postgresql://USER@HOST/NAME."),
        address=address,
    )


def shown(url: URL) -> str:
    """An address as it may be shown: without the password and without options."""
    return URL.create(
        "postgresql", username=url.username, host=url.host, port=url.port, database=url.database
    ).render_as_string()


async def prepare(connection: AsyncConnection, address: str) -> None:
    """Check a database and bring it up to date, one process after the other. Raises DatabaseError."""
    await connection.execute(sql_text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    version = (await connection.execute(sql_text("SELECT current_setting('server_version_num')::int"))).scalar_one()
    if version // 10_000 < OLDEST:
        raise DatabaseError(
            mark("{address} is PostgreSQL {version}; version {oldest} or later is needed."),
            address=address,
            version=version // 10_000,
            oldest=OLDEST,
        )
    encoding = (await connection.execute(sql_text("SHOW server_encoding"))).scalar_one()
    if encoding != "UTF8":
        raise DatabaseError(
            mark("{address} is encoded in {encoding}; make a database that is encoded in UTF8."),
            address=address,
            encoding=encoding,
        )
    await _check_origin(connection, address)
    await connection.run_sync(migrate)


async def _check_origin(connection: AsyncConnection, address: str) -> None:
    found = await connection.execute(sql_text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"))
    names = set(found.scalars())
    if not names:
        return
    revision = None
    if "alembic_version" in names:
        revision = (await connection.execute(sql_text("SELECT version_num FROM alembic_version"))).scalar_one_or_none()
    if revision is not None and knows_revision(revision):
        return
    if revision is not None and names >= OWN_TABLES:
        raise DatabaseError(
            mark("{address} was written by a newer version of halma; install that version or choose another database."),
            address=address,
        )
    raise DatabaseError(mark("{address} belongs to another program; choose another database."), address=address)


def explained(error: Exception, address: str) -> DatabaseError:
    """Why a server cannot start."""
    original = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(original, "sqlstate", None)
    reason = next((line.strip() for line in str(original).splitlines() if line.strip()), type(error).__name__)
    reason = reason if reason.endswith(".") else f"{reason}."
    if state == FULL:
        return DatabaseError(mark("The disk of {address} is full: {reason}"), address=address, reason=reason)
    if state in NO_RIGHT:
        return DatabaseError(
            mark("The user of {address} may not write there: {reason} Make that user the owner of the database."),
            address=address,
            reason=reason,
        )
    if state is None and isinstance(error, OperationalError | InterfaceError | OSError):
        return DatabaseError(mark("Cannot reach the database {address}: {reason}"), address=address, reason=reason)
    return DatabaseError(mark("Cannot use the database {address}: {reason}"), address=address, reason=reason)
