"""The table manager: all tables, each with one owner. What is announced has been stored before."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from halma.messages import mark
from halma.server import clocks, wire
from halma.server.analysis import Analyses
from halma.server.cached_answer import CachedAnswer
from halma.server.computers import Computers
from halma.server.errors import RefusedError, StorageError, UnreadableTableError, no_table
from halma.server.logs import trace_of
from halma.server.metrics import Metrics
from halma.server.old_hub import OldHub
from halma.server.old_storage import Change, OldStorage
from halma.server.presence import Attendance
from halma.server.puzzles import find_puzzle, is_solved
from halma.server.renderings import Renderings
from halma.server.restoring import restored_table
from halma.server.settings import Settings
from halma.server.storage.interface import Score
from halma.server.table import Notice, Table
from halma.server.table_setup import CreatedTable, rematch, set_up
from halma.server.thinking import Thinking
from halma.server.timeout_policy import time_is_up
from halma.server.timers import Timers
from halma.server.tokens import SeatToken
from halma.server.view import Presence

log = logging.getLogger("halma.server")
# How often it is noted that the server runs: while clocks run, and otherwise only to see whether storing works.
BEAT = 1.0
QUIET_BEATS = 30
HOUR = 3600.0
# What must happen at a table is tried again after so many seconds, and then after twice as many, up to the most.
FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
MOST_SET_ASIDE = 10_000
# Tables that are read at a time: fewer than the storage has connections, so that nobody waits for one in vain.
READERS = 8
# From so many moves on a game is played through aside.
LONG_GAME = 100
# Records and puzzles that wait to be set up.
MOST_SETTING_UP = 32
MOST_LOOKED_AT = 50
COUNTS_SECONDS = 60.0
PING_SECONDS = 1.0


class TableManager:
    """Tables in memory and in the storage, clocks that run, and computers that think."""

    def __init__(self, settings: Settings, storage: OldStorage, hub: OldHub) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.metrics = Metrics()
        self.computers = Computers(settings.workers, settings.limits.thoughts)
        self.analyses = Analyses(self.computers, settings.think_seconds)
        self.renderings = Renderings(settings.limits)
        # Whoever looks after the server asks often; counting all rows takes the longer the more there are.
        self.counts = CachedAnswer(storage.counts, COUNTS_SECONDS)
        self.storage_answers = CachedAnswer(storage.ping, PING_SECONDS)
        self.stopping = asyncio.Event()
        self.timers = Timers(self)
        self.thinking = Thinking(self)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        # Tables that cannot be read, by id, with the reason. They are looked at again after a restart.
        self._set_aside: OrderedDict[str, str] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._reading = asyncio.Semaphore(READERS)
        self._setting_up = asyncio.Semaphore(1)
        self._setting_up_waiting = 0
        self.attendance = Attendance(self._tell_presence)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._saving: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> float:
        return self.settings.now()

    # ---- opening and closing ----------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the server stopped: clocks run, computers think. No table is read before somebody needs it."""
        await self.storage.start()
        closed = await self.storage.resume(self.now)
        running = await self.storage.deadlines()
        for table, deadline in running.items():
            self.timers.set(table, deadline)
        waiting = await self.storage.thinking()
        self.spawn(self.thinking.wake(waiting))
        self.spawn(self._beat())
        data = {"closed_seconds": round(closed, 1), "clocks": len(running), "thinking": len(waiting)}
        log.info("opened", extra={"data": data})

    async def close(self) -> None:
        """Tell everybody, finish what is being written, and stop."""
        self.stopping.set()
        self.timers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # What is being written is finished, even if nobody waits for it.
        await asyncio.gather(*self._saving, return_exceptions=True)
        self.analyses.stop()
        self.renderings.stop()
        self.computers.stop()
        with suppress(StorageError):
            await self.storage.beat(self.now)
        await self.storage.stop()
        log.info("closed")

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something on the side until the server stops."""
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _spawn_quietly(self, work: Any) -> asyncio.Task[Any]:
        """A task whose error is for who waits for it, not for the log."""
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # If nobody waits any more, nobody needs to know.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("failed", exc_info=task.exception())

    async def _beat(self) -> None:
        """Note now and then that the server runs, so that clocks stand still while it is not."""
        quiet = 0
        while True:
            await asyncio.sleep(BEAT)
            quiet += 1
            if self.timers.running or self.storage.failing or quiet >= QUIET_BEATS:
                quiet = 0
                # The storage notes its faults itself; the next beat may be stored.
                with suppress(StorageError):
                    await self.storage.beat(self.now)

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
                log.exception(
                    "failed at a table", extra={"data": {"table": trace_of(identifier), "failures": failures}}
                )
            else:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    # ---- tables -----------------------------------------------------------------------------------------

    async def table(self, identifier: str) -> Table:
        """A table to look at. Raises RefusedError if there is none, or if it cannot be read."""
        while (table := self._tables.get(identifier)) is None:
            if identifier in self._set_aside:
                raise UnreadableTableError(self._set_aside[identifier])
            # Everybody who wants the same table waits for the same loading.
            loading = self._loading.get(identifier)
            if loading is None:
                if len(self._loading) >= self.settings.limits.loading:
                    raise _busy()
                loading = self._loading[identifier] = self._spawn_quietly(self._load(identifier))
                loading.add_done_callback(lambda _: self._loading.pop(identifier, None))
            await asyncio.shield(loading)
        self._tables.move_to_end(identifier)
        return table

    async def _load(self, identifier: str) -> None:
        async with self._reading:
            try:
                stored = await self.storage.load(identifier)
                if stored is None:
                    raise no_table()
                # A long game takes a moment to play through again, and nobody else shall wait for it.
                long = len(stored.moves) > LONG_GAME
                table = await asyncio.to_thread(restored_table, stored) if long else restored_table(stored)
            except UnreadableTableError as error:
                self._put_aside(identifier, error.reason)
                raise
            if table.setup.puzzle is not None:
                # Viewers are told the task, and the puzzle of a day may have to be made again for that.
                await asyncio.to_thread(find_puzzle, table.setup.puzzle)
        self._keep(table)
        self.thinking.attend(table)

    def _put_aside(self, identifier: str, reason: str) -> None:
        """Nobody can play at a table that cannot be read: its clock does not ring, and everybody else plays on."""
        if identifier not in self._set_aside:
            data = {"table": trace_of(identifier), "reason": reason}
            log.error("a table cannot be read and is set aside", extra={"data": data})
        self._set_aside[identifier] = reason
        while len(self._set_aside) > MOST_SET_ASIDE:
            self._set_aside.popitem(last=False)
        self.timers.set(identifier, None)

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        # Those in use go to the end of the row, so that they are not looked at again and again.
        for _ in range(MOST_LOOKED_AT):
            if len(self._tables) <= self.settings.limits.cached:
                break
            oldest = next(iter(self._tables.values()))
            if oldest is table or not self._is_idle(oldest):
                self._tables.move_to_end(oldest.id)
            else:
                del self._tables[oldest.id]

    def _is_idle(self, table: Table) -> bool:
        return not (table.lock.locked() or self.hub.watched(table.id) or self.thinking.at(table.id))

    @asynccontextmanager
    async def change(self, identifier: str) -> AsyncGenerator[Table]:
        """A table to change. At the end the change is stored, then announced; if that fails, it did not happen.

        A clock that had run out when this was asked for is judged first, whether or not its timer has rung yet.
        """
        asked = self.now
        table = await self._locked(identifier)
        while _has_run_out(table, asked):
            time_is_up(table, self.now)
            await self._finished(table, self._changed(table))
            table = await self._locked(identifier)
        version = table.version
        try:
            yield table
        except BaseException:
            if table.version != version:
                self._drop(table)
            table.lock.release()
            raise
        if table.version == version:
            table.lock.release()
        else:
            await self._finished(table, self._changed(table))

    def _drop(self, table: Table) -> None:
        """Half a change is none: the table is read again."""
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            self.hub.publish(table.id, Notice("view"))

    async def _locked(self, identifier: str) -> Table:
        while True:
            table = await self.table(identifier)
            await table.lock.acquire()
            if self._tables.get(identifier) is table:
                return table
            table.lock.release()

    @asynccontextmanager
    async def looking(self, identifier: str) -> AsyncGenerator[Table]:
        """A table to look at while nothing on it is half done."""
        table = await self._locked(identifier)
        try:
            yield table
        finally:
            table.lock.release()

    async def create(self, wish: wire.NewTable, address: str) -> CreatedTable:
        """Set a table up."""
        await self._check_tables(address)
        if wish.record is None and wish.puzzle is None:
            made = set_up(wish, self.now)
        else:
            made = await self._set_up_aside(wish)
        await self._admit(made, address)
        return made

    async def _set_up_aside(self, wish: wire.NewTable) -> CreatedTable:
        """Playing a record through and making a puzzle take a while: in a thread, and one after the other."""
        if self._setting_up_waiting >= MOST_SETTING_UP:
            raise _busy()
        self._setting_up_waiting += 1
        try:
            async with self._setting_up:
                return await asyncio.to_thread(set_up, wish, self.now)
        finally:
            self._setting_up_waiting -= 1

    async def _check_tables(self, address: str) -> None:
        limit = self.settings.limits.tables_per_hour
        if await self.storage.count_of(self._hashed(address), self.now - HOUR) >= limit:
            raise RefusedError(
                "too-many-tables",
                429,
                mark("Limit reached: {count} tables per hour from your network. Try again later."),
                count=limit,
            )

    async def _admit(self, made: CreatedTable, address: str) -> None:
        table = made.table
        await table.lock.acquire()
        self._keep(table)
        change = self._changed(table, granted=table.seat_tokens.values(), address=address)
        change.ply, change.moves, change.setup = 0, table.moves, table.setup
        await self._finished(table, change)

    async def rematch(self, identifier: str, address: str) -> CreatedTable:
        """The same game again with everybody one seat further; whoever asks first sets it up, once for a table."""
        await self._check_tables(address)
        async with self.change(identifier) as table:
            if not table.is_over:
                raise RefusedError("not-over", 409, mark("The game is not over yet."))
            if table.state.rematch is not None:
                raise RefusedError("rematch-made", 409, mark("The rematch has already been set up."))
            made = rematch(table, self.now)
            await self._admit(made, address)
            table.state.rematch = made.table.id
            table.changed(Notice("view"))
        return made

    def _hashed(self, address: str) -> str:
        """An address as it is stored: nobody finds it out without the secret of this storage."""
        return hashlib.blake2b(address.encode(), key=self.storage.key, digest_size=32).hexdigest()

    # ---- storing ----------------------------------------------------------------------------------------

    def _changed(self, table: Table, *, granted: Iterable[SeatToken] = (), address: str = "") -> Change:
        free = any(seat.kind == "link" and not seat.joined for seat in table.state.seats)
        return Change(
            table=table.id,
            state=table.state,
            ply=table.stored,
            moves=table.moves[table.stored :],
            deadline=clocks.deadline(table),
            thinking=table.machine() is not None,
            open=table.setup.public and free and not table.is_over,
            over=table.is_over,
            updated=self.now,
            chat=table.chat[table.said :],
            granted=list(granted or table.granted),
            revoked=list(table.revoked),
            score=_score(table),
            address=self._hashed(address) if address else "",
        )

    async def _finished(self, table: Table, change: Change) -> None:
        """Store what has changed at a locked table, announce it and give the lock back.

        Whoever asked for it may go away meanwhile: it is finished all the same, so that memory and storage agree.
        """
        saving = asyncio.create_task(self.storage.save(change))
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)
        try:
            await asyncio.shield(saving)
        except asyncio.CancelledError:
            saving.add_done_callback(lambda saving: self._conclude(table, change, saving.exception()))
            raise
        except BaseException as error:
            self._conclude(table, change, error)
            raise
        self._conclude(table, change, None)

    def _conclude(self, table: Table, change: Change, error: BaseException | None) -> None:
        try:
            if error is None:
                self._announce(table, change)
            else:
                self._drop(table)
        finally:
            table.lock.release()

    def _announce(self, table: Table, change: Change) -> None:
        self.metrics.moves += len(change.moves)
        self.metrics.tables += change.setup is not None
        table.stored, table.said = table.ply, len(table.chat)
        table.granted.clear()
        table.revoked.clear()
        notices, table.notices = table.notices, []
        for notice in notices:
            self.hub.publish(table.id, notice)
        # Let the clock run and the computer think that it is the turn of.
        self.timers.set(table.id, clocks.deadline(table))
        self.thinking.attend(table)

    # ---- who is there -----------------------------------------------------------------------------------

    def arrive(self, identifier: str, viewer: object, seats: str) -> None:
        """Somebody looks at a table from now on, or holds other seats there."""
        self.attendance.arrive(identifier, viewer, seats)
        self.thinking.hurry(self._tables.get(identifier))

    def _tell_presence(self, identifier: str, presence: Presence) -> None:
        message = wire.PresenceMessage(sorted(presence.seats), presence.spectators)
        self.hub.publish(identifier, Notice("presence", message=msgspec.json.encode(message).decode()))

    @property
    def cached(self) -> int:
        return len(self._tables)


def _has_run_out(table: Table, now: float) -> bool:
    deadline = clocks.deadline(table)
    return deadline is not None and deadline <= now


def _score(table: Table) -> Score | None:
    """The score of a puzzle that is solved. A name that is given afterwards counts too."""
    if table.setup.puzzle is None or not any(notice.kind in ("move", "view") for notice in table.notices):
        return None
    if not is_solved(table.position):
        return None
    moves, steps = table.position.tally
    if len(table.position.seats) > 1:
        moves = sum(played.seat == "A" for played in table.moves)
    holder = next((key for key, seat_token in table.seat_tokens.items() if "A" in seat_token.seats), "")
    return Score(table.setup.puzzle, table.seat("A").name, moves, steps, table.moves[-1].at, table.id, holder)


def _busy() -> RefusedError:
    return RefusedError("busy", 503, mark("The server is busy; try again in a moment."))
