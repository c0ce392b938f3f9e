"""What whoever looks after the server is told: every queue and latency, and nothing that is anybody's own."""

import asyncio
import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from halma.server.hub import redis
from halma.server.hub.redis import RedisHub
from halma.server.metrics import Metrics

from .conftest import Running

ROOT = Path(__file__).parents[2]
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
# Only where there is a hub between processes, and only on systems that tell.
ELSEWHERE = {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds"}
NAME = re.compile(r"\b(?:halma|process)_[a-z_]+\b")


def numbers(server: Running) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text = server.get("/api/metrics").text
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def of(found, name: str, **labels: str) -> float:
    return found.get((f"halma_{name}", tuple(sorted(labels.items()))), 0.0)


def test_what_people_and_computers_do_is_counted_and_measured(server: Running):
    before = numbers(server)
    table = server.table(seats=[{"kind": "here"}, {"kind": "computer", "level": 1}])
    with server.live(table, table["token"]) as viewer:
        viewer.ask("move", ply=0, text="e2-e16")
        viewer.ask("move", ply=0, text="e2-f3")
        viewer.until("move", lambda message: message["view"]["ply"] == 2)
        viewer.ask("hint")
        after = numbers(server)
        assert of(after, "live_connections") == of(after, "viewers") == 1

    def more(name: str, **labels: str) -> float:
        return of(after, name, **labels) - of(before, name, **labels)

    assert more("commands_total", type="MakeMove", outcome="done") == 1
    refused = {dict(labels)["outcome"] for (name, labels), _ in after.items() if name == "halma_commands_total"}
    assert len(refused - {"done", "failed"}) >= 1
    assert more("commands_total", type="MakeComputerMove", outcome="done") == 1
    assert more("command_seconds_count", type="MakeMove") == 2
    assert more("moves_total") == 2 and more("live_messages_sent_total") >= 2
    # The table, and two moves; what waits at the same moment shares a transaction.
    assert 1 <= more("storage_commit_seconds_count") <= more("storage_wait_seconds_count")
    assert more("storage_commit_changes_sum") == more("storage_wait_seconds_count") >= 3
    assert more("jobs_taken_total", kind="think") >= 1
    for name in ("thought_wait_seconds_count", "thought_seconds_count"):
        assert more(name, **{"for": "awaited"}) >= 2
    assert of(after, "jobs_think_waiting") >= 0 and of(after, "storage_waiting") == 0


def test_the_dashboard_shows_only_numbers_that_there_are(server: Running):
    server.get("/api/metrics")
    text = server.get("/api/metrics").text
    shown = set(NAME.findall(DASHBOARD.read_text())) - ELSEWHERE
    assert len(shown) > 25
    # A number with labels has no line before something is counted, but says that it is there.
    there = set(NAME.findall(text))
    missing = {name for name in shown if name not in there and name.removesuffix("_bucket") not in there}
    assert missing == set()


def test_every_number_is_shown_in_the_dashboard():
    shown = set(NAME.findall(DASHBOARD.read_text()))
    kept = {"halma_storage_commit_changes", "halma_jobs_taken"}
    for family in Metrics().registry.collect():
        if family.name.startswith("halma_") and family.name not in kept:
            assert {family.name, f"{family.name}_total", f"{family.name}_bucket"} & shown, family.name


def test_the_dashboard_can_be_read():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["title"] and panel["targets"] for panel in panels)


def test_nothing_that_is_anybodys_own_is_in_the_numbers(server: Running):
    table = server.table(seats=[{"kind": "link"}, {"kind": "link"}])
    token = table["seats"]["A"]
    with server.live(table, token) as viewer:
        viewer.ask("name", name="Xanthippe")
        viewer.ask("chat", text="nobody’s business")
    server.get(f"/api/tables/{table['table']}/quux")
    text = server.get("/api/metrics").text
    for secret in (table["table"], token, "Xanthippe", "business", "quux"):
        assert secret not in text


def test_how_long_the_hub_takes_is_measured(databases, monkeypatch):
    monkeypatch.setattr(redis, "PROBE_PAUSE", 0.02)

    async def run() -> float:
        metrics = Metrics()
        hub = RedisHub(databases.redis, prefix="measured", metrics=metrics)
        await hub.start()
        try:
            for _ in range(1000):
                if metrics.value("hub_lag_seconds_count") >= 2:
                    break
                await asyncio.sleep(0.02)
        finally:
            await hub.stop()
        return metrics.value("hub_lag_seconds_count")

    assert asyncio.run(run()) >= 2
