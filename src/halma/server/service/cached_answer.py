"""An answer that takes a moment to work out: asked for once for all who want it, and good for a while."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class CachedAnswer(Generic[Answer]):
    """What a function answers, no older than so many seconds. Errors are not kept."""

    def __init__(
        self, ask: Callable[[], Awaitable[Answer]], seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._clock = clock
        self._known: tuple[float, Answer] | None = None
        self._asking: asyncio.Task[Answer] | None = None

    async def get(self) -> Answer:
        """The answer."""
        if self._known is not None and self._clock() < self._known[0] + self._seconds:
            return self._known[1]
        if self._asking is None:
            self._asking = asyncio.create_task(self._find())
        # Others wait for it too.
        return await asyncio.shield(self._asking)

    async def _find(self) -> Answer:
        try:
            found = await self._ask()
            self._known = (self._clock(), found)
            return found
        finally:
            self._asking = None
