"""What a table says: whose turn it is, what is left of a roll, who plays what, and only as long as it is true."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halma.web import page_words
from halma.words import LANGUAGES
from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.line import Line
from tests.web.serving import Server
from tests.web.test_table import two_people

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def played(server: Server, made: dict[str, Any], *moves: str) -> None:
    for ply, text in enumerate(moves):
        server.post(f"/api/tables/{made['table']}/moves", {"ply": ply, "text": text}, made["token"])


def row(hands: Hands, seat: str) -> str:
    return hands.page.inner_text(f'.players li[data-seat="{seat}"]')


# ---- messages -------------------------------------------------------------------------------------------


def test_it_is_not_your_turn_is_said_only_as_long_as_it_is_true(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    two.tap("l15")
    assert two.page.inner_text(".word") == "It is not your turn."
    one.move("e2-f3")
    two.page.wait_for_selector(".status.mine")
    assert two.page.inner_text(".word") == ""


def test_a_refusal_goes_when_a_piece_is_chosen(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.tap("h8")
    assert hands.page.inner_text(".word") == "Choose one of your pieces first."
    hands.tap("e2")
    assert hands.page.inner_text(".word") == ""


def test_a_hint_goes_when_moves_are_made_elsewhere(hands: Hands, server: Server) -> None:
    made = server.table("halma", options={"first": "A"})
    hands.sit(made)
    hands.act("hint")
    hands.page.wait_for_selector('.word[data-kind="hint"]:not(:empty)')
    # The same seats are played from another device.
    played(server, made, "e2-f3")
    hands.wait_for_ply(1)
    assert hands.page.inner_text(".word") == ""


def test_a_hint_for_an_earlier_position_is_not_given(hands: Hands, server: Server) -> None:
    made = server.table("halma", options={"first": "A"})
    line = Line(hands)
    hands.sit(made)
    line.holding = True
    hands.act("hint")
    line.wait_for("hint")
    # The same seats are played from another device; the hint comes after that.
    played(server, made, "e2-f3")
    line.wait_for("played")
    line.held.sort(key=lambda text: '"type":"hint"' in text)
    line.release()
    hands.wait_for_ply(1)
    hands.page.wait_for_function("() => !document.querySelector('[data-action=hint]').disabled")
    assert hands.page.inner_text(".word") == ""


# ---- dice -----------------------------------------------------------------------------------------------


def left(*divisions: tuple[int, int]) -> str:
    """What is left of a roll in words, by clause 3.16: steps of so many pieces, and so many hops of another one."""
    each: list[str] = []
    for steps, hops in dict.fromkeys(divisions):
        parts = [f"{count} {word}{'s' * (count > 1)}" for count, word in ((steps, "step"), (hops, "hop")) if count]
        each.append(" and ".join(parts) or "nothing")
    return "Still to play from this roll: " + " or ".join(each)


def test_dice_halma_says_what_is_left_of_the_roll(hands: Hands, server: Server) -> None:
    made = server.table("dice", options={"first": "A"})
    hands.sit(made)
    one, other = server.get(f"/api/tables/{made['table']}")["roll"]
    assert hands.page.inner_text(".status .left") == left((one, other), (other, one))
    hands.move("e2-f3")
    if hands.page.get_attribute('.players li[data-seat="A"]', "aria-current"):
        assert hands.page.inner_text(".status .left") == left((one - 1, other), (other - 1, one))


def test_steps_and_the_hop_are_taken_off_the_roll(hands: Hands, server: Server) -> None:
    """A roll of 4 and 2 (3.16): after three steps only 4 steps and 2 hops fit, and after the hops one step is left."""
    line = Line(hands)
    hands.sit(server.table("dice", options={"first": "A"}))
    (hello,) = line.told("welcome")

    def tell(number: int, *left: tuple[int, int]) -> None:
        event = {"type": "named", "at": 0, "seats": "", "changed": {"roll": [4, 2], "roll_left": left}}
        line.tell({"type": "event", "n": hello["n"] + number, "ply": 0, "event": event, "clocks": hello["clocks"]})

    tell(1, (1, 0))
    hands.page.wait_for_selector('.status .left:text-is("Still to play from this roll: 1 step")')
    tell(2, (0, 0))
    hands.page.wait_for_selector('.status .left:text-is("Still to play from this roll: nothing")')


# ---- players --------------------------------------------------------------------------------------------


def test_tippy_shows_the_score(hands: Hands, server: Server) -> None:
    """Captured minus lost (5.5): blue has enclosed one red piece (5.3, 5.4)."""
    made = server.table("tippy", options={"first": "A"})
    played(server, made, "@a1", "@h8", "@g8", "@a3", "@i8", "@a5", "@h7", "@a7", "@h9")
    hands.sit(made)
    assert "points: 1" in row(hands, "A") and "captured: 1" in row(hands, "A")
    assert "points: -1" in row(hands, "B")


def test_a_score_that_counts_pieces_is_said_once(hands: Hands, server: Server) -> None:
    """In captive 2 the most captured pieces win (4.6)."""
    made = server.table("captive-2", options={"first": "A"})
    hands.sit(made)
    view = server.get(f"/api/tables/{made['table']}")
    assert view["seats"][0]["score"] == 0
    hands.some_move(random.Random(1))
    taken = server.get(f"/api/tables/{made['table']}")["captured"]["A"]
    assert taken and f"points: {taken}" in row(hands, "A") and "captured" not in row(hands, "A")


def test_cats_and_mice_are_called_so(hands: Hands, server: Server) -> None:
    """2 cats against 19 mice (5.7)."""
    made = server.table("cat-and-mouse", seats=[{"kind": "here", "name": "Ada"}, {"kind": "here"}])
    hands.sit(made)
    assert row(hands, "B").startswith("Mouse") and "Cat" in row(hands, "A") and "Ada" in row(hands, "A")
    assert "2 cats against 19 mice" in hands.page.inner_text(".people")
    hands.go("/#/new/cat-and-mouse")
    assert hands.page.get_attribute("#kind-A-select", "aria-label") == "Who plays Cat?"


def test_common_pieces_are_not_counted_for_each(hands: Hands) -> None:
    """60 pieces owned by nobody (4.6)."""
    hands.go("/#/new/captive-2")
    hands.page.select_option("#format", label="3 players sharing 60 pieces")


def test_partners_are_shown(hands: Hands, server: Server) -> None:
    """Opposite seats are partners (4.3)."""
    hands.sit(server.table("star-team", options={"first": "A"}))
    partners = {seat: row(hands, seat).split("partner: ")[-1].split(" · ")[0].strip() for seat in "ABCD"}
    assert partners == {"A": "Green", "C": "Blue", "B": "Yellow", "D": "Red"}


def test_who_looks_back_sees_nothing_of_what_came_later(hands: Hands, server: Server) -> None:
    made = server.table("dice", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "here"}])
    hands.sit(made)
    hands.move("e2-f3")
    hands.unfold("notation")
    hands.page.click(".moves button[data-at='1']")
    hands.go(f"/t/{made['table']}#ply=0")
    hands.seated()
    hands.page.wait_for_selector('.turn:has-text("Looking back")')
    assert not hands.page.is_visible(".dice") and not hands.page.is_visible(".status .left")


def test_seat_facts_are_hidden_while_looking_back(hands: Hands, server: Server) -> None:
    made = server.table("tippy", options={"first": "A"})
    played(server, made, "@a1", "@h8")
    hands.sit(made)
    assert "to place: 14" in row(hands, "A")
    assert hands.page.get_attribute('.players li[data-seat="A"]', "aria-current") == "true"
    hands.page.locator(".movelist .walk button").first.focus()
    hands.page.keyboard.press("ArrowLeft")
    hands.page.wait_for_selector('.turn:has-text("Looking back")')
    assert "to place" not in row(hands, "A") and "points" not in row(hands, "A")
    # After one move it was red's turn.
    assert hands.page.get_attribute('.players li[data-seat="B"]', "aria-current") == "true"
    hands.page.keyboard.press("End")
    assert "to place: 14" in row(hands, "A")


def test_everybody_here_has_a_name_of_their_own(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.act("more")
    hands.page.fill("dialog input[data-seat=A]", "Ada")
    hands.page.fill("dialog input[data-seat=B]", "Bob")
    hands.page.click("dialog .names button")
    hands.page.wait_for_selector('.players li[data-seat="B"]:has-text("Bob")')
    hands.page.wait_for_selector('.players li[data-seat="A"]:has-text("Ada")')


@pytest.mark.parametrize(("game", "dice"), [("halma", False), ("dice", True)])
def test_the_seed_of_the_dice_is_told_where_there_are_dice(hands: Hands, server: Server, game: str, dice: bool) -> None:
    hands.sit(server.table(game, options={"first": "A"}))
    hands.resign()
    hands.wait_until_over()
    hands.act("more")
    assert ("Dice seed" in hands.page.inner_text("dialog")) is dice


# ---- the title ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_says_whose_turn_it_is(somebody: Somebody, server: Server, language: str) -> None:
    words = page_words(language)
    hands = somebody(locale=language)
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "computer", "level": 1}])
    hands.sit(made)
    assert hands.page.title() == f"{words['status.yours']} – Halma"
    hands.resign()
    hands.wait_until_over()
    assert hands.page.title() == f"{words['title.over']} – Halma"


def test_the_title_changes_in_the_background_too(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    assert one.page.title() == "Your turn – Halma" and two.page.title() == "Blue to move – Halma"
    two.page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    one.move("e2-f3")
    two.page.wait_for_function("() => document.title === 'Your turn – Halma'")
    assert one.page.title() == "Red to move – Halma"


def test_the_title_says_that_somebody_is_awaited(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", seats=[{"kind": "here"}, {"kind": "link"}]))
    assert hands.page.title() == "Waiting for players – Halma"


# ---- chat -----------------------------------------------------------------------------------------------


def test_unread_lines_are_counted_on_a_phone_and_open_into_view(somebody: Somebody, server: Server) -> None:
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "link"}])
    one, two = somebody(**PHONE), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    two.page.click(".talk summary")
    for text in ("hello", "are you there?"):
        two.page.fill(".talk input", text)
        two.page.keyboard.press("Enter")
        two.page.wait_for_function("() => document.querySelector('.talk input').value === ''")
    one.page.wait_for_selector('.badge:visible:text-is("2")')
    assert one.page.get_attribute("[data-action=chat]", "aria-label") == "Chat: 2 new messages"
    one.page.tap("[data-action=chat]")
    one.page.wait_for_selector(".badge", state="hidden")
    line = one.page.locator('.talk .lines li:has-text("are you there?")').bounding_box()
    assert line is not None and 0 <= line["y"] < 844 - line["height"]
    # Who has said something has read it.
    assert not two.page.is_visible(".badge")


def test_the_own_line_is_not_unread(somebody: Somebody, server: Server) -> None:
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "link"}])
    hands = somebody(**PHONE)
    line = Line(hands)
    hands.sit(made)
    hands.page.click(".talk summary")
    hands.page.fill(".talk input", "hello")
    line.holding = True
    hands.page.keyboard.press("Enter")
    line.wait_for("said")
    hands.page.click(".talk summary")
    line.release()
    hands.page.wait_for_selector('.talk .lines li:has-text("hello")', state="attached")
    assert not hands.page.is_visible(".badge")


def test_a_refused_line_stays_to_be_sent_again(somebody: Somebody, server: Server) -> None:
    made = server.table("halma", options={"first": "A"}, seats=[{"kind": "here"}, {"kind": "link"}])
    hands = somebody()
    line = Line(hands)
    hands.sit(made)
    hands.page.click(".talk summary")
    hands.page.fill(".talk input", "hello")
    line.mute = True
    hands.page.keyboard.press("Enter")
    line.tell({"type": "error", "error": {"code": "too-fast", "text": "Too much", "cells": []}, "what": "chat"})
    hands.page.wait_for_selector('.toast:has-text("Too much")')
    assert hands.page.input_value(".talk input") == "hello"
    line.mute = False
    hands.page.press(".talk input", "Enter")
    hands.page.wait_for_selector('.talk .lines li:has-text("hello")')
    hands.page.wait_for_function("() => document.querySelector('.talk input').value === ''")


# ---- room for everything --------------------------------------------------------------------------------

LONG = "Wolfgangamadeusmozartundsöhne!"
LANDSCAPE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1200, "height": 800}}
# What is wider inside than outside; what only screen readers see is meant to be.
TOO_WIDE = """() => [...document.querySelectorAll('.people *, .status *, .actions *')]
  .filter(each => each.offsetParent && !each.matches('.unseen') && getComputedStyle(each).display !== 'inline')
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("device", [DESK, PHONE, LANDSCAPE], ids=["desk", "phone", "landscape"])
def test_a_long_name_stays_in_its_place(somebody: Somebody, server: Server, device: dict[str, Any]) -> None:
    assert len(LONG) == 30
    hands = somebody(**device)
    seats = [{"kind": "here", "name": LONG}, {"kind": "here", "name": LONG.upper()}]
    clock = {"kind": "fischer", "seconds": 300, "increment": 5}
    hands.sit(server.table("dice", options={"first": "A"}, seats=seats, clock=clock))
    assert hands.page.evaluate(TOO_WIDE) == []
    assert hands.page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (932, 430)])
