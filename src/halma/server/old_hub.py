"""Live updates: whoever watches a table hears that something has changed, and looks at the table then."""

from __future__ import annotations

import asyncio
from typing import Protocol

from halma.server.table import Notice

# Somebody who is that far behind is shown the whole table instead.
MOST_WAITING = 100


class OldSubscription(Protocol):
    """What one viewer hears."""

    async def next(self) -> Notice: ...
    def close(self) -> None: ...


class OldHub(Protocol):
    """Carries notices from who changes a table to everybody who watches it. Other hubs follow by keeping to this."""

    def publish(self, table: str, notice: Notice) -> None: ...
    def subscribe(self, table: str) -> OldSubscription: ...
    def watched(self, table: str) -> bool: ...


class LocalSubscription:
    """A queue of one viewer in this process."""

    def __init__(self, hub: LocalHub, table: str) -> None:
        self._hub = hub
        self._table = table
        self._queue: asyncio.Queue[Notice] = asyncio.Queue()
        # Who is there, if that waits in the queue: only the latest counts.
        self._presence: Notice | None = None

    def put(self, notice: Notice) -> None:
        """Note something; who does not keep up misses single moves and gets the whole instead."""
        if notice.kind == "presence":
            waiting, self._presence = self._presence, notice
            if waiting is not None:
                return
        if self._queue.qsize() >= MOST_WAITING:
            while not self._queue.empty():
                self._queue.get_nowait()
            self._presence = None
            notice = Notice("view")
        self._queue.put_nowait(notice)

    async def next(self) -> Notice:
        """The next thing to hear."""
        notice = await self._queue.get()
        if notice.kind == "presence" and self._presence is not None:
            notice, self._presence = self._presence, None
        return notice

    def close(self) -> None:
        """Hear nothing more."""
        self._hub.drop(self._table, self)


class LocalHub:
    """Updates within one process."""

    def __init__(self) -> None:
        self._watching: dict[str, set[LocalSubscription]] = {}

    def publish(self, table: str, notice: Notice) -> None:
        """Tell everybody who watches a table."""
        for subscription in self._watching.get(table, ()):
            subscription.put(notice)

    def subscribe(self, table: str) -> LocalSubscription:
        """Watch a table."""
        subscription = LocalSubscription(self, table)
        self._watching.setdefault(table, set()).add(subscription)
        return subscription

    def watched(self, table: str) -> bool:
        """Whether anybody watches a table."""
        return table in self._watching

    def drop(self, table: str, subscription: LocalSubscription) -> None:
        """Forget a viewer."""
        watching = self._watching.get(table, set())
        watching.discard(subscription)
        if not watching:
            self._watching.pop(table, None)
