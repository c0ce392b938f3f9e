"""A server put together: tables, computers, endpoints, live play, the page, and what guards them."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from halma.server.errors import StorageError
from halma.server.hub.opening import open_hub
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
from halma.server.storage.files import prepare
from halma.server.storage.opening import database_file, open_storage
from halma.server.thinking.computers import Computers
from halma.server.thinking.turns import ComputerTurns
from halma.server.transport.endpoints import ENDPOINTS
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


@asynccontextmanager
async def running_front(settings: Settings) -> AsyncGenerator[Front]:
    """All that a process does, from the opening of its storage to the last thing stored."""
    storage = open_storage(settings.address, settings.now)
    hub = open_hub(settings.hub)
    service = TableService(storage, hub, settings.limits, alone=settings.alone)
    computers = Computers(settings.workers, settings.limits.thoughts)
    turns = (
        ComputerTurns(service, computers, settings.think_seconds) if settings.workers and settings.takes_turns else None
    )
    timers = Timers(service)
    front = Front(settings, service, computers, turns, timers)
    await storage.start()
    await hub.start()
    service.spawn(timers.run())
    if turns is not None:
        service.spawn(turns.run())
    service.spawn(beat(service))
    if not settings.alone:
        service.spawn(look(service))
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


async def beat(service: TableService) -> None:
    """Note that the server runs, so that clocks stand still while it does not."""
    while True:
        await service.sleep(BEAT)
        # The storage notes its faults itself; the next beat may be stored.
        with suppress(StorageError):
            await service.storage.beat()


async def look(service: TableService) -> None:
    """See now and then whether the hub has lost anything."""
    while True:
        await service.sleep(LOOK)
        with suppress(StorageError):
            await service.look_again()


def make_app(settings: Settings) -> Starlette:
    """A server with its own tables."""
    file = database_file(settings.address)
    if file is not None:
        prepare(file)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with running_front(settings) as front:
            app.state.front = front
            yield

    routes: list[BaseRoute] = [
        *(route_of(endpoint) for endpoint in ENDPOINTS),
        WebSocketRoute(LIVE_PATH, live),
        *PAGE_ROUTES,
    ]
    middleware = [
        Middleware(Guard, settings=settings),
        Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=middleware, exception_handlers={404: not_found})
