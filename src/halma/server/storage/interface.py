"""What the server asks of its storage. Other databases follow by keeping to this.

A table is stored as what it was set up with and the events since: each is a number greater, and an event that is
stored never changes. The storage does not look into them. It knows of a table what it has to look for (`Index`).

Time is the time of the storage, `now()`, the same for all processes that use it. It stands still while no process is
alive and goes on evenly whatever is done to the clocks of the machines, so what is reckoned in it (clocks, deadlines,
leases, the times in events) needs no correction, ever. `calendar()` says what time of day that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from halma.messages import HalmaError
from halma.server.tokens import SeatToken

JobKind = Literal["clock", "think"]


class ConflictError(Exception):
    """Somebody else has changed the table (or the time of the storage was put right): load it, and decide again."""


class DatabaseError(HalmaError):
    """A database in which no tables can be kept, or of which none can be copied: says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Index:
    """What is looked for without opening a table; written with every change."""

    # When the running clock will have run out, in the time of the storage.
    deadline: float | None = None
    # Since when a computer has to act.
    thinking: float | None = None
    # Who waits for that: 0 where people play, 1 where only computers do.
    priority: int = 0
    # What has to be done changes with this number (moves made will do): a lease counts for one turn.
    turn: int = 0
    # Public with a free seat.
    open: bool = False
    over: bool = False
    updated: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A table after all its events up to a version, in whatever form the domain writes it."""

    version: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """A solved puzzle."""

    puzzle: str
    name: str
    moves: int
    steps: int
    at: float
    table: str
    # By which somebody finds the own best again.
    hash: str = field(repr=False, default="")
    # Solved with hints; those who solved it alone come first.
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class TableCreation:
    """A table that is set up."""

    id: str
    setup: bytes = field(repr=False)
    # The hashed address of who sets it up.
    address: str = field(repr=False)
    index: Index
    created: float
    # Its first events, 1, 2, 3 …; there may be none.
    events: Sequence[bytes] = field(repr=False, default=())
    tokens: Sequence[SeatToken] = field(repr=False, default=())
    snapshot: StoredSnapshot | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """What has happened at a table whose version was `expected`; all of it is stored, or nothing."""

    table: str
    expected: int
    events: Sequence[bytes] = field(repr=False)
    index: Index
    granted: Sequence[SeatToken] = field(repr=False, default=())
    # Hashes of tokens that open nothing more.
    revoked: Sequence[str] = field(repr=False, default=())
    # A puzzle that is solved with this.
    score: Score | None = None
    # The table after these events, now and then, so that a long table is loaded quickly.
    snapshot: StoredSnapshot | None = None
    # Tables set up by the same event: a rematch.
    created: Sequence[TableCreation] = ()

    @property
    def version(self) -> int:
        return self.expected + len(self.events)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it comes out of the storage: the snapshot, if there is one, and the events after it."""

    id: str
    setup: bytes = field(repr=False)
    version: int
    snapshot: StoredSnapshot | None
    events: Sequence[bytes] = field(repr=False)
    tokens: Sequence[SeatToken] = field(repr=False)
    created: float = 0.0


@dataclass(frozen=True, slots=True)
class TableJob:
    """Something that has to be done at a table, and is left to one process until its lease is over."""

    table: str
    kind: JobKind
    turn: int
    # When it was or will be due.
    due: float
    until: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the workers (a hint, an analysis), with what the answer depends on."""

    id: str
    kind: str
    # Small numbers first, then those that were asked first.
    priority: int
    request: bytes = field(repr=False)
    # Nobody waits for the answer any more after this.
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days without anything happening tables are deleted; 0 is never."""

    over_days: float = 0.0
    abandoned_days: float = 0.0


