"""The same files from a server, for pages that go on without it."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import PurePosixPath

from halma.server.thinking.offload import Offload
from halma.server.transport.offline.files import FOLDER, build
from halma.web import WASM

TYPES = {".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm"}


def packed() -> dict[str, bytes]:
    """All files, compressed. Runs in a process of its own."""
    return {name: gzip.compress(content, 9) for name, content in build().items()}


class OfflineFiles:
    """They are made in a process of their own when the first page asks for one, and kept compressed."""

    def __init__(self) -> None:
        self._offload = Offload(1)
        self._made: asyncio.Task[dict[str, bytes]] | None = None

    async def get(self, name: str) -> bytes | None:
        """A file by its name, compressed; None where there is no such file."""
        if not WASM.is_file():
            return None
        if self._made is None or (self._made.done() and (self._made.cancelled() or self._made.exception())):
            self._made = asyncio.create_task(self._offload.run(packed))
        # Others wait for them too.
        return (await asyncio.shield(self._made)).get(f"{FOLDER}/{name}")

    def stop(self) -> None:
        """Stop what is under way."""
        if self._made is not None:
            self._made.cancel()
        self._offload.stop()


def type_of(name: str) -> str:
    """What kind of file it is."""
    return TYPES[PurePosixPath(name).suffix]
