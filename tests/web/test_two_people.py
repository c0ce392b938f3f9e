"""Two people at one table, each at a page of their own: offers, and seats that a computer takes over."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

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
        hands.page.wait_for_selector('.turn:has-text("Drawn.")')


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


def run_out(server: Server, made: dict[str, Any], seat: int) -> None:
    """Let the time of a seat be out, as if its clock had rung: a computer plays it from now on."""
    server.stop()
    with closing(sqlite3.connect(server.database)) as database, database:
        (stored,) = database.execute("SELECT changing FROM tables WHERE id = ?", (made["table"],)).fetchone()
        changing = json.loads(stored)
        changing["seats"][seat] |= {"gone": "time", "stand_in": 3}
        changing["since"] = None
        given = (json.dumps(changing).encode(), made["table"])
        database.execute("UPDATE tables SET changing = ?, deadline = NULL, thinking = 1 WHERE id = ?", given)
    server.start()


def test_a_seat_that_a_computer_took_over_says_so_and_can_be_taken_back(somebody: Somebody, server: Server) -> None:
    made = table(server, clock={"kind": "correspondence", "seconds": 86_400}, fate="computer")
    host, guest = both(somebody, made)
    run_out(server, made, 0)
    for hands in (host, guest):
        hands.wait_for_ply(1)
    seat = '.players li[data-seat="A"]'
    guest.page.wait_for_selector(f'{seat}:has-text("ran out of time · taken over by a computer of level 3")')
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
    host.page.wait_for_selector('[data-seat="B"]:has-text("has left · taken over by a computer of level 3")')
