"""Numbers for whoever looks after the server: how long everything waits and takes, in Prometheus' text form."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.exposition import generate_latest

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
# Seconds: of what people wait for, and of what thinks.
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
DONE, FAILED = "done", "failed"


class Metrics:
    """What one process counts and measures, from its start on."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        # The processor, memory and files of this process, where the system tells.
        ProcessCollector(registry=registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"halma_{name}", text, labels, registry=registry)

        def histogram(name: str, text: str, *labels: str, bounds: tuple[float, ...] = QUICK) -> Histogram:
            return Histogram(f"halma_{name}", text, labels, registry=registry, buckets=bounds)

        self.tables_created = counter("tables_created", "Tables set up.")
        self.tables_deleted = counter("tables_deleted", "Tables deleted, by a player or expired.", "why")
        self.moves = counter("moves", "Moves stored by this process.")
        self.messages = counter("messages", "Live messages that came in.", "type")
        self.told = counter("live_messages_sent", "Events handed to viewers.")
        self.slow_viewers = counter("slow_viewers", "Times a viewer fell so far behind as to be told the whole table.")
        self.requests = counter("requests", "Requests answered.", "route", "status")
        self.request_seconds = histogram("request_seconds", "From a request to its answer.")
        # Commands are everything that may change a table, whoever gives them: people, clocks, computers.
        self.commands = counter("commands", "Commands at tables, and what became of them.", "type", "outcome")
        self.command_seconds = histogram("command_seconds", "From a command to its being stored and told.", "type")
        self.commit_seconds = histogram("storage_commit_seconds", "A transaction that stores changes.")
        self.commit_wait = histogram("storage_wait_seconds", "How long changes waited for their transaction.")
        self.commit_size = histogram(
            "storage_commit_changes", "Changes in one transaction.", bounds=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
        )
        self.conflicts = counter("storage_conflicts", "Changes that others were faster with.")
        self.storage_errors = counter("storage_errors", "Times the storage failed.")
        self.jobs_taken = counter("jobs_taken", "Jobs at tables taken by this process.", "kind")
        self.hub_lag = histogram("hub_lag_seconds", "From here to the hub and back.")
        self.hub_lost = counter("hub_lost_messages", "Messages not sent because too many waited or the hub was away.")
        self.thought_wait = histogram(
            "thought_wait_seconds", "How long thoughts waited for a worker.", "for", bounds=SLOW
        )
        self.thought_seconds = histogram("thought_seconds", "How long workers thought.", "for", bounds=SLOW)
        self.loop_lag = histogram("loop_lag_seconds", "How much later than asked for this process woke up.")
        self._gauges: dict[str, Gauge] = {}

    def value(self, name: str, **labels: str) -> float:
        """One number as it is now; 0 if nothing was counted yet."""
        return self.registry.get_sample_value(f"halma_{name}", labels) or 0.0

    def set(self, gauges: Mapping[str, float]) -> None:
        """Numbers that are only known now."""
        for name, value in gauges.items():
            known = self._gauges.get(name)
            if known is None:
                known = self._gauges[name] = Gauge(f"halma_{name}", name.replace("_", " "), registry=self.registry)
            known.set(value)

    def text(self) -> bytes:
        """Everything."""
        return generate_latest(self.registry)

    def serve(self, host: str, port: int) -> None:
        """Answer Prometheus at an address of its own, for a process that answers nobody else. Raises OSError."""
        start_http_server(port, host, registry=self.registry)
