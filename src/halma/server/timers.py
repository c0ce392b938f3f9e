"""Clocks that ring: a timer for every table at which somebody's time runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from halma.server import clocks

if TYPE_CHECKING:
    from halma.server.table_manager import TableManager

# A timer cannot wait for ever; it looks again then.
LONGEST = 86_400.0


class Timers:
    """All timers of a manager."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[str] = set()

    @property
    def running(self) -> bool:
        """Whether any clock runs."""
        return bool(self._timers or self._ringing)

    def set(self, identifier: str, deadline: float | None) -> None:
        """Ring at some time, or not at all."""
        before = self._timers.pop(identifier, None)
        if before is not None:
            before.cancel()
        if deadline is not None and not self._manager.stopping.is_set():
            delay = min(max(0.0, deadline - self._manager.now), LONGEST)
            self._timers[identifier] = asyncio.get_running_loop().call_later(delay, self._due, identifier)

    def _due(self, identifier: str) -> None:
        self._timers.pop(identifier, None)
        if identifier not in self._ringing:
            self._ringing.add(identifier)
            self._manager.spawn(self._ring(identifier))

    async def _ring(self, identifier: str) -> None:
        async def look() -> None:
            # Whoever changes a table judges its clock first; so it is enough to come with nothing to change.
            async with self._manager.change(identifier) as table:
                self.set(identifier, clocks.deadline(table))

        try:
            await self._manager.insist(look, identifier)
        finally:
            self._ringing.discard(identifier)

    def stop(self) -> None:
        """Ring no more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
