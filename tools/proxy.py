"""A small proxy in front of several fronts on loopback, for `deploy/local-cluster` and the tests."""

import asyncio
import urllib.request
from collections.abc import Sequence
from contextlib import suppress

LOOK = 0.25
PIECE = 65536
CONNECT_SECONDS = 2.0


class FrontProxy:
    """Passes every connection on to a front that is ready: the preferred one while it is there, or each in turn."""

    def __init__(self, fronts: Sequence[int], preferred: int | None = None) -> None:
        self.fronts = list(fronts)
        self.preferred = preferred
        self.ready: list[int] = []
        self._next = 0

    async def look(self) -> None:
        """See again and again which fronts are ready."""
        while True:
            answers = await asyncio.gather(*(asyncio.to_thread(is_ready, port) for port in self.fronts))
            self.ready = [port for port, answer in zip(self.fronts, answers, strict=True) if answer]
            await asyncio.sleep(LOOK)

    def _order(self) -> list[int]:
        self._next += 1
        at = self._next % max(1, len(self.ready))
        # The preferred one comes first; the others stay in their order.
        return sorted(self.ready[at:] + self.ready[:at], key=lambda port: port != self.preferred)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on."""
        for port in self._order():
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    there = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
                return
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until nothing more does."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError):
        writer.close()


def is_ready(port: int) -> bool:
    """Whether a front takes requests."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=CONNECT_SECONDS) as answer:
            return answer.status == 200
    except OSError:
        return False
