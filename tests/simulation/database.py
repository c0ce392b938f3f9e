"""A database that is made up: what is kept, whatever becomes of the processes that use it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from halma.server.storage.clock import Era, StorageClock, resumed
from halma.server.storage.interface import (
    Append,
    Index,
    Question,
    Retention,
    Score,
    StoredSnapshot,
    TableCreation,
    TableJob,
)
from halma.server.storage.rows import DAY
from halma.server.storage.writer import Change
from halma.server.tokens import SeatToken

T = TypeVar("T")
# As PostgreSQL is used: a process that was not heard of for so long is not alive; of the seconds after its last beat so
# many may have counted.
GRACE, LATEST = 10.0, 1.0
STALE = 3600.0
RETENTION_LEASE = 60.0


@dataclass
class Kept:
    """A table as it is stored."""

    setup: bytes
    address: str
    created: float
    index: Index
    events: list[bytes]
    tokens: dict[str, SeatToken]
    snapshot: StoredSnapshot | None = None

    @property
    def version(self) -> int:
        return len(self.events)


@dataclass
class Lease:
    turn: int
    owner: int
    until: float


@dataclass
class Answering:
    """A question to the workers, and what became of it."""

    question: Question
    asked: float
    taken: float = 0.0
    result: bytes | None = None


@dataclass(frozen=True)
class Passage:
    """How long a question to the database is on its way, and the answer; and where it gets lost."""

    there: float = 0.0
    back: float = 0.0
    lost: str = ""


@dataclass
class Database:
    """What is kept, whatever becomes of the processes."""

    # The clock of its machine.
    wall: Callable[[], float]
    # Whether several processes use it, or one that has it for itself.
    shared: bool = True
    passage: Callable[[], Passage] = Passage
    # Told of every change that is stored, and how far the time of the storage was ahead of the loop's for whom it was.
    committed: Callable[[Change, float], None] = lambda *_: None
    deleted: Callable[[str], None] = lambda _: None
    tables: dict[str, Kept] = field(default_factory=dict[str, Kept])
    scores: dict[str, Score] = field(default_factory=dict[str, Score])
    leases: dict[tuple[str, str], Lease] = field(default_factory=dict[tuple[str, str], Lease])
    questions: dict[str, Answering] = field(default_factory=dict[str, Answering])
    beat: float = 0.0
    eras: list[Era] = field(default_factory=list[Era])
    owners: Any = field(default_factory=lambda: count(1))

    # ---- changes ----------------------------------------------------------------------------------------

    def commit(self, changes: Sequence[Change], era: int, clock: StorageClock) -> list[bool]:
        """One transaction: all that fits is stored."""
        for change in changes:
            granted = change.granted if isinstance(change, Append) else change.tokens
            if any(type(token.seats) is not str for token in granted):
                raise ValueError("a token without seats")
        if not self.shared:
            self.beat = max(self.beat, clock.now())
        ahead = clock.now() - asyncio.get_running_loop().time()
        fitted = [self._change(change, era) for change in changes]
        for change, one in zip(changes, fitted, strict=True):
            if one:
                self.committed(change, ahead)
        return fitted

    def _change(self, change: Change, era: int) -> bool:
        if not isinstance(change, Append):
            if change.id in self.tables:
                return False
            self._create(change)
            return True
        kept = self.tables.get(change.table)
        if kept is None or kept.version != change.expected or era != self.eras[-1].number:
            return False
        kept.events += change.events
        kept.index = change.index
        for key in change.revoked:
            kept.tokens.pop(key, None)
        kept.tokens |= {token.hash: token for token in change.granted}
        kept.snapshot = change.snapshot or kept.snapshot
        if change.score is not None:
            self._score(change.score)
        for new in change.created:
            self._create(new)
        return True

    def _create(self, new: TableCreation) -> None:
        tokens = {token.hash: token for token in new.tokens}
        self.tables[new.id] = Kept(
            new.setup, new.address, new.created, new.index, list(new.events), tokens, new.snapshot
        )

    def _score(self, score: Score) -> None:
        before = self.scores.get(score.table)
        no_better = before is None or (score.moves, score.steps) <= (before.moves, before.steps)
        if no_better and (before is None or before.hinted or not score.hinted):
            self.scores[score.table] = score

    def delete(self, table: str, *, scores: bool) -> bool:
        for key in [key for key in self.leases if key[0] == table]:
            del self.leases[key]
        if scores:
            self.scores.pop(table, None)
        there = self.tables.pop(table, None) is not None
        if there:
            self.deleted(table)
        return there

    # ---- time -------------------------------------------------------------------------------------------

    def resume(self, source: float, grace: float, latest: float) -> float:
        """A process starts; the time of the storage for it."""
        if not self.eras:
            self.beat = source
            self.eras = [Era(1, source, 0.0)]
            return source
        now, era = resumed(source, self.beat, self.eras[-1], grace, latest)
        if era is not None:
            if source - self.eras[-1].ahead > self.beat:
                self.leases.clear()
            self.eras.append(era)
        self.beat = now
        return now

    def begin(self, era: Era) -> list[Era]:
        """Begin an era, unless somebody else was faster."""
        if self.eras[-1].number == era.number - 1:
            self.eras.append(era)
        return list(self.eras)

    # ---- jobs -------------------------------------------------------------------------------------------

    def due(self, kind: str, now: float) -> list[tuple[str, float]]:
        """The tables at which something of a kind has to be done, the most urgent first, and since when."""
        found = [
            (kept.index.priority if kind == "think" else 0, at, table)
            for table, kept in self.tables.items()
            if (at := kept.index.thinking if kind == "think" else kept.index.deadline) is not None
            and (kind == "think" or at <= now)
        ]
        return [(table, at) for _, at, table in sorted(found)]

    def lease_of(self, table: str, kind: str) -> Lease | None:
        """The lease of the job that is to be done now."""
        found = self.leases.get((table, kind))
        return found if found is not None and found.turn == self.tables[table].index.turn else None

    def claim(self, kinds: Iterable[str], most: int, lease: float, owner: int, now: float) -> list[TableJob]:
        jobs: list[TableJob] = []
        for kind in kinds:
            for table, at in self.due(kind, now):
                held = self.lease_of(table, kind)
                if len(jobs) < most and (held is None or held.until <= now):
                    turn = self.tables[table].index.turn
                    self.leases[table, kind] = Lease(turn, owner, now + lease)
                    jobs.append(TableJob(table, kind, turn, at, now + lease))  # pyright: ignore[reportArgumentType]
        return jobs

    def expire(self, policy: Retention, most: int, owner: int, now: float) -> list[str]:
        alone = self.leases.get(("", "retention"))
        if alone is not None and alone.until > now and alone.owner != owner:
            return []
        self.leases["", "retention"] = Lease(0, owner, now + RETENTION_LEASE)
        self.leases = {key: lease for key, lease in self.leases.items() if lease.until >= now - STALE}
        self.questions = {key: one for key, one in self.questions.items() if one.question.until >= now}
        gone: list[tuple[float, str]] = []
        for table, kept in self.tables.items():
            days = policy.over_days if kept.index.over else policy.abandoned_days
            last = max(kept.index.updated, kept.index.deadline or 0.0)
            if days > 0 and last < now - days * DAY:
                gone.append((kept.index.updated, table))
        found = [table for _, table in sorted(gone)[:most]]
        for table in found:
            self.delete(table, scores=False)
        return found
