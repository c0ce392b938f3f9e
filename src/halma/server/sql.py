"""Storage in SQL: SQLite by default, in write-ahead mode and synchronised with the disk at every commit.

All writing goes through one task. Changes that wait at the same time are committed together, so that the cost of
reaching the disk is shared by all tables that move in that moment.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Executable, bindparam, delete, event, func, insert, select, update
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from halma.server import schema
from halma.server.errors import StorageError, UnreadableTableError
from halma.server.migrate import migrate
from halma.server.domain.model import PlayedMove, Said, Setup, TableState
from halma.server.old_storage import Change, Stored
from halma.server.storage.interface import Score
from halma.server.tokens import SeatToken

log = logging.getLogger("halma.server.storage")
MOST_AT_ONCE = 200
BUSY_MILLISECONDS = 5000
ADDRESS_KEY = "addresses"
Rows = list[dict[str, Any]]

# The clocks that run stood still while the server was stopped: from the last beat, or from when they were started if
# that was later, until now. One statement, however many clocks there are; what is no JSON is left to whoever reads it.
SINCE = "CASE WHEN json_valid(CAST(changing AS TEXT)) THEN json_extract(CAST(changing AS TEXT), '$.since') END"
SHIFT_CLOCKS = sql_text(f"""
    UPDATE tables SET
        deadline = deadline + :now - max({SINCE}, :beat),
        changing = CAST(
            json_set(CAST(changing AS TEXT), '$.since', {SINCE} + :now - max({SINCE}, :beat)) AS BLOB
        )
    WHERE deadline IS NOT NULL AND {SINCE} IS NOT NULL
