"""Running a server: uvicorn with our log, and a stop that tells everybody first."""

from __future__ import annotations

import asyncio
import socket

import uvicorn
from starlette.applications import Starlette

from halma.server.app import make_app
from halma.server.logs import configure
from halma.server.settings import Settings

GRACE = 5


class Server(uvicorn.Server):
    """Tells all viewers before it closes their connections."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.house.stopping.set()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def make_server(settings: Settings) -> Server:
    """A server that is ready to run."""
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=GRACE,
        ws_max_size=settings.limits.message * 4,
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )
    return Server(config, app)


def serve(settings: Settings, *, quiet: bool = False) -> None:
    """Run until somebody stops it."""
    configure(quiet=quiet)
    make_server(settings).run()
