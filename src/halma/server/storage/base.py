"""What both databases have in common: one class that runs statements, and says so when that fails."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar
from uuid import uuid4

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from halma.server.errors import StorageError
from halma.server.metrics import Metrics
from halma.server.storage import jobs, lists, retention, schema
from halma.server.storage.clock import Era, StorageClock, resumed
from halma.server.storage.interface import (
    Append,
    JobKind,
    Question,
    Retention,
    Score,
    StoredTable,
    TableCreation,
    TableJob,
)
from halma.server.storage.statements import DIALECTS
from halma.server.storage.writer import Change, GroupWriter

log = logging.getLogger("halma.server.storage")
ADDRESS_KEY = "addresses"
# How long one process alone deletes what has expired.
RETENTION_LEASE = 60.0
# Pauses before what failed for want of a connection is tried again.
PAUSES = (0.05, 0.25, 1.0)
T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]


def reason_of(error: Exception) -> str:
    """What went wrong, in one line as the database puts it; what was to be stored is not in it."""
    original = error.orig if isinstance(error, DBAPIError) else error
    line = next((line.strip() for line in str(original).splitlines() if line.strip()), "")
    return f"{type(original).__name__}: {line}" if line else type(original).__name__


class DatabaseStorage(ABC):
    """Tables in a database."""

    # From the first of these on a change is committed; the other is only read with.
    _engine: AsyncEngine
    _reader: AsyncEngine

    def __init__(self, clock: StorageClock, at_a_time: int, metrics: Metrics | None = None) -> None:
        self._clock = clock
        self._owner = uuid4().hex
        self._metrics = metrics or Metrics()
        self._writer = GroupWriter(self._commit, at_a_time, self._metrics)
        # Since when, by the monotonic clock, nothing could be stored, and how many attempts that were.
        self._failing_since: float | None = None
        self._failures = 0
        self._key = b""

    @property
    def failing(self) -> bool:
        return self._failing_since is not None

    @property
    def waiting(self) -> int:
        """How many changes wait to be stored, for the metrics."""
        return self._writer.waiting

    @property
    def key(self) -> bytes:
        return self._key

    def now(self) -> float:
        return self._clock.now()

    def calendar(self, at: float) -> float:
        return self._clock.calendar(at)

    # ---- what differs -----------------------------------------------------------------------------------

    @abstractmethod
    async def _commit(self, changes: Sequence[Change]) -> Sequence[bool]: ...

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def beat(self) -> None: ...

    async def stop(self) -> None:
        await self._writer.stop()
        with suppress(StorageError):
            await self._write(lambda connection: jobs.release_all(connection, self._owner))
        await self._close()

    async def _close(self) -> None:
        await self._engine.dispose()
        await self._reader.dispose()

    # ---- what goes wrong --------------------------------------------------------------------------------

    async def _read(self, work: Work[T]) -> T:
        """Read, from one moment of the database."""
        return await self._insist(self._reader, work, writes=False)

    async def _write(self, work: Work[T]) -> T:
        """One transaction."""
        return await self._insist(self._engine, work, writes=True)

    async def _insist(self, engine: AsyncEngine, work: Work[T], *, writes: bool) -> T:
        """Run work in a transaction; where only the connection was lost, or somebody was in the way, once more."""
        for pause in (*PAUSES, None):
            try:
                async with engine.begin() as connection:
                    result = await work(connection)
            except IntegrityError:
                # That is the fault of what was to be stored, not of the storage.
                raise
            except (SQLAlchemyError, OSError) as error:
                if pause is None or not self._may_pass(error):
                    raise self._failed(error) from error
                await asyncio.sleep(pause)
            else:
                if writes:
                    self._works()
                return result
        raise StorageError

    def _may_pass(self, error: Exception) -> bool:
        """Whether trying again at once may help."""
        return isinstance(error, DBAPIError) and error.connection_invalidated

    def _failed(self, error: Exception) -> StorageError:
        self._metrics.storage_errors.inc()
        if not isinstance(error, NoConnectionError):
            self._failures += 1
            if self._failing_since is None:
                # Once is enough: a full disk would fill the log too.
                self._failing_since = time.monotonic()
                log.error("the storage fails", extra={"data": {"reason": reason_of(error)}})
        return StorageError()

    def _works(self) -> None:
        if self._failing_since is not None:
            seconds = round(time.monotonic() - self._failing_since, 1)
            log.warning("storing works again", extra={"data": {"failed": self._failures, "seconds": seconds}})
            self._failing_since, self._failures = None, 0

    # ---- starting ---------------------------------------------------------------------------------------

    async def _read_key(self, connection: AsyncConnection) -> None:
        keys = schema.keys
        fresh = DIALECTS[connection.dialect.name].insert(keys).values(name=ADDRESS_KEY, value=os.urandom(32))
        await connection.execute(fresh.on_conflict_do_nothing())
        self._key = (await connection.execute(select(keys.c.value).where(keys.c.name == ADDRESS_KEY))).scalar_one()

    async def _go_on(self, connection: AsyncConnection, source: float, grace: float, latest: float = 0.0) -> None:
        """Go by the time of the storage: it stood still from the last beat on, if that was longer ago than `grace`.

        `source` is the clock it comes from, `latest` the seconds after the last beat that may have counted.
        """
        found = await connection.execute(select(schema.time).where(schema.time.c.id == 1).with_for_update())
        row = found.first()
        if row is None:
            await connection.execute(insert(schema.time), {"id": 1, "beat": source, "era": 1})
            await self._begin_era(connection, Era(1, source, 0.0))
            self._clock.set(source, await self._eras(connection))
            return
        eras = await self._eras(connection)
        now, era = resumed(source, row.beat, eras[-1], grace, latest)
        if era is not None:
            if source - eras[-1].ahead > row.beat:
                # Nobody is alive who could have one.
                await jobs.release_all(connection, None)
            eras = await self._next_era(connection, era)
        await connection.execute(update(schema.time).where(schema.time.c.id == 1).values(beat=now))
        self._clock.set(now, eras)

    async def _next_era(self, connection: AsyncConnection, era: Era) -> list[Era]:
        """Begin an era, unless another process has done so meanwhile; the eras there are then."""
        times = schema.time
        begun = await connection.execute(
            update(times).where(times.c.id == 1, times.c.era == era.number - 1).values(era=era.number)
        )
        if begun.rowcount:
            await self._begin_era(connection, era)
        return await self._eras(connection)

    async def _begin_era(self, connection: AsyncConnection, era: Era) -> None:
        await connection.execute(insert(schema.eras), {"number": era.number, "since": era.since, "ahead": era.ahead})

    async def _eras(self, connection: AsyncConnection) -> list[Era]:
        found = await connection.execute(select(schema.eras).order_by(schema.eras.c.number))
        return [Era(row.number, row.since, row.ahead) for row in found]

    # ---- changes ----------------------------------------------------------------------------------------

    async def create(self, new: TableCreation) -> None:
        await self._writer.store(new)

    async def append(self, change: Append) -> None:
        await self._writer.store(change)

    async def delete(self, table: str) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            await connection.execute(delete(schema.scores).where(schema.scores.c.table_id == table))
            return bool(await retention.delete_tables(connection, [table]))

        return await self._write(work)

    async def expire(self, policy: Retention, most: int) -> list[str]:
        async def work(connection: AsyncConnection) -> list[str]:
            now = self.now()
            if not await jobs.alone(connection, "retention", RETENTION_LEASE, self._owner, now):
                return []
            await jobs.sweep(connection, now)
            return await retention.expire(connection, policy, most, now)

        return await self._write(work)

    # ---- lists ------------------------------------------------------------------------------------------

    async def load(self, table: str) -> StoredTable | None:
        return await self._read(lambda connection: lists.load(connection, table))

    async def since(self, table: str, version: int) -> list[bytes]:
        return await self._read(lambda connection: lists.since(connection, table, version))

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        return await self._read(lambda connection: lists.versions(connection, tables))

    async def tables_of(self, hashes: Iterable[str]) -> list[str]:
        return await self._read(lambda connection: lists.tables_of(connection, hashes))

    async def open_tables(self, most: int, since: float) -> list[str]:
        return await self._read(lambda connection: lists.open_tables(connection, most, since))

    async def count_of(self, address: str, since: float) -> int:
        return await self._read(lambda connection: lists.count_of(connection, address, since))

    async def leaders(self, puzzle: str, most: int) -> list[Score]:
        return await self._read(lambda connection: lists.leaders(connection, puzzle, most))

    async def scores_of(self, hashes: Iterable[str]) -> list[Score]:
        return await self._read(lambda connection: lists.scores_of(connection, hashes))

    async def counts(self) -> dict[str, int]:
        return await self._read(lists.counts)

    async def ping(self) -> None:
        await self._read(lambda connection: connection.execute(select(schema.time.c.beat).limit(1)))

    async def next_deadline(self) -> float | None:
        return await self._read(lists.next_deadline)

    # ---- jobs and questions -----------------------------------------------------------------------------

    async def queues(self) -> dict[str, int]:
        return await self._read(lambda connection: jobs.queues(connection, self.now()))

    async def claim(self, kinds: Iterable[JobKind], most: int, lease: float) -> list[TableJob]:
        taken = await self._write(
            lambda connection: jobs.claim(connection, kinds, most, lease, self._owner, self.now())
        )
        for job in taken:
            self._metrics.jobs_taken.labels(job.kind).inc()
        return taken

    async def extend(self, job: TableJob, lease: float) -> TableJob | None:
        return await self._write(lambda connection: jobs.extend(connection, job, lease, self._owner, self.now()))

    async def release(self, job: TableJob) -> None:
        await self._write(lambda connection: jobs.release(connection, job, self._owner))

    async def ask(self, question: Question) -> None:
        await self._write(lambda connection: jobs.ask(connection, question, self.now()))

    async def take(self, kinds: Iterable[str], most: int, lease: float) -> list[Question]:
        return await self._write(lambda connection: jobs.take(connection, kinds, most, lease, self.now()))

    async def answer(self, question: Question, result: bytes) -> None:
        await self._write(lambda connection: jobs.answer(connection, question, result))

    async def answer_of(self, question: str) -> bytes | None:
        return await self._write(lambda connection: jobs.answer_of(connection, question))

    async def forget(self, question: str) -> None:
        await self._write(lambda connection: jobs.forget(connection, question))
