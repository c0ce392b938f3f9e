"""The server under load: tables of two scripted players on loopback, memory per table, and kills that lose nothing.

python benchmarks/server.py [--tables N] [--seconds S] [--kills N]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from halma.play import Position
from halma.server.run import any_port, serve
from halma.server.settings import Limits, Settings

GENEROUS = Limits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    messages_per_second=1e6,
    messages_at_once=10**6,
    tables_per_hour=10**6,
    connections=10**6,
)
TURNS = 100


class Told(msgspec.Struct):
    """What a scripted player looks at in a message."""

    type: str
    ply: int = -1
    entries: list[dict[str, Any]] = []


class House:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = any_port("127.0.0.1")
        program = [sys.executable, __file__, "--serve", str(folder / "tables.sqlite"), "--port", str(self.port)]
        self.process = subprocess.Popen(program, stderr=subprocess.DEVNULL)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        while True:
            try:
                self.http.get("/api/health")
                break
            except httpx.TransportError:
                if self.process.poll() is not None:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.05)

    def table(self) -> dict[str, Any]:
        wish = {"game": "halma", "options": {"first": "A"}, "seats": [{"kind": "link"}, {"kind": "link"}]}
        return self.http.post("/api/tables", json=wish).raise_for_status().json()

    @property
    def memory(self) -> float:
        """Megabytes that the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def end(self, by: signal.Signals) -> None:
        self.http.close()
        self.process.send_signal(by)
        self.process.wait(30)


@contextmanager
def house(folder: Path) -> Iterator[House]:
    found = House(folder)
    try:
        yield found
    finally:
        found.end(signal.SIGTERM)


def scripts(count: int) -> list[list[str]]:
    """Random games, so that tables do not all play the same."""
    games: list[list[str]] = []
    for number in range(count):
        chance, position = random.Random(number), Position("halma", first="A")
        moves: list[str] = []
        while len(moves) < TURNS and not position.is_over:
            moves.append(position.spell(chance.choice(position.legal_moves)))
            position.push(moves[-1])
        games.append(moves)
    return games


class Load:
    """All players, and what they measure."""

    def __init__(self, house: House, seconds: float) -> None:
        self.house = house
        self.seconds = seconds
        self.acknowledged: list[float] = []
        self.announced: list[float] = []
        self.end = 0.0
        self.counting = False

    async def play(self, table: dict[str, Any], script: list[str], ready: asyncio.Event) -> None:
        """Two players at one table, each with a connection of its own."""
        address = f"ws://127.0.0.1:{self.house.port}/api/tables/{table['table']}/live"
        tokens = [link["token"] for link in table["links"]]
        sockets = [await connect(address, compression=None, max_size=None, open_timeout=120) for _ in tokens]
        for socket, token in zip(sockets, tokens, strict=True):
            await socket.send(msgspec.json.encode({"type": "hello", "tokens": [token]}).decode())
            while (await self._hear(socket)).type != "view":
                pass
        ready.set()
        while not self.counting:
            await asyncio.sleep(0.01)
        for ply, text in enumerate(script):
            if time.perf_counter() > self.end:
                break
            mover, other = sockets[ply % 2], sockets[1 - ply % 2]
            sent = time.perf_counter()
            await mover.send(msgspec.json.encode({"type": "move", "ply": ply, "text": text}).decode())
            while (await self._hear(mover)).type != "done":
                pass
            self.acknowledged.append(time.perf_counter() - sent)
            while not ((told := await self._hear(other)).type == "move" and told.entries[0]["ply"] == ply + 1):
                pass
            self.announced.append(time.perf_counter() - sent)
        for socket in sockets:
            await socket.close()

    async def _hear(self, socket: ClientConnection) -> Told:
        return msgspec.json.decode(await socket.recv(), type=Told)

    async def run(self, tables: list[dict[str, Any]], games: list[list[str]]) -> None:
        """Everybody sits down, then all begin at once."""
        async with asyncio.TaskGroup() as group:
            for number, table in enumerate(tables):
                ready = asyncio.Event()
                group.create_task(self.play(table, games[number % len(games)], ready))
                await ready.wait()
            self.memory = self.house.memory
            self.used = self.house.processor()
            self.began = time.perf_counter()
            self.end = self.began + self.seconds
            self.counting = True
        self.took = time.perf_counter() - self.began
        self.used = self.house.processor() - self.used


