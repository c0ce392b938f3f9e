"""Where the time goes, from a request to the last viewer: spans for OpenTelemetry, if they are asked for.

They are asked for by the usual variables of the environment: OTEL_TRACES_EXPORTER (otlp or console), or
OTEL_EXPORTER_OTLP_ENDPOINT alone; the other OTEL_* variables say how many and where to. Otherwise nothing is imported,
and a span costs next to nothing. Spans hold what the log may hold: no tokens, names, chat or ids of tables.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from halma.extras import requires_extra
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING: AbstractContextManager[Any] = nullcontext()


class TracingError(HalmaError):
    """Something in the environment that cannot be followed."""


class Tracing:
    """The spans of this process."""

    def __init__(self) -> None:
        self._tracer: Any = None
        self._provider: TracerProvider | None = None

    @property
    def on(self) -> bool:
        """Whether anybody wants spans."""
        return self._tracer is not None

    def begin(self, environment: Mapping[str, str] = os.environ) -> None:
        """Trace, if the environment asks for it. Raises TracingError."""
        exporter = exporter_asked_for(environment)
        if exporter is not None:
            self.send_to(_exporter(exporter), at_once=exporter == "console")

    def send_to(self, exporter: SpanExporter, *, at_once: bool = False) -> None:
        """Trace, and hand the spans to an exporter, in groups or each as it ends."""
        with requires_extra("tracing"):
            from opentelemetry.sdk.resources import SERVICE_NAME, Resource  # noqa: PLC0415 - only who traces has it
            from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
            from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor  # noqa: PLC0415

        given = {} if os.environ.get("OTEL_SERVICE_NAME") else {SERVICE_NAME: "halma"}
        self._provider = TracerProvider(resource=Resource.create(given), shutdown_on_exit=False)
        self._provider.add_span_processor(SimpleSpanProcessor(exporter) if at_once else BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("halma.server")

    def span(self, name: str, **attributes: str | int | float | bool) -> AbstractContextManager[Any]:
        """Something that takes time, as a part of what it happens in; it gives the span, or nothing."""
        if self._tracer is None:
            return NOTHING
        return self._tracer.start_as_current_span(name, attributes=attributes)

    def end(self) -> None:
        """Send what is not sent yet, and trace nothing more."""
        provider, self._provider, self._tracer = self._provider, None, None
        if provider is not None:
            provider.shutdown()


def exporter_asked_for(environment: Mapping[str, str]) -> str | None:
    """Where spans go to; nothing if nobody wants them. Raises TracingError."""
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    usual = "otlp" if any(environment.get(name) for name in ENDPOINTS) else "none"
    asked = environment.get("OTEL_TRACES_EXPORTER", "").strip().lower() or usual
    if asked == "none":
        return None
    if asked not in ("otlp", "console"):
        raise TracingError(
            mark("{variable} is “{value}”; it can be {values}."),
            variable="OTEL_TRACES_EXPORTER",
            value=asked,
            values="otlp, console, none",
        )
    return asked


def _exporter(name: str) -> SpanExporter:
    with requires_extra("tracing"):
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - as above
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter  # noqa: PLC0415

    return OTLPSpanExporter() if name == "otlp" else ConsoleSpanExporter(out=sys.stderr)


# One for the process, as the log is.
tracing = Tracing()
