"""Two people at one table, each at a page of their own: invitations, offers, and seats that a computer takes over."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

from playwright.sync_api import Route

from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.serving import Server

HOST = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]


def table(server: Server, **given: Any) -> dict[str, Any]:
    """A table of two at which blue begins."""
    given.setdefault("seats", HOST)
    return server.table("halma", options={"first": "A"}, **given)


def address(made: dict[str, Any], number: int = 0) -> str:
    return f"/t/{made['table']}#seat={made['links'][number]['token']}"


def both(somebody: Somebody, made: dict[str, Any]) -> tuple[Hands, Hands]:
    """The host and the guest, both at their table."""
    host, guest = somebody(), somebody()
    host.sit(made)
    guest.go(address(made))
    guest.seated()
    host.page.wait_for_selector('.turn:has-text("Your turn")')
    return host, guest


def ask(hands: Hands, name: str) -> None:
    """Something from the menu."""
    hands.act("more")
    hands.page.click(f"dialog [data-action={name}]")


def resign(hands: Hands) -> None:
    ask(hands, "resign")
    hands.page.click("dialog .primary")


def lose_answers(hands: Hands, count: int) -> list[str]:
    """Let requests to join reach the server, and lose the first answers."""
    joined: list[str] = []

    def lose(route: Route) -> None:
        joined.append(route.fetch().text())
        if len(joined) <= count:
            route.abort()
        else:
            route.fulfill(body=joined[-1], content_type="application/json")

    hands.page.route("**/join", lose)
    return joined


def test_the_winner_of_a_resignation_has_no_way_to_undo_it(somebody: Somebody, server: Server) -> None:
    host, guest = both(somebody, table(server))
    host.move("e2-f3")
    guest.wait_for_ply(1)
    guest.move("l15-k14")
    host.wait_for_ply(2)
    resign(host)
    guest.wait_until_over()
    for hands in (host, guest):
        hands.wait_until_over()
        assert not hands.page.is_visible("[data-action=undo]")
        assert "has resigned" in hands.page.inner_text('[data-seat="A"]')


def test_crossing_offers_of_a_draw_are_an_agreement(somebody: Somebody, server: Server) -> None:
    made = table(server)
    host, guest = both(somebody, made)
    # The guest opens the menu before the offer arrives, and offers a draw as well.
    guest.act("more")
    ask(host, "draw")
    guest.page.wait_for_selector('.offer:has-text("Anna offers a draw")', state="attached")
    guest.page.click("dialog [data-action=draw]")
    for hands in (host, guest):
        hands.wait_until_over()
        hands.page.wait_for_selector('.turn:has-text("It is a draw.")')


def test_who_offered_reads_that_it_was_declined(somebody: Somebody, server: Server) -> None:
    host, guest = both(somebody, table(server))
    ask(host, "draw")
    guest.act("decline")
    host.page.wait_for_selector('.offer:has-text("Red declined your offer of a draw.")')
    # It is still there after a reload, and gone after the next move.
    host.page.reload()
    host.seated()
    host.page.wait_for_selector('.offer:has-text("Red declined your offer of a draw.")')
    assert guest.page.inner_text(".offer") == ""
    host.move("e2-f3")
    host.page.wait_for_selector(".offer:empty", state="attached")
    ask(host, "takeback")
    guest.act("decline")
    host.page.wait_for_selector('.offer:has-text("Red did not agree to take the move back.")')


def test_an_offer_can_be_withdrawn(somebody: Somebody, server: Server) -> None:
    host, guest = both(somebody, table(server))
    ask(host, "draw")
    guest.page.wait_for_selector("[data-action=accept]:visible")
    host.act("withdraw")
    guest.page.wait_for_selector("[data-action=accept]", state="hidden")
    host.page.wait_for_selector(".offer:empty", state="attached")


def test_a_used_invitation_says_so_and_offers_to_watch(somebody: Somebody, server: Server) -> None:
    made = table(server)
    both(somebody, made)
    late = somebody(refused=403)
    late.go(address(made))
    late.page.wait_for_selector('dialog:has-text("This invitation has already been used")')
    late.page.click("dialog [data-action=watch]")
    late.seated()
    late.page.wait_for_selector('.people:has-text("You are watching.")')
    assert "seat=" not in late.page.url
    assert not late.page.is_visible("[data-action=join]")


def test_the_guest_opens_the_own_link_again(somebody: Somebody, server: Server) -> None:
    made = table(server)
    _, guest = both(somebody, made)
    guest.go("/")
    guest.go(address(made))
    guest.seated()
    guest.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')
    assert not guest.page.is_visible("dialog")


def test_a_join_whose_answer_was_lost_is_repeated(somebody: Somebody, server: Server) -> None:
    made = table(server)
    guest = somebody()
    answers = lose_answers(guest, 2)
    guest.go(address(made))
    guest.seated()
    guest.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')
    assert len(answers) == 3 and len(set(answers)) == 1


def test_an_open_table_that_filled_up_meanwhile_says_so(somebody: Somebody, server: Server) -> None:
    made = table(server, public=True)
    slow, quick = somebody(refused=409), somebody()
    for hands in (slow, quick):
        hands.go(f"/t/{made['table']}")
        hands.page.wait_for_selector("[data-action=join]:visible")
    # The slow one still sees the button.
    slow.page.evaluate("document.querySelector('[data-action=join]').id = 'kept'")
    quick.act("join")
    quick.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')
    slow.page.wait_for_selector("#kept", state="hidden")
    slow.page.evaluate("document.getElementById('kept').click()")
    slow.page.wait_for_selector('dialog:has-text("All seats at this table are taken.")')
    slow.page.click("dialog [data-action=watch]")
    slow.page.wait_for_selector('.people:has-text("You are watching.")')


def test_whoever_holds_a_seat_deletes_the_game_for_everybody(somebody: Somebody, server: Server) -> None:
    made = table(server)
    host, guest = both(somebody, made)
    ask(guest, "delete")
    guest.page.wait_for_selector('dialog:has-text("This cannot be undone.")')
    guest.page.click("dialog .primary")
    for page in (host.page, guest.page):
        page.wait_for_selector('.toast:has-text("The game has been deleted.")')
        page.wait_for_url("**/#/games")
        assert page.evaluate("localStorage.getItem('halma.tables')") in (None, "{}")


def test_the_host_invites_somebody_else_after_a_guest_has_left(somebody: Somebody, server: Server) -> None:
    made = table(server)
    host, guest = both(somebody, made)
    ask(guest, "leave")
    guest.page.click("dialog .primary")
    host.page.wait_for_selector('[data-seat="B"]:has-text("has not joined yet")')
    host.page.click('[data-seat="B"] button')
    link = host.page.locator("dialog input").input_value()
    assert made["links"][0]["token"] not in link
    other = somebody()
    other.page.goto(link)
    other.seated()
    other.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')


def test_the_host_makes_a_new_link_for_a_guest_who_never_came(somebody: Somebody, server: Server) -> None:
    host, late = somebody(), somebody(refused=403)
    host.go("/#/new/halma")
    host.page.check("#manner-link", force=True)
    host.page.click("#begin")
    host.seated()
    host.page.wait_for_selector("dialog .invitation")
    host.page.keyboard.press("Escape")
    host.page.click('[data-seat="B"] button')
    old = host.page.locator("dialog input").input_value()
    host.page.click("dialog [data-action=renew]")
    host.page.wait_for_function("old => document.querySelector('dialog input')?.value !== old", arg=old)
    new = host.page.locator("dialog input").input_value()
    late.page.goto(old)
    late.page.wait_for_selector('dialog:has-text("This invitation has already been used")')
    guest = somebody()
    guest.page.goto(new)
    guest.seated()
    guest.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')


def run_out(server: Server, made: dict[str, Any], seat: int) -> None:
    """Let the time of a seat be out, as if its clock had rung: a computer plays it from now on."""
    server.stop()
    with closing(sqlite3.connect(server.database)) as database, database:
        (version,) = database.execute("SELECT version FROM tables WHERE id = ?", (made["table"],)).fetchone()
        (last,) = database.execute(
            "SELECT data FROM events WHERE table_id = ? AND version = ?", (made["table"], version)
        ).fetchone()
        event = {"type": "time", "at": json.loads(last)["at"], "seat": "ABCDEF"[seat], "stand_in": 4}
        database.execute(
            "INSERT INTO events (table_id, version, data) VALUES (?, ?, ?)",
            (made["table"], version + 1, json.dumps(event).encode()),
        )
        database.execute(
            "UPDATE tables SET version = version + 1, deadline = NULL, thinking = 0, turn = turn + 1 WHERE id = ?",
            (made["table"],),
        )
    server.start()


def test_a_seat_that_a_computer_took_over_says_so_and_can_be_taken_back(somebody: Somebody, server: Server) -> None:
    made = table(server, clock={"kind": "correspondence", "seconds": 86_400}, fate="computer")
    host, guest = both(somebody, made)
    run_out(server, made, 0)
    for hands in (host, guest):
        hands.wait_for_ply(1)
    seat = '.players li[data-seat="A"]'
    guest.page.wait_for_selector(f'{seat}:has-text("ran out of time · taken over by a level 4 computer")')
    assert not guest.page.is_visible("[data-action=undo]")
    host.page.wait_for_selector('.offer:has-text("Your time ran out")')
    host.act("back")
    guest.page.wait_for_selector(f'{seat}:not(:has-text("ran out of time"))')
    guest.move("l15-k14")
    host.page.wait_for_selector('.turn:has-text("Your turn")')


def test_a_seat_that_somebody_left_says_who_plays_it(somebody: Somebody, server: Server) -> None:
    host, guest = both(somebody, table(server))
    host.move("e2-f3")
    guest.wait_for_ply(1)
    ask(guest, "leave")
    guest.page.click("dialog .primary")
    host.page.wait_for_selector('[data-seat="B"]:has-text("has left · taken over by a level 4 computer")')


def test_hints_are_off_by_the_clock_unless_somebody_wants_them(somebody: Somebody, server: Server) -> None:
    host = somebody()
    host.go("/#/new/halma")
    host.page.check("#manner-link", force=True)
    assert host.page.is_checked("#more-hints")
    host.page.select_option("#more-clock", "slow")
    assert not host.page.is_checked("#more-hints")
    host.page.click("#begin")
    host.seated()
    guest = somebody()
    guest.page.goto(host.page.locator("dialog input").input_value())
    guest.seated()
    host.page.click("dialog .head button")
    first = host if host.page.get_attribute('[data-seat="A"]', "aria-current") else guest
    first.page.wait_for_selector('.turn:has-text("Your turn")')
    assert not first.page.is_visible("[data-action=hint]")


def test_a_tie_reads_as_a_tie(hands: Hands, server: Server) -> None:
    """Partners win together; others who are first together share the place."""
    hands.sit(table(server, seats=[]))
    read = """async ([teams, places, drawn]) => {
        const { Status } = await import("/static/table/status.js");
        const seats = [..."ABC"].map((seat) => ({ seat, kind: "here", name: seat }));
        return Status.prototype.result.call({ screen: { view: { seats, teams } } }, { places, drawn, text: "" });
    }"""
    alone, partners = [0, 1, 2], [0, 0, 1]
    assert hands.page.evaluate(read, [alone, {"A": 1, "B": 1, "C": 3}, False]) == "A and B share first place."
    assert hands.page.evaluate(read, [partners, {"A": 1, "B": 1, "C": 3}, False]) == "A and B have won."
    assert hands.page.evaluate(read, [alone, {"A": 1, "B": 2, "C": 2}, False]) == "A has won."
    assert hands.page.evaluate(read, [alone, {"A": 1, "B": 1, "C": 1}, True]) == "It is a draw."
