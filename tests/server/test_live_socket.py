"""The frames of a live connection: what a browser never sends, who is silent, and who does not read."""

import asyncio
import json
import struct
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from halma.server.service.live_table import PROTOCOL
from halma.server.transport import live_socket
from halma.server.transport.live_socket import LiveSocket

from .conftest import running

HELLO = json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": []})


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


class Wire(asyncio.Transport):
    """A transport that goes nowhere, and what was done to it."""

    def __init__(self) -> None:
        self.written = b""
        self.done: list[str] = []

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return "close" in self.done or "abort" in self.done

    def __getattribute__(self, name: str) -> Any:
        if name in ("close", "abort", "pause_reading", "resume_reading", "set_protocol", "set_write_buffer_limits"):
            return lambda *_, **__: self.done.append(name)
        return super().__getattribute__(name)

    @property
    def sent(self) -> list[tuple[int, bytes]]:
        """The frames that were written: opcodes and contents."""
        frames: list[tuple[int, bytes]] = []
        left = self.written
        while left:
            size, start = left[1], 2
            if size == 126:
                (size,), start = struct.unpack(">H", left[2:4]), 4
            frames.append((left[0] & 15, left[start : start + size]))
            left = left[start + size :]
        return frames


class Heard:
    """A viewer that only notes what it is told."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.room = self.ended = 0

    def heard(self, text: str) -> None:
        self.texts.append(text)

    def can_write(self) -> None:
        self.room += 1

    def gone(self) -> None:
        self.ended += 1


class Open:
    """A connection after its handshake."""

    def __init__(self) -> None:
        self.wire, self.heard, self.connections = Wire(), Heard(), set[Any]()
        self.socket = LiveSocket(self.wire, self.connections, 1000)
        self.socket.listen(self.heard)

    def look(self) -> None:
        """The time after which it is looked who is still there has passed."""
        timer = self.socket._silence
        assert timer is not None
        timer._run()
        timer.cancel()


def with_open(play: Any) -> None:
    async def run() -> None:
        play(Open())

    asyncio.run(run())


def test_a_message_may_come_in_several_frames_and_a_frame_in_several_pieces():
    def play(open_: Open) -> None:
        parts = masked(Opcode.TEXT, b"one ", fin=False) + masked(Opcode.PING, b"?")
        parts += masked(Opcode.CONT, b"two ", fin=False) + masked(Opcode.CONT, b"three") + masked(Opcode.TEXT, b"four")
        for number in range(len(parts)):
            open_.socket.data_received(parts[number : number + 1])
        assert open_.heard.texts == ["one two three", "four"]
        assert open_.wire.sent == [(Opcode.PONG, b"?")]

    with_open(play)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (masked(Opcode.BINARY, b"{}"), 1003),
        (masked(Opcode.TEXT, b"\xff"), 1007),
        (masked(Opcode.TEXT, b"x" * 1001), 1009),
        (masked(Opcode.CONT, b"nothing before"), 1002),
        (Frame(Opcode.TEXT, b"not masked").serialize(mask=False), 1002),
        (masked(Opcode.CLOSE, struct.pack(">H", 1000)), 1000),
    ],
    ids=["bytes", "no UTF-8", "too long", "continued from nothing", "not masked", "closed"],
)
def test_what_is_no_text_closes_the_connection(frames, code):
    def play(open_: Open) -> None:
        open_.socket.data_received(frames + masked(Opcode.TEXT, b"after that"))
        ((opcode, data),) = open_.wire.sent
        assert (opcode, struct.unpack(">H", data[:2])[0]) == (Opcode.CLOSE, code)
        assert open_.heard.texts == []
        open_.socket.send(b"nobody is told anything more")
        assert len(open_.wire.sent) == 1
        open_.socket.connection_lost(None)
        assert (open_.heard.ended, open_.connections) == (1, set())

    with_open(play)


def test_whoever_says_nothing_is_asked_and_then_given_up():
    def play(open_: Open) -> None:
        open_.look()
        assert open_.wire.sent == []
        open_.look()
        assert open_.wire.sent == [(Opcode.PING, b"")]
        open_.look()
        assert open_.wire.done[-1] == "abort"

    with_open(play)


def test_an_answer_in_time_is_a_sign_of_life():
    def play(open_: Open) -> None:
        open_.look()
        for number in range(1, 6):
            open_.look()
            assert len(open_.wire.sent) == number
            open_.socket.data_received(masked(Opcode.PONG, b""))
            open_.look()
        assert "abort" not in open_.wire.done

    with_open(play)


def test_a_connection_that_nobody_confirms_as_closed_is_cut(monkeypatch):
    monkeypatch.setattr(live_socket, "CLOSING", 0.0)

    async def run() -> None:
        open_ = Open()
        open_.socket.close(1008)
        assert "abort" not in open_.wire.done
        await asyncio.sleep(0.01)
        assert open_.wire.done[-1] == "abort"

    asyncio.run(run())


def test_a_real_client_may_send_in_fragments_and_ping(server):
    table = server.table()
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/live") as socket:
        socket.send([HELLO[:10], HELLO[10:]])
        assert json.loads(socket.recv(timeout=60))["type"] == "welcome"
        assert socket.ping().wait(60)
        socket.send(b"binary")
        with pytest.raises(ConnectionClosedError):
            list(socket)
        assert socket.close_code == 1003


def test_what_somebody_asks_for_before_going_is_done(server):
    table = server.table(seats=[{"kind": "link"}, {"kind": "link"}])
    with server.live(table, table["seats"]["A"]) as first, server.live(table, table["seats"]["B"]) as other:
        # All of it comes at once, with the end of the connection right behind it.
        first.send("move", ply=0, text="e2-f3")
        for number in range(4):
            first.send("chat", text=f"line {number}")
        first.send("leave")
        first.socket.close()
        while other.view["seats"][0]["gone"] != "left":
            other.hear()
        assert [line["text"] for line in other.view["chat"]] == [f"line {number}" for number in range(4)]
        assert other.view["ply"] == 1


def test_viewers_are_told_that_the_server_stops(tmp_path):
    with running(tmp_path) as server:
        table = server.table()
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/live") as socket:
            socket.send(HELLO)
            json.loads(socket.recv(timeout=60))
            server.server.should_exit = True
            told: list[str] = []
            with pytest.raises(ConnectionClosedError):
                told.extend(json.loads(text)["type"] for text in socket)
            assert (told[-1], socket.close_code) == ("bye", 1012)
