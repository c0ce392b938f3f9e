"""The house: all tables, each with one owner. What is announced has been stored before."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from halma.messages import mark
from halma.server import clocks, wire, worker
from halma.server.analysis import Analyses
from halma.server.computers import Computers
from halma.server.errors import RefusedError, no_table
from halma.server.fates import time_is_up
from halma.server.hub import Hub
from halma.server.metrics import Metrics
from halma.server.presence import Attendance
from halma.server.puzzles import find_puzzle, is_solved
from halma.server.remembered import Remembered
from halma.server.setting import NewTable, rematch, set_up
from halma.server.settings import Settings
from halma.server.sheets import Sheets
from halma.server.storage import Change, Score, Storage
from halma.server.table import Notice, Table
from halma.server.tokens import Holding
from halma.server.view import Presence

log = logging.getLogger("halma.server")
BEAT = 1.0
Moment = tuple[int, float]
HOUR = 3600.0
TRIES = 3
# Tables that are read at a time: fewer than the storage has connections, so that nobody waits for one in vain.
READERS = 8
# From so many moves on a game is played through aside.
LONG_GAME = 100
# Records and puzzles that wait to be set up.
MOST_SETTING_UP = 32
MOST_LOOKED_AT = 50
COUNTS_SECONDS = 60.0
PING_SECONDS = 1.0


class House:
    """Tables in memory and in the storage, clocks that run, and computers that think."""

    def __init__(self, settings: Settings, storage: Storage, hub: Hub) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.metrics = Metrics()
        self.computers = Computers(settings.workers, settings.limits.thoughts)
        self.analyses = Analyses(self.computers, settings.think_seconds)
        self.sheets = Sheets(settings.limits)
        # Whoever looks after the server asks often; counting all rows takes the longer the more there are.
        self.counts = Remembered(storage.counts, COUNTS_SECONDS)
        self.storage_answers = Remembered(storage.ping, PING_SECONDS)
        self.stopping = asyncio.Event()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._reading = asyncio.Semaphore(READERS)
        self._setting_up = asyncio.Semaphore(1)
        self._setting_up_waiting = 0
        self.attendance = Attendance(self._tell_presence)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._thinking: dict[str, tuple[Moment, asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        return self.settings.now()

    # ---- opening and closing ----------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the house was closed: clocks run, computers think."""
        await self.storage.start()
        closed = await self.storage.resume(self.now)
        for table, deadline in (await self.storage.deadlines()).items():
            self._set_timer(table, deadline)
        thinking = await self.storage.thinking()
        for identifier in thinking:
            table = await self.table(identifier)
            async with table.lock:
                self._let_think(table)
        self._spawn(self._beat())
        log.info("opened", extra={"data": {"closed_seconds": round(closed, 1), "thinking": len(thinking)}})

    async def close(self) -> None:
        """Tell everybody, finish what is being written, and stop."""
        self.stopping.set()
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.analyses.stop()
        self.sheets.stop()
        self.computers.stop()
        await self.storage.beat(self.now)
        await self.storage.stop()
        log.info("closed")

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
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
        """Note now and then that the house is open, so that clocks stand still while it is not."""
        while True:
            await asyncio.sleep(BEAT)
            if self._timers:
                await self.storage.beat(self.now)

    # ---- tables -----------------------------------------------------------------------------------------

    async def table(self, identifier: str) -> Table:
        """A table to look at. Raises RefusedError if there is none."""
        while (table := self._tables.get(identifier)) is None:
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
            stored = await self.storage.load(identifier)
            if stored is None:
                raise no_table()
            holdings = {holding.hash: holding for holding in stored.holdings}
            parts = (stored.id, stored.setup, stored.changing, stored.moves, holdings, stored.chat)
            # A long game takes a moment to play through again, and nobody else shall wait for it.
            long = len(stored.moves) > LONG_GAME
            table = await asyncio.to_thread(Table, *parts) if long else Table(*parts)
            if stored.setup.puzzle is not None:
                # Viewers are told the task, and the puzzle of a day may have to be made again for that.
                await asyncio.to_thread(find_puzzle, stored.setup.puzzle)
        self._keep(table)

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
        return not (table.lock.locked() or self.hub.watched(table.id) or table.id in self._thinking)

    @asynccontextmanager
    async def change(self, identifier: str) -> AsyncGenerator[Table]:
        """A table to change. At the end the change is stored, then announced; if that fails, it did not happen."""
        table = await self._locked(identifier)
        version = table.version
        try:
            yield table
            if table.version != version:
                await self._store(table)
        except BaseException:
            if table.version != version and self._tables.get(identifier) is table:
                # Half a change is none: the table is read again.
                del self._tables[identifier]
                self.hub.publish(identifier, Notice("view"))
            raise
        finally:
            table.lock.release()

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

    async def create(self, wish: wire.NewTable, address: str) -> NewTable:
        """Set a table up."""
        await self._check_tables(address)
        if wish.record is None and wish.puzzle is None:
            made = set_up(wish, self.now)
        else:
            made = await self._set_up_aside(wish)
        await self._admit(made, address)
        return made

    async def _set_up_aside(self, wish: wire.NewTable) -> NewTable:
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
        if await self.storage.count_of(_address(address), self.now - HOUR) >= limit:
            raise RefusedError(
                "too-many-tables",
                429,
                mark("{count} tables have been set up from your network in the last hour; try again later."),
                count=limit,
            )

    async def _admit(self, made: NewTable, address: str) -> None:
        table = made.table
        async with table.lock:
            self._keep(table)
            try:
                granted = list(table.holdings.values())
                change = self._changed(table, granted=granted, address=address)
                change.ply, change.moves, change.setup = 0, table.moves, table.setup
                await self.storage.save(change)
            except BaseException:
                self._tables.pop(table.id, None)
                raise
            table.stored, table.said = table.ply, len(table.chat)
            table.notices.clear()
            self.metrics.tables += 1
            self._attend(table)

    async def rematch(self, identifier: str, address: str) -> NewTable:
        """The same game again with everybody one seat further; whoever asks first sets it up, once for a table."""
        await self._check_tables(address)
        async with self.change(identifier) as table:
            if not table.is_over:
                raise RefusedError("not-over", 409, mark("The game is not over yet."))
            if table.changing.rematch is not None:
                raise RefusedError("rematch-made", 409, mark("The rematch has been set up already."))
            made = rematch(table, self.now)
            await self._admit(made, address)
            table.changing.rematch = made.table.id
            table.changed(Notice("view"))
        return made

    def _changed(self, table: Table, *, granted: Iterable[Holding] = (), address: str = "") -> Change:
        free = any(seat.kind == "link" and not seat.joined for seat in table.changing.seats)
        return Change(
            table=table.id,
            changing=table.changing,
            ply=table.stored,
            moves=table.moves[table.stored :],
            deadline=clocks.deadline(table),
            thinking=table.machine() is not None,
            open=table.setup.public and free and not table.is_over,
            over=table.is_over,
            updated=self.now,
            chat=table.chat[table.said :],
            granted=list(granted),
            address=_address(address) if address else "",
        )

    async def _store(self, table: Table) -> None:
        change = self._changed(table, granted=table.granted)
        change.revoked = list(table.revoked)
        await self.storage.save(change)
        self.metrics.moves += len(change.moves)
        table.stored, table.said = table.ply, len(table.chat)
        table.granted.clear()
        table.revoked.clear()
        notices, table.notices = table.notices, []
        for notice in notices:
            self.hub.publish(table.id, notice)
        await self._enter_score(table, notices)
        self._attend(table)

    async def _enter_score(self, table: Table, notices: list[Notice]) -> None:
        # A name that is given afterwards counts too.
        if table.setup.puzzle is None or not any(notice.kind in ("move", "view") for notice in notices):
            return
        if is_solved(table.position):
            moves, steps = table.position.tally
            if len(table.position.seats) > 1:
                moves = sum(played.seat == "A" for played in table.moves)
            holder = next((key for key, holding in table.holdings.items() if "A" in holding.seats), "")
            name = table.seat("A").name
            at = table.moves[-1].at
            await self.storage.enter(Score(table.setup.puzzle, name, moves, steps, at, table.id, holder))

    def _attend(self, table: Table) -> None:
        """Let the clock run and the computer think that it is the turn of."""
        self._set_timer(table.id, clocks.deadline(table))
        self._let_think(table)

    # ---- clocks -----------------------------------------------------------------------------------------

    def _set_timer(self, identifier: str, deadline: float | None) -> None:
        before = self._timers.pop(identifier, None)
        if before is not None:
            before.cancel()
        if deadline is not None:
            loop = asyncio.get_running_loop()
            # A timer cannot wait for ever; it looks again then.
            delay = min(max(0.0, deadline - self.now), 86_400.0)
            self._timers[identifier] = loop.call_later(delay, lambda: self._spawn(self._ring(identifier)))

    async def _ring(self, identifier: str) -> None:
        async with self.change(identifier) as table:
            deadline = clocks.deadline(table)
            if deadline is None or deadline > self.now:
                self._set_timer(identifier, deadline)
                return
            self._timers.pop(identifier, None)
            time_is_up(table, self.now)

    # ---- computers --------------------------------------------------------------------------------------

    def _let_think(self, table: Table) -> None:
        level = table.machine()
        moment, task = self._thinking.get(table.id, (None, None))
        if task is not None and (level is None or moment != table.moment):
            # The table has moved on; nobody wants that thought any more.
            task.cancel()
            self._thinking.pop(table.id, None)
            task = None
        if level is not None and task is None and not self.stopping.is_set():
            job = worker.Job.of(table.position, table.setup.start)
            task = self._spawn(self._think(table.id, table.moment, level, job))
            self._thinking[table.id] = (table.moment, task)

    async def _think(self, identifier: str, moment: Moment, level: int, job: worker.Job) -> None:
        text = await self._thought(level, job)
        # From here on the thought is not cancelled any more: it is a move being made.
        self._thinking.pop(identifier, None)
        self._spawn(self._make_machine_move(identifier, moment, text))

    async def _make_machine_move(self, identifier: str, moment: Moment, text: str) -> None:
        async with self.change(identifier) as table:
            table.play_machine(moment, text, self.now)

    async def _thought(self, level: int, job: worker.Job) -> str:
        failures = 0
        while failures < TRIES:
            try:
                seconds = self.computers.share(self.settings.think_seconds)
                return await self.computers.run(worker.best_move, job, level, seconds)
            except RefusedError:
                # All are busy: wait for one.
                await asyncio.sleep(0.2)
            except Exception:
                failures += 1
                log.exception("a computer failed", extra={"data": {"game": job.game, "level": level}})
                await asyncio.sleep(0.1)
        # Nobody shall wait for ever because a worker is broken: any legal move goes on.
        position = job.position()
        return position.spell(position.legal_moves[0], path=True)

    # ---- who is there -----------------------------------------------------------------------------------

    def _tell_presence(self, identifier: str, presence: Presence) -> None:
        message = wire.PresenceMessage(sorted(presence.seats), presence.spectators)
        self.hub.publish(identifier, Notice("presence", message=msgspec.json.encode(message).decode()))

    @property
    def cached(self) -> int:
        return len(self._tables)


def _busy() -> RefusedError:
    return RefusedError("busy", 503, mark("The server is busy; try again in a moment."))


def _address(address: str) -> str:
    return hashlib.sha256(f"halma address {address}".encode()).hexdigest()
