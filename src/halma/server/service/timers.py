"""Clocks that ring: those whose time is over are taken from the storage, and the tables judge them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from halma.server.domain import clocks
from halma.server.domain.commands import JudgeTime
from halma.server.domain.table import Table
from halma.server.errors import StorageError
from halma.server.storage.interface import TableJob

if TYPE_CHECKING:
    from halma.server.service.tables import TableService

# So long a process has to judge a clock that it took, before another one may.
LEASE = 15.0
# Clocks that are judged at a time.
MOST = 100
# The storage is asked again at the latest after so many seconds, and at the earliest after so many.
LONGEST = 30.0
LONGEST_SHARED = 1.0
SHORTEST = 0.02
TAKEN = 0.25


class Timers:
    """The clocks of all tables, as far as this process rings them."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._changed = asyncio.Event()
        # When the next clock rings that is known of.
        self._next: float | None = None
        self._ringing: dict[str, asyncio.Task[None]] = {}
        service.followers.append(self._follow)

    @property
    def running(self) -> bool:
        """Whether any clock is known to run."""
        return self._next is not None or bool(self._ringing)

    @property
    def ringing(self) -> int:
        """How many clocks are being judged."""
        return len(self._ringing)

    def _follow(self, table: Table) -> None:
        deadline = clocks.deadline(table)
        if deadline is not None and (self._next is None or deadline < self._next):
            self._next = deadline
            self._changed.set()

    async def run(self) -> None:
        """Ring until the process stops."""
        while True:
            try:
                await self.once()
            except StorageError:
                # The storage has noted it; what is due stays due.
                await self._service.sleep(SHORTEST * 10)
                continue
            await self._wait()

    async def once(self) -> None:
        """Take what is due now, and see when the next is."""
        jobs = await self._service.storage.claim(("clock",), MOST, LEASE)
        for job in jobs:
            if job.table not in self._ringing:
                task = self._service.spawn(self._ring(job))
                self._ringing[job.table] = task
        # Clocks that begin to run while the storage is asked are noted by `_follow`.
        self._next = None
        found = await self._service.storage.next_deadline()
        if found is not None and (self._next is None or found < self._next):
            self._next = found

    async def _wait(self) -> None:
        longest = LONGEST if self._service.alone else LONGEST_SHARED
        while True:
            self._changed.clear()
            delay = longest if self._next is None else min(longest, self._next - self._service.now)
            # What is due and was not to be had is somebody else's, or of a table that cannot be read.
            delay = max(SHORTEST, delay) if delay > 0 else TAKEN
            waiting = asyncio.ensure_future(self._service.sleep(delay))
            changed = asyncio.ensure_future(self._changed.wait())
            try:
                await asyncio.wait([waiting, changed], return_when=asyncio.FIRST_COMPLETED)
                if waiting.done():
                    return
            finally:
                waiting.cancel()
                changed.cancel()

    async def _ring(self, job: TableJob) -> None:
        async def judge() -> None:
            await self._service.act(job.table, JudgeTime(self._service.now))

        try:
            await self._service.insist(judge, job.table)
        finally:
            self._ringing.pop(job.table, None)
