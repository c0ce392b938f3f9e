"""Two fronts against one, on PostgreSQL and Redis: moves per second of processor time of the busiest front.

Clients, PostgreSQL and Redis run on the same machine and take their share of it, so moves per second of the clock would
say how many cores there are. A front is full when it takes all of one core: how many moves it carries until then is
what is measured. With two, each table's players come through both in half of the cases, as a proxy would spread them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playing import SCRIPTS, Load
from processes import ServerProcess, load_of_machine, scripts
from tools.databases import RealPostgres, RealRedis

ROUNDS = 3


class SpreadLoad(Load):
    """Every second table has its players on different fronts."""

    def port_of(self, number: int, seat: int) -> int:
        return self.ports[(number // 2 + seat * (number % 2)) % len(self.ports)]


def fronts(folder: Path, tables: int, seconds: float) -> None:
    """One front and two, in turns."""
    folder.chmod(0o755)
    postgres, redis = RealPostgres(folder / "postgres"), RealRedis(folder / "redis")
    per_core: dict[int, list[float]] = {1: [], 2: []}
    try:
        for _ in range(ROUNDS):
            for count in (1, 2):
                servers = [ServerProcess(postgres.address("postgres"), redis.address) for _ in range(count)]
                try:
                    run = SpreadLoad(servers, seconds, pace=1.0)
                    asyncio.run(run.run(servers[0].tables(tables), scripts(SCRIPTS, int(seconds) + 2)))
                finally:
                    for server in servers:
                        server.end()
                busiest = max(run.used_by)
                per_core[count].append(run.moves / busiest)
                shares = ", ".join(f"{used / run.moves * 1000:.3f}" for used in run.used_by)
                print(f"{count} front(s): {run.moves} moves, {shares} ms of processor time a move each;", end=" ")
                print(f"{per_core[count][-1]:.0f} moves per second until one is full ({load_of_machine()})")
        one, two = (sorted(per_core[count])[ROUNDS // 2] for count in (1, 2))
        print(f"two fronts carry {two / one:.2f} times as much as one (medians of {ROUNDS})")
    finally:
        redis.stop()
        postgres.stop()
