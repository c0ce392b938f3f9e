"""The server under load, in scenes on loopback.

load        tables of two scripted players: time to acknowledge and announce, processor time, memory per table
kills       killed at random moments of play: no acknowledged move is lost
spectators  many come to one table, then a move is made: processor time of the server
pictures    many large pictures are asked for at once while two play: time to acknowledge a move

python benchmarks/server.py [load kills spectators pictures] [--tables N] [--seconds S] [--kills N] [--spectators N]
    [--pictures N] [--width PIXELS] [--against PYTHON]

With --against, the interpreter of an environment with another version of halma, every scene is also run with a server
of that version, in turns.
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
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from halma.play import Position
from halma.server.settings import ServerLimits, Settings

try:
    from halma.server.app.run import any_port, serve
except ImportError:
    # A version before this one.
    from halma.server.run import any_port, serve  # type: ignore

GENEROUS = ServerLimits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    messages_per_second=1e6,
    messages_at_once=10**6,
    tables_per_hour=10**6,
    connections=10**6,
    http_connections=10**6,
    address_messages_per_second=1e6,
    address_messages_at_once=10**6,
)
TURNS = 100
ADDRESSES = 10


class Happened(msgspec.Struct):
    """What happened, in a message of the protocol of events."""

    type: str = ""


class Told(msgspec.Struct):
    """What a scripted player looks at in a message, of the protocol of events or the one of views before it."""

    type: str
    ply: int = -1
    event: Happened | None = None
    done: str = ""
    entries: list[dict[str, Any]] = []

    @property
    def is_beginning(self) -> bool:
        return self.type in ("welcome", "view")

    @property
    def is_move(self) -> bool:
        return self.type == "move" or (self.event is not None and self.event.type == "played")

    @property
    def is_done(self) -> bool:
        return self.type == "done" or self.done != ""

    @property
    def moves(self) -> int:
        """How many moves there are after a message about some."""
        return self.entries[-1]["ply"] if self.entries else self.ply


class ServerProcess:
    """A server in a process of its own."""

    # The interpreter of the version that is run.
    python = sys.executable

    def __init__(self, folder: Path, limits: str = "generous") -> None:
        self.port = any_port("127.0.0.1")
        program = [self.python, __file__, "--serve", str(folder / "tables.sqlite"), "--port", str(self.port)]
        program += ["--limits", limits]
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

    def hello(self, *tokens: str) -> str:
        """The first message of a viewer, in the protocol that this server speaks."""
        hello: dict[str, Any] = {"type": "hello", "tokens": list(tokens)}
        live = self.http.get("/api/openapi.json").json()["components"]["schemas"]["Hello"]["properties"]
        return msgspec.json.encode(hello | ({"protocol": 2} if "protocol" in live else {})).decode()

    def end(self, by: signal.Signals) -> None:
        self.http.close()
        self.process.send_signal(by)
        self.process.wait(30)


@contextmanager
def running_server(folder: Path, limits: str = "generous") -> Iterator[ServerProcess]:
    found = ServerProcess(folder, limits)
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
            moves.append(str(chance.choice(position.legal_moves)))
            position.push(moves[-1])
        games.append(moves)
    return games


class Load:
    """All players, and what they measure."""

    def __init__(self, server: ServerProcess, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self.acknowledged: list[float] = []
        self.announced: list[float] = []
        self.end = 0.0
        self.counting = False
        self.hello = server.hello("%s")

    async def play(self, table: dict[str, Any], script: list[str], ready: asyncio.Event) -> None:
        """Two players at one table, each with a connection of its own."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table['table']}/live"
        tokens = [link["token"] for link in table["links"]]
        sockets = [await connect(address, compression=None, max_size=None, open_timeout=120) for _ in tokens]
        for socket, token in zip(sockets, tokens, strict=True):
            await socket.send(self.hello % token)
            while not (await self._hear(socket)).is_beginning:
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
            while not (await self._hear(mover)).is_done:
                pass
            self.acknowledged.append(time.perf_counter() - sent)
            while not ((told := await self._hear(other)).is_move and told.moves == ply + 1):
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
            self.memory = self.server.memory
            self.used = self.server.processor()
            self.began = time.perf_counter()
            self.end = self.began + self.seconds
            self.counting = True
        self.took = time.perf_counter() - self.began
        self.used = self.server.processor() - self.used


def load(folder: Path, tables: int, seconds: float) -> None:
    with running_server(folder) as found:
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
    found = ServerProcess(folder)
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
                text = str(chance.choice(position.legal_moves))
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
        found = ServerProcess(folder)
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


