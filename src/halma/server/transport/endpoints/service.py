"""For whoever looks after the server."""

from __future__ import annotations

from contextlib import suppress

import halma
from halma.messages import mark
from halma.server.errors import RefusedError, StorageError
from halma.server.metrics import MEDIA
from halma.server.thinking.gauges import gauges_of
from halma.server.transport import wire
from halma.server.transport.rest import Call, Endpoint, Raw


async def health(call: Call) -> wire.Health:
    failing = call.service.storage.failing
    try:
        await call.front.storage_answers.get()
    except StorageError:
        failing = True
    status = "stopping" if call.front.stopping.is_set() else "ok"
    if call.service.hub.away:
        # Everybody plays on; what happens through another process is seen a little later.
        status = "hub-away"
    # What cannot be stored does not happen, so nobody plays then.
    return wire.Health("storage-failing" if failing else status, halma.__version__)


async def ready(call: Call) -> wire.Health:
    await call.front.storage_answers.get()
    if call.front.stopping.is_set():
        raise RefusedError("stopping", 503, mark("The server is restarting; try again in a moment."))
    return wire.Health("ok", halma.__version__)


async def metrics(call: Call) -> Raw:
    front, service = call.front, call.service
    gauges = gauges_of(service, front.computers, front.turns, front.timers)
    gauges |= {"viewers": service.attendance.viewers, "live_connections": front.connections.taken}
    # Numbers are wanted most when something is wrong: those of the database are left out if it does not answer.
    with suppress(StorageError):
        gauges |= {f"jobs_{name}": float(value) for name, value in (await front.queues.get()).items()}
        gauges |= {f"stored_{name}": float(value) for name, value in (await front.counts.get()).items()}
    service.metrics.set(gauges)
    return Raw(service.metrics.text(), MEDIA)


# Also at /health and /ready, where proxies and whatever restarts servers ask every server the same.
ASKED_BY_MACHINES = (
    Endpoint("GET", "/api/health", health, "Whether the server is well.", wire.Health),
    Endpoint("GET", "/api/ready", ready, "Whether the server takes requests; a proxy asks.", wire.Health),
)
ENDPOINTS = (
    *ASKED_BY_MACHINES,
    Endpoint("GET", "/api/metrics", metrics, "Numbers in Prometheus' text form.", media="text/plain"),
)