class Storage(Protocol):
    """Keeps tables. What was stored when a call returns survives whatever happens to any process.

    Raises StorageError where the database does not answer (what was asked may or may not have happened: load the table
    and see), and DatabaseError, which says what is wrong, where a server cannot start with it.
    """

    @property
    def failing(self) -> bool:
        """Whether the last attempt to store something failed."""
        ...

    @property
    def waiting(self) -> int:
        """How many changes wait to be stored."""
        ...

    @property
    def key(self) -> bytes:
        """A secret of this storage, with which addresses are hashed."""
        ...

    async def start(self) -> None:
        """Bring the database up to date and go on where all processes had stopped. Reads no table."""
        ...

    async def stop(self) -> None:
        """Finish what is being stored, give the leases of this process back, and close."""
        ...

    # ---- time -------------------------------------------------------------------------------------------

    def now(self) -> float:
        """The time of the storage."""
        ...

    def calendar(self, at: float) -> float:
        """The time of day (seconds since 1970) at a time of the storage."""
        ...

    async def beat(self) -> None:
        """Note that this process is alive, about once a second, and set its clock by the storage's."""
        ...

    # ---- tables -----------------------------------------------------------------------------------------

    async def create(self, new: TableCreation) -> None:
        """Store a new table. Raises ConflictError if there is one with that id."""
        ...

    async def append(self, change: Append) -> None:
        """Store what has happened. Raises ConflictError if the table is not at the expected version (or not there)."""
        ...

    async def load(self, table: str) -> StoredTable | None: ...
    async def since(self, table: str, version: int) -> list[bytes]:
        """The events after a version, all if it is 0; none for a table that is not there."""
        ...

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The versions of those tables that are there."""
        ...

    async def delete(self, table: str) -> bool:
        """Delete a table with everything that belongs to it, also its score; whether it was there."""
        ...

    async def expire(self, policy: Retention, most: int) -> list[str]:
        """Delete tables that nobody needs any more, at most so many, and say which; scores stay.

        One process does it at a time, however many ask for it.
        """
        ...

    # ---- lists ------------------------------------------------------------------------------------------

    async def tables_of(self, hashes: Iterable[str]) -> list[str]:
        """The tables that some tokens belong to, those first that were played last."""
        ...

    async def open_tables(self, most: int, since: float) -> list[str]:
        """Public tables with a free seat at which something happened lately, the newest first."""
        ...

    async def count_of(self, address: str, since: float) -> int:
        """How many tables were set up from a hashed address."""
        ...

    async def leaders(self, puzzle: str, most: int) -> list[Score]:
        """The best solutions of a puzzle; those without hints first."""
        ...

    async def scores_of(self, hashes: Iterable[str]) -> list[Score]:
        """All solutions that some tokens stand for, the best first; those without hints before the others."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """How much there is: tables, running, events, clocks, thinking, questions. Costs a look at everything."""
        ...

    async def queues(self) -> Mapping[str, int]:
        """How many jobs of every kind (clock, think) are waiting, leased, or left behind with a lease that is over."""
        ...

    async def ping(self) -> None:
        """See whether the database answers and takes changes."""
        ...

    # ---- jobs -------------------------------------------------------------------------------------------

    async def claim(self, kinds: Iterable[JobKind], most: int, lease: float) -> list[TableJob]:
        """Take jobs that are due and that nobody has, for so many seconds: the most urgent, then the oldest.

        A job is done by appending what it leads to; with the turn, or when nothing is due any more, it is gone.
        """
        ...

    async def extend(self, job: TableJob, lease: float) -> TableJob | None:
        """Keep a job for so many seconds more; nothing if somebody else has it or it is gone."""
        ...

    async def release(self, job: TableJob) -> None:
        """Give a job back undone."""
        ...

    async def next_deadline(self) -> float | None:
        """When the next clock will have run out."""
        ...

    # ---- questions to workers ---------------------------------------------------------------------------

    async def ask(self, question: Question) -> None:
        """Put a question to the workers."""
        ...

    async def take(self, kinds: Iterable[str], most: int, lease: float) -> list[Question]:
        """Take questions to answer, for so many seconds."""
        ...

    async def answer(self, question: Question, result: bytes) -> None:
        """Answer a question; late answers are dropped."""
        ...

    async def answer_of(self, question: str) -> bytes | None:
        """The answer, as soon as there is one; it can be had once."""
        ...

    async def forget(self, question: str) -> None:
        """Nobody wants the answer any more."""
        ...
