"""What stands before everything: the host that is called, rates and sizes, headers that protect, and the log."""

from __future__ import annotations

import logging
import re
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from halma.messages import HalmaError, mark
from halma.server.errors import RefusedError, failed, too_fast, too_large
from halma.server.logs import trace_of
from halma.server.metrics import Metrics
from halma.server.settings import Settings
from halma.server.tracing import tracing
from halma.server.transport.rate_limits import network_of
from halma.server.transport.rest import language_of, refused
from halma.words import translator

log = logging.getLogger("halma.server.requests")
HOST = re.compile(r"(?P<name>[A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::[0-9]{1,5})?")
TABLE = re.compile(r"^(/api/tables/|/t/)(?!mine$|open$)([^/]+)")
PROTECTION = {
    # Everything comes from this server.
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Guard:
    """Lets in what is well-formed and not too much."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers) or await self._too_fast(scope)
        if scope["type"] == "websocket":
            if problem is not None:
                # Before it is accepted a closed connection is answered with 403.
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        await self._answer(scope, headers, problem, receive, send)

    async def _answer(
        self, scope: Scope, headers: Headers, problem: HalmaError | None, receive: Receive, send: Send
    ) -> None:
        began, status = time.perf_counter(), 500

        async def protected(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                out = MutableHeaders(scope=message)
                for name, value in PROTECTION.items():
                    out.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    out.setdefault("cache-control", "no-store")
            await send(message)

        try:
            if problem is not None:
                words = translator(language_of(None, headers.get("accept-language", "")))
                await refused(problem, words)(scope, receive, protected)
            else:
                with tracing.span("request", method=scope["method"]) as span:
                    await self.app(scope, self._limited(receive), protected)
                    if span is not None:
                        span.set_attributes({"route": _route(scope), "status": status})
        except ClientDisconnect:
            # Nobody is there to be answered.
            return
        except RefusedError as error:
            words = translator(language_of(None, headers.get("accept-language", "")))
            await refused(error, words)(scope, receive, protected)
        except Exception:
            log.exception("failed", extra={"data": {"route": _route(scope)}})
            words = translator(language_of(None, headers.get("accept-language", "")))
            await refused(failed(), words)(scope, receive, protected)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _problem(self, scope: Scope, headers: Headers) -> RefusedError | None:
        host = headers.get("host", "")
        found = HOST.fullmatch(host)
        names = self.settings.names
        if found is None or (names and found["name"].lower() not in names):
            return RefusedError("wrong-host", 421, mark("This server does not accept that host name."))
        if scope["type"] == "websocket":
            origin = headers.get("origin")
            if origin is not None and _host_of(origin) != host.lower():
                return RefusedError("wrong-origin", 403, mark("Requests from other sites are refused."))
        else:
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > self.settings.limits.body:
                return too_large(self.settings.limits.body)
        return None

    async def _too_fast(self, scope: Scope) -> RefusedError | None:
        # A page has many small files; they are cheap.
        if scope["path"].startswith(("/static/", "/data/")):
            return None
        client, requests = scope.get("client"), scope["app"].state.front.requests
        if await requests.take(network_of(client[0]) if client else ""):
            return None
        return too_fast()

    def _limited(self, receive: Receive) -> Receive:
        left = self.settings.limits.body

        async def read() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise too_large(self.settings.limits.body)
            return message

        return read

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        path = _route(scope)
        counted: Metrics = scope["app"].state.front.service.metrics
        counted.requests.labels(path, status).inc()
        counted.request_seconds.observe(seconds)
        data: dict[str, object] = {
            "method": scope["method"],
            "route": path,
            "status": status,
            "milliseconds": round(seconds * 1000, 2),
        }
        table = TABLE.match(scope["path"])
        if table is not None:
            data["table"] = trace_of(table[2])
        log.info("request", extra={"data": data})


def _host_of(origin: str) -> str | None:
    """The host and port of an origin; None if it is not an address at all."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _route(scope: Scope) -> str:
    """The path without what is special to a request."""
    return str(getattr(scope.get("route"), "path", "")) or "other"
