"""Connections between people and processes, below the real application: it is called as a web server calls it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from halma.server.transport.live_socket import EXTENSION, Listener

from .loop import OUTSIDE, SimulatedLoop
from .machine import Process

HOST = (b"host", b"localhost")
# Nobody waits longer for an answer, and so long a server does not notice that a connection is dead.
PATIENCE = 8.0
UNNOTICED = 40.0
# How often it is seen whether something is taken from the server again, and how much it may have to send meanwhile
# before it is asked to wait.
STALLED_FOR = 0.1
MOST_HELD = 2


class Caller(Protocol):
    """Who is at one end of a connection."""

    def heard(self, connection: Connection, text: str) -> None: ...
    def lost(self, connection: Connection) -> None: ...


class Connection:
    """A live connection; to the server it is a LiveSocket. What is sent arrives in order, or not when it breaks."""

    def __init__(
        self, loop: SimulatedLoop, process: Process, path: str, address: str, caller: Caller, delay: Callable[[], float]
    ) -> None:
        assert process.domain is not None
        self._loop, self._process, self._caller, self._delay = loop, process, caller, delay
        self._context = process.domain.context
        # What has arrived and the server has not taken; what it wants to send while nothing is taken from it.
        self._inbox: deque[str] = deque()
        self._held: list[bytes] = []
        self._listener: Listener | None = None
        self._reads = True
        # When what was sent last arrives, there and back.
        self._there = self._back = 0.0
        self.broken = False
        self.paused = False
        # Until then nothing is taken from the server.
        self.stalled_until = 0.0
        scope = {"type": "websocket", "path": path, "headers": [HOST], "client": (address, 1), "query_string": b""}
        process.gone.append(self.cut)
        loop.call_later(delay(), self._open, scope | {"extensions": {EXTENSION: self}}, context=self._context)

    def _open(self, scope: dict[str, Any]) -> None:
        app = self._process.app
        if app is None or self.broken:
            self.cut()
            return
        asyncio.create_task(self._shake_hands(app, scope))  # noqa: RUF006 - the loop keeps it

    async def _shake_hands(self, app: Any, scope: dict[str, Any]) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.close":
                self._loop.call_later(self._delay(), self.cut, context=OUTSIDE)

        await app(scope, receive, send)

    # ---- the server's end -------------------------------------------------------------------------------

    def take_over(self) -> Connection:
        return self

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._hear()

    def send(self, data: bytes) -> None:
        if self.broken:
            return
        if not self._held and self._loop.time() >= self.stalled_until:
            self._carry(data)
            return
        if not self._held:
            self._loop.call_later(STALLED_FOR, self._go_on, context=self._context)
        self._held.append(data)
        self.paused = len(self._held) >= MOST_HELD

    def _carry(self, data: bytes) -> None:
        self._back = max(self._back, self._loop.time() + self._delay())
        self._loop.call_at(self._back, self._told, data.decode(), context=OUTSIDE)

    def _go_on(self) -> None:
        if self.broken:
            return
        if self._loop.time() < self.stalled_until:
            self._loop.call_later(STALLED_FOR, self._go_on, context=self._context)
            return
        held, self._held = self._held, []
        for data in held:
            self._carry(data)
        if self.paused:
            self.paused = False
            if self._listener is not None:
                self._listener.can_write()

    def close(self, code: int) -> None:
        """What was sent before arrives first."""
        self._reads = False
        self._inbox.clear()
        held, self._held = self._held, []
        for data in held:
            self._carry(data)
        at = max(self._back, self.stalled_until, self._loop.time() + self._delay())
        self._loop.call_at(at, self.cut, context=OUTSIDE)

    def pause(self) -> None:
        self._reads = False

    def resume(self) -> None:
        self._reads = True
        self._loop.call_soon(self._hear, context=self._context)

    def _hear(self) -> None:
        while self._inbox and self._reads and self._listener is not None:
            self._listener.heard(self._inbox.popleft())

    def _lost(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.gone()

    # ---- the caller's end -------------------------------------------------------------------------------

    def _told(self, text: str) -> None:
        if not self.broken:
            self._caller.heard(self, text)

    def say(self, text: str, arrived: Callable[[], None] | None = None) -> None:
        """Send something to the server; `arrived` is called when it is there."""
        if not self.broken:
            self._there = max(self._there, self._loop.time() + self._delay())
            self._loop.call_at(self._there, self._deliver, text, arrived, context=OUTSIDE)

    def _deliver(self, text: str, arrived: Callable[[], None] | None) -> None:
        if self.broken:
            return
        if arrived is not None:
            arrived()
        self._inbox.append(text)
        self._loop.call_soon(self._hear, context=self._context)

    def cut(self, *, unnoticed: bool = False) -> None:
        """It breaks; what is on its way is lost. Unnoticed, both have to find out for themselves."""
        if self.broken:
            return
        self.broken = True
        self._loop.call_later(UNNOTICED if unnoticed else self._delay(), self._lost, context=self._context)
        if not unnoticed:
            self._loop.call_later(self._delay(), self._caller.lost, self, context=OUTSIDE)


class Request:
    """A request, and its answer: a status and what it says, or nothing if that never came."""

    def __init__(
        self,
        loop: SimulatedLoop,
        process: Process,
        call: tuple[str, str, str | None, Any],
        then: Callable[[int, Any], None],
        delay: Callable[[], float],
        *,
        lost: bool = False,
    ) -> None:
        assert process.domain is not None
        self._loop, self._process, self._then, self._delay = loop, process, then, delay
        self._lost = lost
        self._call = call
        self._status, self._body = 0, b""
        process.gone.append(self._gone)
        loop.call_later(delay(), self._arrive, context=process.domain.context)
        self._patience = loop.call_later(PATIENCE, self._end, 0, b"", context=OUTSIDE)

    def _arrive(self) -> None:
        app = self._process.app
        if app is None:
            self._gone()
        else:
            asyncio.create_task(self._serve(app))  # noqa: RUF006 - the loop keeps it

    async def _serve(self, app: Any) -> None:
        method, path, token, body = self._call
        headers = [HOST, (b"content-type", b"application/json")]
        if token is not None:
            headers.append((b"authorization", b"Bearer " + token.encode()))
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "client": ("10.0.0.1", 1),
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
        }
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await self._loop.create_future()
            sent = True
            return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._status = message["status"]
            else:
                self._body += message.get("body", b"")

        await app(scope, receive, send)
        if not self._lost:
            self._loop.call_later(self._delay(), self._end, self._status, self._body, context=OUTSIDE)

    def _gone(self) -> None:
        self._loop.call_later(self._delay(), self._end, 0, b"", context=OUTSIDE)

    def _end(self, status: int, body: bytes) -> None:
        if not self._patience.cancelled():
            self._patience.cancel()
            self._then(status, json.loads(body) if body else None)
