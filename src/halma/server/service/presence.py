"""Who looks at which table, and telling it: at most once in a while, however many come and go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from halma.server.hub.interface import Present

# Seconds between two announcements at a table: so many at least, and more the more are to be told, so that a table
# causes no more than so many messages a second.
SHORTEST_PAUSE = 0.25
MOST_PER_SECOND = 500


class Audience:
    """Those who look at one table."""

    def __init__(self) -> None:
        self.viewers: dict[object, str] = {}
        self.seats: Counter[str] = Counter()
        self.spectators = 0
        self.told_at = float("-inf")
        self.timer: asyncio.TimerHandle | None = None

    def put(self, viewer: object, held: str) -> bool:
        """Somebody is there with some seats; whether that is new."""
        if self.viewers.get(viewer) == held:
            return False
        self.drop(viewer)
        self.viewers[viewer] = held
        self.seats.update(held)
        self.spectators += not held
        return True

    def drop(self, viewer: object) -> bool:
        """Somebody is gone; whether that is new."""
        held = self.viewers.pop(viewer, None)
        if held is None:
            return False
        self.seats.subtract(held)
        self.spectators -= not held
        return True

    @property
    def presence(self) -> Present:
        return Present("".join(sorted(seat for seat, count in self.seats.items() if count > 0)), self.spectators)


class Attendance:
    """Those who look at any table."""

    def __init__(self, announce: Callable[[str, Present], None]) -> None:
        self._announce = announce
        self._audiences: dict[str, Audience] = {}

    def arrive(self, table: str, viewer: object, held: str) -> None:
        """Somebody looks at a table from now on, or holds other seats there."""
        audience = self._audiences.setdefault(table, Audience())
        if audience.put(viewer, held):
            self._changed(table, audience)

    def depart(self, table: str, viewer: object) -> None:
        """Somebody does not look any more."""
        audience = self._audiences.get(table)
        if audience is None or not audience.drop(viewer):
            return
        if audience.viewers:
            self._changed(table, audience)
            return
        if audience.timer is not None:
            audience.timer.cancel()
        del self._audiences[table]

    def presence(self, table: str) -> Present:
        """Who looks at a table."""
        audience = self._audiences.get(table)
        return Present() if audience is None else audience.presence

    @property
    def viewers(self) -> int:
        """How many look at tables."""
        return sum(len(audience.viewers) for audience in self._audiences.values())

    def _changed(self, table: str, audience: Audience) -> None:
        if audience.timer is None:
            loop = asyncio.get_running_loop()
            pause = max(SHORTEST_PAUSE, len(audience.viewers) / MOST_PER_SECOND)
            delay = max(0.0, audience.told_at + pause - loop.time())
            audience.timer = loop.call_later(delay, self._tell, table, audience)

    def _tell(self, table: str, audience: Audience) -> None:
        audience.timer = None
        audience.told_at = asyncio.get_running_loop().time()
        self._announce(table, audience.presence)
