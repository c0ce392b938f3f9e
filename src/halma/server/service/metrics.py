"""Numbers for whoever looks after the server, in Prometheus' text form."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass
class Metrics:
    """What is counted while the server runs."""

    tables: int = 0
    moves: int = 0
    messages: Counter[str] = field(default_factory=Counter[str])
    requests: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    # How long it took to store and announce a move, by the bounds above.
    latency: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    latency_sum: float = 0.0

    def took(self, seconds: float) -> None:
        """Note how long a move took."""
        self.latency[bisect_left(BOUNDS, seconds)] += 1
        self.latency_sum += seconds

    def text(self, gauges: dict[str, float]) -> str:
        """Everything, with some numbers that are only known now."""
        lines = [
            "# TYPE halma_tables_created counter",
            f"halma_tables_created_total {self.tables}",
            "# TYPE halma_moves counter",
            f"halma_moves_total {self.moves}",
            "# TYPE halma_messages counter",
            *(f'halma_messages_total{{type="{kind}"}} {count}' for kind, count in sorted(self.messages.items())),
            "# TYPE halma_requests counter",
            *(
                f'halma_requests_total{{route="{route}",status="{status}"}} {count}'
                for (route, status), count in sorted(self.requests.items())
            ),
            "# TYPE halma_move_seconds histogram",
        ]
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.latency, strict=True):
            total += count
            lines.append(f'halma_move_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"halma_move_seconds_sum {self.latency_sum:.6f}", f"halma_move_seconds_count {total}"]
        for name, value in gauges.items():
            lines += [f"# TYPE halma_{name} gauge", f"halma_{name} {value:g}"]
        return "\n".join(lines) + "\n"
