"""Connections: how many there may be, and how long one may stay without asking for anything.

Every connection takes a file descriptor. If those run out, nobody can come any more and nothing can be opened, so some
are always left over.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from halma.server.settings import ServerLimits
from halma.server.transport.rate_limits import Places

log = logging.getLogger("halma.server")
# File descriptors that are no connections: the database, files being sent, pipes to workers, and connections that were
# accepted but not counted yet (no more than the backlog at a time).
RESERVE = 256
BACKLOG = 100
# More than enough, where the system names no limit or a huge one.
MOST_FILES = 65_536
SAME_ERROR_SECONDS = 60.0


def raise_file_limit() -> int:
    """Allow this process as many open files as the system lets it have; how many that is."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource  # noqa: PLC0415 - only there on Unix

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            # Some systems allow less than they say.
            pass
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class ConnectionLimiter:
    """Limits the connections: so many of all, and so many of every address."""

    def __init__(self, limits: ServerLimits, files: int, proxies: str = "") -> None:
        self.seconds = limits.request_seconds
        self.most = files - min(RESERVE, files // 4)
        self._places = Places(limits.http_connections)
        # Everybody comes through a proxy with its address.
        self._proxies = [name.strip() for name in proxies.split(",") if name.strip()]
        # Those that have asked for nothing yet, or have been answered; the one that waits longest comes first.
        self._idle: OrderedDict[Connection, None] = OrderedDict()

    def enter(self, connection: Connection, count: int) -> bool:
        """Let a connection in, if there is room; there are so many with it. One that does nothing makes room."""
        if count > self.most:
            if not self._idle:
                return False
            longest, _ = self._idle.popitem(last=False)
            longest.transport.abort()
        if not self._is_proxy(connection.address) and not self._places.take(connection.address):
            return False
        self._idle[connection] = None
        return True

    def leave(self, connection: Connection) -> None:
        """Somebody who was let in is gone, or plays live from now on."""
        self._idle.pop(connection, None)
        if not self._is_proxy(connection.address):
            self._places.give(connection.address)

    def set_idle(self, connection: Connection, *, idle: bool) -> None:
        """Note whether a connection does anything."""
        if idle:
            self._idle[connection] = None
        else:
            self._idle.pop(connection, None)

    def _is_proxy(self, address: str) -> bool:
        return "*" in self._proxies or address in self._proxies


class Connection(H11Protocol):
    """A connection whose requests have to arrive, and whose answers have to be taken, within a while."""

    def __init__(self, limiter: ConnectionLimiter, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.limiter = limiter
        self.address = ""
        self._inside = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._inside = self.limiter.enter(self, len(self.connections))
        if self._inside:
            self._start_timer()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._inside or self.transport.is_closing():
            return
        # Before the first request there is none, though uvicorn does not say so.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        if cycle is None or cycle.response_complete or cycle.more_body:
            # Not all of a request is there yet.
            self._start_timer()
        else:
            self._stop_timer()
            self.limiter.set_idle(self, idle=False)

    def handle_websocket_upgrade(self, event: Any) -> None:
        # Live connections have limits of their own.
        self._go()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._inside:
            self.limiter.set_idle(self, idle=True)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._go()

    def _go(self) -> None:
        self._stop_timer()
        if self._inside:
            self._inside = False
            self.limiter.leave(self)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.limiter.seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def limited_connections(limiter: ConnectionLimiter) -> Callable[..., Connection]:
    """What uvicorn makes its connections with."""
    return partial(Connection, limiter)


class LoopErrors:
    """Notes what goes wrong in the event loop; the same thing over and over only now and then."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def __call__(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error: BaseException | None = context.get("exception")
        message = str(context.get("message", "failed")) if isinstance(error, OSError) else "failed"
        now = self._clock()
        if message != "failed" and now < self._at.get(message, float("-inf")) + SAME_ERROR_SECONDS:
            self._left_out[message] += 1
            return
        self._at[message] = now
        data = {"left_out": self._left_out.get(message, 0), "error": type(error).__name__}
        self._left_out[message] = 0
        log.error(message, extra={"data": data}, exc_info=error if message == "failed" else None)