def spectators(folder: Path, count: int) -> None:
    """Many come to one table, twenty at a time, and see a move."""

    async def watch(address: str, hello: str, gate: asyncio.Semaphore, arrived: asyncio.Semaphore) -> int:
        async with gate:
            socket = await connect(address, compression=None, max_size=None, open_timeout=120)
            await socket.send(hello)
            presence = 0
            while not (told := msgspec.json.decode(await socket.recv(), type=Told)).is_beginning:
                presence += told.type == "presence"
        arrived.release()
        while not (told := msgspec.json.decode(await socket.recv(), type=Told)).is_move:
            presence += told.type == "presence"
        await socket.close()
        return presence

    async def run() -> None:
        table = found.table()
        address = f"ws://127.0.0.1:{found.port}/api/tables/{table['table']}/live"
        hello = found.hello()
        gate, arrived = asyncio.Semaphore(20), asyncio.Semaphore(0)
        used, began = found.processor(), time.perf_counter()
        watching = [asyncio.create_task(watch(address, hello, gate, arrived)) for _ in range(count)]
        for _ in watching:
            await arrived.acquire()
        joined, took = found.processor() - used, time.perf_counter() - began
        # Until everybody has heard of the last one.
        await asyncio.sleep(count / 500 + 1)
        settled, used = found.processor() - used, found.processor()
        body = {"ply": 0, "text": "e2-f3"}
        headers = {"Authorization": f"Bearer {table['links'][0]['token']}"}
        found.http.post(f"/api/tables/{table['table']}/moves", json=body, headers=headers).raise_for_status()
        presence = sum(await asyncio.gather(*watching))
        moved = found.processor() - used
        print(f"{count} spectators joined in {took:.1f} s and {joined:.2f} s of processor time,", end=" ")
        print(f"{settled:.2f} s with everything they were told about each other ({presence} messages)")
        print(f"a move told to all of them took {moved:.2f} s of processor time")

    with running_server(folder) as found:
        asyncio.run(run())


def pictures(folder: Path, count: int, width: int) -> None:
    """Many different pictures are asked for at once from several addresses while two play at another table."""

    def client(address: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{found.port}", timeout=600, transport=transport)

    async def run() -> None:
        table, other = found.table(), found.table()
        script = scripts(1)[0]
        acknowledged: list[float] = []
        statuses: Counter[int] = Counter()

        async def move(http: httpx.AsyncClient, at: dict[str, Any], ply: int) -> None:
            headers = {"Authorization": f"Bearer {at['links'][ply % 2]['token']}"}
            body = {"ply": ply, "text": script[ply]}
            (await http.post(f"/api/tables/{at['table']}/moves", json=body, headers=headers)).raise_for_status()

        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(client(f"127.0.0.{number + 1}")) for number in range(ADDRESSES)]

            async def draw(number: int) -> None:
                query = {"width": width, "ply": number}
                path = f"/api/tables/{table['table']}/board.png"
                statuses[(await clients[number % ADDRESSES].get(path, params=query)).status_code] += 1

            for ply in range(count):
                await move(clients[0], table, ply)
            used, began = found.processor(), time.perf_counter()
            drawing = [asyncio.create_task(draw(number)) for number in range(count)]
            for ply in range(TURNS):
                sent = time.perf_counter()
                await move(clients[0], other, ply)
                acknowledged.append(time.perf_counter() - sent)
                if all(task.done() for task in drawing):
                    break
                await asyncio.sleep(0.1)
            await asyncio.gather(*drawing)
            took, used = time.perf_counter() - began, found.processor() - used
        answers = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
        print(f"{count} pictures of {width} pixels asked for at once, answered in {took:.1f} s: {answers}")
        print(
            f"meanwhile {len(acknowledged)} moves acknowledged: median {median(acknowledged) * 1000:.1f} ms,", end=" "
        )
        print(f"slowest {max(acknowledged) * 1000:.1f} ms; {used:.2f} s of processor time of the server itself")

    with running_server(folder, "usual") as found:
        asyncio.run(run())


LIMITS = {"generous": GENEROUS, "usual": ServerLimits(requests_per_second=1e6, requests_at_once=10**6)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="scene", help="which scenes; all if none is named")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--pictures", type=int, default=40)
    parser.add_argument("--width", type=int, default=2000)
    parser.add_argument("--against", metavar="PYTHON", help="an interpreter with another version, to be compared")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--limits", choices=LIMITS, default="generous", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(Settings(given.serve, port=given.port, limits=LIMITS[given.limits]), quiet=True)
        return
    scenes: dict[str, Callable[[Path], None]] = {
        "load": lambda folder: load(folder, given.tables, given.seconds),
        "kills": lambda folder: kills(folder, given.kills),
        "spectators": lambda folder: spectators(folder, given.spectators),
        "pictures": lambda folder: pictures(folder, given.pictures, given.width),
    }
    unknown = set(given.scenes) - set(scenes)
    if unknown:
        parser.error(f"unknown scene {', '.join(sorted(unknown))}; scenes: {', '.join(scenes)}")
    for name in given.scenes or scenes:
        for python in (given.against, sys.executable) if given.against else (sys.executable,):
            if given.against:
                print(f"--- {python}")
            ServerProcess.python = python
            with tempfile.TemporaryDirectory() as folder:
                scenes[name](Path(folder))


if __name__ == "__main__":
    main()
