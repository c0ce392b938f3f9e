"""A client that costs next to nothing, so that it is the server that is measured.

Frames are put together by hand (masked with zeros, which masks nothing), and of what comes only as much is read as says
what it is about: no JSON is decoded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CONNECT_SECONDS = 120.0
# What a message begins with, of the protocol of events or the one of views before it.
WELCOME = (b'{"type":"welcome"', b'{"type":"view"')
PLAYED = b'"type":"played"'


def frame(data: bytes, opcode: int = TEXT) -> bytes:
    """A frame as clients send them."""
    size = len(data)
    head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + data


def hello_of(*tokens: str, events: bool = True, version: int = 0) -> bytes:
    """The first message of a viewer."""
    said: dict[str, object] = {"type": "hello", "tokens": list(tokens)}
    return frame(json.dumps(said | ({"protocol": 2, "version": version} if events else {})).encode())


def move_of(ply: int, text: str) -> bytes:
    """A move, as a frame."""
    return frame(b'{"type":"move","ply":%d,"text":"%b"}' % (ply, text.encode()))


class LightViewer(asyncio.Protocol):
    """One connection; `heard` is called with every message after the welcome, and with nothing when it ends."""

    def __init__(self, address: str, hello: bytes, heard: Callable[[bytes], None]) -> None:
        self._request = address.encode()
        self._hello = hello
        self._heard = heard
        self._data = b""
        self._is_open = False
        self.transport: asyncio.Transport
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        start = 0
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._data = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(data[:200].decode(errors="replace"))
            start, self._is_open = end + 4, True
            self.transport.write(self._hello)
        size = len(data)
        while size - start >= 2:
            length, head = data[start + 1], 2
            if length == 126:
                length, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            elif length == 127:
                length, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
            if size - start < head + length:
                break
            self._take(data[start] & 15, data[start + head : start + head + length])
            start += head + length
        self._data = data[start:]

    def _take(self, opcode: int, data: bytes) -> None:
        if opcode == PING:
            self.transport.write(frame(data, PONG))
        elif opcode == TEXT and self.welcomed.done():
            self._heard(data)
        elif opcode == TEXT and data.startswith(WELCOME):
            self.welcomed.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(exc or ConnectionError("closed before the welcome"))
            # Perhaps nobody waits for it any more.
            self.welcomed.exception()
        else:
            self._heard(b"")

    def send(self, data: bytes) -> None:
        self.transport.write(data)

    def close(self) -> None:
        self._heard = lambda _: None
        self.transport.abort()


async def come(port: int, table: str, hello: bytes, heard: Callable[[bytes], None]) -> LightViewer:
    """Somebody at a table who has been welcomed."""
    loop = asyncio.get_running_loop()
    address = UPGRADE.format(table=table, port=port)
    async with asyncio.timeout(CONNECT_SECONDS):
        _, viewer = await loop.create_connection(lambda: LightViewer(address, hello, heard), "127.0.0.1", port)
        await viewer.welcomed
    return viewer


def is_played(message: bytes) -> bool:
    """Whether a message tells of a move."""
    return message.startswith(b'{"type":"move"') or (message.startswith(b'{"type":"event"') and PLAYED in message[:120])


def is_done(message: bytes) -> bool:
    """Whether a message says that what somebody asked for is done."""
    return message.startswith(b'{"type":"done"') or message.endswith(b'"done":"move"}')
