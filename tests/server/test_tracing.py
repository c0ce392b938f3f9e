"""Spans from a request to the last viewer: only where they are asked for, and with nothing that is anybody's own."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from halma.extras import MissingExtraError
from halma.server.tracing import Tracing, TracingError, exporter_asked_for, tracing

from .conftest import Running


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.send_to(exporter, at_once=True)
    yield exporter
    tracing.end()


def parents(found: tuple[ReadableSpan, ...], name: str) -> list[str]:
    """The names of the spans around one, from the inside."""
    by_id = {span.context.span_id: span for span in found if span.context is not None}
    span = next(span for span in found if span.name == name)
    names: list[str] = []
    while span.parent is not None:
        span = by_id[span.parent.span_id]
        names.append(span.name)
    return names


def test_a_move_is_followed_from_the_message_to_the_viewers(server: Running, spans: InMemorySpanExporter):
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        spans.clear()
        viewer.ask("move", ply=0, text="e2-f3")
        # The answer is on its way before the last span ends.
        assert viewer.code("ping") == "pong"
    found = spans.get_finished_spans()
    for part in ("decide", "store", "tell"):
        assert parents(found, part) == ["command", "message"]
    command = next(span for span in found if span.name == "command")
    assert command.attributes is not None and command.attributes["type"] == "MakeMove"


def test_a_request_is_followed_too(server: Running, spans: InMemorySpanExporter):
    table = server.table()
    spans.clear()
    assert server.move(table, 0, "e2-f3").status_code == 200
    server.get("/api/health")
    found = spans.get_finished_spans()
    assert parents(found, "store") == ["command", "request"]
    request = next(span for span in found if span.name == "request")
    assert dict(request.attributes or {}) == {"method": "POST", "route": "/api/tables/{table}/moves", "status": 200}


def test_nothing_that_is_anybodys_own_is_in_a_span(server: Running, spans: InMemorySpanExporter):
    table = server.table(seats=[{"kind": "link"}, {"kind": "link"}])
    token = table["seats"]["A"]
    with server.live(table, token) as viewer:
        viewer.ask("name", name="Xanthippe")
        viewer.ask("chat", text="nobody’s business")
        assert viewer.code("chat", text="x" * 5000) == "bad-request"
    server.get(f"/api/tables/{table['table']}", token)
    server.get("/api/health")
    told = json.dumps([json.loads(span.to_json()) for span in spans.get_finished_spans()], ensure_ascii=False)
    assert "command" in told
    for secret in (table["table"], token, table["token"], "Xanthippe", "business"):
        assert secret not in told


@pytest.mark.parametrize(
    ("environment", "exporter"),
    [
        ({}, None),
        ({"OTEL_TRACES_EXPORTER": "none"}, None),
        ({"OTEL_TRACES_EXPORTER": "console"}, "console"),
        ({"OTEL_TRACES_EXPORTER": " OTLP "}, "otlp"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, "otlp"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"}, None),
        ({"OTEL_TRACES_EXPORTER": "console", "OTEL_SDK_DISABLED": "true"}, None),
    ],
)
def test_the_environment_says_whether_there_are_spans(environment, exporter):
    assert exporter_asked_for(environment) == exporter


def test_an_exporter_that_is_not_known_is_named():
    with pytest.raises(TracingError, match="OTEL_TRACES_EXPORTER is “zipkin”; it can be otlp, console, none"):
        exporter_asked_for({"OTEL_TRACES_EXPORTER": "zipkin"})


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "opentelemetry"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(MissingExtraError, match=r"halma\[tracing\]"):
        Tracing().begin({"OTEL_TRACES_EXPORTER": "console"})


def test_nothing_is_imported_that_nobody_asked_for():
    program = (
        "import sys, halma.server.app.run, halma.server.app.work; print([n for n in sys.modules if 'telemetry' in n])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert ran.stdout.strip() == "[]"
