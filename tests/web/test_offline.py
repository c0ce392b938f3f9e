"""The page without a server: as files on any web server, and kept on a device whose server is gone."""

from __future__ import annotations

import functools
import http.server
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.offline.made import made_site
from tests.web.conftest import Somebody, people
from tests.web.hands import Hands
from tests.web.serving import Server

KEPT = {"service_workers": "allow"}
# The page lies below other folders, as on many file hosts.
BELOW = "some/folder"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 its name there
        pass


class FileHost:
    """A web server that knows nothing but files; it stands where tests have the server."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", port), functools.partial(Quiet, directory=str(folder))
        )
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/{BELOW}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web server's folder with the page somewhere below it."""
    root = tmp_path_factory.mktemp("host")
    (root / BELOW).parent.mkdir(parents=True)
    (root / BELOW).symlink_to(made_site())
    return root


@pytest.fixture
def host(folder: Path) -> Iterator[FileHost]:
    host = FileHost(folder)
    yield host
    host.stop()


@pytest.fixture
def somebody(browser: Browser, host: Server) -> Iterator[Somebody]:
    """People who open the page from files."""
    yield from people(browser, host)


def keep(hands: Hands) -> None:
    """Wait until the device keeps the whole page."""
    hands.page.evaluate("navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready)")
    hands.page.wait_for_function("navigator.serviceWorker.controller !== null")


def moves_of(hands: Hands) -> str:
    """The list of moves, which is there with the number of the last one; the board follows it."""
    return hands.page.inner_text("ol.moves")


def wait_for_pieces(hands: Hands, pieces: dict[str, str]) -> None:
    """Wait until the board shows these pieces."""
    shown = (
        "Object.fromEntries([...document.querySelectorAll('.piece')].map((at) => [at.dataset.cell, at.dataset.letter]))"
    )
    hands.page.wait_for_function(
        f"wanted => Object.entries(wanted).every(([cell, letter]) => ({shown})[cell] === letter)", arg=pieces
    )


def against(hands: Hands, game: str, level: int) -> None:
    """Begin a game against a computer."""
    hands.remember("settings", {"motion": False, "sound": False, "level": level})
    hands.remember("manner", "computer")
    hands.begin(game)


def test_a_game_against_the_computer_is_played_to_its_end(somebody: Somebody) -> None:
    hands = somebody()
    against(hands, "gobang", 1)
    dice = random.Random(5)
    while not hands.over:
        hands.page.wait_for_function(
            "document.querySelector('.table').dataset.phase === 'over'"
            " || document.querySelector('.status').classList.contains('mine')"
        )
        if not hands.over:
            hands.some_move(dice)
    assert "won" in hands.status()
    # It is still there when the page is opened again.
    hands.go("/#/games")
    hands.page.click(".rows a")
    hands.seated()
    assert hands.over


def test_a_move_is_refused_with_its_reason_and_its_rule(somebody: Somebody) -> None:
    hands = somebody()
    hands.remember("manner", "here")
    hands.begin("halma")
    own = hands.movable()[0]
    hands.tap(own)
    hands.tap("h8")
    word = hands.page.locator(".status .word")
    expect(word).to_contain_text("h8")
    expect(word.locator("a.clause")).to_have_text("rule 2.1")


def test_moves_are_taken_back_and_made_again_on_one_screen(somebody: Somebody) -> None:
    hands = somebody()
    hands.remember("manner", "here")
    hands.begin("star")
    dice = random.Random(1)
    start = hands.pieces()
    for _ in range(3):
        hands.some_move(dice)
    end = moves_of(hands)
    for ply in (2, 1, 0):
        hands.act("undo")
        hands.page.wait_for_function("ply => document.querySelector('.table').dataset.ply === String(ply)", arg=ply)
    wait_for_pieces(hands, start)
    for ply in (1, 2, 3):
        hands.act("redo")
        hands.page.wait_for_function("ply => document.querySelector('.table').dataset.ply === String(ply)", arg=ply)
    assert moves_of(hands) == end


