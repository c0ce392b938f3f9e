"""Processes of a server, started by the code that starts the real ones, and killed and paused by nobody's leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from random import Random
from typing import Any

from starlette.applications import Starlette

from halma.play import Position
from halma.server.app.make import Outside, make_app
from halma.server.app.work import running_worker
from halma.server.settings import ServerLimits, Settings
from halma.server.storage.interface import DatabaseError
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers
from halma.server.tokens import Secrets

from .database import Database
from .hub import Bus, SimulatedHub
from .loop import KILLED, OUTSIDE, PAUSED, RUNNING, Domain, SimulatedLoop
from .storage import SimulatedStorage

# Small limits, so that what they are for happens often.
LIMITS = ServerLimits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    tables_per_hour=10**6,
    connections=10**6,
    messages_per_second=1e6,
    messages_at_once=10**6,
    chat_per_second=1e6,
    chat_at_once=10**6,
    address_messages_at_once=10**6,
    address_messages_per_second=1e6,
    cached=2,
)


class AloneSettings(Settings):
    """Of a process that has its storage for itself."""

    @property
    def alone(self) -> bool:
        return True


class MadeUpSecrets(Secrets):
    """Secrets that are the same again for the same seed."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def token(self) -> str:
        return f"{self._chance.getrandbits(256):064x}"

    def table_id(self) -> str:
        return f"{self._chance.getrandbits(96):024x}"

    def seed(self) -> str:
        return f"{self._chance.getrandbits(128):032x}"


class Pool(Executor):
    """Workers that think of any move, after some time, and sometimes die of it."""

    def __init__(self, loop: SimulatedLoop, chance: Random, idle: Callable[[], bool]) -> None:
        self._loop = loop
        self._chance = chance
        self._idle = idle

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._loop.call_later(0.05 + self._chance.expovariate(1.5), self._think, future, fn, args)
        return future

    def _think(self, future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if self._idle():
            self._loop.call_later(1.0, self._think, future, fn, args)
        elif fn is worker.best_move:
            position: Position = args[1].position()
            legal = position.state.legal()
            future.set_result(position.spell(legal[self._chance.randrange(len(legal))], path=True))
        else:
            raise AssertionError("nothing else is thought about")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing is left to end."""


@dataclass
class Place:
    """What the processes have to do with."""

    loop: SimulatedLoop
    database: Database
    bus: Bus
    chance: Random
    # Whether computers shall not go on thinking.
    idle: Callable[[], bool] = lambda: False


class Process:
    """A front or a worker: what is at its place while it runs, and how it comes and goes."""

    def __init__(self, place: Place, number: int, *, front: bool) -> None:
        self.place = place
        self.number = number
        self.front = front
        self.app: Starlette | None = None
        self.domain: Domain | None = None
        self._main: asyncio.Task[None] | None = None
        self._stopping: asyncio.Event | None = None
        # Who is told that all connections are gone.
        self.gone: list[Callable[[], None]] = []
        # Whether it has begun.
        self.ready = False
        # After how many seconds it is started again when it has ended.
        self.downtime = 1.0

    @property
    def alive(self) -> bool:
        """Whether there is such a process, paused or not."""
        return self._main is not None and not self._main.done()

    @property
    def running(self) -> bool:
        """Whether it does something."""
        return self.ready and self.domain is not None and self.domain.state == RUNNING

    @property
    def open(self) -> bool:
        """Whether it takes connections."""
        stopping = self._stopping is not None and self._stopping.is_set()
        return self.alive and self.app is not None and not stopping

    def start(self) -> None:
        """Start it, if it is not there."""
        if self.alive:
            return
        self.domain = Domain(f"{'front' if self.front else 'worker'} {self.number}")
        self._stopping = asyncio.Event()
        self._main = self.place.loop.start(self.domain, self._run(self.domain, self._stopping))
        self._main.add_done_callback(self._again, context=OUTSIDE)

    def _again(self, main: asyncio.Task[None]) -> None:
        """Whoever looks after it starts it again."""
        main.result()
        self.place.loop.call_later(self.downtime, self.start, context=OUTSIDE)

    def stop(self, downtime: float) -> None:
        """Ask it to end."""
        self.downtime = downtime
        if self._stopping is not None:
            self._stopping.set()
        if self.app is not None and self.alive:
            self.app.state.front.stopping.set()

    def kill(self, downtime: float) -> None:
        """It is gone, in the middle of whatever it did."""
        if self.domain is not None and self.alive:
            self.domain.state = KILLED
            self.domain.held.clear()
            self.place.bus.hubs[:] = [hub for hub in self.place.bus.hubs if hub.context is not self.domain.context]
            self._ended()
            self._main = None
            self.ready = False
            self.place.loop.call_later(downtime, self.start, context=OUTSIDE)

    def pause(self, seconds: float) -> None:
        """It stands still for a while and does not know it."""
        domain = self.domain
        if domain is not None and domain.state == RUNNING:
            domain.state = PAUSED
            self.place.loop.call_later(seconds, self._resume, domain)

    def _resume(self, domain: Domain) -> None:
        if domain.state == PAUSED:
            self.place.loop.go_on(domain)

    def wake(self) -> None:
        """Let it go on at once, if it stands still."""
        if self.domain is not None:
            self._resume(self.domain)

    def _ended(self) -> None:
        self.app = None
        gone, self.gone = self.gone, []
        for tell in gone:
            tell()

    async def _run(self, domain: Domain, stopping: asyncio.Event) -> None:
        settings = self._settings()
        outside = Outside(self._storage, self._hub, self._computers, lambda: MadeUpSecrets(self.place.chance))
        try:
            if self.front:
                app = make_app(settings, outside)
                async with app.router.lifespan_context(app):
                    self.app = app
                    self.ready = True
                    await stopping.wait()
                    # As long as requests that are under way have, so that they end.
                    await asyncio.sleep(0.3)
                    self._ended()
            else:
                async with running_worker(settings, outside):
                    self.ready = True
                    await stopping.wait()
        except DatabaseError:
            self.downtime = 1.0
        finally:
            if self.domain is domain:
                self.app = None
                self.ready = False

    def _settings(self) -> Settings:
        kind = Settings if self.place.database.shared else AloneSettings
        return kind("postgresql://made@up/halma", names=("localhost",), workers=1, limits=LIMITS)

    def _storage(self, _: Settings, metrics: Any) -> SimulatedStorage:
        place, loop = self.place, self.place.loop
        if place.database.shared:
            return SimulatedStorage(place.database, loop.time, metrics)
        ahead = place.database.wall() - loop.time()
        return SimulatedStorage(place.database, lambda: loop.time() + ahead, metrics)

    def _hub(self, _: Settings, __: Any) -> SimulatedHub:
        assert self.domain is not None
        return SimulatedHub(self.place.bus, self.domain.context)

    def _computers(self, settings: Settings, metrics: Any) -> Computers:
        place = self.place
        return Computers(1, settings.limits.thoughts, metrics, lambda *_: Pool(place.loop, place.chance, place.idle))
