"""A process in which computers think, and nobody is answered: `halma worker`."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable

from halma.server.app.make import beat, look
from halma.server.app.run import check
from halma.server.hub.opening import open_hub
from halma.server.logs import configure
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
from halma.server.storage.opening import open_storage
from halma.server.thinking.computers import Computers
from halma.server.thinking.turns import ComputerTurns

log = logging.getLogger("halma.server")


def work(settings: Settings, *, ready: Callable[[], None] | None = None) -> None:
    """Take turns of computers, and clocks that have run out, until somebody stops it. Raises DatabaseError."""
    configure(quiet=False)
    asyncio.run(_work(settings, ready))


async def _work(settings: Settings, ready: Callable[[], None] | None) -> None:
    await check(settings)
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    storage, hub = open_storage(settings.address, settings.now), open_hub(settings.hub)
    service = TableService(storage, hub, settings.limits, alone=False)
    computers = Computers(settings.workers, settings.limits.thoughts)
    turns = ComputerTurns(service, computers, settings.think_seconds)
    await storage.start()
    await hub.start()
    for task in (Timers(service).run(), turns.run(), beat(service), look(service)):
        service.spawn(task)
    log.info("opened")
    if ready is not None:
        ready()
    try:
        await stopping.wait()
    finally:
        await service.close()
        computers.stop()
        await hub.stop()
        await storage.stop()
        log.info("closed")
