"""A live connection after its handshake: WebSocket frames between a transport and one viewer, with nothing in between.

The handshake is a request like any other: uvicorn and the app decide on it. What comes after it is many thousands of
small messages on many connections, so they take the shortest way, and a connection that waits holds next to nothing:
no task, no queue, no request.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol, cast

from starlette.types import ASGIApp, Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN, SERVER, State
from websockets.protocol import Protocol as Frames

log = logging.getLogger("halma.server.live")
# Where the app finds the handshake that it may take over.
EXTENSION = "halma.handshake"
# Whoever was not heard of for so many seconds is asked whether he is there, and has as many again to answer.
SILENCE = 20.0
# Seconds that the other side has to confirm that a connection is closed.
CLOSING = 10.0
# Bytes that wait for somebody who does not read; what comes then is not handed to the connection.
MOST_UNSENT = 64 * 1024
INVALID_TEXT, UNREADABLE, RESTARTS, LOST = 1007, 1003, 1012, 1011


class Listener(Protocol):
    """Who is told what comes over a connection."""

    def heard(self, text: str) -> None:
        """A message came; this must not wait."""
        ...

    def can_write(self) -> None:
        """What was sent before is on its way; there is room for more."""
        ...

    def gone(self) -> None:
        """The connection has ended."""
        ...


class LiveSocket(asyncio.Protocol):
    """One connection."""

    __slots__ = (
        "_closing_timer",
        "_conn",
        "_connections",
        "_heard_of",
        "_is_closed",
        "_listener",
        "_parts",
        "_silence",
        "_transport",
        "paused",
    )

    def __init__(self, transport: asyncio.Transport, connections: set[Any], most: int | None) -> None:
        # A message may have so many bytes.
        self._conn = Frames(SERVER, state=OPEN, max_size=most)
        self._transport = transport
        # Those that uvicorn closes when it stops.
        self._connections = connections
        self._connections.add(self)
        self._listener: Listener | None = None
        # What there is of a message that comes in several frames.
        self._parts: list[bytes] | None = None
        # Whether so much waits to be sent that no more should be.
        self.paused = False
        self._heard_of = True
        self._is_closed = False
        self._closing_timer: asyncio.TimerHandle | None = None
        self._silence: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(SILENCE, self._look)
        transport.set_write_buffer_limits(high=MOST_UNSENT)
        transport.set_protocol(self)

    def listen(self, listener: Listener) -> None:
        """Let somebody hear what comes, from now on."""
        self._listener = listener
        self._transport.resume_reading()
        self._take_events()

    # ---- sending ----------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send a text; to somebody who is gone, nothing."""
        try:
            self._conn.send_text(data)
        except InvalidState:
            return
        self._flush()

    def close(self, code: int) -> None:
        """Say that the connection ends, and end it when the other side has agreed, or after a while."""
        self._is_closed = True
        try:
            self._conn.send_close(code)
        except InvalidState:
            return
        self._flush()
        self.resume()
        if self._closing_timer is None:
            self._closing_timer = asyncio.get_running_loop().call_later(CLOSING, self._transport.abort)

    def pause(self) -> None:
        """Take nothing more from the other side for now."""
        self._transport.pause_reading()

    def resume(self) -> None:
        """Take messages again."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _flush(self) -> None:
        for data in self._conn.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def shutdown(self) -> None:
        """The server stops (uvicorn calls this)."""
        self.close(RESTARTS)
        self._transport.close()

    # ---- what the transport tells -----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._heard_of = True
        self._conn.receive_data(data)
        self._take_events()

    def _take_events(self) -> None:
        for event in self._conn.events_received():
            if isinstance(event, Frame):
                self._take(event)
        self._flush()
        if self._conn.parser_exc is not None:
            self._transport.close()

    def _take(self, frame: Frame) -> None:
        # What came before the other side closed is heard; what comes after this side did is not.
        if self._is_closed:
            return
        if frame.opcode is Opcode.BINARY:
            self.close(UNREADABLE)
        elif frame.opcode is Opcode.TEXT and frame.fin:
            self._tell(bytes(frame.data))
        elif frame.opcode is Opcode.TEXT:
            self._parts = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT and self._parts is not None:
            self._parts.append(bytes(frame.data))
            if frame.fin:
                data, self._parts = b"".join(self._parts), None
                self._tell(data)

    def _tell(self, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.close(INVALID_TEXT)
            return
        if self._listener is not None:
            self._listener.heard(text)

    def pause_writing(self) -> None:
        self.paused = True

    def resume_writing(self) -> None:
        self.paused = False
        if self._listener is not None:
            self._listener.can_write()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._silence, self._closing_timer):
            if timer is not None:
                timer.cancel()
        self._silence = self._closing_timer = None
        self._connections.discard(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.gone()

    # ---- who is still there -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Ask for a sign of life where there was none; pages say something every few seconds anyway."""
        loop = asyncio.get_running_loop()
        if self._heard_of:
            self._silence = loop.call_later(SILENCE, self._look)
        else:
            if self._conn.state is State.OPEN:
                self._conn.send_ping(b"")
                self._flush()
            self._silence = loop.call_later(SILENCE, self._give_up)
        self._heard_of = False

    def _give_up(self) -> None:
        if self._heard_of:
            self._look()
            return
        self._silence = None
        self._conn.fail(LOST)
        self._flush()
        self._transport.abort()


class Handshake(WebSocketsSansIOProtocol):
    """The beginning of a WebSocket as uvicorn has it; the app may take it over once it has accepted."""

    _is_taken = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # A part of the scope that uvicorn always makes; its type allows none of ours.
            cast("dict[str, Any]", self.scope)["extensions"][EXTENSION] = self

    async def run_asgi(self) -> None:
        """Let the app decide. A connection that it has taken over stays; uvicorn would close it now."""
        try:
            await cast("ASGIApp", self.app)(self.scope, self.receive, self.send)  # type: ignore[arg-type]
        except Exception:
            log.exception("failed", extra={"data": {"message_type": "handshake"}})
            self.send_500_response()
        if not self._is_taken:
            self.transport.close()

    def take_over(self) -> LiveSocket:
        """The connection, which uvicorn has no more to do with until it stops."""
        self._is_taken = True
        self.stop_keepalive()
        self.connections.discard(self)
        # Nobody sends anything before the handshake is answered, so the frames begin with the next byte.
        return LiveSocket(self.transport, self.connections, self.config.ws_max_size)


def take_over(scope: Scope) -> LiveSocket:
    """The connection of a handshake that the app has just accepted."""
    # Nothing of the request stays in memory with it.
    handshake: Handshake = scope["extensions"].pop(EXTENSION)
    return handshake.take_over()
