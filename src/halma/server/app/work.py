"""A process in which computers think, and nobody is answered: `halma worker`."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from halma.server.app.make import REAL, Outside, beat, look, notice_lag
from halma.server.app.run import check
from halma.server.logs import configure
from halma.server.metrics import Metrics
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import Settings
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
    async with running_worker(settings) as metrics:
        if asked_at is not None:
            metrics.serve(*asked_at)
        log.info("opened")
        if ready is not None:
            ready()
        await stopping.wait()
    log.info("closed")


@asynccontextmanager
async def running_worker(settings: Settings, outside: Outside = REAL) -> AsyncGenerator[Metrics]:
    """All that a worker does, from the opening of its storage to the last thing stored."""
    metrics = Metrics()
    storage, hub = outside.storage(settings, metrics), outside.hub(settings, metrics)
    service = TableService(storage, hub, settings.limits, alone=False, secrets=outside.secrets(), metrics=metrics)
    computers = outside.computers(settings, metrics)
    turns = ComputerTurns(service, computers, settings.think_seconds)
    await storage.start()
    await hub.start()
    timers = Timers(service)

    async def note_queues() -> None:
        while True:
            metrics.set(gauges_of(service, computers, turns, timers))
            await service.sleep(GAUGE_PAUSE)

    for task in (timers.run(), turns.run(), beat(service), look(service), notice_lag(service), note_queues()):
        service.spawn(task)
    try:
        yield metrics
    finally:
        await service.close()
        computers.stop()
        await hub.stop()
        await storage.stop()
