"""Which hub an address stands for."""

from __future__ import annotations

from halma.server.hub.interface import Hub
from halma.server.hub.local import InProcessHub
from halma.server.metrics import Metrics


def open_hub(address: str | None, metrics: Metrics | None = None) -> Hub:
    """The hub behind an address (redis://…, rediss://…, unix://…), or that of this process alone."""
    if address is None:
        return InProcessHub()
    from halma.server.hub.redis import RedisHub  # noqa: PLC0415 - the extra it needs may not be installed

    return RedisHub(address, metrics=metrics)
