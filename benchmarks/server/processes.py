"""The server that is measured, in a process of its own, and what is played on it."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from halma.play import Position

SERVING = Path(__file__).with_name("serving.py")
START_SECONDS = 120.0
# So many tables are set up over one connection.
WISH = {"game": "halma", "options": {"first": "A"}, "seats": [{"kind": "link"}, {"kind": "link"}]}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class ServerProcess:
    """A front, with its data in a file of its own or in databases that it shares."""

    # The interpreter of the version that is run.
    python = sys.executable

    def __init__(self, database: str, hub: str | None = None, limits: str = "generous") -> None:
        self.port = free_port()
        self._program = [self.python, str(SERVING), "--database", database, "--port", str(self.port)]
        self._program += ["--limits", limits, *(("--hub", hub) if hub else ())]
        self.start()

    def start(self) -> float:
        """Start, again if need be; the seconds until requests are answered."""
        began = time.monotonic()
        errors = None if os.environ.get("SHOW_ERRORS") else subprocess.DEVNULL
        self.process = subprocess.Popen(self._program, stdout=subprocess.DEVNULL, stderr=errors)
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() - began > START_SECONDS:
                raise SystemExit("the server did not start (SHOW_ERRORS=1 shows why)")
            time.sleep(0.02)
        return time.monotonic() - began

    def answers(self) -> bool:
        with suppress(OSError, http.client.HTTPException):
            return self.request("GET", "/api/health")[0] == 200
        return False

    def request(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """One request with an answer in JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            return _ask(connection, method, path, body, token)
        finally:
            connection.close()

    def tables(self, count: int) -> list[dict[str, Any]]:
        """New tables of two people who come by link."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        made = [_ask(connection, "POST", "/api/tables", WISH)[1] for _ in range(count)]
        connection.close()
        return made

    @property
    def memory(self) -> float:
        """Kilobytes that the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def speaks_events(self) -> bool:
        """Whether it has the protocol of events, or the one of views before it."""
        found = self.request("GET", "/api/openapi.json")[1]["components"]["schemas"]["Hello"]["properties"]
        return "protocol" in found

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(by)
        self.process.wait(60)


def _ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: Any, token: str | None = None
) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read() or b"null")


@contextmanager
def running_server(folder: Path, limits: str = "generous") -> Iterator[ServerProcess]:
    """A server with SQLite."""
    found = ServerProcess(str(folder / "tables.sqlite"), limits=limits)
    try:
        yield found
    finally:
        found.end()


def scripts(count: int, turns: int) -> list[list[str]]:
    """Random games, so that tables do not all play the same."""
    games: list[list[str]] = []
    for number in range(count):
        chance, position = random.Random(number), Position("halma", first="A")
        moves: list[str] = []
        while len(moves) < turns and not position.is_over:
            moves.append(str(chance.choice(position.legal_moves)))
            position.push(moves[-1])
        games.append(moves)
    return games


def load_of_machine() -> str:
    """How busy the machine is: figures from a busy one say less."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