def test_a_phone_on_its_side_shows_everything(somebody: Somebody, server: Server, size: tuple[int, int]) -> None:
    width, height = size
    hands = somebody(**{**LANDSCAPE, "viewport": {"width": width, "height": height}})
    seats = [{"kind": "here"}, *[{"kind": "computer", "level": 3}] * 5]
    hands.sit(server.table("star", options={"players": 6, "first": "A"}, seats=seats))
    page = hands.page
    board = page.locator("halma-board").bounding_box()
    assert board is not None and board["y"] + board["height"] <= height
    # Everything beside the board can be reached by scrolling there, and nothing is cut off at the edge.
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in (".people", ".status", ".actions", ".movelist"):
        page.locator(part).scroll_into_view_if_needed()
        box = page.locator(part).bounding_box()
        assert box is not None and box["x"] + box["width"] <= width
    last = page.locator(".movelist").bounding_box()
    assert last is not None and last["y"] + last["height"] <= height
    assert page.evaluate(TOO_WIDE) == []


# ---- where there is nothing -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_address_leads_home(somebody: Somebody, server: Server, language: str) -> None:
    words = page_words(language)
    # A page of its own, because the browser itself complains of what is not there.
    page = somebody(locale=language).page.context.new_page()
    answer = page.goto(f"{server.url}/nonsense")
    assert answer is not None and answer.status == 404
    # Also for who has no JavaScript.
    assert str(words["lost.title"]) in answer.text()
    page.wait_for_selector(f'#top a:has-text("{words["nav.start"]}")')
    assert page.inner_text("h1") == words["lost.title"]
    page.click(".lost a")
    page.wait_for_selector(".card")
    assert page.url == f"{server.url}/"


def test_motion_of_a_hidden_page_holds_nothing_up(somebody: Somebody, server: Server) -> None:
    """A page that is hidden while a piece travels goes on: nothing is drawn there that would end the journey."""
    hands = somebody()
    hands.freeze_motion()
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.tap("e2")
    hands.tap("f3")
    hands.page.wait_for_function("() => document.getAnimations().length === 1")
    hands.page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    hands.wait_for_ply(1)
