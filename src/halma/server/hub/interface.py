"""What the processes of a server tell each other. Other hubs follow by keeping to this.

A hub may lose, double, delay or reorder what it carries, and it may be away: nothing that must be right rests on it.
Who sees a gap in the versions of a table reads the events from the storage; who hears nothing asks now and then.
Calls never wait for a hub that is away, except `take`, which then decides by this process alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Present:
    """Who looks at a table: the seats somebody holds there, in order, and how many only watch."""

    seats: str = ""
    spectators: int = 0


@dataclass(frozen=True, slots=True)
class Published:
    """What has happened at a table: encoded once, sent to all who watch as it is."""

    table: str
    # The version of the table after it.
    version: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Gathering:
    """Who looks at a table has changed; only the latest counts."""

    table: str
    present: Present


@dataclass(frozen=True, slots=True)
class Missed:
    """Something may have been lost: look into the storage."""

    table: str


Message = Published | Gathering | Missed
Listener = Callable[[Message], None]


class Watch(Protocol):
    """What is heard of one table, until it is closed."""

    def close(self) -> None: ...


class Hub(Protocol):
    """Carries messages between all who have to do with a table, in whatever process."""

    @property
    def away(self) -> bool:
        """Whether the hub cannot be reached, so that other processes are not heard."""
        ...

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent to other processes."""
        ...

    async def start(self) -> None:
        """Connect. A hub that is away is no error: it is looked for until it is there."""
        ...

    async def stop(self) -> None:
        """Take back what this process has said about who is there, and close."""
        ...

    def publish(self, table: str, version: int, data: bytes) -> None:
        """Tell everybody who watches a table, in this process at once."""
        ...

    def watch(self, table: str, listener: Listener) -> Watch:
        """Hear of a table. The listener must not wait, and is called in the event loop.

        After the first watch of a table, and whenever the connection was lost, it hears `Missed` as soon as nothing
        more can be lost.
        """
        ...

    def attend(self, table: str, present: Present) -> None:
        """Say who looks at a table through this process; it counts until it is said anew or this process is gone."""
        ...

    async def present(self, table: str) -> Present:
        """Who looks at a table through any process."""
        ...

    async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        """Take from an allowance that all processes share: 0, or the seconds after which there will be enough."""
        ...

    def wake(self, kind: str) -> None:
        """There is something to do of this kind (such as `think`): whoever looks for it in the storage may look now."""
        ...

    async def woken(self, kinds: frozenset[str], timeout: float) -> None:
        """Wait until something of these kinds may be there to do, or until the time is over."""
        ...
