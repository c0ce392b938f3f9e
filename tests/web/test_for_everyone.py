"""Playing without a pointer, without seeing, on a phone; and what axe-core finds on every screen: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from halma.rulebook.library import page
from halma.rulebook.playing import base_of
from halma.words import LANGUAGES
from tests.web.conftest import Somebody
from tests.web.hands import QUIET, Hands
from tests.web.serving import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = {
    "start": ("/", ".card"),
    "setup": ("/#/new/star", "#begin"),
    "rules": ("/#/rules", ".contents a"),
    "page": ("/#/rules/course-hop", "figure.diagram"),
    "game": ("/#/rules/quick/2.11", ".opened"),
    "law": ("/#/rules/law/2.11", ".opened"),
    "puzzles": ("/#/puzzles", ".puzzle"),
    "archive": ("/#/puzzles/2020-02", ".calendar"),
    "games": ("/#/games", ".lists"),
}


def violations(hands: Hands) -> list[str]:
    found = Axe().run(hands.page).response["violations"]
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_on_screens(somebody: Somebody, screen: str, theme: Any) -> None:
    hands = somebody(color_scheme=theme)
    path, selector = SCREENS[screen]
    hands.go(path)
    hands.page.wait_for_selector(selector)
    assert violations(hands) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["halma", "star", "cat-and-mouse"])
def test_axe_finds_nothing_at_a_table(somebody: Somebody, server: Server, game: str, theme: Any) -> None:
    hands = somebody(color_scheme=theme)
    hands.sit(server.table(game))
    movable = hands.movable()
    if movable:
        hands.tap(movable[0])
    assert violations(hands) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs(somebody: Somebody, server: Server, theme: Any) -> None:
    hands = somebody(color_scheme=theme)
    hands.sit(server.table("halma", options={"first": "A"}))
    for name in ("share", "more"):
        hands.act(name)
        assert violations(hands) == []
        hands.page.keyboard.press("Escape")
    hands.page.click("#top button")
    assert violations(hands) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_after_a_game(somebody: Somebody, server: Server, theme: Any) -> None:
    diagram = next(each for each in page("dutch", "en").diagrams if each.name == "the-end")
    hands = somebody(color_scheme=theme)
    hands.sit(server.table("dutch", position=base_of(diagram).board_text()))
    hands.move(diagram.play[0])
    hands.wait_until_over()
    assert violations(hands) == []
    hands.act("analysis")
    hands.page.wait_for_selector(".chart .curve", state="attached")
    assert violations(hands) == []


def test_axe_finds_nothing_in_an_example(hands: Hands) -> None:
    hands.go("/#/rules/course-hop")
    hands.page.click("#course-hop-over-an-own-piece button")
    hands.page.wait_for_selector("dialog .piece")
    assert violations(hands) == []


def test_a_game_by_keyboard_only(hands: Hands, server: Server) -> None:
    hands.go("/")
    page = hands.page
    page.wait_for_selector(".card")
    press = page.keyboard.press
    # To the first game, and begin it: against the computer, whoever has the first move.
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.dataset.game") == "halma":
            break
    press("Enter")
    page.wait_for_selector("#begin")
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.id") == "begin":
            break
    press("Enter")
    hands.seated()
    page.wait_for_selector(".status.mine")
    ply = hands.ply
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    focused = "document.activeElement.dataset.cell"
    while page.evaluate(focused) != "e2":
        here = page.evaluate(focused)
        press(
            "ArrowRight"
            if here[0] < "e"
            else "ArrowLeft"
            if here[0] > "e"
            else "ArrowUp"
            if int(here[1:]) < 2
            else "ArrowDown"
        )
    assert "e2, Blue, can move" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    press("Enter")
    # With Shift the arrow goes diagonally.
    press("Shift+ArrowUp")
    assert page.evaluate(focused) == "f3"
    assert "can be reached" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    press("Enter")
    hands.wait_for_ply(ply + 1)
    page.wait_for_function("() => document.getElementById('announcer').textContent.length > 0")
    # The rest is typed.
    hands.wait_for_ply(ply + 2)
    page.wait_for_selector(".typing:not([hidden])")
    page.focus("details.typing > summary")
    press("Enter")
    page.wait_for_selector("#typed:visible")
    press("Tab")
    page.keyboard.type("e1 f2")
    press("Enter")
    hands.wait_for_ply(ply + 3)
    assert hands.pieces()["f2"] == "A"


def test_the_six_directions_of_the_star(hands: Hands, server: Server) -> None:
    hands.sit(server.table("star", options={"first": "A"}))
    page = hands.page
    page.focus('.cell[tabindex="0"]')
    page.locator('.cell[data-cell="i5"]').evaluate("cell => cell.focus()")
    around = []
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "Shift+ArrowUp", "ArrowDown", "Shift+ArrowDown"):
        page.locator('.cell[data-cell="i5"]').evaluate("cell => cell.focus()")
        page.keyboard.press(key)
        around.append(page.evaluate("document.activeElement.dataset.cell"))
    assert sorted(around) == ["h5", "h6", "i4", "i6", "j5", "j6"]


def test_moves_are_announced(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.move("e2-f3")
    hands.page.wait_for_function("() => document.getElementById('announcer').textContent.includes('Blue: e2 f3')")


@pytest.mark.parametrize("path", ["/", "/#/new/star", "/#/rules/halma", "/#/puzzles", "/#/puzzles/2020-02", "/#/games"])
def test_nothing_hangs_over_the_edge_of_a_phone(somebody: Somebody, path: str) -> None:
    hands = somebody(**PHONE)
    hands.go(path)
    hands.page.wait_for_selector("#main h1")
    assert hands.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_whole_on_a_phone_with_six_players(somebody: Somebody, server: Server, language: str) -> None:
    hands = somebody(**{**PHONE, "locale": language})
    seats = [{"kind": "here"}, *[{"kind": "computer", "level": 3}] * 5]
    hands.sit(server.table("star", options={"players": 6, "first": "A"}, seats=seats))
    # All of the menu is seen beside the settings, and no name is broken.
    assert hands.page.eval_on_selector("#top nav", "nav => nav.scrollWidth - nav.clientWidth") <= 0
    one_line = "names => names.map(name => name.getClientRects().length)"
    assert hands.page.eval_on_selector_all(".players .who b", one_line) == [1] * 6


def test_a_game_on_a_phone(somebody: Somebody, server: Server) -> None:
    hands = somebody(**PHONE)
    hands.sit(server.table("star", options={"first": "A"}))
    board = hands.page.locator("halma-board").bounding_box()
    assert board is not None
    # The whole board is seen at once, nearly as wide as the phone.
    assert board["width"] > 360 and board["y"] + board["height"] < 844
    assert hands.page.evaluate("document.documentElement.scrollWidth") <= 390
    hands.page.tap('.cell[data-cell="d2"]')
    spot = hands.reachable()[0]
    hands.page.tap(f'.layer.reachable [data-cell="{spot}"]')
    hands.wait_for_ply(1)


def test_pieces_travel_unless_motion_is_off(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    hands.remember("settings", {**QUIET, "motion": True})
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.tap("d2")
    hands.tap("e3")
    hands.page.wait_for_function("() => document.getAnimations().some(each => each.effect.target.matches?.('.piece'))")
    hands.wait_for_ply(1)
    assert hands.pieces()["e3"] == "A"