def load(folder: Path, tables: int, seconds: float) -> None:
    with house(folder) as found:
        empty = found.memory
        made = [found.table() for _ in range(tables)]
        set_up = found.memory
        run = Load(found, seconds)
        asyncio.run(run.run(made, scripts(20)))
        moves, after = len(run.announced), found.memory
        print(f"{tables} tables of two players, {moves} moves in {run.took:.1f} s")
        print(f"moves per second          {moves / run.took:10.0f}")
        for name, values in (("acknowledged", run.acknowledged), ("seen by the other", run.announced)):
            values.sort()
            p99 = values[int(len(values) * 0.99)]
            print(f"{name:18} median {median(values) * 1000:7.1f} ms   p99 {p99 * 1000:7.1f} ms")
        print(f"processor time of the server  {run.used / moves * 1000:.2f} ms a move")
        print(f"memory: {empty:.0f} MB empty; per table {(set_up - empty) / tables * 1024:.0f} kB set up,", end=" ")
        print(f"{(run.memory - empty) / tables * 1024:.0f} kB with two viewers,", end=" ")
        print(f"{(after - empty) / tables * 1024:.0f} kB played")


def kills(folder: Path, count: int) -> None:
    """Kill the server at random moments of play, and compare what was acknowledged with what is there afterwards."""
    chance = random.Random(1)
    found = House(folder)
    tables = [found.table() for _ in range(10)]
    known: list[list[str]] = [[] for _ in tables]
    lost = acknowledged = 0

    async def play(number: int) -> None:
        table, moves = tables[number], known[number]
        position = Position("halma", first="A")
        for text in moves:
            position.push(text)
        # Without certificates, which take longer to load than a move.
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{found.port}", timeout=30, verify=False) as http:
            while not position.is_over:
                text = position.spell(chance.choice(position.legal_moves))
                headers = {"Authorization": f"Bearer {table['links'][len(moves) % 2]['token']}"}
                path, body = f"/api/tables/{table['table']}/moves", {"ply": len(moves), "text": text}
                try:
                    (await http.post(path, json=body, headers=headers)).raise_for_status()
                except httpx.TransportError:
                    return
                position.push(text)
                moves.append(position.history[-1].text)

    async def until_killed() -> None:
        before = sum(map(len, known))
        players = [asyncio.create_task(play(number)) for number in range(len(tables))]
        while sum(map(len, known)) == before:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random() * 0.6)
        found.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*players)

    for _ in range(count):
        before = sum(map(len, known))
        asyncio.run(until_killed())
        found.end(signal.SIGKILL)
        acknowledged += sum(map(len, known)) - before
        found = House(folder)
        for table, moves in zip(tables, known, strict=True):
            view = found.http.get(f"/api/tables/{table['table']}").json()
            stored = [entry["text"] for entry in view["history"]]
            lost += stored[: len(moves)] != moves
            moves[:] = stored
        # Before games come to their end others take their place.
        for number, moves in enumerate(known):
            if len(moves) > TURNS:
                tables[number], known[number] = found.table(), []
    found.end(signal.SIGTERM)
    print(f"{count} kills, {acknowledged} acknowledged moves, tables that lost one: {lost}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(Settings(given.serve, port=given.port, limits=GENEROUS), quiet=True)
        return
    for work in (load, kills):
        with tempfile.TemporaryDirectory() as folder:
            if work is load and given.tables:
                load(Path(folder), given.tables, given.seconds)
            elif work is kills and given.kills:
                kills(Path(folder), given.kills)


if __name__ == "__main__":
    main()
