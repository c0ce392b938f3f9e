"""SIGKILL at random moments of play: what was acknowledged is compared with what is there afterwards."""

from __future__ import annotations

import http.client
import random
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from processes import ServerProcess, load_of_machine
from tools.databases import RealPostgres, RealRedis

from halma.play import Position

PEOPLE, COMPUTERS = 8, 2
# After so many moves a table makes room for another one.
TURNS = 100
RETRY = 0.02
PATIENCE = 120.0
FAULTS = (OSError, http.client.HTTPException, ValueError)


class Player(threading.Thread):
    """Plays at a table by requests, and goes to another front when one does not answer, as through a proxy."""

    def __init__(self, fronts: list[ServerProcess], number: int, *, computer: bool) -> None:
        super().__init__(daemon=True)
        self.fronts, self.number, self.computer = fronts, number, computer
        self.chance = random.Random(number)
        self.acknowledged_at = 0.0
        self.acknowledged = 0
        self.lost = 0
        self.stopping = False
        self.table: dict[str, Any] = {}
        self.position = Position("halma", first="A")

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Ask until somebody answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            front = self.fronts[self.number % len(self.fronts)]
            with suppress(*FAULTS):
                status, answer = front.request(method, path, body, token)
                if status < 500:
                    if status >= 400:
                        raise RuntimeError(f"{status} {answer}")
                    return answer
            self.number += 1
            time.sleep(RETRY)
        raise RuntimeError("nobody answers")

    def begin(self) -> None:
        other = {"kind": "computer", "level": 1} if self.computer else {"kind": "link"}
        wish = {"game": "halma", "options": {"first": "A"}, "seats": [{"kind": "link"}, other]}
        self.table = self.ask("POST", "/api/tables", wish)
        self.position = Position("halma", first="A")

    def history(self) -> list[str]:
        return [entry["text"] for entry in self.ask("GET", f"/api/tables/{self.table['table']}")["history"]]

    def compare(self) -> None:
        """See whether everything is stored that was acknowledged."""
        known = [str(move) for move in self.position.move_stack]
        self.lost += self.history()[: len(known)] != known

    def run(self) -> None:
        self.begin()
        while not self.stopping:
            if len(self.position.move_stack) > TURNS or self.position.is_over:
                self.compare()
                self.begin()
            self.move()
        self.compare()

    def move(self) -> None:
        seat = self.position.seat
        if self.computer and seat == "B":
            stored = self.history()
            if len(stored) > len(self.position.move_stack):
                self.position.push(stored[-1])
                self.acknowledged_at = time.monotonic()
            else:
                time.sleep(RETRY)
            return
        text = str(self.chance.choice(self.position.legal_moves))
        token = self.table["links"]["AB".index(seat)]["token"]
        body = {"ply": len(self.position.move_stack), "text": text}
        self.ask("POST", f"/api/tables/{self.table['table']}/moves", body, token)
        self.position.push(text)
        self.acknowledged += 1
        self.acknowledged_at = time.monotonic()


class Cluster:
    """Two fronts, a worker, PostgreSQL and Redis, each of which can be killed and comes back."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)
        self.postgres, self.redis = RealPostgres(folder / "postgres"), RealRedis(folder / "redis")
        self.shared = self.postgres.address("postgres"), self.redis.address
        self.fronts = [ServerProcess(*self.shared) for _ in range(2)]
        self.worker = self._worker()
        self.victims: dict[str, Callable[[], None]] = {
            "front": lambda: self._kill_front(0),
            "other front": lambda: self._kill_front(1),
            "worker": self._kill_worker,
            "PostgreSQL": self._kill_postgres,
            "Redis": self._kill_redis,
        }

    def _worker(self) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-c", "from halma.cli import main; main()", "worker", "--workers", "1"]
        program += ["--database", self.shared[0], "--hub", self.shared[1]]
        return subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _kill_front(self, number: int) -> None:
        self.fronts[number].process.kill()
        self.fronts[number].process.wait()
        self.back = self.fronts[number].start

    def _kill_worker(self) -> None:
        self.worker.kill()
        self.worker.wait()
        self.worker = self._worker()
        self.back = lambda: None

    def _kill_postgres(self) -> None:
        self.postgres.kill()
        self.postgres.restart()
        self.back = lambda: None

    def _kill_redis(self) -> None:
        self.redis.kill()
        self.back = self.redis.restart

    def stop(self) -> None:
        for front in self.fronts:
            front.end()
        self.worker.kill()
        self.worker.wait()
        self.redis.stop()
        self.postgres.stop()


def kills(folder: Path, count: int) -> None:
    """Kill one after the other; the next when everybody has played on."""
    chance, cluster = random.Random(1), Cluster(folder)
    players = [Player(cluster.fronts, number, computer=number >= PEOPLE) for number in range(PEOPLE + COMPUTERS)]
    waits: dict[str, list[float]] = defaultdict(list)
    killed = 0
    try:
        for player in players:
            player.start()
        while killed < count:
            _until_played(players[:PEOPLE], time.monotonic())
            time.sleep(chance.random() * 0.3)
            name = chance.choice(list(cluster.victims))
            at = time.monotonic()
            cluster.victims[name]()
            # While it is away the others play on; only then it comes back.
            waits[name].append(_until_played(players[:PEOPLE], at) - at)
            cluster.back()
            killed += 1
            if killed % 20 == 0:
                print(f"{killed} kills, {sum(player.acknowledged for player in players)} moves", flush=True)
    finally:
        for player in players:
            player.stopping = True
        for player in players:
            player.join(PATIENCE)
        cluster.stop()
    print(f"{killed} kills, {sum(player.acknowledged for player in players)} acknowledged moves", end=" ")
    print(f"({sum(player.acknowledged for player in players[PEOPLE:])} of them against computers),", end=" ")
    print(f"tables that lost one: {sum(player.lost for player in players)} ({load_of_machine()})")
    for name, seconds in sorted(waits.items()):
        print(f"{name}: {len(seconds)} times; until all {PEOPLE} tables of people had played on, median", end=" ")
        print(f"{median(seconds):.2f} s, at most {max(seconds):.2f} s")


def _until_played(players: list[Player], since: float) -> float:
    """Wait until somebody has moved at every table since then; when the last of them did."""
    until = time.monotonic() + PATIENCE
    while any(player.acknowledged_at <= since for player in players):
        if time.monotonic() > until or any(not player.is_alive() for player in players):
            raise SystemExit("play does not go on")
        time.sleep(0.005)
    return max(player.acknowledged_at for player in players)
