"""The hub within one process: whoever watches is told at once. Hubs between processes are built on it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable

from halma.server.hub.interface import Gathering, Listener, Message, Present, Published

log = logging.getLogger("halma.server.hub")
MOST_ALLOWANCES = 20_000


class Allowances:
    """So much at once and so much a second after that, for every key; those not asked for long are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # What was left, and when.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        """Take some if they are there: 0; if not, none, and the seconds after which they will be."""
        # Whoever asks for more than there can be gets it when the allowance is full.
        cost = min(cost, at_once)
        now = self._clock()
        left, at = self._left.pop(key, (at_once, now))
        left = min(at_once, left + (now - at) * per_second)
        wait = 0.0 if left >= cost else (cost - left) / per_second
        self._left[key] = (left if wait else left - cost, now)
        while len(self._left) > MOST_ALLOWANCES:
            self._left.popitem(last=False)
        return wait


class LocalWatch:
    """What one listener hears of one table."""

    def __init__(self, hub: InProcessHub, table: str, listener: Listener) -> None:
        self._hub = hub
        self.table = table
        self.listener = listener

    def close(self) -> None:
        """Hear nothing more."""
        self._hub.unwatch(self)


class InProcessHub:
    """Everything within one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # In the order in which they came.
        self._watches: dict[str, dict[LocalWatch, None]] = {}
        self._attending: dict[str, Present] = {}
        self._allowances = Allowances(clock)
        self._woken: dict[asyncio.Event, frozenset[str]] = {}

    @property
    def away(self) -> bool:
        return False

    @property
    def waiting(self) -> int:
        return 0

    async def start(self) -> None:
        """Nothing has to be connected."""

    async def stop(self) -> None:
        """Nothing has to be given back."""

    # ---- messages ---------------------------------------------------------------------------------------

    def publish(self, table: str, version: int, data: bytes) -> None:
        """Tell everybody who watches a table."""
        self.tell(Published(table, version, data))

    def tell(self, message: Message) -> None:
        """Tell everybody in this process who watches a table."""
        for watch in tuple(self._watches.get(message.table, ())):
            try:
                watch.listener(message)
            except Exception:
                # One who cannot listen must not keep the others from hearing.
                log.exception("a listener failed")

    def watch(self, table: str, listener: Listener) -> LocalWatch:
        """Hear of a table."""
        watch = LocalWatch(self, table, listener)
        self._watches.setdefault(table, {})[watch] = None
        return watch

    def unwatch(self, watch: LocalWatch) -> None:
        """Forget a listener."""
        watches = self._watches.get(watch.table, {})
        watches.pop(watch, None)
        if not watches:
            self._watches.pop(watch.table, None)

    # ---- who is there -----------------------------------------------------------------------------------

    def attend(self, table: str, present: Present) -> None:
        """Say who looks at a table."""
        if self._attends(table, present):
            self.tell(Gathering(table, present))

    def _attends(self, table: str, present: Present) -> bool:
        """Note who looks at a table through this process; whether that is new."""
        if self._attending.get(table, Present()) == present:
            return False
        if present == Present():
            del self._attending[table]
        else:
            self._attending[table] = present
        return True

    async def present(self, table: str) -> Present:
        """Who looks at a table."""
        return self._attending.get(table, Present())

    # ---- allowances and hints ---------------------------------------------------------------------------

    async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        """Take from an allowance."""
        return self._allowances.take(key, cost, per_second, at_once)

    def wake(self, kind: str) -> None:
        """There is something to do."""
        for event, kinds in self._woken.items():
            if kind in kinds:
                event.set()

    async def woken(self, kinds: frozenset[str], timeout: float) -> None:
        """Wait until there is something to do."""
        event = asyncio.Event()
        self._woken[event] = kinds
        try:
            async with asyncio.timeout(timeout):
                await event.wait()
        except TimeoutError:
            pass
        finally:
            del self._woken[event]
