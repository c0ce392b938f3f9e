"""A real server on loopback for the tests, and people who talk to it."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from halma.server.app.run import Server, any_port, make_server
from halma.server.service.live_table import PROTOCOL
from halma.server.service.tables import TableService
from halma.server.settings import ServerLimits, Settings
from halma.server.transport import wire
from halma.server.transport.front import Front

from .databases import databases
from .mirror import Mirror

# A fixture is there for whoever imports it.
__all__ = ["databases"]

# A machine may be busy with other things; nothing takes that long otherwise.
PATIENCE = 60.0
GENEROUS = ServerLimits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    tables_per_hour=10**6,
    connections=10**6,
    http_connections=10**6,
    messages_at_once=10**6,
    chat_at_once=10**6,
    address_messages_at_once=10**6,
    address_messages_per_second=1e6,
)


class Live:
    """A live connection, and the table as it tells it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.mirror = Mirror()
        self.view: dict[str, Any] = {}
        self._told: list[dict[str, Any]] = []

    def send(self, kind: str, **data: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": kind, **data}).decode())

    def raw(self) -> dict[str, Any]:
        """The next message as it comes. All that a server says is in the document of its messages."""
        told = self.socket.recv(timeout=PATIENCE)
        msgspec.json.decode(told, type=wire.ServerMessage)
        return msgspec.json.decode(told)

    def hear(self) -> dict[str, Any]:
        """The next thing that is told, whatever it is."""
        while not self._told:
            self._told = self.mirror.told(self.raw())
            if self.mirror.table:
                self.view = self.mirror.view
        return self._told.pop(0)

    def until(self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next message of a kind; what comes before it is let go."""
        while True:
            message = self.hear()
            if message["type"] == kind and fits(message):
                return message

    def ask(self, kind: str, **data: Any) -> dict[str, Any]:
        """Send something and wait for the answer to it."""
        self.send(kind, **data)
        return self.until_answer(kind)

    def until_answer(self, kind: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            done = message["type"] == "done" and message["what"] == kind
            told = message["type"] == kind and kind not in ("move", "chat", "offer")
            if done or told or message["type"] in ("error", "pong"):
                return message

    def until_closed(self) -> None:
        """Listen until the other side closes."""
        while True:
            self.hear()

    def code(self, kind: str, **data: Any) -> str:
        """The code with which something is refused, or what it is answered with."""
        answer = self.ask(kind, **data)
        return answer["error"]["code"] if answer["type"] == "error" else answer["type"]


class Guest:
    """Somebody who calls a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)

    def get(self, path: str, token: str | None = None, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query, headers=_bearer(token))

    def post(self, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, headers=_bearer(token))

    def delete(self, path: str, token: str | None = None) -> httpx.Response:
        return self.http.delete(path, headers=_bearer(token))

    def table(self, game: str = "halma", **wish: Any) -> dict[str, Any]:
        """A new table; A begins unless somebody says otherwise."""
        options = wish.pop("options", {})
        several = not wish.get("puzzle") and not wish.get("record")
        if several and "first" not in options and game in ("halma", "star", "quick", "dice", "gobang", "rakado"):
            options = {**options, "first": "A"}
        answer = self.post("/api/tables", {"game": game, "options": options, **wish})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        made["seats"] = {link["seat"]: link["token"] for link in made["links"]}
        return made

    def view(self, table: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        return self.get(f"/api/tables/{table['table']}", token).json()

    def move(self, table: dict[str, Any], ply: int, text: str, token: str | None = None) -> httpx.Response:
        body = {"ply": ply, "text": text}
        return self.post(f"/api/tables/{table['table']}/moves", body, token or table["token"])

    @contextmanager
    def live(self, table: dict[str, Any], *tokens: str, lang: str = "en") -> Iterator[Live]:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table['table']}/live"
        with connect(address, open_timeout=PATIENCE, close_timeout=1) as socket:
            live = Live(socket)
            live.send("hello", protocol=PROTOCOL, tokens=list(tokens), lang=lang)
            live.until("view")
            yield live


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Running(Guest):
    """A server in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.port)
        self.server: Server = make_server(settings)
        self.ready = threading.Event()
        self.server.ready = self.ready.set
        self.loop: asyncio.AbstractEventLoop
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve()

    @property
    def front(self) -> Front:
        return self.server.app.state.front

    @property
    def service(self) -> TableService:
        return self.front.service

    def __enter__(self) -> "Running":
        self.thread.start()
        assert self.ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def running(folder: Path, limits: ServerLimits = GENEROUS, **more: Any) -> Running:
    """A server with its data in a folder; starting it again there goes on with the same tables."""
    settings = Settings(folder / "tables.sqlite", port=any_port("127.0.0.1"), limits=limits, workers=1, **more)
    return Running(settings)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found
