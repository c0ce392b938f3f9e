"""Computers at tables: their turns are taken from the storage, thought about in the workers, and played as moves."""

from __future__ import annotations

import asyncio
import logging

from halma.server.domain.commands import MakeComputerMove
from halma.server.domain.table import Table
from halma.server.errors import StorageError
from halma.server.service.tables import TableService
from halma.server.storage.interface import TableJob
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers, Urgency
from halma.server.tracing import tracing

log = logging.getLogger("halma.server")
TRIES = 3
STRONGEST = 9
# So many tables wait for a computer in this process; the others wait in the storage.
MOST = 200
# So long another process leaves a turn to the one that took it; it says again and again that it still thinks.
LEASE = 30.0
# The storage is asked at the latest after so many seconds.
LONGEST = 30.0
LONGEST_SHARED = 2.0
PAUSE = 0.5
WAKE = "think"


class ComputerTurns:
    """The turns of computers that this process has taken."""

    def __init__(self, service: TableService, computers: Computers, think_seconds: float) -> None:
        self._service = service
        self._computers = computers
        self._most_seconds = think_seconds
        self._changed = asyncio.Event()
        # The thoughts by table, each with the turn it is about.
        self._thoughts: dict[str, tuple[int, asyncio.Task[None]]] = {}
        service.followers.append(self._follow)

    def at(self, identifier: str) -> bool:
        """Whether a computer of this process thinks at a table."""
        return identifier in self._thoughts

    @property
    def thinking(self) -> int:
        """How many turns are being thought about."""
        return len(self._thoughts)

    def _follow(self, table: Table) -> None:
        turn, task = self._thoughts.get(table.id, (None, None))
        if task is not None and turn != table.turn:
            # The table has moved on; nobody wants that thought any more. What is being stored is finished.
            task.cancel()
            self._thoughts.pop(table.id, None)
        if table.machine() is not None:
            self._changed.set()
            self._service.hub.wake(WAKE)

    def hurry(self, table: Table) -> None:
        """Somebody has come to a table and may wait for its computer."""
        if table.id in self._thoughts:
            self._computers.hurry(table.id, self._urgency(table))

    # ---- taking turns -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Take turns until the process stops."""
        while True:
            self._changed.clear()
            try:
                taken = await self.once()
            except StorageError:
                # The storage has noted it; the turns stay where they are.
                await self._service.sleep(PAUSE)
                continue
            if len(self._thoughts) >= MOST:
                waiting = [task for _, task in self._thoughts.values()]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            elif not taken:
                await self._wait()

    async def _wait(self) -> None:
        """Until there may be a turn to take."""
        longest = LONGEST if self._service.alone else LONGEST_SHARED
        waiting = [
            asyncio.ensure_future(self._changed.wait()),
            asyncio.ensure_future(self._service.hub.woken(frozenset((WAKE,)), longest)),
        ]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    async def once(self) -> int:
        """Take the turns that nobody has, as many as fit; how many they were."""
        free = MOST - len(self._thoughts)
        jobs = await self._service.storage.claim(("think",), free, LEASE) if free > 0 else []
        for job in jobs:
            before = self._thoughts.pop(job.table, None)
            if before is not None:
                before[1].cancel()
            self._thoughts[job.table] = (job.turn, self._service.spawn(self._take(job)))
        return len(jobs)

    async def _take(self, job: TableJob) -> None:
        keeping = asyncio.ensure_future(self._keep(job))
        try:
            await self._service.insist(lambda: self._play(job), job.table)
        finally:
            keeping.cancel()
            if self._thoughts.get(job.table, (None, None))[1] is asyncio.current_task():
                del self._thoughts[job.table]

    async def _keep(self, job: TableJob) -> None:
        """Say again and again that the turn is being thought about."""
        while True:
            await self._service.sleep(LEASE / 3)
            try:
                await self._service.storage.extend(job, LEASE)
            except StorageError:
                continue

    async def _play(self, job: TableJob) -> None:
        table = await self._service.table(job.table)
        level = table.machine()
        if level is None or table.turn != job.turn:
            # It has moved on since; if it is a computer's turn again, that is another job.
            return
        with tracing.span("think", game=table.choice.game, level=level):
            text = await self._thought(table, level)

        async def play() -> None:
            await self._service.act(job.table, MakeComputerMove(job.turn, text))

        await self._service.insist(play, job.table)

    # ---- thinking ---------------------------------------------------------------------------------------

    def _urgency(self, table: Table) -> Urgency:
        if set(self._service.attendance.presence(table.id).seats) & set(table.humans):
            return Urgency.AWAITED
        if table.humans or self._service.watches(table.id):
            return Urgency.FOLLOWED
        return Urgency.UNWATCHED

    async def _thought(self, table: Table, level: int) -> str:
        job, urgency = worker.Job.of(table.position, table.ply), self._urgency(table)
        for _ in range(TRIES):
            try:
                return await self._computers.queue(
                    worker.best_move,
                    job,
                    level,
                    self._computers.share(self._most_seconds, urgency),
                    urgency=urgency,
                    # Roughly: every level takes a few times as long as the one before.
                    expected=self._most_seconds * 4.0 ** (level - STRONGEST),
                    key=table.id,
                )
            except Exception:
                log.exception("a computer failed", extra={"data": {"game": table.choice.game, "level": level}})
                await self._service.sleep(0.1)
        # Nobody shall wait for ever because a worker is broken: any legal move goes on.
        return table.position.spell(table.position.state.legal()[0], path=True)
