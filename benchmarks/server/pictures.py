"""Many different pictures are asked for at once from several addresses while two play at another table."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median

from processes import running_server, scripts

ADDRESSES = 10
TURNS = 100


def pictures(folder: Path, count: int, width: int) -> None:
    """How long a move takes meanwhile."""
    with running_server(folder, "usual") as found:
        table, other = found.tables(2)
        script = scripts(1, TURNS)[0]
        statuses: Counter[int] = Counter()

        def move(at: dict[str, object], ply: int) -> None:
            links: list[dict[str, str]] = at["links"]  # type: ignore
            body, token = {"ply": ply, "text": script[ply]}, links[ply % 2]["token"]
            status, answer = found.request("POST", f"/api/tables/{at['table']}/moves", body, token)
            if status != 200:
                raise RuntimeError(json.dumps(answer))

        def draw(number: int) -> None:
            source = (f"127.0.0.{number % ADDRESSES + 1}", 0)
            connection = http.client.HTTPConnection("127.0.0.1", found.port, timeout=600, source_address=source)
            connection.request("GET", f"/api/tables/{table['table']}/board.png?width={width}&ply={number}")
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] += 1
            connection.close()

        for ply in range(count):
            move(table, ply)
        used, began = found.processor(), time.perf_counter()
        drawing = [threading.Thread(target=draw, args=(number,)) for number in range(count)]
        for thread in drawing:
            thread.start()
        acknowledged: list[float] = []
        for ply in range(TURNS):
            sent = time.perf_counter()
            move(other, ply)
            acknowledged.append(time.perf_counter() - sent)
            if not any(thread.is_alive() for thread in drawing):
                break
            time.sleep(0.1)
        for thread in drawing:
            thread.join()
        took, used = time.perf_counter() - began, found.processor() - used
    answers = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
    print(f"{count} pictures of {width} pixels asked for at once, answered in {took:.1f} s: {answers}")
    print(f"meanwhile {len(acknowledged)} moves acknowledged: median {median(acknowledged) * 1000:.1f} ms,", end=" ")
    print(f"slowest {max(acknowledged) * 1000:.1f} ms; {used:.2f} s of processor time of the server itself")
