"""One server and one browser for all tests of the page; every test gets a fresh device."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect, sync_playwright

from tests.web.hands import QUIET, Hands
from tests.web.serving import Server

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
# The browser stays on this machine; as root it has no sandbox.
SWITCHES = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
# Pages come from the server each time, unless a test says otherwise.
UNKEPT = {"service_workers": "block"}
SECONDS = 1000
# A safety net only: a busy machine takes its time.
PATIENCE = 120 * SECONDS
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        yield browser
        browser.close()


Somebody = Callable[..., Hands]


def people(browser: Browser, server: Server) -> Iterator[Somebody]:
    """People with a device each; whatever their pages complain of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(*, refused: int | None = None, **device: Any) -> Hands:
        """Somebody with a device; `refused` is the status of an answer that the test expects."""
        # A lost connection is expected where a test stops the server.
        expected = ("ERR_", "WebSocket", *([f"status of {refused}"] if refused else ()))

        def heard(said: ConsoleMessage) -> None:
            if said.type == "error" and not any(part in said.text for part in expected):
                complaints.append(said.text)

        context = browser.new_context(
            **{"viewport": {"width": 1200, "height": 800}, "locale": "en-GB", **UNKEPT, **device}
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", heard)
        hands = Hands(page, server)
        hands.remember("settings", QUIET)
        return hands

    yield make
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Somebody]:
    """Makes people, each with a fresh device."""
    yield from people(browser, server)


@pytest.fixture
def hands(somebody: Somebody) -> Hands:
    """One person at a desk, with a fresh device."""
    return somebody()


@pytest.fixture(scope="module")
def player(browser: Browser, server: Server) -> Iterator[Hands]:
    """Somebody who plays one game after the other on the same device."""
    for make in people(browser, server):
        yield make()
