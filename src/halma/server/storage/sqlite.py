"""One file, one process: SQLite in write-ahead mode, synchronised with the disk at every commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, event, update
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from halma.server.errors import StorageError
from halma.server.metrics import Metrics
from halma.server.storage import schema
from halma.server.storage.base import DatabaseStorage, T, Work
from halma.server.storage.clock import StorageClock
from halma.server.storage.files import prepare, unwritable
from halma.server.storage.interface import Append
from halma.server.storage.migrate import migrate
from halma.server.storage.rows import index_row
from halma.server.storage.statements import Statement, creations, statements
from halma.server.storage.writer import Change

BUSY_MILLISECONDS = 5000
# So many pages (32 MB) are in the log before they are copied into the file: where thousands play at once, the same
# pages are written again and again, and copied only once then.
LOG_PAGES = 8000
READERS = 8
INDEX = ("updated", "day", "deadline", "thinking", "priority", "turn", "open", "over")
# The compare-and-set: nothing happens to a table that is not at the expected version, nor by a clock put right since.
ADVANCE = f"""
    UPDATE tables SET version = :version, {", ".join(f"{name} = :{name}" for name in INDEX)}
    WHERE id = :id AND version = :expected AND (SELECT era FROM time WHERE id = 1) = :era
"""
ADD_EVENT = "INSERT INTO events (table_id, version, data) VALUES (?, ?, ?)"
NOTE_ALIVE = "UPDATE time SET beat = max(beat, ?) WHERE id = 1"
# Statements with many rows, by table and columns.
TEXTS: dict[tuple[str, tuple[str, ...]], str] = {}
DIALECT: Dialect = pysqlite.dialect(paramstyle="named")


class SqliteStorage(DatabaseStorage):
    """Tables in a file. Changes are written by a thread of their own, with a connection of their own."""

    def __init__(self, file: Path, now: Callable[[], float], metrics: Metrics | None = None) -> None:
        super().__init__(StorageClock(now), at_a_time=1, metrics=metrics)
        self._file = file
        self._source = now
        self._engine = self._make_engine("BEGIN IMMEDIATE", 1)
        self._reader = self._make_engine("BEGIN", READERS)
        self._thread = ThreadPoolExecutor(1, "storage")
        self._connection: sqlite3.Connection | None = None
        self._writing = asyncio.Lock()

    def _make_engine(self, begin: str, connections: int) -> AsyncEngine:
        # The log must not hold what is stored: neither ids of tables nor names nor chat.
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{self._file}",
            hide_parameters=True,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=30,
        )
        event.listen(engine.sync_engine, "connect", _prepare)

        def begin_so(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        event.listen(engine.sync_engine, "begin", begin_so)
        return engine

    async def start(self) -> None:
        try:
            await asyncio.to_thread(prepare, self._file)
            async with self._engine.begin() as connection:
                await self._begin(connection)
            self._connection = await self._in_thread(self._connect)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await self._close()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise unwritable(self._file, f"{reason}.") from error
        except BaseException:
            await self._close()
            raise
        self._writer.start()

    async def _begin(self, connection: AsyncConnection) -> None:
        await connection.run_sync(migrate)
        await self._read_key(connection)
        # Nobody else has this file, so since the last beat nobody was alive.
        await self._go_on(connection, self._source(), grace=0.0)

    async def stop(self) -> None:
        await self._writer.stop()
        with suppress(StorageError):
            await self.beat()
        await super().stop()

    async def _close(self) -> None:
        await super()._close()
        if self._connection is not None:
            await self._in_thread(self._connection.close)
            self._connection = None
        self._thread.shutdown()

    async def beat(self) -> None:
        now = self.now()

        async def work(connection: AsyncConnection) -> None:
            later = schema.time.c.beat < now
            await connection.execute(update(schema.time).where(schema.time.c.id == 1, later).values(beat=now))

        await self._write(work)

    async def _write(self, work: Work[T]) -> T:
        # SQLite has one writer; waiting here is fairer than waiting there.
        async with self._writing:
            return await super()._write(work)

    # ---- changes, in the thread -------------------------------------------------------------------------

    async def _in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        _prepare(connection, None)
        return connection

    async def _commit(self, changes: Sequence[Change]) -> Sequence[bool]:
        async with self._writing:
            try:
                fitted = await self._in_thread(self._commit_all, changes, self._clock.era, self.now())
            except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError):
                # That is the fault of what was to be stored, not of the storage.
                raise
            except (sqlite3.Error, OSError) as error:
                raise self._failed(error) from error
        self._works()
        return fitted

    def _commit_all(self, changes: Sequence[Change], era: int, now: float) -> list[bool]:
        assert self._connection is not None
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            fitted = [self._change(cursor, change, era) for change in changes]
            # What is stored was done by somebody alive: time never goes back behind it.
            cursor.execute(NOTE_ALIVE, (now,))
            cursor.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                cursor.execute("ROLLBACK")
            raise
        finally:
            cursor.close()
        return fitted

    def _change(self, cursor: sqlite3.Cursor, change: Change, era: int) -> bool:
        if not isinstance(change, Append):
            if cursor.execute("SELECT 1 FROM tables WHERE id = ?", (change.id,)).fetchone():
                return False
            _execute(cursor, creations([change], "sqlite"))
            return True
        row = {"id": change.table, "expected": change.expected, "version": change.version, "era": era}
        if cursor.execute(ADVANCE, row | index_row(change.index)).rowcount != 1:
            return False
        numbered = enumerate(change.events, start=change.expected + 1)
        cursor.executemany(ADD_EVENT, [(change.table, number, data) for number, data in numbered])
        _execute(cursor, statements(change, "sqlite"))
        return True


def _execute(cursor: sqlite3.Cursor, work: Iterable[Statement]) -> None:
    """Statements of SQLAlchemy on a connection of the driver."""
    for statement, rows in work:
        if rows:
            cursor.executemany(_compiled(statement, tuple(rows[0])), rows)
        else:
            compiled = statement.compile(dialect=DIALECT, compile_kwargs={"render_postcompile": True})
            cursor.execute(str(compiled), compiled.params)


def _compiled(statement: Any, names: tuple[str, ...]) -> str:
    """The text of a statement with many rows; there are few of them, and putting one into words takes a while."""
    known = (statement.table.name, names)
    if known not in TEXTS:
        TEXTS[known] = str(statement.compile(dialect=DIALECT, column_keys=list(names)))
    return TEXTS[known]


def _prepare(connection: Any, _: object) -> None:
    # Transactions begin where we say so, not where the driver thinks fit.
    connection.isolation_level = None
    cursor = connection.cursor()
    pragmas = ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MILLISECONDS}")
    for pragma in (*pragmas, f"wal_autocheckpoint={LOG_PAGES}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
