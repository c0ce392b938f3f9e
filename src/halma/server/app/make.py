"""A server put together: tables, computers, endpoints, live play, the page, and what guards them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from time import perf_counter

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from halma.server.errors import StorageError
from halma.server.hub.interface import Hub
from halma.server.hub.opening import open_hub
from halma.server.metrics import Metrics
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
from halma.server.storage.files import prepare
from halma.server.storage.interface import Retention, Storage
from halma.server.storage.opening import database_file, open_storage
from halma.server.thinking.computers import Computers
from halma.server.thinking.turns import ComputerTurns
from halma.server.tokens import Secrets
from halma.server.transport.endpoints import ENDPOINTS
from halma.server.transport.endpoints.service import ASKED_BY_MACHINES
from halma.server.transport.front import Front
from halma.server.transport.guard import Guard
from halma.server.transport.live import live
from halma.server.transport.openapi import LIVE_PATH
from halma.server.transport.pages import PAGE_ROUTES, not_found
from halma.server.transport.rest import route_of

log = logging.getLogger("halma.server")
# How often it is noted that the server runs, and looked whether the hub has lost anything.
BEAT = 1.0
LOOK = 5.0
LAG = 0.5
# How often it is looked whether tables have expired.
EXPIRE = 900.0


@dataclass(frozen=True)
class Outside:
    """What a process has to do with outside of itself; a simulation has its own."""

    storage: Callable[[Settings, Metrics], Storage]
    hub: Callable[[Settings, Metrics], Hub]
    computers: Callable[[Settings, Metrics], Computers]
    secrets: Callable[[], Secrets] = Secrets


REAL = Outside(
    storage=lambda settings, metrics: open_storage(settings.address, settings.now, metrics),
    hub=lambda settings, metrics: open_hub(settings.hub, metrics),
    computers=lambda settings, metrics: Computers(settings.workers, settings.limits.thoughts, metrics),
)


@asynccontextmanager
async def running_front(settings: Settings, outside: Outside = REAL) -> AsyncGenerator[Front]:
    """All that a process does, from the opening of its storage to the last thing stored."""
    metrics = Metrics()
    storage, hub = outside.storage(settings, metrics), outside.hub(settings, metrics)
    secrets = outside.secrets()
    service = TableService(storage, hub, settings.limits, alone=settings.alone, secrets=secrets, metrics=metrics)
    computers = outside.computers(settings, metrics)
    turns = (
        ComputerTurns(service, computers, settings.think_seconds) if settings.workers and settings.takes_turns else None
    )
    timers = Timers(service)
    front = Front(settings, service, computers, turns, timers)
    await storage.start()
    await hub.start()
    taking = [service.spawn(timers.run())]
    if turns is not None:
        taking.append(service.spawn(turns.run()))
    service.spawn(stop_taking(front, taking))
    service.spawn(beat(service))
    service.spawn(notice_lag(service))
    if not settings.alone:
        service.spawn(look(service))
    policy = Retention(settings.keep_finished, settings.keep_abandoned)
    if policy != Retention():
        service.spawn(expire(service, policy))
    log.info("opened")
    try:
        yield front
    finally:
        front.stopping.set()
        await service.close()
        front.stop()
        computers.stop()
        await hub.stop()
        await storage.stop()
        log.info("closed")


async def stop_taking(front: Front, taking: Sequence[asyncio.Task[None]]) -> None:
    """Take no more clocks and turns once the process stops; others do, who have them longer."""
    await front.stopping.wait()
    for task in taking:
        task.cancel()


async def beat(service: TableService) -> None:
    """Note that the server runs, so that clocks stand still while it does not."""
    while True:
        await service.sleep(BEAT)
        # The storage notes its faults itself; the next beat may be stored.
        with suppress(StorageError):
            await service.storage.beat()


async def notice_lag(service: TableService) -> None:
    """Measure how much later than asked for this process wakes up: what holds it up holds up everybody."""
    while True:
        before = perf_counter()
        await asyncio.sleep(LAG)
        service.metrics.loop_lag.observe(max(0.0, perf_counter() - before - LAG))


async def look(service: TableService) -> None:
    """See now and then whether the hub has lost anything."""
    while True:
        await service.sleep(LOOK)
        with suppress(StorageError):
            await service.look_again()


async def expire(service: TableService, policy: Retention) -> None:
    """Delete now and then what has expired."""
    while True:
        with suppress(StorageError):
            count = await service.expire(policy)
            if count:
                log.info("tables expired", extra={"data": {"count": count}})
        await service.sleep(EXPIRE)


def make_app(settings: Settings, outside: Outside = REAL) -> Starlette:
    """A server with its own tables."""
    file = database_file(settings.address)
    if file is not None:
        prepare(file)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with running_front(settings, outside) as front:
            app.state.front = front
            yield

    routes: list[BaseRoute] = [
        *(route_of(endpoint) for endpoint in ENDPOINTS),
        *(route_of(replace(endpoint, path=endpoint.path.removeprefix("/api"))) for endpoint in ASKED_BY_MACHINES),
        WebSocketRoute(LIVE_PATH, live),
        *PAGE_ROUTES,
    ]
    middleware = [
        Middleware(Guard, settings=settings),
        Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=middleware, exception_handlers={404: not_found})