""")


class SqlStorage:
    """Tables in a database, by its SQLAlchemy address."""

    def __init__(self, address: str) -> None:
        # The log must not hold what is stored: neither ids of tables nor names nor chat.
        self._engine: AsyncEngine = create_async_engine(address, hide_parameters=True)
        event.listen(self._engine.sync_engine, "connect", _prepare)
        self._waiting: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        # Since when, by the monotonic clock, nothing could be stored, and how many attempts that were.
        self._failing_since: float | None = None
        self._failures = 0
        self._key = b""

    @property
    def failing(self) -> bool:
        return self._failing_since is not None

    @property
    def key(self) -> bytes:
        return self._key

    async def start(self) -> None:
        """Bring the database up to date, and begin to write."""
        async with self._engine.begin() as connection:
            # Otherwise every change of the schema would be a transaction of its own, and a kill leave half of them.
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            await connection.run_sync(migrate)
            fresh = upsert(schema.keys).values(name=ADDRESS_KEY, value=os.urandom(32))
            await connection.execute(fresh.on_conflict_do_nothing())
            found = await connection.execute(select(schema.keys.c.value).where(schema.keys.c.name == ADDRESS_KEY))
            self._key = found.scalar_one()
        self._writer = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Write what still waits, and close."""
        if self._writer is not None:
            await self._waiting.join()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        await self._engine.dispose()

    # ---- what goes wrong --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise self._failed(error) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[AsyncConnection]:
        try:
            async with self._writing, self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            # That is the fault of what was to be stored, not of the storage.
            raise
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from error
        if self._failing_since is not None:
            seconds = round(time.monotonic() - self._failing_since, 1)
            log.warning("storing works again", extra={"data": {"failed": self._failures, "seconds": seconds}})
            self._failing_since, self._failures = None, 0

    def _failed(self, error: Exception) -> StorageError:
        if not isinstance(error, NoConnectionError):
            self._failures += 1
            if self._failing_since is None:
                # Once is enough: a full disk would fill the log too.
                self._failing_since = time.monotonic()
                log.error("the storage fails", exc_info=error)
        return StorageError()

    # ---- writing ----------------------------------------------------------------------------------------

    async def save(self, change: Change) -> None:
        """Store a change; when this returns, it is on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((change, done))
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await self._commit([change for change, _ in batch])
            except StorageError:
                # None of them is to blame, so trying each of them alone would only take longer.
                for _, done in batch:
                    _refuse(done, StorageError())
            except Exception:
                # One change that cannot be stored must not take the others with it.
                for change, done in batch:
                    await self._commit_alone(change, done)
            for _, done in batch:
                if not done.done():
                    done.set_result(None)
                self._waiting.task_done()

    async def _commit_alone(self, change: Change, done: asyncio.Future[None]) -> None:
        try:
            await self._commit([change])
        except Exception as error:
            _refuse(done, error)

    async def _commit(self, changes: Sequence[Change]) -> None:
        async with self._transaction() as connection:
            for statement, rows in _statements(changes):
                if rows:
                    await connection.execute(statement, rows)
            for change in changes:
                if change.score is not None:
                    await connection.execute(_score_statement(change.score))

    # ---- reading ----------------------------------------------------------------------------------------

    async def load(self, table: str) -> Stored | None:
        """A table with everything that belongs to it."""
        async with self._reading() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table))).first()
            if row is None:
                return None
            moves = await _of(connection, schema.moves, table, "ply")
            chat = await _of(connection, schema.chat, table, "number")
            tokens = await _of(connection, schema.tokens, table, "hash")
        if [found.ply for found in moves] != list(range(len(moves))):
            raise UnreadableTableError("moves are missing")
        try:
            return Stored(
                id=table,
                setup=msgspec.json.decode(row.setup, type=Setup),
                state=msgspec.json.decode(row.changing, type=TableState),
                moves=[PlayedMove(found.seat, found.text, found.typed, found.at, found.seconds) for found in moves],
                seat_tokens=[SeatToken(found.hash, found.seats, found.owner) for found in tokens],
                chat=[Said(found.number, found.seat, found.name, found.text, found.at) for found in chat],
            )
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnreadableTableError(str(error)) from error

    async def _column(self, statement: Any) -> list[Any]:
        async with self._reading() as connection:
            return list((await connection.execute(statement)).scalars())

    async def tables_of(self, hashes: Iterable[str]) -> list[str]:
        """The tables that some tokens belong to, those first that were played last."""
        tokens, tables = schema.tokens, schema.tables
        found = select(tables.c.id).join(tokens, tokens.c.table_id == tables.c.id).where(tokens.c.hash.in_(hashes))
        return list(dict.fromkeys(await self._column(found.order_by(tables.c.updated.desc()))))

    async def open_tables(self, most: int, since: float) -> list[str]:
        """Public tables with a free seat at which something happened lately, the newest first."""
        tables = schema.tables
        found = select(tables.c.id).where(tables.c.open.is_(True), tables.c.updated >= since)
        return await self._column(found.order_by(tables.c.updated.desc()).limit(most))

    async def count_of(self, address: str, since: float) -> int:
        """How many tables were set up from an address."""
        tables = schema.tables
        counted = select(func.count()).where(tables.c.address == address, tables.c.created >= since)
        return (await self._column(counted))[0]

    async def deadlines(self) -> dict[str, float]:
        """All running clocks."""
        tables = schema.tables
        async with self._reading() as connection:
            found = await connection.execute(
                select(tables.c.id, tables.c.deadline).where(tables.c.deadline.is_not(None))
            )
            return {row.id: row.deadline for row in found}

    async def thinking(self) -> list[str]:
        """The tables at which a computer has to act, those first at which something happened last."""
        tables = schema.tables
        return await self._column(
            select(tables.c.id).where(tables.c.thinking.is_(True)).order_by(tables.c.updated.desc())
        )

    async def counts(self) -> dict[str, int]:
        """How much there is, for the metrics."""
        tables = schema.tables
        running = select(func.count()).where(tables.c.over.is_(False))
        return {
            "tables": (await self._column(select(func.count()).select_from(tables)))[0],
            "running": (await self._column(running))[0],
            "moves": (await self._column(select(func.count()).select_from(schema.moves)))[0],
        }

    async def ping(self) -> None:
        """See whether the database answers."""
        await self._column(select(schema.heartbeat.c.beat).limit(1))

    # ---- open hours -------------------------------------------------------------------------------------

    async def beat(self, now: float) -> None:
        """Note that the server runs."""
        async with self._transaction() as connection:
            await connection.execute(_beat(now))

    async def resume(self, now: float) -> float:
        """Leave the time in which the server was stopped out of all running clocks; how many seconds that was.

        Only differences count: if the machine's clock was set back in between, the clocks of the tables are too.
        """
        async with self._transaction() as connection:
            found = await connection.execute(select(schema.heartbeat.c.beat).where(schema.heartbeat.c.id == 1))
            beat = found.scalar_one_or_none()
            if beat is not None:
                await connection.execute(SHIFT_CLOCKS, {"now": now, "beat": beat})
            await connection.execute(_beat(now))
        return 0.0 if beat is None else max(0.0, now - beat)

    # ---- puzzles ----------------------------------------------------------------------------------------

    async def leaders(self, puzzle: str, most: int) -> list[Score]:
        """The best solutions of a puzzle."""
        scores = schema.scores
        order = (scores.c.moves, scores.c.steps, scores.c.at)
        async with self._reading() as connection:
            found = await connection.execute(
                select(scores).where(scores.c.puzzle == puzzle).order_by(*order).limit(most)
            )
            return [_score(row) for row in found]

    async def best_of(self, hashes: Iterable[str]) -> dict[str, Score]:
        """The best solution of every puzzle that some tokens stand for."""
        scores = schema.scores
        order = (scores.c.moves.desc(), scores.c.steps.desc(), scores.c.at.desc())
        async with self._reading() as connection:
            found = await connection.execute(select(scores).where(scores.c.hash.in_(hashes)).order_by(*order))
            # The best ones come last and stay.
            return {row.puzzle: _score(row) for row in found}


def _refuse(done: asyncio.Future[None], error: Exception) -> None:
    done.set_exception(error)
    # Somebody who waits hears of it; if nobody does, it is not an error of the program.
    done.exception()


def _beat(now: float) -> Executable:
    return upsert(schema.heartbeat).values(id=1, beat=now).on_conflict_do_update(set_={"beat": now})


def _score_statement(score: Score) -> Executable:
    """Note a solved puzzle; a table counts once, with its best."""
    values = {name: getattr(score, name) for name in ("puzzle", "name", "moves", "steps", "at", "hash")}
    statement = upsert(schema.scores).values(table_id=score.table, **values)
    no_better = (schema.scores.c.moves > score.moves) | (
        (schema.scores.c.moves == score.moves) & (schema.scores.c.steps >= score.steps)
    )
    return statement.on_conflict_do_update(set_=values, where=no_better)


def _score(row: Any) -> Score:
    return Score(row.puzzle, row.name, row.moves, row.steps, row.at, row.table_id, row.hash)


async def _of(connection: AsyncConnection, table: Any, identifier: str, order: str) -> Sequence[Any]:
    found = select(table).where(table.c.table_id == identifier).order_by(table.c[order])
    return (await connection.execute(found)).all()


def _statements(changes: Sequence[Change]) -> list[tuple[Any, Rows]]:
    """Many changes as few statements, each with many rows."""
    created: Rows = []
    updated: Rows = []
    cut: Rows = []
    moves: Rows = []
    chat: Rows = []
    granted: Rows = []
    revoked: Rows = []
    for change in changes:
        row: dict[str, Any] = {
            "changing": msgspec.json.encode(change.state),
            "updated": change.updated,
            "deadline": change.deadline,
            "thinking": change.thinking,
            "open": change.open,
            "over": change.over,
        }
        if change.setup is not None:
            setup = msgspec.json.encode(change.setup)
            row |= {"id": change.table, "setup": setup, "address": change.address, "created": change.setup.created}
            created.append(row)
        else:
            updated.append(row | {"key": change.table})
            cut.append({"key": change.table, "from": change.ply})
        moves += [
            {"table_id": change.table, "ply": change.ply + number, **msgspec.structs.asdict(played)}
            for number, played in enumerate(change.moves)
        ]
        chat += [{"table_id": change.table, **msgspec.structs.asdict(said)} for said in change.chat]
        granted += [
            {"hash": seat_token.hash, "table_id": change.table, "seats": seat_token.seats, "owner": seat_token.owner}
            for seat_token in change.granted
        ]
        revoked += [{"key": change.table, "token": token} for token in change.revoked]
    key: BindParameter[str] = bindparam("key")
    secret: BindParameter[str] = bindparam("token")
    return [
        (insert(schema.tables), created),
        (update(schema.tables).where(schema.tables.c.id == key), updated),
        (delete(schema.moves).where(schema.moves.c.table_id == key, schema.moves.c.ply >= bindparam("from")), cut),
        (insert(schema.moves), moves),
        (insert(schema.chat), chat),
        (insert(schema.tokens), granted),
        (delete(schema.tokens).where(schema.tokens.c.table_id == key, schema.tokens.c.hash == secret), revoked),
    ]


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
