"""Many watch one table: what it takes to let them in, and how long a move takes to the last of them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median

from light_client import LightViewer, come, hello_of, is_played
from processes import ServerProcess, load_of_machine, running_server, scripts

AT_A_TIME = 20
MOVES = 20
# Seconds between two moves: longer than it takes to tell everybody.
PAUSE = 1.0


def spectators(folder: Path, count: int) -> None:
    """They come, a few at a time, and see moves."""
    with running_server(folder) as found:
        asyncio.run(_watch(found, count))


async def _watch(found: ServerProcess, count: int) -> None:
    (table,) = found.tables(1)
    hello = hello_of(events=found.speaks_events())
    seen: list[float] = []
    sent = 0.0

    def heard(data: bytes) -> None:
        if is_played(data):
            seen.append(time.perf_counter() - sent)
        elif not data:
            raise RuntimeError("a spectator was sent away")

    used, client, began = found.processor(), time.process_time(), time.perf_counter()
    viewers: list[LightViewer] = []
    for start in range(0, count, AT_A_TIME):
        several = [come(found.port, table["table"], hello, heard) for _ in range(min(AT_A_TIME, count - start))]
        viewers += await asyncio.gather(*several)
    joined, took = found.processor() - used, time.perf_counter() - began
    # Until everybody has heard of the last one.
    await asyncio.sleep(count / 500 + 1)
    used, client = found.processor(), time.process_time()
    acknowledged: list[float] = []
    for ply, text in enumerate(scripts(1, MOVES)[0]):
        sent = time.perf_counter()
        body, token = {"ply": ply, "text": text}, table["links"][ply % 2]["token"]
        status, answer = await asyncio.to_thread(
            found.request, "POST", f"/api/tables/{table['table']}/moves", body, token
        )
        acknowledged.append(time.perf_counter() - sent)
        if status != 200:
            raise RuntimeError(str(answer))
        while len(seen) < (ply + 1) * count:
            await asyncio.sleep(0.01)
        await asyncio.sleep(PAUSE)
    used, client = found.processor() - used, time.process_time() - client
    seen.sort()
    print(f"{count} spectators joined in {took:.1f} s and {joined:.2f} s of processor time ({load_of_machine()})")
    print(f"{MOVES} moves told to all of them: median {median(seen) * 1000:.0f} ms,", end=" ")
    print(f"p99 {seen[int(len(seen) * 0.99)] * 1000:.0f} ms, slowest {seen[-1] * 1000:.0f} ms;", end=" ")
    print(f"acknowledged after {median(acknowledged) * 1000:.0f} ms, at most {max(acknowledged) * 1000:.0f} ms")
    print(f"processor time of a move {used / MOVES:.3f} s, of the client {client / MOVES:.3f} s")
    for viewer in viewers:
        viewer.close()
