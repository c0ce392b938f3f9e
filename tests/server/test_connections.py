"""Connections that do nothing: they go after a while, and never keep others out."""

import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from halma.server.settings import ServerLimits
from halma.server.transport.connections import ConnectionLimiter, LoopErrors

from .conftest import PATIENCE, running
from .process import Process

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs addresses 127.0.0.x and limits of files")


@contextmanager
def connection(port: int, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as found:
        yield found


def is_closed(found: socket.socket) -> bool:
    """Wait until the other side closes; whether it did without an answer."""
    try:
        return found.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_a_request_that_never_ends_is_given_up(tmp_path, caplog, beginning):
    with running(tmp_path, ServerLimits(request_seconds=0.1)) as server, connection(server.port) as found:
        found.sendall(beginning)
        assert is_closed(found)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_an_address_has_only_so_many_connections(tmp_path):
    with running(tmp_path, ServerLimits(http_connections=3)) as server:
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(connection(server.port))
            with connection(server.port) as one_more:
                assert is_closed(one_more)
        # They are gone; whoever calls now is let in as soon as the server has noticed.
        while True:
            with connection(server.port) as found:
                try:
                    found.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                    if found.recv(100).startswith(b"HTTP/1.1 200"):
                        break
                except ConnectionError:
                    continue


def test_live_play_is_not_counted_with_requests(tmp_path):
    with running(tmp_path, ServerLimits(http_connections=2)) as server:
        table = server.table()
        with ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(server.live(table, table["token"]))


class Idle:
    """Stands for a connection."""

    def __init__(self, address: str = "::1") -> None:
        self.address = address
        self.aborted = 0
        self.transport = SimpleNamespace(abort=self._abort)

    def _abort(self) -> None:
        self.aborted += 1


def test_where_there_is_no_room_the_one_that_waits_longest_goes():
    limiter = ConnectionLimiter(ServerLimits(), files=100)
    assert limiter.most == 75
    connections: list[Any] = [Idle(str(number)) for number in range(4)]
    for number, found in enumerate(connections[:3]):
        assert limiter.enter(found, 70 + number)
    limiter.set_idle(connections[0], idle=False)
    assert limiter.enter(connections[3], 76)
    assert [found.aborted for found in connections] == [0, 1, 0, 0]
    limiter.set_idle(connections[2], idle=False)
    limiter.set_idle(connections[3], idle=False)
    refused: Any = Idle()
    assert not limiter.enter(refused, 76) and not refused.aborted


def test_a_proxy_brings_everybody():
    connections: list[Any] = [Idle("10.0.0.1") for _ in range(5)]
    limiter = ConnectionLimiter(ServerLimits(http_connections=2), 1000, "10.0.0.2, 10.0.0.1")
    assert all(limiter.enter(found, 1) for found in connections)
    other = ConnectionLimiter(ServerLimits(http_connections=2), 1000, "10.0.0.2")
    assert [other.enter(found, 1) for found in connections] == [True, True, False, False, False]


def test_the_same_error_over_and_over_is_noted_now_and_then(caplog):
    now = 0.0
    errors = LoopErrors(lambda: now)
    loop: Any = None
    context = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
    for _ in range(1000):
        errors(loop, context)
    now = 61.0
    errors(loop, context)
    noted = [record.__dict__["data"]["left_out"] for record in caplog.records]
    assert noted == [0, 999]
    # Anything else is a fault of the program: all of it is noted.
    for _ in range(2):
        errors(loop, {"message": "quux", "exception": ValueError()})
    assert len(caplog.records) == 4


@ON_LINUX
def test_as_many_files_are_allowed_as_the_system_lets():
    program = "from halma.server.transport.connections import raise_file_limit as r; import resource; print(r()); \
        print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    shell = 'ulimit -Sn 200; ulimit -Hn 600; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", shell, "bash", sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["600", "600"]


@ON_LINUX
def test_more_connections_than_files_keep_nobody_out(tmp_path):
    files = 400
    process = Process(tmp_path, files=files)
    try:
        with ExitStack() as stack:
            for number in range(files + 100):
                stack.enter_context(connection(process.port, f"127.0.0.{2 + number % 50}"))
            assert process.get("/api/health").status_code == 200
            assert process.table()
        assert process.log.stat().st_size < 100_000
    finally:
        process.http.close()
        process.end()
