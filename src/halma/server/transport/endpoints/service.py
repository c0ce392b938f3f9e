"""For whoever looks after the server."""

from __future__ import annotations

import halma
from halma.server.transport import wire
from halma.server.transport.rest import Call, Endpoint, Raw


async def health(call: Call) -> wire.Health:
    await call.front.storage_answers.get()
    status = "stopping" if call.front.stopping.is_set() else "ok"
    # What cannot be stored does not happen, so nobody plays then.
    return wire.Health("storage-failing" if call.service.storage.failing else status, halma.__version__)


async def metrics(call: Call) -> Raw:
    front, service = call.front, call.service
    stored = await front.counts.get()
    gauges: dict[str, float] = {f"stored_{name}": float(value) for name, value in stored.items()}
    gauges |= {
        "cached_tables": service.cached,
        "viewers": service.attendance.viewers,
        "thoughts": front.computers.waiting,
    }
    return Raw(service.metrics.text(gauges), "text/plain; version=0.0.4; charset=utf-8")


ENDPOINTS = (
    Endpoint("GET", "/api/health", health, "Whether the server is well.", wire.Health),
    Endpoint("GET", "/api/metrics", metrics, "Numbers in Prometheus' text form.", media="text/plain"),
)
