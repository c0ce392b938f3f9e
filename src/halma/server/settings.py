"""How a server is run: where it listens, where it keeps its tables, and how much anybody may ask of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def usual_workers() -> int:
    """How many computers think at a time: all cores but one, which is for the tables."""
    return max(1, (os.cpu_count() or 2) - 1)


class SteadyClock:
    """The time of day when the server started, and what has passed since: setting the machine's clock changes nothing.

    Otherwise a clock set an hour forward would make everybody who has to move lose by time.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._start = wall() - monotonic()

    def __call__(self) -> float:
        return self._start + self._monotonic()


@dataclass(frozen=True)
class ServerLimits:
    """How much one address may do, and how large things may be.

    A club may play behind one address: sixty boards with two people each, who all come back at once after a restart.
    """

    # Requests and live messages: so many a second on average, and so many at once.
    requests_per_second: float = 40.0
    requests_at_once: int = 200
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    # Live messages on all connections together; whoever sends more is answered more slowly.
    address_messages_per_second: float = 200.0
    address_messages_at_once: int = 2000
    # Lines of chat: for every player, and for all spectators of an address together.
    chat_per_second: float = 0.5
    chat_at_once: int = 5
    # Tables that are set up in an hour, and live connections at a time.
    tables_per_hour: int = 600
    connections: int = 256
    # Connections for requests at a time, and the seconds in which a request has to arrive and an answer to be taken.
    http_connections: int = 256
    request_seconds: float = 30.0
    # Bytes.
    body: int = 300_000
    message: int = 20_000
    # Thoughts, hints and analyses that wait for a worker, of all tables.
    thoughts: int = 256
    # Pictures and records that are worked out or wait for it: of all, and for one address; and bytes of them kept.
    renderings: int = 24
    renderings_per_address: int = 4
    rendering_bytes: int = 32_000_000
    # Tables kept in memory, and those that wait to be read.
    cached: int = 2000
    loading: int = 5000


# For somebody alone on the own machine.
AMPLE = ServerLimits(
    requests_per_second=1000.0,
    requests_at_once=5000,
    messages_per_second=1000.0,
    address_messages_per_second=10_000.0,
    address_messages_at_once=10_000,
    tables_per_hour=100_000,
    connections=1000,
    http_connections=1000,
)


@dataclass(frozen=True)
class Settings:
    """All settings of a server."""

    # The file of an SQLite database, or the address of another one.
    database: Path | str
    host: str = "127.0.0.1"
    port: int = 8000
    # The names under which the server is called; none means any.
    names: tuple[str, ...] = LOCAL_NAMES
    # Addresses of proxies that may say from where a request came.
    proxies: str = ""
    workers: int = field(default_factory=usual_workers)
    # Whether computers at tables think in this process; hints and analyses do anyway.
    takes_turns: bool = True
    limits: ServerLimits = field(default_factory=ServerLimits)
    now: Callable[[], float] = field(default_factory=SteadyClock)
    # The address of the hub by which several processes hear of each other; none for a server of one process.
    hub: str | None = None
    # Days after which tables are deleted at which nothing has happened; 0 keeps them for ever.
    keep_finished: float = 0.0
    keep_abandoned: float = 0.0
    # The most seconds a computer thinks, whatever its level.
    think_seconds: float = 20.0

    @property
    def address(self) -> str:
        """The address of the database."""
        return str(self.database)

    @property
    def alone(self) -> bool:
        """Whether no other process has anything to do with the tables."""
        return self.hub is None and "://" not in self.address.removeprefix("sqlite://")


def data_folder() -> Path:
    """Where programs keep their data for one user."""
    given = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(given) if given else Path.home() / ".local" / "share") / "halma"
