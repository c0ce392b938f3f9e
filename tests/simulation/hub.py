"""A hub that is made up: it carries what processes tell each other as badly as a hub may.

Messages come late, twice, in another order or not at all, and it may be away. It keeps to the contract of the real
ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from halma.server.hub.interface import Gathering, Listener, Missed, Present, Published
from halma.server.hub.local import Allowances, InProcessHub, LocalWatch

from .loop import OUTSIDE

# So long it is believed who is there, and how often that is said anew.
LEASE = 30.0


class Bus:
    """What lies between the hubs of the processes."""

    def __init__(self, clock: Callable[[], float], journeys: Callable[[], list[float]] = lambda: [0.0]) -> None:
        self.clock = clock
        # How long a message is on its way, for each time it comes.
        self.journeys = journeys
        self.away = False
        self.hubs: list[SimulatedHub] = []
        self.allowances = Allowances(clock)
        self._present: dict[str, dict[SimulatedHub, tuple[float, Present]]] = {}

    def send(self, sender: SimulatedHub, deliver: Callable[[SimulatedHub], None]) -> None:
        """Carry something to all other hubs."""
        if self.away:
            return
        for hub in self.hubs:
            if hub is not sender:
                self.carry(hub, deliver)

    def carry(self, hub: SimulatedHub, deliver: Callable[[SimulatedHub], None]) -> None:
        """Carry something to one hub."""
        loop = asyncio.get_running_loop()
        for journey in self.journeys():
            loop.call_later(journey, self._arrive, hub, deliver, context=hub.context)

    def _arrive(self, hub: SimulatedHub, deliver: Callable[[SimulatedHub], None]) -> None:
        if hub in self.hubs and not self.away:
            deliver(hub)

    def note(self, hub: SimulatedHub, table: str, present: Present) -> Present:
        """Somebody says who is there; who is there altogether."""
        here = self._present.setdefault(table, {})
        here[hub] = (self.clock() + LEASE, present)
        return self.total(table)

    def total(self, table: str) -> Present:
        """Who is there through any process."""
        now = self.clock()
        here = [present for until, present in self._present.get(table, {}).values() if until > now]
        seats = "".join(sorted({seat for present in here for seat in present.seats}))
        return Present(seats, sum(present.spectators for present in here))

    def leave(self) -> None:
        """Nothing is carried any more, and nothing is known afterwards."""
        self.away = True
        self._present.clear()

    def come_back(self) -> None:
        """It is there again; the processes notice."""
        self.away = False
        for hub in list(self.hubs):
            self.carry(hub, SimulatedHub.again)


class SimulatedHub(InProcessHub):
    """The hub as one process has it."""

    def __init__(self, bus: Bus, context: Any = OUTSIDE) -> None:
        super().__init__(bus.clock)
        self._bus = bus
        self.context = context
        self._renewing: asyncio.Task[None] | None = None
        self._totals: dict[str, Present] = {}

    @property
    def away(self) -> bool:
        return self._bus.away

    async def start(self) -> None:
        self._bus.hubs.append(self)
        self._renewing = asyncio.create_task(self._renew())

    async def stop(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
        for table in list(self._attending):
            self._say(table, Present())
        self._attending.clear()
        self._bus.hubs.remove(self)

    def again(self) -> None:
        """The hub is there again after it was away."""
        for table in list(self._watches):
            self.tell(Missed(table))
        for table, present in self._attending.items():
            self._say(table, present)

    # ---- messages ---------------------------------------------------------------------------------------

    def publish(self, table: str, version: int, data: bytes) -> None:
        super().publish(table, version, data)
        self._bus.send(self, lambda hub: hub.tell(Published(table, version, data)))

    def watch(self, table: str, listener: Listener) -> LocalWatch:
        first = table not in self._watches
        watch = super().watch(table, listener)
        if first and not self._bus.away:
            self._bus.carry(self, lambda hub: hub.tell(Missed(table)))
        return watch

    def unwatch(self, watch: LocalWatch) -> None:
        super().unwatch(watch)
        if watch.table not in self._watches:
            self._totals.pop(watch.table, None)

    def wake(self, kind: str) -> None:
        super().wake(kind)
        self._bus.send(self, lambda hub: InProcessHub.wake(hub, kind))

    # ---- who is there -----------------------------------------------------------------------------------

    def attend(self, table: str, present: Present) -> None:
        if not self._attends(table, present):
            return
        if self._bus.away:
            self.tell(Gathering(table, present))
        else:
            self._say(table, present)

    def _say(self, table: str, present: Present) -> None:
        if not self._bus.away:
            total = self._bus.note(self, table, present)
            self._gathered(table, total)
            self._bus.send(self, lambda hub: hub._gathered(table, total))

    def _gathered(self, table: str, total: Present) -> None:
        if self._totals.get(table) != total:
            self._totals[table] = total
            self.tell(Gathering(table, total))

    async def present(self, table: str) -> Present:
        if self._bus.away:
            return await super().present(table)
        await asyncio.sleep(max(self._bus.journeys(), default=0.0))
        return self._bus.total(table)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            for table, present in list(self._attending.items()):
                self._say(table, present)

    # ---- allowances -------------------------------------------------------------------------------------

    async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        if self._bus.away:
            return await super().take(key, cost, per_second, at_once)
        await asyncio.sleep(0)
        return self._bus.allowances.take(key, cost, per_second, at_once)
