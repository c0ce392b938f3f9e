"""Two people who play through different fronts: one front is killed, one is restarted, and they play on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import people
from tests.web.hands import Hands
from tests.web.serving import ROOT, Server, free_port

FRONT = re.compile(r"front \d+: http://127\.0\.0\.1:(\d+) \(process (\d+)\)")
PATIENCE = 180.0
# What the page says of its connection, from the beginning on.
LISTEN = """() => {
  window.said = [];
  const net = document.querySelector(".net");
  new MutationObserver(() => net.textContent && window.said.push(net.textContent)).observe(net, { childList: true });
}"""


class Door(Server):
    """The address that leads to a front while it is there."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid

    def viewers(self) -> int:
        from urllib.request import urlopen  # noqa: PLC0415

        with urlopen(self.url + "/api/metrics", timeout=120) as answer:
            found = re.search(rb"^halma_viewers (\d+)", answer.read(), re.MULTILINE)
        return int(found[1]) if found else -1


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[list[Door]]:
    """Three fronts and a worker, as deploy/local-cluster starts them."""
    command = [sys.executable, ROOT / "deploy" / "local-cluster", "--fronts", "3", "--port", str(free_port())]
    log = tmp_path / "log"
    with log.open("w+b") as written:
        cluster = subprocess.Popen(command, stdout=written, stderr=written, cwd=ROOT)
        try:
            patience = time.monotonic() + PATIENCE
            while "Ctrl-C" not in log.read_text():
                assert cluster.poll() is None and time.monotonic() < patience, log.read_text()
                time.sleep(0.1)
            yield [Door(int(port), int(pid)) for port, pid in FRONT.findall(log.read_text())]
        finally:
            cluster.send_signal(signal.SIGINT)
            cluster.wait(PATIENCE)


def play(mover: Hands, move: str, *everybody: Hands) -> None:
    """Make a move on one page, and see it on all of them."""
    origin, target = move.split("-")
    mover.page.wait_for_selector('.turn:has-text("Your turn")')
    ply = mover.ply + 1
    mover.tap(origin)
    mover.tap(target)
    for hands in everybody:
        hands.page.wait_for_selector(f'.table[data-ply="{ply}"]')


def wait_until(condition: Any) -> None:
    patience = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patience
        time.sleep(0.1)


def test_play_goes_on_when_a_front_is_killed_and_when_one_is_restarted(browser: Browser, doors: list[Door]) -> None:
    first, second, third = doors
    makers = people(browser, first)
    somebody = next(makers)
    host, guest = somebody(), somebody()
    guest.server = second
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]
    made = first.table("halma", options={"first": "A"}, seats=seats)
    host.sit(made)
    guest.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    guest.seated()
    assert [door.viewers() for door in doors] == [1, 1, 0]
    both = (host, guest)
    play(host, "e2-f3", *both)
    play(guest, "l15-k14", *both)

    # The front of the host is gone from one moment to the next; a move is made before anybody has noticed.
    os.kill(first.pid, signal.SIGKILL)
    play(host, "d3-d4", *both)
    host.page.wait_for_selector(".net:empty", state="attached")
    wait_until(lambda: second.viewers() + third.viewers() == 2)

    # The front of the guest is restarted: they go on elsewhere, and nobody is alarmed.
    guest.page.evaluate(LISTEN)
    os.kill(second.pid, signal.SIGTERM)
    wait_until(lambda: third.viewers() == 2)
    play(guest, "m14-m13", *both)
    play(host, "d4-d5", *both)
    assert guest.page.evaluate("window.said") == []

    # Whoever has no front of their own is played by the worker all the same.
    alone = third.table("halma", seats=[{"kind": "computer", "level": 1}] * 2)
    wait_until(lambda: third.get(f"/api/tables/{alone['table']}")["ply"] >= 2)
    for _ in makers:
        pass
