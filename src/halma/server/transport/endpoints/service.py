"""For whoever looks after the server."""

from __future__ import annotations

import halma
from halma.messages import mark
from halma.server.errors import RefusedError
from halma.server.transport import wire
from halma.server.transport.rest import Call, Endpoint, Raw


async def health(call: Call) -> wire.Health:
    await call.front.storage_answers.get()
    status = "stopping" if call.front.stopping.is_set() else "ok"
    if call.service.hub.away:
        # Everybody plays on; what happens through another process is seen a little later.
        status = "hub-away"
    # What cannot be stored does not happen, so nobody plays then.
    return wire.Health("storage-failing" if call.service.storage.failing else status, halma.__version__)


async def ready(call: Call) -> wire.Health:
    await call.front.storage_answers.get()
    if call.front.stopping.is_set():
        raise RefusedError("stopping", 503, mark("The server is restarting; try again in a moment."))
    return wire.Health("ok", halma.__version__)


async def metrics(call: Call) -> Raw:
    front, service = call.front, call.service
    stored = await front.counts.get()
    gauges: dict[str, float] = {f"stored_{name}": float(value) for name, value in stored.items()}
    gauges |= {
        "cached_tables": service.cached,
        "viewers": service.attendance.viewers,
        "thoughts": front.computers.waiting,
        "storage_waiting": service.storage.waiting,
        "storage_failing": service.storage.failing,
        "hub_waiting": service.hub.waiting,
        "hub_away": service.hub.away,
    }
    return Raw(service.metrics.text(gauges), "text/plain; version=0.0.4; charset=utf-8")


ENDPOINTS = (
    Endpoint("GET", "/api/health", health, "Whether the server is well.", wire.Health),
    Endpoint("GET", "/api/ready", ready, "Whether the server takes requests; a proxy asks.", wire.Health),
    Endpoint("GET", "/api/metrics", metrics, "Numbers in Prometheus' text form.", media="text/plain"),
)
