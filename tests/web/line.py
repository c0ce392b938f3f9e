"""The live connection of a page, with a test in between that can freeze it, hold messages back and speak into it."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.web.hands import Hands


class Line:
    """Everything a page and the server say to each other; made before the page is opened."""

    def __init__(self, hands: Hands) -> None:
        self.page = hands.page
        # What is lost on its way: to the server, or to the page.
        self.mute = False
        self.deaf = False
        # What the page is to hear later, once `release` is called.
        self.holding = False
        self.held: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self._socket: WebSocketRoute | None = None
        hands.page.route_web_socket(re.compile(r"/live$"), self._connect)

    def freeze(self) -> None:
        """The network is dead: nothing arrives, and nobody is told."""
        self.mute = self.deaf = True

    def thaw(self) -> None:
        self.mute = self.deaf = False

    def tell(self, message: dict[str, Any]) -> None:
        """Let the page hear something."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def release(self) -> None:
        """Let the page hear everything that was held back, at once."""
        self.holding = False
        assert self._socket is not None
        for text in self.held:
            self._socket.send(text)
        self.held.clear()

    def cut(self) -> None:
        """The connection is closed, and nobody answers any more."""
        self.freeze()
        assert self._socket is not None
        self._socket.close(code=1012)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind, or about events of a kind, that have come from the server."""
        return [message for message in self.heard if kind in (message["type"], message.get("event", {}).get("type"))]

    def wait_for(self, kind: str, count: int = 1) -> None:
        """Wait until so many messages of a kind have come from the server."""
        for _ in range(6000):
            if len(self.told(kind)) >= count:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"no {kind} came")

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        if self.mute:
            return
        server = socket.connect_to_server()

        def to_server(text: str | bytes) -> None:
            self.said.append(json.loads(text))
            if not self.mute:
                server.send(text)

        def to_page(text: str | bytes) -> None:
            self.heard.append(json.loads(text))
            if self.holding:
                self.held.append(str(text))
            elif not self.deaf:
                socket.send(text)

        socket.on_message(to_server)
        server.on_message(to_page)
