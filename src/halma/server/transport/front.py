"""What a process needs to answer requests and play live: the tables, the workers, the allowances."""

from __future__ import annotations

import asyncio
from typing import Protocol

from halma.server.domain.table import Table
from halma.server.service.cached_answer import CachedAnswer
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
from halma.server.thinking.analysis import Analyses
from halma.server.thinking.computers import Computers
from halma.server.thinking.turns import ComputerTurns
from halma.server.transport import wire
from halma.server.transport.rate_limits import Places, SharedAllowance
from halma.server.transport.renderings import Renderings
from halma.server.transport.view import view_of
from halma.words import Words

COUNTS_SECONDS = 60.0
QUEUES_SECONDS = 5.0
PING_SECONDS = 1.0


class Dismissed(Protocol):
    """Somebody who is told when the process stops."""

    def dismiss(self) -> None: ...


class Front:
    """A process that people talk to."""

    def __init__(
        self,
        settings: Settings,
        service: TableService,
        computers: Computers,
        turns: ComputerTurns | None,
        timers: Timers,
    ) -> None:
        limits = settings.limits
        self.settings = settings
        self.service = service
        self.computers = computers
        self.turns = turns
        self.timers = timers
        self.analyses = Analyses(computers, settings.think_seconds)
        self.renderings = Renderings(limits)
        # Whoever looks after the server asks often; counting all rows takes the longer the more there are.
        self.counts = CachedAnswer(service.storage.counts, COUNTS_SECONDS)
        self.queues = CachedAnswer(service.storage.queues, QUEUES_SECONDS)
        self.storage_answers = CachedAnswer(service.storage.ping, PING_SECONDS)
        self.stopping = asyncio.Event()
        # Those who play or watch live.
        self.viewers: set[Dismissed] = set()
        self.connections = Places(limits.connections)
        self.requests = self._allowance("requests", limits.requests_per_second, limits.requests_at_once)
        self.messages = self._allowance("messages", limits.address_messages_per_second, limits.address_messages_at_once)
        self.chat = self._allowance("chat", limits.chat_per_second, limits.chat_at_once)

    def _allowance(self, name: str, per_second: float, at_once: float) -> SharedAllowance:
        return SharedAllowance(self.service.hub, name, per_second, at_once, self.service.hashed)

    def dismiss(self) -> None:
        """Tell everybody who plays or watches live that the process stops."""
        for viewer in list(self.viewers):
            viewer.dismiss()

    def stop(self) -> None:
        """Stop what is made on the side."""
        self.analyses.stop()
        self.renderings.stop()

    async def view(self, identifier: str, words: Words, hashes: list[str]) -> wire.TableView:
        """A table as somebody sees it."""
        table = await self.service.table(identifier)
        live = await self.service.live(identifier)
        present = await self.service.hub.present(identifier)
        history = live.history.of(table)
        return view_of(table, words, self.service.now, history=history, hashes=hashes, present=present)

    def hurry(self, table: Table) -> None:
        """Somebody has come to a table and may wait for its computer."""
        if self.turns is not None:
            self.turns.hurry(table)