def test_a_puzzle_is_solved_with_hints(somebody: Somebody) -> None:
    hands = somebody()
    hands.go("/#/puzzles")
    hands.page.click("[data-puzzle=solitaire] .primary")
    hands.seated()
    while not hands.over:
        ply = hands.ply
        hands.act("hint")
        word = hands.page.locator(".status .word")
        expect(word).to_contain_text("Hint:")
        move = word.inner_text().split("Hint: ")[1].split(".")[0]
        hands.unfold("typing")
        hands.page.fill("#typed", move)
        hands.page.press("#typed", "Enter")
        hands.wait_for_ply(ply + 1)
    hands.go("/#/games")
    hands.go("/#/puzzles")
    expect(hands.page.locator("[data-puzzle=solitaire] dl")).to_contain_text("your best")


def test_the_rulebook_is_there_with_boards_to_try(somebody: Somebody) -> None:
    hands = somebody(locale="de-DE")
    hands.go("/#/rules/course-step")
    hands.page.click("figure.diagram button")
    hands.page.wait_for_selector("dialog halma-board .cell[aria-label]")
    expect(hands.page.locator("dialog .word")).not_to_be_empty()


def test_a_kept_page_begins_a_game_when_its_server_is_gone(folder: Path, browser: Browser) -> None:
    host = FileHost(folder)
    for somebody in people(browser, host):  # type: ignore[arg-type]
        hands = somebody(**KEPT)
        hands.go()
        hands.page.wait_for_selector(".card")
        keep(hands)
        host.stop()
        for game in ("tippy", "star-rakado"):
            cold = hands.page.context.new_page()
            cold.goto(f"{host.url}/#/new/{game}")
            cold.click("#begin")
            cold.wait_for_selector(".table[data-live] .cell[aria-label]")
        cold = hands.page.context.new_page()
        cold.goto(f"{host.url}/?lang=nl#/rules/halma")
        cold.wait_for_selector("figure.diagram svg.board g", state="attached")


def test_a_newer_page_is_offered_and_loaded(folder: Path, browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / BELOW
    site.mkdir(parents=True)
    for entry in (folder / BELOW).iterdir():
        (site / entry.name).symlink_to(entry)
    host = FileHost(tmp_path)
    for somebody in people(browser, host):  # type: ignore[arg-type]
        hands = somebody(**KEPT)
        hands.go()
        hands.page.wait_for_selector(".card")
        keep(hands)
        script = (site / "sw.js").read_text()
        (site / "sw.js").unlink()
        (site / "sw.js").write_text(script.replace('VERSION = "', 'VERSION = "newer-'))
        hands.page.reload()
        hands.page.wait_for_selector(".newer")
        with hands.page.expect_navigation():
            hands.page.click(".newer button")
        hands.page.wait_for_selector(".card")
        assert hands.page.evaluate("caches.keys()") == [
            f"halma-newer-{script.split('VERSION = ')[1].split(chr(34))[1]}"
        ]
    host.stop()


def test_a_game_goes_on_without_its_server_and_comes_back_to_it(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, made_site())
    for somebody in people(browser, server):
        hands = somebody(**KEPT)
        hands.remember("manner", "here")
        hands.go()
        hands.page.wait_for_selector(".card")
        hands.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
        hands.begin("halma")
        dice = random.Random(3)
        for _ in range(2):
            hands.some_move(dice)
        made = moves_of(hands)
        server.stop()
        hands.page.click(".go-on button")
        hands.page.wait_for_url("**/#/t/local-*")
        hands.seated()
        assert moves_of(hands) == made and hands.ply == 2
        hands.some_move(dice)
        made = moves_of(hands)
        server.start()
        hands.act("share")
        hands.page.click("dialog .primary")
        hands.page.wait_for_url("**/t/*")
        hands.page.wait_for_function("() => !location.hash.includes('local-')")
        hands.seated()
        assert moves_of(hands) == made and hands.ply == 3
        # Both are in the list: that of the server, and that of the device.
        hands.go("/#/games")
        expect(hands.page.locator(".rows a")).to_have_count(3)
    server.stop()
