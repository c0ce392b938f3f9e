"""PostgreSQL, through psycopg: any number of processes on any number of machines share one database.

All of them change a table by compare-and-set on its version, in one statement for all changes that wait. When the
connection is lost on the way, that is done again; what was stored the first time is recognised then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL, ColumnElement, Double, cast, func, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from halma.extras import requires_extra
from halma.server.metrics import Metrics
from halma.server.storage import schema, startup
from halma.server.storage.base import PAUSES, DatabaseStorage
from halma.server.storage.clock import StorageClock, steady
from halma.server.storage.interface import Append, TableCreation
from halma.server.storage.rows import index_row, is_plain
from halma.server.storage.statements import Statement, creations, statements
from halma.server.storage.writer import Change

with requires_extra("scale"):
    import psycopg

# Transactions for changes at a time, and connections of this process.
WRITERS = 2
CONNECTIONS = 10
# Seconds after which a process that is not heard of is not alive, and how often they tell that they are.
GRACE = 10.0
BEAT = 1.0
# A lock, a statement, a transaction in which nothing happens: milliseconds until the database gives up.
SETTINGS = {"lock_timeout": 10_000, "statement_timeout": 20_000, "idle_in_transaction_session_timeout": 30_000}
CONNECT = {
    "application_name": "halma",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "options": " ".join(f"-c {name}={value}" for name, value in SETTINGS.items()),
}
# Somebody else was faster or the database is being restarted: the same again may work.
PASSING = {"40001", "40P01", "55P03", "57P01", "57P02", "57P03", "25P03"}
COLUMNS = {
    "id": "text",
    "expected": "int",
    "version": "int",
    "updated": "float8",
    "day": "int",
    "deadline": "float8",
    "thinking": "float8",
    "priority": "int",
    "turn": "int",
    "open": "bool",
    "over": "bool",
}
WRITTEN = [name for name in COLUMNS if name not in ("id", "expected")]
# The compare-and-set of many tables. They are locked in one order, so that two processes do not wait for each other.
ADVANCE = f"""
    WITH given AS (
        SELECT * FROM unnest({", ".join(f"%({name})s::{kind}[]" for name, kind in COLUMNS.items())})
            AS given ({", ".join(COLUMNS)})
    ), locked AS MATERIALIZED (
        SELECT id FROM tables WHERE id = ANY(%(id)s::text[]) ORDER BY id FOR UPDATE
    ), advanced AS (
        UPDATE tables SET {", ".join(f"{name} = given.{name}" for name in WRITTEN)}
        FROM given JOIN locked ON locked.id = given.id
        WHERE tables.id = given.id AND tables.version = given.expected
            AND (SELECT era FROM "time" WHERE "time".id = 1) = %(era)s
        RETURNING tables.id
    ), added AS (
        INSERT INTO events (table_id, version, data)
        SELECT happened.id, happened.number, happened.data
        FROM unnest(%(event_ids)s::text[], %(numbers)s::int[], %(data)s::bytea[]) AS happened (id, number, data)
        JOIN advanced ON advanced.id = happened.id
    )
    SELECT id FROM advanced
"""


def database_clock() -> ColumnElement[float]:
    """What the clock of the database's machine says."""
    return cast(func.extract("epoch", func.clock_timestamp()), Double)


