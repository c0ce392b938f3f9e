"""Two players at each of many tables: without a pause, or at a steady pace."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from statistics import median
from typing import Any

from light_client import LightViewer, come, hello_of, is_done, is_played, move_of
from processes import ServerProcess, load_of_machine, running_server, scripts

# So many sit down at a time.
AT_A_TIME = 50
SCRIPTS = 20


class PlayedTable:
    """Two scripted players who answer each other, after a pause if there is a pace."""

    def __init__(self, load: Load, table: dict[str, Any], script: list[str]) -> None:
        self.load = load
        self.name: str = table["table"]
        self.tokens = [link["token"] for link in table["links"]]
        self.script = script
        self.ply = 0
        self.due = 0.0
        self.left = 2
        self.viewers: list[LightViewer] = []

    async def sit_down(self, number: int) -> None:
        for seat, token in enumerate(self.tokens):
            hello = hello_of(token, events=self.load.events)
            port = self.load.port_of(number, seat)
            self.viewers.append(await come(port, self.name, hello, lambda data, seat=seat: self.heard(seat, data)))

    def begin(self, delay: float) -> None:
        self.due = time.perf_counter() + delay
        asyncio.get_running_loop().call_later(delay, self.move)

    def move(self) -> None:
        if self.ply >= len(self.script) or time.perf_counter() > self.load.end:
            self.load.ended()
            return
        if not self.load.pace:
            self.due = time.perf_counter()
        self.left = 2
        self.viewers[self.ply % 2].send(move_of(self.ply, self.script[self.ply]))

    def heard(self, seat: int, data: bytes) -> None:
        # Late is counted from when a move was due, not from when it could be sent.
        if seat == self.ply % 2:
            if not is_done(data):
                if b'"error"' in data[:40] or not data:
                    raise RuntimeError(data.decode() or "closed")
                return
            self.load.acknowledged.append(time.perf_counter() - self.due)
        elif is_played(data):
            self.load.announced.append(time.perf_counter() - self.due)
        else:
            return
        self.left -= 1
        if self.left:
            return
        self.ply += 1
        if not self.load.pace:
            self.move()
            return
        self.due += self.load.pace
        asyncio.get_running_loop().call_later(max(0.0, self.due - time.perf_counter()), self.move)


class Load:
    """All players, and what they measure."""

    def __init__(self, servers: list[ServerProcess], seconds: float, pace: float = 0.0) -> None:
        self.servers = servers
        self.ports = [server.port for server in servers]
        self.seconds, self.pace = seconds, pace
        self.events = servers[0].speaks_events()
        self.acknowledged: list[float] = []
        self.announced: list[float] = []
        self.end = float("inf")
        self.used_by: list[float] = []
        self.memory = self.played = self.client = self.took = 0.0
        self._playing = 0
        self._over = asyncio.Event()

    def ended(self) -> None:
        self._playing -= 1
        if not self._playing:
            self._over.set()

    def port_of(self, number: int, seat: int) -> int:
        """Where a player of a table comes in."""
        return self.ports[(number + seat) % len(self.ports)]

    @property
    def used(self) -> float:
        """Seconds of processor time of all servers."""
        return sum(self.used_by)

    async def run(self, tables: list[dict[str, Any]], games: list[list[str]]) -> None:
        """Everybody sits down, then all play."""
        played = [PlayedTable(self, table, games[number % len(games)]) for number, table in enumerate(tables)]
        for start in range(0, len(played), AT_A_TIME):
            group = played[start : start + AT_A_TIME]
            await asyncio.gather(*(table.sit_down(start + number) for number, table in enumerate(group)))
        # Until everybody has heard who is there.
        await asyncio.sleep(1.0)
        self.memory = sum(server.memory for server in self.servers)
        used, client, began = [server.processor() for server in self.servers], time.process_time(), time.perf_counter()
        self.end = began + self.seconds
        self._playing = len(played)
        chance = random.Random(1)
        for table in played:
            table.begin(chance.random() * self.pace)
        await self._over.wait()
        self.took = time.perf_counter() - began
        self.client = time.process_time() - client
        self.used_by = [server.processor() - before for server, before in zip(self.servers, used, strict=True)]
        self.played = sum(server.memory for server in self.servers)
        for table in played:
            for viewer in table.viewers:
                viewer.close()
        await asyncio.sleep(0.1)

    @property
    def moves(self) -> int:
        return len(self.announced)

    def show(self) -> None:
        """What was measured of the moves."""
        print(f"moves per second          {self.moves / self.took:10.0f}")
        for name, values in (("acknowledged", self.acknowledged), ("seen by the other", self.announced)):
            values.sort()
            p99 = values[int(len(values) * 0.99)]
            print(f"{name:18} median {median(values) * 1000:7.1f} ms   p99 {p99 * 1000:7.1f} ms", end="")
            print(f"   slowest {values[-1] * 1000:7.1f} ms")
        print(f"processor time of the server  {self.used / self.moves * 1000:.3f} ms a move;", end=" ")
        print(f"of the client {self.client / self.moves * 1000:.3f} ms ({load_of_machine()})")


def load(folder: Path, tables: int, seconds: float, turns: int) -> None:
    """Players who never pause."""
    with running_server(folder) as found:
        empty = found.memory
        made = found.tables(tables)
        set_up = found.memory
        run = Load([found], seconds)
        asyncio.run(run.run(made, scripts(SCRIPTS, turns)))
        print(f"{tables} tables of two players, {run.moves} moves in {run.took:.1f} s")
        run.show()
        print(f"memory: {empty / 1024:.0f} MB empty; per table {(set_up - empty) / tables:.1f} kB set up,", end=" ")
        print(f"{(run.memory - empty) / tables:.1f} kB with two viewers,", end=" ")
        print(f"{(run.played - empty) / tables:.1f} kB after {run.moves / tables:.0f} moves")


def length(folder: Path, tables: int, seconds: float) -> None:
    """Does a move late in a game take longer than one early in it?"""
    for turns in (20, 100, 500):
        place = folder / str(turns)
        place.mkdir()
        with running_server(place) as found:
            run = Load([found], seconds * 10)
            asyncio.run(run.run(found.tables(tables), scripts(SCRIPTS, turns)))
            print(f"games of {turns} moves: {run.used / run.moves * 1000:.3f} ms a move ({run.moves} moves)")


def pace(folder: Path, tables: int, seconds: float, each: float) -> None:
    """Many tables at which somebody moves every few seconds."""
    with running_server(folder) as found:
        empty = found.memory
        made = found.tables(tables)
        run = Load([found], seconds, pace=each)
        asyncio.run(run.run(made, scripts(SCRIPTS, int(seconds / each) + 2)))
        print(f"{tables} tables of two players, one move per table every {each:g} s for {run.took:.1f} s")
        run.show()
        share = run.used / run.took, run.client / run.took
        print(f"the server took {share[0]:.0%} of a core and the client {share[1]:.0%}")
        print(f"memory: {(run.memory - empty) / tables:.1f} kB per table with two viewers")
