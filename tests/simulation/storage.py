"""The storage of one process on the database that is made up. It keeps to the same contract as the real ones.

What has been asked of the database is done at some moment between the question and the answer, also when the one who
asked is paused or killed meanwhile. Changes go through the real writer, and time is reckoned by the real clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from halma.server.errors import StorageError
from halma.server.metrics import Metrics
from halma.server.storage.clock import StorageClock
from halma.server.storage.interface import (
    Append,
    DatabaseError,
    JobKind,
    Question,
    Retention,
    Score,
    StoredTable,
    TableCreation,
    TableJob,
)
from halma.server.storage.writer import Change, GroupWriter

from .database import GRACE, LATEST, Answering, Database
from .loop import OUTSIDE

T = TypeVar("T")


class SimulatedStorage:
    """The storage of one process."""

    def __init__(self, database: Database, steady: Callable[[], float], metrics: Metrics | None = None) -> None:
        self._database = database
        self._steady = steady
        # One process alone goes by its own clock, several by that of the database.
        self._clock = StorageClock(steady)
        self._owner = next(database.owners)
        self._writer = GroupWriter(self._commit, 2 if database.shared else 1, metrics)
        self.failing = False

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    @property
    def key(self) -> bytes:
        return b"k" * 32

    async def _do(self, work: Callable[[], T], *, writes: bool = True) -> T:
        """Ask the database for something, which does it by itself and at once."""
        loop, passage = asyncio.get_running_loop(), self._database.passage()
        done: asyncio.Future[Any] = loop.create_future()

        def answer(result: Any, error: Exception | None) -> None:
            if not done.done():
                if error is None:
                    done.set_result(result)
                else:
                    done.set_exception(error)

        def execute() -> None:
            result = error = None
            if passage.lost == "there":
                error = StorageError()
            else:
                try:
                    result = work()
                except Exception as found:
                    error = found
                if passage.lost == "back":
                    result, error = None, StorageError()
            loop.call_later(passage.back, answer, result, error, context=OUTSIDE)

        loop.call_later(passage.there, execute, context=OUTSIDE)
        try:
            result = await done
        except StorageError:
            self.failing = True
            raise
        if writes:
            self.failing = False
        return result

    # ---- time -------------------------------------------------------------------------------------------

    def now(self) -> float:
        return self._clock.now()

    def calendar(self, at: float) -> float:
        return self._clock.calendar(at)

    async def start(self) -> None:
        database = self._database
        try:
            if database.shared:
                before = self._steady()
                now = await self._do(lambda: database.resume(database.wall(), GRACE, LATEST))
                self._clock.set(now, list(database.eras))
                self._clock.doubt(self._steady() - before)
            else:
                now = await self._do(lambda: database.resume(self._steady(), 0.0, 0.0))
                self._clock.set(now, list(database.eras))
            await self.beat()
        except StorageError as error:
            raise DatabaseError("the database does not answer") from error
        self._writer.start()

    async def stop(self) -> None:
        await self._writer.stop()
        leases = self._database.leases
        try:
            await self.beat()
            for key in [key for key, lease in leases.items() if lease.owner == self._owner]:
                await self._do(lambda key=key: leases.pop(key, None))
        except StorageError:
            pass

    async def beat(self) -> None:
        database = self._database
        if database.shared:
            before = self._steady()
            clock, eras = await self._do(lambda: (database.wall(), list(database.eras)))
            half = (self._steady() - before) / 2
            if eras[-1].number != self._clock.era:
                self._clock.enter(eras, clock + half, half)
            elif (era := self._clock.compare(clock + half, half)) is not None:
                self._clock.adopt(await self._do(lambda: database.begin(era)))

        def note() -> None:
            if database.eras[-1].number == self._clock.era:
                database.beat = max(database.beat, self._clock.now())

        await self._do(note)

    # ---- tables -----------------------------------------------------------------------------------------

    async def create(self, new: TableCreation) -> None:
        await self._writer.store(new)

    async def append(self, change: Append) -> None:
        await self._writer.store(change)

    async def _commit(self, changes: Sequence[Change]) -> Sequence[bool]:
        era = self._clock.era
        fitted = await self._do(lambda: self._database.commit(changes, era, self._clock))
        if self._database.shared and not all(fitted):
            await self.beat()
        return fitted

    async def load(self, table: str) -> StoredTable | None:
        def work() -> StoredTable | None:
            kept = self._database.tables.get(table)
            if kept is None:
                return None
            snapshot, tokens = kept.snapshot, [kept.tokens[key] for key in sorted(kept.tokens)]
            events = kept.events[snapshot.version if snapshot is not None else 0 :]
            return StoredTable(table, kept.setup, kept.version, snapshot, events, tokens, kept.created)

        return await self._do(work, writes=False)

    async def since(self, table: str, version: int) -> list[bytes]:
        tables = self._database.tables
        return await self._do(lambda: tables[table].events[version:] if table in tables else [], writes=False)

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        wanted, there = list(tables), self._database.tables
        return await self._do(lambda: {table: there[table].version for table in wanted if table in there}, writes=False)

    async def delete(self, table: str) -> bool:
        return await self._do(lambda: self._database.delete(table, scores=True))

    async def expire(self, policy: Retention, most: int) -> list[str]:
        return await self._do(lambda: self._database.expire(policy, most, self._owner, self.now()))

    # ---- lists ------------------------------------------------------------------------------------------

    async def tables_of(self, hashes: Iterable[str]) -> list[str]:
        wanted = set(hashes)

        def work() -> list[str]:
            found = [
                (-kept.index.updated, table) for table, kept in self._database.tables.items() if wanted & {*kept.tokens}
            ]
            return [table for _, table in sorted(found)]

        return await self._do(work, writes=False)

    async def open_tables(self, most: int, since: float) -> list[str]:
        def work() -> list[str]:
            found = [
                (-kept.index.updated, table)
                for table, kept in self._database.tables.items()
                if kept.index.open and kept.index.updated >= since
            ]
            return [table for _, table in sorted(found)[:most]]

        return await self._do(work, writes=False)

    async def count_of(self, address: str, since: float) -> int:
        def work() -> int:
            return sum(kept.address == address and kept.created >= since for kept in self._database.tables.values())

        return await self._do(work, writes=False)

    async def leaders(self, puzzle: str, most: int) -> list[Score]:
        def work() -> list[Score]:
            found = [score for score in self._database.scores.values() if score.puzzle == puzzle]
            return sorted(found, key=_how_good)[:most]

        return await self._do(work, writes=False)

    async def scores_of(self, hashes: Iterable[str]) -> list[Score]:
        wanted = set(hashes)

        def work() -> list[Score]:
            return sorted([score for score in self._database.scores.values() if score.hash in wanted], key=_how_good)

        return await self._do(work, writes=False)

    async def counts(self) -> Mapping[str, int]:
        def work() -> dict[str, int]:
            tables = self._database.tables.values()
            return {
                "tables": len(tables),
                "running": sum(not kept.index.over for kept in tables),
                "events": sum(kept.version for kept in tables),
                "clocks": sum(kept.index.deadline is not None for kept in tables),
                "thinking": sum(kept.index.thinking is not None for kept in tables),
                "questions": sum(one.result is None for one in self._database.questions.values()),
            }

        return await self._do(work, writes=False)

    async def queues(self) -> Mapping[str, int]:
        def work() -> dict[str, int]:
            now, found = self.now(), dict[str, int]()
            for kind in ("clock", "think"):
                leases = [self._database.lease_of(table, kind) for table, _ in self._database.due(kind, now)]
                leased = sum(lease is not None and lease.until > now for lease in leases)
                expired = sum(lease is not None and lease.until <= now for lease in leases)
                found |= {f"{kind}_waiting": len(leases) - leased, f"{kind}_leased": leased, f"{kind}_expired": expired}
            return found

        return await self._do(work, writes=False)

    async def ping(self) -> None:
        await self._do(lambda: None)

    # ---- jobs and questions -----------------------------------------------------------------------------

    async def claim(self, kinds: Iterable[JobKind], most: int, lease: float) -> list[TableJob]:
        return await self._do(lambda: self._database.claim(kinds, most, lease, self._owner, self.now()))

    async def extend(self, job: TableJob, lease: float) -> TableJob | None:
        def work() -> TableJob | None:
            database, until = self._database, self.now() + lease
            kept, held = database.tables.get(job.table), database.leases.get((job.table, job.kind))
            if kept is None or held is None or (held.turn, held.owner) != (job.turn, self._owner):
                return None
            due = kept.index.thinking if job.kind == "think" else kept.index.deadline
            if kept.index.turn != job.turn or due is None:
                return None
            held.until = until
            return replace(job, until=until)

        return await self._do(work)

    async def release(self, job: TableJob) -> None:
        def work() -> None:
            held = self._database.leases.get((job.table, job.kind))
            if held is not None and (held.turn, held.owner) == (job.turn, self._owner):
                del self._database.leases[job.table, job.kind]

        await self._do(work)

    async def next_deadline(self) -> float | None:
        def work() -> float | None:
            found = [kept.index.deadline for kept in self._database.tables.values() if kept.index.deadline is not None]
            return min(found, default=None)

        return await self._do(work, writes=False)

    async def ask(self, question: Question) -> None:
        await self._do(lambda: self._database.questions.update({question.id: Answering(question, self.now())}))

    async def take(self, kinds: Iterable[str], most: int, lease: float) -> list[Question]:
        wanted = set(kinds)

        def work() -> list[Question]:
            now = self.now()
            free = [
                one
                for one in self._database.questions.values()
                if one.result is None and one.taken <= now < one.question.until and one.question.kind in wanted
            ]
            free.sort(key=lambda one: (one.question.priority, one.asked))
            for one in free[:most]:
                one.taken = now + lease
            return [one.question for one in free[:most]]

        return await self._do(work)

    async def answer(self, question: Question, result: bytes) -> None:
        def work() -> None:
            one = self._database.questions.get(question.id)
            if one is not None and one.result is None:
                one.result = result

        await self._do(work)

    async def answer_of(self, question: str) -> bytes | None:
        def work() -> bytes | None:
            one = self._database.questions.get(question)
            return self._database.questions.pop(question).result if one is not None and one.result is not None else None

        return await self._do(work)

    async def forget(self, question: str) -> None:
        await self._do(lambda: self._database.questions.pop(question, None))


def _how_good(score: Score) -> tuple[bool, int, int, float]:
    """The best come first, and those without hints before them all."""
    return score.hinted, score.moves, score.steps, score.at
