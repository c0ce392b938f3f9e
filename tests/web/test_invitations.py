"""Inviting others: links at once, to copy, to scan and to hand on; what a guest is called; any clock."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.serving import Server
from tests.web.test_for_everyone import violations


def test_links_are_shown_as_soon_as_there_is_a_table(somebody: Somebody) -> None:
    host = somebody()
    host.go("/#/new/star")
    host.page.select_option("#format", label="3 players, 15 pieces each")
    host.page.check("#manner-link", force=True)
    host.page.click("#begin")
    host.page.wait_for_selector("dialog .invitation")
    links = [field.input_value() for field in host.page.locator("dialog input").all()]
    assert len(links) == 2 == len(set(links)) and all("#seat=" in link for link in links)
    # They do not come again with the page, and their words are not in its address.
    assert "invite" not in host.page.url
    shown = "() => [...document.querySelectorAll('dialog .code')].every((code) => code.naturalWidth)"
    host.page.wait_for_function(shown)
    assert violations(host) == []
    host.page.reload()
    host.seated()
    assert not host.page.is_visible("dialog")
    guest = somebody()
    guest.page.goto(links[0])
    guest.seated()
    guest.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')


def test_a_link_is_handed_to_the_system(somebody: Somebody, server: Server) -> None:
    host = somebody()
    host.page.add_init_script("navigator.share = async (given) => { window.shared = given; }")
    host.sit(server.table("halma", seats=[{"kind": "here"}, {"kind": "link"}]))
    host.act("invite")
    host.page.click("dialog .invitation .primary")
    host.page.wait_for_function("() => window.shared?.url.includes('#seat=')")


def test_a_guest_is_asked_for_a_name_and_known_by_it_from_then_on(somebody: Somebody, server: Server) -> None:
    made = [server.table("halma", seats=[{"kind": "here"}, {"kind": "link"}]) for _ in range(2)]
    guest = somebody()
    guest.go(f"/t/{made[0]['table']}#seat={made[0]['links'][0]['token']}")
    guest.seated()
    guest.page.fill(".greeting input", "Bea <i>")
    guest.page.click(".greeting button")
    guest.page.wait_for_selector('.players li[data-seat="B"] b:text-is("Bea <i>")')
    assert not guest.page.is_visible(".greeting")
    guest.go(f"/t/{made[1]['table']}#seat={made[1]['links'][0]['token']}")
    guest.page.wait_for_selector('.players li[data-seat="B"] b:text-is("Bea <i>")')
    assert not guest.page.is_visible(".greeting")


@pytest.mark.parametrize(
    ("kind", "fields", "clock"),
    [
        ("own", {"minutes": "7.5", "seconds": "3"}, {"kind": "fischer", "seconds": 450, "increment": 3}),
        ("own", {"minutes": "0", "seconds": "99999"}, {"kind": "fischer", "seconds": 30, "increment": 3600}),
        ("own-move", {"seconds": "25"}, {"kind": "move", "seconds": 25, "increment": 0}),
    ],
)
def test_any_clock_can_be_set(hands: Hands, kind: str, fields: dict[str, str], clock: dict[str, Any]) -> None:
    hands.go("/#/new/halma")
    page = hands.page
    page.check("#manner-link", force=True)
    page.select_option("#more-clock", kind)
    for name, value in fields.items():
        page.fill(f"#clock-{name}", value)
        page.press(f"#clock-{name}", "Tab")
    with page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/api/tables")) as asked:
        page.click("#begin")
    wish = cast(dict[str, Any], asked.value.post_data_json)
    assert wish["clock"] == clock
    hands.seated()


HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SEEN = """() => {
    Object.defineProperty(document, "hidden", { get: () => false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_icon_of_a_tab_in_the_background_is_marked_in_turn(somebody: Somebody, server: Server) -> None:
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "link"}])
    one, two = somebody(), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    one.page.wait_for_selector(".status.mine")
    two.page.evaluate(HIDE)
    one.move("e2-f3")
    marked = """() => document.querySelector('link[rel="icon"]').href.startsWith("data:image/png")"""
    two.page.wait_for_function(marked)
    two.page.evaluate(SEEN)
    two.page.wait_for_function(f"() => !({marked})()")


def test_notices_of_the_system_come_only_where_they_are_wanted(somebody: Somebody, server: Server) -> None:
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "link"}])
    one, two = somebody(), somebody()
    two.page.add_init_script(
        "window.told = []; window.Notification = class { constructor(title, given) { told.push([title, given.body]); }"
        " static permission = 'default';"
        " static requestPermission = async () => (Notification.permission = 'granted'); };"
    )
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    two.page.click("#top button")
    two.page.check("dialog input[name=notices]")
    two.page.wait_for_function("() => Notification.permission === 'granted'")
    two.page.keyboard.press("Escape")
    one.page.wait_for_selector(".status.mine")
    two.page.evaluate(HIDE)
    one.move("e2-f3")
    two.page.wait_for_function("() => told.length === 1")
    assert two.page.evaluate("told") == [["Your turn", "Halma"]]


# ---- games from elsewhere -------------------------------------------------------------------------------


def test_a_record_is_opened_from_a_file(hands: Hands, server: Server) -> None:
    made = server.table("halma", options={"first": "A"})
    for ply, move in enumerate(("e2-f3", "l15-k14")):
        server.post(f"/api/tables/{made['table']}/moves", {"ply": ply, "text": move}, made["token"])
    record = hands.page.request.get(f"{server.url}/api/tables/{made['table']}/record").text()
    hands.go("/#/games")
    page = hands.page
    page.click(".import summary")
    file = {"name": "game.halma", "mimeType": "text/plain", "buffer": record.encode()}
    page.set_input_files("#import-file", [file])  # pyright: ignore[reportArgumentType]
    page.wait_for_function("() => document.getElementById('import-text').value.length > 20")
    page.click(".import button")
    hands.seated()
    assert hands.ply == 2 and hands.pieces()["k14"] == "B"


def test_a_position_is_pasted(hands: Hands, server: Server) -> None:
    made = server.table("dutch", options={"first": "A"})
    server.post(f"/api/tables/{made['table']}/moves", {"ply": 0, "text": "a2-a3"}, made["token"])
    text = hands.page.request.get(f"{server.url}/api/tables/{made['table']}/position").text()
    hands.go("/#/games")
    hands.page.click(".import summary")
    hands.page.select_option("#import-kind", "dutch")
    hands.page.fill("#import-text", text)
    hands.page.click(".import button")
    hands.seated()
    assert hands.ply == 0 and hands.pieces()["a3"] == "A"


def test_a_damaged_record_is_refused_in_words(somebody: Somebody) -> None:
    hands = somebody(refused=422)
    hands.go("/#/games")
    hands.page.click(".import summary")
    hands.page.click(".import button")
    hands.page.wait_for_selector('.toast:has-text("Paste a text")')
    hands.page.fill("#import-text", "1. quux")
    hands.page.click(".import button")
    hands.page.wait_for_selector(".toast.error:not(:has-text('Paste a text'))")
    assert hands.page.input_value("#import-text") == "1. quux"