class PostgresStorage(DatabaseStorage):
    """Tables in a PostgreSQL database that several processes share."""

    def __init__(self, address: str, metrics: Metrics | None = None) -> None:
        super().__init__(StorageClock(steady), at_a_time=WRITERS, metrics=metrics)
        url: URL = startup.parsed(address)
        self._address = startup.shown(url)
        self._engine = create_async_engine(
            url,
            # The log must not hold what is stored: neither ids of tables nor names nor chat.
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=30,
            connect_args={name: value for name, value in CONNECT.items() if name not in url.query},
        )
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._at_once = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def start(self) -> None:
        try:
            async with self._engine.begin() as connection:
                await startup.prepare(connection, self._address)
                await self._read_key(connection)
                before = steady()
                source = (await connection.execute(select(database_clock()))).scalar_one()
                await self._go_on(connection, source, grace=GRACE, latest=BEAT)
                # It was that time at some moment since; the first beat finds it out.
                self._clock.doubt(steady() - before)
        except (SQLAlchemyError, OSError) as error:
            await self._close()
            raise startup.explained(error, self._address) from error
        except BaseException:
            await self._close()
            raise
        await self.beat()
        self._writer.start()

    # ---- time -------------------------------------------------------------------------------------------

    async def beat(self) -> None:
        await self._write(self._beat)

    async def _beat(self, connection: AsyncConnection) -> None:
        times, eras = schema.time, schema.eras
        before = steady()
        found = await connection.execute(
            select(database_clock().label("clock"), times.c.era, eras.c.ahead)
            .join(eras, eras.c.number == times.c.era)
            .where(times.c.id == 1)
        )
        row = found.one()
        # The database looked at its clock at some moment in between.
        half = (steady() - before) / 2
        if row.era != self._clock.era:
            self._clock.enter(await self._eras(connection), row.clock + half, half)
        elif (era := self._clock.compare(row.clock + half, half)) is not None:
            self._clock.adopt(await self._next_era(connection, era))
        later = (times.c.era == self._clock.era) & (times.c.beat < self._clock.now())
        await connection.execute(update(times).where(times.c.id == 1, later).values(beat=self._clock.now()))

    # ---- changes ----------------------------------------------------------------------------------------

    async def _commit(self, changes: Sequence[Change]) -> Sequence[bool]:
        uncertain = False
        for pause in (*PAUSES, None):
            try:
                fitted = await self._commit_all(changes)
            except IntegrityError:
                if not uncertain:
                    raise
                # A part of it may have been stored already; each of them is looked at alone then.
                fitted = [False] * len(changes)
            except (SQLAlchemyError, OSError) as error:
                if pause is None or not self._may_pass(error):
                    raise self._failed(error) from error
                uncertain = True
                await asyncio.sleep(pause)
                continue
            self._works()
            if uncertain:
                return [one or await self._is_stored(change) for one, change in zip(fitted, changes, strict=True)]
            if not all(fitted):
                # Perhaps because the time was put right: then what is tried next goes by the new one.
                await self.beat()
            return fitted
        return [False] * len(changes)

    def _may_pass(self, error: Exception) -> bool:
        if super()._may_pass(error):
            return True
        if not isinstance(error, DBAPIError) or not isinstance(error.orig, psycopg.Error):
            return False
        state = error.orig.sqlstate
        # Without a state it was the connection, not the database, that failed.
        return state in PASSING or (state is None and isinstance(error.orig, psycopg.OperationalError))

    async def _commit_all(self, changes: Sequence[Change]) -> list[bool]:
        appends = [change for change in changes if isinstance(change, Append)]
        if len(appends) == len(changes) and all(is_plain(change) for change in appends):
            async with self._at_once.connect() as connection:
                advanced = await self._advance(connection, appends)
        else:
            async with self._engine.begin() as connection:
                advanced = await self._advance(connection, appends) if appends else set[str]()
                advanced |= await self._add_extras(connection, changes, advanced)
        return [(change.table if isinstance(change, Append) else change.id) in advanced for change in changes]

    async def _advance(self, connection: AsyncConnection, appends: Sequence[Append]) -> set[str]:
        given = [
            {"id": change.table, "expected": change.expected, "version": change.version, **index_row(change.index)}
            for change in appends
        ]
        happened = [
            (change.table, number, data)
            for change in appends
            for number, data in enumerate(change.events, start=change.expected + 1)
        ]
        columns: dict[str, Any] = {name: [row[name] for row in given] for name in COLUMNS}
        columns |= {"event_ids": [row[0] for row in happened], "numbers": [row[1] for row in happened]}
        columns |= {"data": [row[2] for row in happened], "era": self._clock.era}
        return set((await connection.exec_driver_sql(ADVANCE, columns)).scalars())

    async def _add_extras(self, connection: AsyncConnection, changes: Sequence[Change], advanced: set[str]) -> set[str]:
        """What comes with changes that fitted, and new tables; the ids of these."""
        new = [change for change in changes if not isinstance(change, Append)]
        ids = [change.id for change in new]
        found = await connection.execute(select(schema.tables.c.id).where(schema.tables.c.id.in_(ids)))
        there = set(found.scalars())
        work: list[Statement] = []
        for change in changes:
            if isinstance(change, Append) and change.table in advanced:
                work += statements(change, "postgresql")
        work += creations([change for change in new if change.id not in there], "postgresql")
        for statement, rows in work:
            await connection.execute(statement, list(rows) or None)
        return set(ids) - there

    async def _is_stored(self, change: Change) -> bool:
        """Whether a change that does not fit is there already: it was stored when the connection was lost."""
        if isinstance(change, TableCreation):
            stored = await self.load(change.id)
            return stored is not None and stored.setup == change.setup and stored.created == change.created
        after = await self.since(change.table, change.expected)
        return bool(change.events) and after[: len(change.events)] == list(change.events)
