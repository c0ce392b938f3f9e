"""Computers at tables: one thought for every table at which a computer has to act, until its move is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from halma.server import worker
from halma.server.computers import Urgency
from halma.server.table import Table

if TYPE_CHECKING:
    from halma.server.table_manager import TableManager

log = logging.getLogger("halma.server")
Moment = tuple[int, float]
TRIES = 3
STRONGEST = 9
# After a restart so many tables think at a time that nobody has come to yet; the others wait in the storage.
MOST_WOKEN = 200


class Thinking:
    """All computers that have to act."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._tasks: dict[str, tuple[Moment, asyncio.Task[None]]] = {}

    def at(self, identifier: str) -> bool:
        """Whether a computer thinks at a table."""
        return identifier in self._tasks

    async def wake(self, waiting: Iterable[str]) -> None:
        """Let computers think on after a restart, a few tables at a time. Who comes to a table wakes its computer."""
        for identifier in waiting:
            while len(self._tasks) >= MOST_WOKEN:
                await asyncio.wait([task for _, task in self._tasks.values()], return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0)

            async def look(identifier: str = identifier) -> None:
                # A table that is read has its computer think.
                await self._manager.table(identifier)

            await self._manager.insist(look, identifier)
            await asyncio.sleep(0)

    def attend(self, table: Table) -> None:
        """Let the computer think that has to act at a table, and nobody else there."""
        level = table.machine()
        moment, task = self._tasks.get(table.id, (None, None))
        if task is not None and (level is None or moment != table.moment):
            # The table has moved on; nobody wants that thought any more. What is being stored is finished.
            task.cancel()
            self._tasks.pop(table.id, None)
            task = None
        if level is not None and task is None and not self._manager.stopping.is_set():
            job = worker.Job.of(table.position, table.setup.start)
            task = self._manager.spawn(self._think(table.id, table.moment, level, job, self._urgency(table)))
            self._tasks[table.id] = (table.moment, task)

    def hurry(self, table: Table | None) -> None:
        """Somebody has come to a table and may wait for its computer."""
        if table is not None and table.id in self._tasks:
            self._manager.computers.hurry(table.id, self._urgency(table))

    def _urgency(self, table: Table) -> Urgency:
        if self._manager.attendance.presence(table.id).seats & set(table.humans):
            return Urgency.AWAITED
        if table.humans or self._manager.hub.watched(table.id):
            return Urgency.FOLLOWED
        return Urgency.UNWATCHED

    async def _think(self, identifier: str, moment: Moment, level: int, job: worker.Job, urgency: Urgency) -> None:
        try:
            text = await self._thought(identifier, level, job, urgency)

            async def play() -> None:
                async with self._manager.change(identifier) as table:
                    table.play_machine(moment, text, self._manager.now)

            await self._manager.insist(play, identifier)
        finally:
            if self._tasks.get(identifier, (None, None))[1] is asyncio.current_task():
                del self._tasks[identifier]

    async def _thought(self, identifier: str, level: int, job: worker.Job, urgency: Urgency) -> str:
        computers, most = self._manager.computers, self._manager.settings.think_seconds
        for _ in range(TRIES):
            try:
                return await computers.queue(
                    worker.best_move,
                    job,
                    level,
                    computers.share(most, urgency),
                    urgency=urgency,
                    # Roughly: every level takes a few times as long as the one before.
                    expected=most * 4.0 ** (level - STRONGEST),
                    key=identifier,
                )
            except Exception:
                data = {"game": job.choice.game, "level": level}
                log.exception("a computer failed", extra={"data": data})
                await asyncio.sleep(0.1)
        # Nobody shall wait for ever because a worker is broken: any legal move goes on.
        position = job.position()
        return position.spell(position.state.legal()[0], path=True)
