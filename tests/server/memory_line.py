"""A live connection whose frames go both ways in memory: the server's end is the real one, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State

from halma.server.settings import ServerLimits
from halma.server.transport.live_socket import LiveSocket

# With what a connection is closed over which something comes that is no text: a breach of the protocol, bytes, a text
# that is none, too much.
BROKEN = (1002, 1003, 1007, 1009)


class Pipe(asyncio.Transport):
    """What the server writes to; it arrives at once."""

    def __init__(self, arrived: Callable[[bytes], None]) -> None:
        super().__init__()
        self._arrived = arrived
        self.closed = False

    def write(self, data: Any) -> None:
        self._arrived(bytes(data))

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        """Nobody sends more than one message at a time."""

    resume_reading = pause_reading

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """It is called directly."""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Everything arrives at once."""


class End:
    """The client's end."""

    def __init__(self, hear: Callable[[bytes], None], told: asyncio.Event) -> None:
        self._hear = hear
        self._told = told
        self._protocol = Protocol(Side.CLIENT)
        self._pipe = Pipe(self._arrived)
        self._server: LiveSocket | None = None
        self.code: int | None = None

    def take_over(self) -> LiveSocket:
        """The server's end, as the app asks a handshake for it."""
        most = 4 * ServerLimits().message
        self._server = LiveSocket(self._pipe, set(), most)
        return self._server

    @property
    def is_open(self) -> bool:
        return self.code is None and not self._pipe.closed and self._protocol.state is State.OPEN

    def _arrived(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for frame in self._protocol.events_received():
            if isinstance(frame, Frame) and frame.opcode is Opcode.TEXT:
                self._hear(bytes(frame.data))
            elif isinstance(frame, Frame) and frame.opcode is Opcode.CLOSE:
                self.code = self._protocol.close_code
        self._told.set()

    def send(self, data: bytes, parts: int) -> None:
        """Send a text, in several frames if that is wanted."""
        cuts = sorted({0, len(data), *(len(data) * part // parts for part in range(parts))})
        pieces = [data[start:end] for start, end in pairwise(cuts)] or [b""]
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            if number == 0:
                self._protocol.send_text(piece, fin=last)
            else:
                self._protocol.send_continuation(piece, fin=last)
        self.blurt(b"".join(self._protocol.data_to_send()))

    def blurt(self, data: bytes) -> None:
        """Put bytes on the line as they are."""
        assert self._server is not None
        self._server.data_received(data)

    def close(self) -> None:
        """The line is cut."""
        if self._server is not None:
            self._server.connection_lost(None)
            self._server = None
