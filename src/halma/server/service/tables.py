"""The tables of a process. There is one path for a change: decide, store it with compare-and-set, tell everybody."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec

from halma.messages import HalmaError, mark
from halma.server.domain import clocks
from halma.server.domain.commands import Command, JudgeTime, NewTable, NoteRematch
from halma.server.domain.decide import decide
from halma.server.domain.draft import Draft
from halma.server.domain.events import decoded_event, encoded_event
from halma.server.domain.evolve import folded
from halma.server.domain.setting_up import CreatedTable, PuzzleStart, rematch, set_up
from halma.server.domain.table import Table
from halma.server.errors import (
    RefusedError,
    StorageError,
    TableGoneError,
    UnreadableTableError,
    code_of,
    no_seat,
    no_table,
    no_token,
)
from halma.server.hub.interface import Gathering, Hub, Message, Present, Published
from halma.server.logs import trace_of
from halma.server.metrics import DONE, FAILED, Metrics
from halma.server.service.facts import PuzzleFact
from halma.server.service.live_table import Asker, LiveTable, Onlooker, envelope
from halma.server.service.presence import Attendance
from halma.server.service.puzzles import Card, find_puzzle
from halma.server.service.restoring import restored_table
from halma.server.service.scores import score_of
from halma.server.settings import ServerLimits
from halma.server.storage.interface import (
    Append,
    ConflictError,
    Index,
    Retention,
    Storage,
    StoredTable,
    TableCreation,
)
from halma.server.tokens import SeatToken, Secrets
from halma.server.tracing import tracing

log = logging.getLogger("halma.server")
HOUR = 3600.0
MOST_SET_ASIDE = 10_000
# Tables that are read at a time: fewer than the storage has connections, so that nobody waits for one in vain.
READERS = 8
# From so many events (or bytes of them) on a game is played through aside.
LONG_GAME = 100
LONG_EVENT = 20_000
# Records and puzzles that wait to be set up.
MOST_SETTING_UP = 32
MOST_LOOKED_AT = 50
# So often a change is decided anew because others were faster.
MOST_TRIES = 50
# What must happen at a table is tried again after so many seconds, and then after twice as many, up to the most.
FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
# Tables that expire are deleted so many at a time, with a pause in which others can store something.
MOST_EXPIRING = 100
EXPIRING_PAUSE = 0.2
# A version that no table has: whoever hears of it looks into the storage.
LATEST = 2**62
Aside = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Acted:
    """What came of a command: the table after it, and of a seat that was taken, which one."""

    table: Table
    seat: str = ""
    # Whether the event has told whoever asked that it is done.
    told: bool = False


class TableService:
    """Tables in memory and in the storage, for everybody who looks at them through this process.

    All time comes from the storage, all chance from `secrets`, all waiting from `sleep`; `aside` runs what takes long.
    With `alone` nobody else changes tables of this storage.
    """

    def __init__(
        self,
        storage: Storage,
        hub: Hub,
        limits: ServerLimits,
        *,
        alone: bool = True,
        secrets: Secrets | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        aside: Aside = asyncio.to_thread,
        metrics: Metrics | None = None,
    ) -> None:
        self.storage = storage
        self.hub = hub
        self.limits = limits
        self.alone = alone
        self.secrets = secrets or Secrets()
        self.sleep = sleep
        self.aside = aside
        self.metrics = metrics or Metrics()
        self.attendance = Attendance(hub.attend)
        # Those who have something to do after a change: clocks and computers.
        self.followers: list[Callable[[Table], None]] = []
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        # Tables that cannot be read, by id, with the reason. They are looked at again after a restart.
        self._set_aside: OrderedDict[str, str] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._reading = asyncio.Semaphore(READERS)
        self._setting_up = asyncio.Semaphore(1)
        self._setting_up_waiting = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._saving: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        return self.storage.now()

    @property
    def cached(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something on the side until the process stops."""
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("failed", exc_info=task.exception())

    async def close(self) -> None:
        """Stop what is done on the side; what is being stored is finished, even if nobody waits for it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._saving, return_exceptions=True)
        for live in self._live.values():
            if live.watch is not None:
                live.watch.close()

    async def insist(self, work: Callable[[], Awaitable[None]], identifier: str) -> None:
        """Do what must happen at a table, again and again until it is stored or there is no such table any more."""
        wait, failures = FIRST_WAIT, 0
        while True:
            try:
                await work()
            except StorageError:
                # The storage has noted it.
                failures += 1
            except RefusedError:
                return
            except Exception:
                failures += 1
                data = {"table": trace_of(identifier), "failures": failures}
                log.exception("failed at a table", extra={"data": data})
            else:
                return
            await self.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    # ---- tables -----------------------------------------------------------------------------------------

    async def table(self, identifier: str) -> Table:
        """A table to look at. Raises RefusedError if there is none, or if it cannot be read."""
        live = await self.live(identifier)
        await live.concluded()
        if live.unsure or not (self.alone or live.watch is not None):
            await self._catch_up(live)
        return live.table

    async def live(self, identifier: str) -> LiveTable:
        """A table in this process, read if it has to be."""
        while (live := self._live.get(identifier)) is None:
            if identifier in self._set_aside:
                raise UnreadableTableError(self._set_aside[identifier])
            # Everybody who wants the same table waits for the same loading.
            loading = self._loading.get(identifier)
            if loading is None:
                if len(self._loading) >= self.limits.loading:
                    raise busy()
                loading = self._loading[identifier] = asyncio.create_task(self._load(identifier))
                loading.add_done_callback(lambda task: self._loaded(identifier, task))
            await asyncio.shield(loading)
        self._live.move_to_end(identifier)
        return live

    def _loaded(self, identifier: str, task: asyncio.Task[None]) -> None:
        del self._loading[identifier]
        # An error is for who waits for it; if nobody does any more, nobody needs to know.
        if not task.cancelled():
            task.exception()

    async def _load(self, identifier: str) -> None:
        async with self._reading:
            try:
                stored = await self.storage.load(identifier)
                if stored is None:
                    raise no_table()
                # A long game takes a moment to play through again, and nobody else shall wait for it.
                table = await self.aside(restored_table, stored) if _is_long(stored) else restored_table(stored)
            except UnreadableTableError as error:
                self._put_aside(identifier, error.reason)
                raise
            puzzle = await self._puzzle_of(table)
        self._keep(LiveTable(table, puzzle))

    async def _puzzle_of(self, table: Table) -> PuzzleFact | None:
        identifier = table.setup.puzzle
        if identifier is None:
            return None
        # The puzzle of a day may have to be made again.
        card: Card | None = await self.aside(find_puzzle, identifier)
        return PuzzleFact(identifier) if card is None else PuzzleFact(identifier, card.moves, card.at_least)

    def _put_aside(self, identifier: str, reason: str) -> None:
        """Nobody can play at a table that cannot be read: its clock does not ring, and everybody else plays on."""
        if identifier not in self._set_aside:
            data = {"table": trace_of(identifier), "reason": reason}
            log.error("a table cannot be read and is set aside", extra={"data": data})
        self._set_aside[identifier] = reason
        while len(self._set_aside) > MOST_SET_ASIDE:
            self._set_aside.popitem(last=False)

    def _keep(self, live: LiveTable) -> None:
        self._live[live.table.id] = live
        # Those in use go to the end of the row, so that they are not looked at again and again.
        for _ in range(MOST_LOOKED_AT):
            if len(self._live) <= self.limits.cached:
                break
            oldest = next(iter(self._live.values()))
            if oldest is live or not oldest.is_idle:
                self._live.move_to_end(oldest.table.id)
            else:
                del self._live[oldest.table.id]

    # ---- changing ---------------------------------------------------------------------------------------

    async def act(
        self, identifier: str, command: Command, who: Sequence[str] = (), asker: Asker | None = None
    ) -> Acted:
        """Let a table decide on a command and store what comes of it. Raises what it is refused with.

        The event tells the asker that it is done.

        A clock that had run out when this was asked is judged first, whether or not it has rung yet.
        """
        kind, began, outcome = type(command).__name__, perf_counter(), FAILED
        try:
            with tracing.span("command", type=kind, table=trace_of(identifier) if tracing.on else ""):
                acted = await self._act(identifier, command, who, asker)
            outcome = DONE
        except HalmaError as error:
            outcome = code_of(error)[0]
            raise
        finally:
            self.metrics.commands.labels(kind, outcome).inc()
            self.metrics.command_seconds.labels(kind).observe(perf_counter() - began)
        return acted

    async def _act(self, identifier: str, command: Command, who: Sequence[str], asker: Asker | None) -> Acted:
        asked = self.now
        hashes = tuple(who)
        async with self._using(identifier) as live:
            if live.unsure:
                await self._read_on(live)
            for _ in range(MOST_TRIES):
                # The time may have been put right meanwhile: nothing was asked later than now.
                asked = min(asked, self.now)
                late = clocks.has_run_out(live.table, asked)
                judging = late or isinstance(command, JudgeTime)
                try:
                    with tracing.span("decide"):
                        wanted = JudgeTime(asked) if judging else command
                        draft = decide(live.table, wanted, () if judging else hashes, self.now)
                except Exception:
                    # It may be refused only because others were faster.
                    if await self._is_behind(live):
                        continue
                    raise
                if not draft.steps:
                    if await self._is_behind(live):
                        continue
                    return Acted(live.table, draft.seat)
                try:
                    await self._store(live, draft, append_of(live.table, draft), None if late else asker)
                except ConflictError:
                    await self._read_on(live)
                    continue
                if not late or isinstance(command, JudgeTime):
                    told = asker is not None and asker[0] in live.onlookers
                    return Acted(draft.table, draft.seat, told)
            raise busy()

    @asynccontextmanager
    async def _using(self, identifier: str) -> AsyncGenerator[LiveTable]:
        while True:
            live = await self.live(identifier)
            live.users += 1
            try:
                async with live.lock:
                    await live.concluded()
                    if self._live.get(identifier) is live:
                        yield live
                        return
            finally:
                live.users -= 1

    async def _store(self, live: LiveTable, draft: Draft, change: Append, asker: Asker | None = None) -> None:
        """Store what has happened, then tell everybody.

        Whoever asked for it may go away meanwhile: it is finished all the same, so that memory and storage agree.
        """
        saving = asyncio.ensure_future(self.storage.append(change))
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)
        try:
            with tracing.span("store", events=len(change.events)):
                await asyncio.shield(saving)
        except asyncio.CancelledError:
            live.concluding = self.spawn(self._conclude(live, draft, saving))
            raise
        except StorageError:
            self._doubt(live)
            raise
        with tracing.span("tell", viewers=len(live.onlookers)):
            self._announce(live, draft, asker)

    async def _conclude(self, live: LiveTable, draft: Draft, saving: asyncio.Future[None]) -> None:
        """Go on with what was stored for somebody who did not wait; everybody else waits for this."""
        live.users += 1
        try:
            await asyncio.wait([saving])
            if saving.exception() is None:
                self._announce(live, draft)
            else:
                self._doubt(live)
        finally:
            live.users -= 1
            live.concluding = None

    def _doubt(self, live: LiveTable) -> None:
        """Something may have been stored of which nobody here knows; who looks on is told as soon as it can be seen."""
        if not live.unsure:
            live.unsure = True
            self.spawn(self.insist(lambda: self._make_sure(live), live.table.id))

    async def _make_sure(self, live: LiveTable) -> None:
        if live.unsure:
            await self._catch_up(live)

    def _announce(self, live: LiveTable, draft: Draft, asker: Asker | None = None) -> None:
        now = self.now
        before = live.table
        for event, after in draft.steps:
            last = after is draft.table
            message = live.step(event, after, now, wanted=not self.alone, asker=asker if last else None)
            if message is not None and not self.alone:
                self.hub.publish(after.id, after.version, envelope(event, message))
        self.metrics.moves.inc(max(0, live.table.ply - before.ply))
        self.metrics.told.inc(len(draft.steps) * len(live.onlookers))
        self._follow(live.table)

    def _follow(self, table: Table) -> None:
        for follower in self.followers:
            follower(table)

    # ---- what others have done --------------------------------------------------------------------------

    async def _is_behind(self, live: LiveTable) -> bool:
        """Whether others have changed a table that this process believed to know; now it is known."""
        return not self.alone and await self._read_on(live)

    async def _catch_up(self, live: LiveTable) -> None:
        live.users += 1
        try:
            async with live.lock:
                await live.concluded()
                await self._read_on(live)
        finally:
            live.users -= 1

    async def _read_on(self, live: LiveTable) -> bool:
        """Take in what is stored and not known here, and tell everybody here; whether there was anything."""
        known = live.table
        stored = await self.storage.since(known.id, known.version)
        if not stored and not await self.storage.versions([known.id]):
            self._forget(known.id)
            raise no_table()
        live.unsure = False
        now = self.now
        for number, data in enumerate(stored, known.version + 1):
            # Meanwhile the hub may have told of some.
            if number == live.table.version + 1:
                event = decoded_event(data)
                live.step(event, folded(live.table, [event]), now, wanted=False)
        if stored:
            self._follow(live.table)
        return bool(stored)

    def _heard(self, live: LiveTable, message: Message) -> None:
        """What another process tells of a table."""
        if isinstance(message, Gathering):
            live.gathered(message.present)
            return
        if isinstance(message, Published):
            if message.version <= live.table.version:
                return
            # Without content it only says that the storage knows more.
            if message.data and message.version == live.table.version + 1:
                stored, _, told = message.data.partition(b"\n")
                event = decoded_event(stored)
                live.hear(told, event, folded(live.table, [event]))
                self.metrics.told.inc(len(live.onlookers))
                self._follow(live.table)
                return
        if not self.alone:
            self.spawn(self.insist(lambda: self._catch_up(live), live.table.id))

    # ---- looking ----------------------------------------------------------------------------------------

    async def enter(self, identifier: str, onlooker: Onlooker, version: int) -> LiveTable:
        """Somebody looks at a table from now on, and is told what happened since a version."""
        live = await self.live(identifier)
        live.users += 1
        try:
            if live.watch is None:
                live.watch = self.hub.watch(identifier, lambda message: self._heard(live, message))
            if live.unsure or not self.alone:
                await self._catch_up(live)
            onlooker.held = live.table.held(onlooker.hashes)
            self.attendance.arrive(identifier, onlooker, onlooker.held)
            present = self.attendance.presence(identifier)
            if not self.alone:
                present = joined(present, await self.hub.present(identifier))
            if self._live.get(identifier) is not live:
                # It was deleted meanwhile, and those who looked on were told.
                raise no_table()
            live.welcome(onlooker, version, present, self.now)
        finally:
            live.users -= 1
        return live

    def seated(self, identifier: str, onlooker: Onlooker) -> None:
        """Somebody who looks holds other seats than before."""
        live = self._live.get(identifier)
        if live is not None and onlooker in live.onlookers:
            onlooker.held = live.table.held(onlooker.hashes)
            self.attendance.arrive(identifier, onlooker, onlooker.held)

    def leave(self, identifier: str, onlooker: Onlooker) -> None:
        """Somebody does not look any more."""
        live = self._live.get(identifier)
        if live is not None:
            live.onlookers.discard(onlooker)
            if not live.onlookers and live.watch is not None:
                live.watch.close()
                live.watch = None
        self.attendance.depart(identifier, onlooker)

    def watches(self, identifier: str) -> bool:
        """Whether somebody looks at a table through this process."""
        live = self._live.get(identifier)
        return live is not None and bool(live.onlookers)

    async def look_again(self) -> None:
        """See whether the hub has lost anything at the tables that somebody here looks at."""
        watched = {name: live for name, live in self._live.items() if live.onlookers}
        found = await self.storage.versions(watched) if watched else {}
        for name, live in watched.items():
            if name not in found or found[name] > live.table.version:
                # A table that is deleted tells its viewers so.
                with suppress(TableGoneError):
                    await self._catch_up(live)

    # ---- tables that go ---------------------------------------------------------------------------------

    async def delete(self, identifier: str, who: Sequence[str]) -> None:
        """Delete a table with everything that belongs to it, for somebody who holds a seat at it or set it up."""
        hashes = list(who)
        # The tokens are looked for in the storage: a table that cannot be read can be deleted all the same.
        if identifier not in await self.storage.tables_of(hashes):
            if not await self.storage.versions([identifier]):
                raise no_table()
            raise no_token()
        if await self.storage.delete(identifier):
            self.metrics.tables_deleted.labels("player").inc()
        self._set_aside.pop(identifier, None)
        live = self._live.get(identifier)
        if not self.alone:
            self.hub.publish(identifier, LATEST, b"")
        if live is not None:
            async with live.lock:
                self._forget(identifier)

    def _forget(self, identifier: str) -> None:
        """Let go of a table that was deleted, and tell everybody here who looks at it."""
        live = self._live.pop(identifier, None)
        if live is not None:
            live.deleted()

    async def expire(self, policy: Retention) -> int:
        """Delete the tables that have expired, a few at a time; how many they were."""
        count = 0
        while gone := await self.storage.expire(policy, MOST_EXPIRING):
            for identifier in gone:
                self._forget(identifier)
            count += len(gone)
            self.metrics.tables_deleted.labels("expired").inc(len(gone))
            await self.sleep(EXPIRING_PAUSE)
        return count

    # ---- new tables -------------------------------------------------------------------------------------

    async def create(self, wish: NewTable, address: str) -> CreatedTable:
        """Set a table up."""
        await self._check_tables(address)
        made = await self._set_up(wish)
        await self.storage.create(creation_of(made.table, made, self.hashed(address)))
        self._keep(LiveTable(made.table, await self._puzzle_of(made.table)))
        self.metrics.tables_created.inc()
        self._follow(made.table)
        return made

    async def _set_up(self, wish: NewTable) -> CreatedTable:
        if wish.record is None and wish.puzzle is None:
            return set_up(wish, self.now, self.secrets)
        # Playing a record through and making a puzzle take a while: in a thread, and one after the other.
        if self._setting_up_waiting >= MOST_SETTING_UP:
            raise busy()
        self._setting_up_waiting += 1
        try:
            async with self._setting_up:
                return await self.aside(_set_up_aside, wish, self.now, self.secrets)
        finally:
            self._setting_up_waiting -= 1

    async def rematch(self, identifier: str, who: Sequence[str], address: str) -> CreatedTable:
        """The same game again with everybody one seat further; whoever asks first sets it up, once for a table."""
        await self._check_tables(address)
        hashes = tuple(who)
        async with self._using(identifier) as live:
            for _ in range(MOST_TRIES):
                table = live.table
                if not table.knows(hashes):
                    raise no_token()
                if not table.is_owner(hashes) and not table.held(hashes):
                    raise no_seat()
                try:
                    made = rematch(table, self.now, self.secrets)
                    draft = decide(table, NoteRematch(made.table.id), hashes, self.now)
                except RefusedError:
                    if await self._is_behind(live):
                        continue
                    raise
                change = append_of(table, draft, [creation_of(made.table, made, self.hashed(address))])
                try:
                    await self._store(live, draft, change)
                except ConflictError:
                    await self._read_on(live)
                    continue
                self._keep(LiveTable(made.table, live.puzzle))
                self._follow(made.table)
                return made
            raise busy()

    async def _check_tables(self, address: str) -> None:
        limit = self.limits.tables_per_hour
        if await self.storage.count_of(self.hashed(address), self.now - HOUR) >= limit:
            raise RefusedError(
                "too-many-tables",
                429,
                mark("Limit reached: {count} tables per hour from your network. Try again later."),
                count=limit,
            )

    def hashed(self, address: str) -> str:
        """An address as it is stored: nobody finds it out without the secret of this storage."""
        return hashlib.blake2b(address.encode(), key=self.storage.key, digest_size=32).hexdigest()


# ---- what is stored -------------------------------------------------------------------------------------


def index_of(table: Table, now: float) -> Index:
    """What a table is looked for by."""
    free = any(seat.kind == "link" and not seat.joined for seat in table.seats)
    last = table.moves[-1].at if table.moves else table.setup.created
    return Index(
        deadline=clocks.deadline(table),
        thinking=last if table.machine() is not None else None,
        priority=0 if table.humans else 1,
        turn=table.turn,
        open=table.setup.public and free and not table.is_over,
        over=table.is_over,
        updated=now,
    )


def append_of(before: Table, draft: Draft, created: Sequence[TableCreation] = ()) -> Append:
    """What has happened at a table, as it is stored."""
    return Append(
        table=before.id,
        expected=before.version,
        events=[encoded_event(event) for event, _ in draft.steps],
        index=index_of(draft.table, draft.now),
        granted=draft.granted,
        revoked=draft.revoked,
        score=score_of(draft),
        created=created,
    )


def creation_of(table: Table, made: CreatedTable, address: str) -> TableCreation:
    """A new table, as it is stored."""
    tokens: list[SeatToken] = list(table.seat_tokens.values())
    return TableCreation(
        id=table.id,
        setup=msgspec.json.encode(table.setup),
        address=address,
        index=index_of(table, table.setup.created),
        created=table.setup.created,
        events=[encoded_event(made.event)],
        tokens=tokens,
    )


def _is_long(stored: StoredTable) -> bool:
    return len(stored.events) > LONG_GAME or any(len(data) > LONG_EVENT for data in stored.events)


def _set_up_aside(wish: NewTable, now: float, secrets: Secrets) -> CreatedTable:
    card = None if wish.puzzle is None else find_puzzle(wish.puzzle)
    start = None if card is None else PuzzleStart(card.game, card.options, card.position)
    return set_up(wish, now, secrets, start)


def joined(here: Present, everywhere: Present) -> Present:
    """Who is there, where what this process knows itself may not have got round yet."""
    seats = "".join(sorted({*here.seats, *everywhere.seats}))
    return Present(seats, max(here.spectators, everywhere.spectators))


def busy() -> RefusedError:
    """For what would take too long now."""
    return RefusedError("busy", 503, mark("The server is busy; try again in a moment."))
