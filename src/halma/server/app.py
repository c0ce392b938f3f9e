"""The application: endpoints, live play, the page, and what guards them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from halma.server.endpoints import ENDPOINTS
from halma.server.guard import Guard
from halma.server.live import live
from halma.server.old_hub import LocalHub
from halma.server.pages import PAGE_ROUTES, not_found
from halma.server.rate_limits import Buckets, Places
from halma.server.rest import route_of
from halma.server.settings import Settings
from halma.server.sql import SqlStorage
from halma.server.storage.files import prepare
from halma.server.table_manager import TableManager

LIVE_PATH = "/api/tables/{table}/live"


def make_app(settings: Settings) -> Starlette:
    """A server with its own manager."""
    prepare(settings.database)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        manager = TableManager(settings, SqlStorage(f"sqlite+aiosqlite:///{settings.database}"), LocalHub())
        app.state.manager = manager
        await manager.open()
        try:
            yield
        finally:
            await manager.close()

    routes: list[BaseRoute] = [
        *(route_of(endpoint) for endpoint in ENDPOINTS),
        WebSocketRoute(LIVE_PATH, live),
        *PAGE_ROUTES,
    ]
    limits = settings.limits
    middleware = [
        Middleware(Guard, settings=settings),
        Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=middleware, exception_handlers={404: not_found})
    app.state.connections = Places(limits.connections)
    app.state.buckets = Buckets(limits.requests_per_second, limits.requests_at_once)
    app.state.messages = Buckets(limits.address_messages_per_second, limits.address_messages_at_once)
    app.state.chat = Buckets(limits.chat_per_second, limits.chat_at_once)
    return app
