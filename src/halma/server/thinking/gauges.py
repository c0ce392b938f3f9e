"""How long the queues of a process are now."""

from __future__ import annotations

from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.thinking.computers import Computers
from halma.server.thinking.turns import ComputerTurns


def gauges_of(
    service: TableService, computers: Computers, turns: ComputerTurns | None, timers: Timers
) -> dict[str, float]:
    """Numbers for `Metrics.set` that nothing has to be asked for."""
    return {
        "cached_tables": service.cached,
        "thoughts": computers.waiting,
        "turns_thinking": turns.thinking if turns is not None else 0,
        "clocks_ringing": timers.ringing,
        "storage_waiting": service.storage.waiting,
        "storage_failing": service.storage.failing,
        "hub_waiting": service.hub.waiting,
        "hub_away": service.hub.away,
    }
