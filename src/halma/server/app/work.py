"""A process in which computers think, and nobody is answered: `halma worker`."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable

from halma.server.app.make import beat, look, notice_lag
from halma.server.app.run import check
from halma.server.hub.opening import open_hub
from halma.server.logs import configure
from halma.server.metrics import Metrics
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
from halma.server.storage.opening import open_storage
from halma.server.thinking.computers import Computers
from halma.server.thinking.gauges import gauges_of
from halma.server.thinking.turns import ComputerTurns
from halma.server.tracing import tracing

log = logging.getLogger("halma.server")


# How often it is noted how long the queues are.
GAUGE_PAUSE = 2.0


def work(
    settings: Settings, *, metrics: tuple[str, int] | None = None, ready: Callable[[], None] | None = None
) -> None:
    """Take turns of computers, and clocks that have run out, until somebody stops it. Raises DatabaseError.

    `metrics` is an address and a port at which Prometheus is answered.
    """
    configure(quiet=False)
    tracing.begin()
    try:
        asyncio.run(_work(settings, metrics, ready))
    finally:
        tracing.end()


async def _work(settings: Settings, asked_at: tuple[str, int] | None, ready: Callable[[], None] | None) -> None:
    await check(settings)
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    metrics = Metrics()
    storage, hub = open_storage(settings.address, settings.now, metrics), open_hub(settings.hub, metrics)
    service = TableService(storage, hub, settings.limits, alone=False, metrics=metrics)
    computers = Computers(settings.workers, settings.limits.thoughts, metrics)
    turns = ComputerTurns(service, computers, settings.think_seconds)
    await storage.start()
    await hub.start()
    timers = Timers(service)

    async def note_queues() -> None:
        while True:
            metrics.set(gauges_of(service, computers, turns, timers))
            await service.sleep(GAUGE_PAUSE)

    if asked_at is not None:
        metrics.serve(*asked_at)
        service.spawn(note_queues())
    for task in (timers.run(), turns.run(), beat(service), look(service), notice_lag(service)):
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
