"""Running a server: uvicorn with our log, and a stop that tells everybody first."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext, suppress
from types import FrameType
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette

from halma.server.app.make import make_app
from halma.server.hub.opening import open_hub
from halma.server.logs import configure
from halma.server.settings import Settings
from halma.server.storage.opening import database_file, open_storage
from halma.server.storage.owner import sole_owner
from halma.server.tracing import tracing
from halma.server.transport.connections import (
    BACKLOG,
    ConnectionLimiter,
    LoopErrors,
    limited_connections,
    raise_file_limit,
)
from halma.server.transport.front import Front
from halma.server.transport.live_socket import Handshake

GRACE = 5
# So many objects more before Python looks for circles among the young ones, and so many looks before it looks further.
SELDOM = (20_000, 20, 50)


class Server(uvicorn.Server):
    """Tells all viewers before it closes their connections."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app
        self.ready: Callable[[], None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A signal to stop is obeyed and then forgotten, so that a stop that went well also ends well.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(LoopErrors())
        await super().startup(sockets)
        _spare_the_collector()
        if self.started and self.ready is not None:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        front: Front = self.app.state.front
        front.stopping.set()
        front.dismiss()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def _spare_the_collector() -> None:
    """What has been loaded stays, so that Python need not look through it again and again for what can be freed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def make_server(settings: Settings) -> Server:
    """A server that is ready to run."""
    app = make_app(settings)
    limiter = ConnectionLimiter(settings.limits, raise_file_limit(), settings.proxies)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=cast(Any, limited_connections(limiter)),
        ws=Handshake,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=GRACE,
        ws_max_size=settings.limits.message * 4,
        # What is sent is small, and packing takes memory for every viewer.
        ws_per_message_deflate=False,
        # A live connection sees to that itself.
        ws_ping_interval=None,
    )
    return Server(config, app)


def free_port(host: str, port: int) -> bool:
    """Whether a port can be listened on."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError:
        return False
    return True


def any_port(host: str) -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


async def check(settings: Settings) -> None:
    """Bring a shared database up to date before anything else starts. Raises DatabaseError or HubError."""
    open_hub(settings.hub)
    storage = open_storage(settings.address, settings.now)
    await storage.start()
    await storage.stop()


def serve(settings: Settings, *, quiet: bool = False, ready: Callable[[], None] | None = None) -> None:
    """Run until somebody stops it; `ready` is called once it answers."""
    configure(quiet=quiet)
    file = database_file(settings.address)
    if file is None:
        asyncio.run(check(settings))
    with sole_owner(file) if file is not None else nullcontext(), suppress(KeyboardInterrupt):
        server = make_server(settings)
        server.ready = ready
        tracing.begin()
        try:
            server.run()
        finally:
            tracing.end()
