"""At a table: taps, refusals, help, going back, sharing, people far away."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from halma.play import Position, Record
from halma.rulebook.library import page
from halma.rulebook.playing import base_of
from tests.web.conftest import Somebody
from tests.web.hands import QUIET, Hands
from tests.web.serving import Server


def table(server: Server, game: str = "halma", **given: Any) -> dict[str, Any]:
    """A table at which blue begins, with everybody here unless seats are given."""
    return server.table(game, options={"first": "A"}, **given)


def test_the_first_game_begins_within_three_taps(hands: Hands) -> None:
    hands.go()
    hands.page.click('[data-game="halma"]')
    hands.page.click("#begin")
    hands.seated()
    assert hands.pieces()["a1"] == "A"
    # The lot may let the computer begin.
    hands.page.wait_for_selector('.turn:has-text("Your turn")')


def test_a_tap_on_a_piece_shows_where_it_can_go(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.tap("d2")
    assert set(hands.reachable()) == {"f2", "d4", "e3"}
    hands.tap("e3")
    hands.wait_for_ply(1)
    assert hands.pieces().get("e3") == "A" and "d2" not in hands.pieces()
    assert hands.page.locator(".layer.trail .way").count() == 1


def test_a_tap_that_is_not_allowed_tells_why(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.tap("d2")
    hands.tap("k9")
    hands.page.wait_for_selector('.word:has-text("No step or hop reaches")')
    assert hands.page.locator(".layer.marks use").count() >= 1
    hands.tap("d2")
    hands.tap("p16")
    hands.page.wait_for_selector('.word:has-text("not yours to move")')


def test_hop_by_hop_and_confirmation(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    hands.remember("settings", {**QUIET, "steps": True, "confirm": True})
    hands.sit(table(server))
    hands.tap("e1")
    hands.tap("f2")
    assert hands.ply == 0
    hands.act("confirm")
    hands.wait_for_ply(1)
    assert hands.pieces()["f2"] == "A"


def test_a_chain_is_made_hop_by_hop(somebody: Somebody, server: Server) -> None:
    diagram = next(each for each in page("star", "en").diagrams if each.name == "the-end")
    start = base_of(diagram)
    hands = somebody()
    hands.remember("settings", {**QUIET, "steps": True})
    hands.sit(server.table("star", position=start.board_text()))
    origin, between, last = diagram.play[0].split("-")
    hands.tap(origin)
    # Only the next hops are shown, not the end of the chain.
    assert between in hands.reachable() and last not in hands.reachable()
    hands.tap(between)
    assert hands.ply == 0 and last in hands.reachable()
    hands.tap(last)
    # The piece could go on from there.
    assert hands.ply == 0
    hands.act("stop")
    hands.wait_until_over()


def test_moves_are_taken_back_and_made_again(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.move("e2-f3")
    hands.act("undo")
    hands.page.wait_for_selector('.table[data-ply="0"]')
    assert "f3" not in hands.pieces()
    hands.act("redo")
    hands.wait_for_ply(1)
    assert hands.pieces()["f3"] == "A"


def test_a_hint_comes_with_its_reason(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.act("hint")
    hands.page.wait_for_selector('.word[data-kind="hint"]:not(:empty)')
    hands.page.wait_for_selector(".layer.proposal .way")
    assert len(hands.page.inner_text(".word")) > 10


def test_a_finished_game_is_analysed(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "dutch"))
    for move in ("a2-a3", "a8-a7", "b2-b3"):
        hands.move(move)
    hands.resign()
    hands.wait_until_over()
    hands.act("analysis")
    hands.page.wait_for_selector(".chart .curve")
    assert hands.page.locator(".chart .curve").count() == 2
    hands.page.wait_for_selector('dialog [role=status]:has-text("How the game went")')
    hands.page.locator("dialog input[type=range]").focus()
    hands.page.keyboard.press("Home")
    hands.page.wait_for_selector('.best:has-text("Best:")')
    hands.page.wait_for_selector('.worst:has-text("lost m")')


def test_the_move_that_lost_most_is_named_and_shown(hands: Hands, server: Server) -> None:
    """A fills its target with m5-n1 and wins; it plays something else, and B comes home with its next move."""
    text = "B/BB/BBB/BBB1/8B4/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 91"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push("m5-l5")
    position.push("e9-d4")
    hands.sit(server.table("star", record=Record.of(position).to_text()))
    hands.wait_until_over()
    hands.act("analysis")
    hands.page.wait_for_selector(".worst li:has-text('Lost 100 % of the chance to win. Better: m5-n1')")
    hands.page.click(".worst button")
    # It leads to the position before the move, where the better one is drawn.
    hands.page.wait_for_selector(".told:has-text('After move 0.')")
    assert hands.pieces()["m5"] == "A"
    assert hands.page.get_attribute(".layer.glow use", "data-cell") == "m5"
    hands.page.press(".chart input", "ArrowRight")
    hands.page.wait_for_selector(".told:has-text('After move 1.')")
    assert hands.pieces()["l5"] == "A"
    rows = [row.inner_text().split("\t") for row in hands.page.locator(".odds tr").all()]
    assert [row[1:] for row in rows] == [["Chance to win", "Turns still needed"], ["0 %", "2"], ["100 %", "1"]]


def test_the_computer_answers(hands: Hands, server: Server) -> None:
    made = table(server, seats=[{"kind": "here"}, {"kind": "computer", "level": 1}])
    hands.sit(made)
    hands.move("e2-f3")
    hands.wait_for_ply(2)
    assert "Your turn" in hands.status()


def test_the_moves_can_be_walked_through(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    for move in ("e2-f3", "l15-k14", "d2-e2"):
        hands.move(move)
    hands.page.locator(".movelist .walk button").first.focus()
    hands.page.keyboard.press("ArrowLeft")
    hands.page.keyboard.press("ArrowLeft")
    hands.page.wait_for_selector('.turn:has-text("Looking back")')
    assert hands.pieces()["f3"] == "A" and hands.pieces()["l15"] == "B"
    hands.page.keyboard.press("End")
    hands.page.wait_for_selector('.turn:has-text("to move")')
    assert hands.pieces()["e2"] == "A"


def test_a_link_shows_a_position_to_whoever_opens_it(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    made = table(server)
    hands.sit(made)
    hands.move("e2-f3")
    hands.move("l15-k14")
    hands.unfold("notation")
    hands.page.click(".moves button[data-at='1']")
    hands.act("share")
    link = hands.page.locator("dialog input").nth(1).input_value()
    assert link.endswith(f"/t/{made['table']}#ply=1")
    guest = somebody()
    guest.page.goto(link)
    guest.seated()
    guest.page.wait_for_selector('.turn:has-text("Looking back")')
    assert guest.pieces()["f3"] == "A" and guest.pieces()["l15"] == "B"
    # Who only watches cannot move.
    guest.page.click('[aria-label="To the current position"]')
    guest.tap("e1")
    assert guest.reachable() == [] and "not your turn" in guest.status()


@pytest.mark.parametrize(
    ("name", "kind"), [("record", "text/"), ("board.svg", "image/svg"), ("board.png", "image/png")]
)
def test_a_game_is_saved_as_a_file(hands: Hands, server: Server, name: str, kind: str) -> None:
    hands.sit(table(server))
    hands.act("share")
    address = hands.page.locator(f'dialog a[download][href*="{name}"]').get_attribute("href")
    answer = hands.page.request.get(f"{server.url}{address}")
    assert answer.ok and answer.headers["content-type"].startswith(kind)


def two_people(somebody: Somebody, server: Server) -> tuple[Hands, Hands, dict[str, Any]]:
    made = table(server, seats=[{"kind": "here"}, {"kind": "link"}])
    one, two = somebody(), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    # The secret does not stay in the address.
    assert "seat=" not in two.page.url
    one.page.wait_for_selector(".status.mine")
    return one, two, made


def test_two_browsers_play_each_other(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    one.move("e2-f3")
    two.wait_for_ply(1)
    two.page.wait_for_selector(".status.mine")
    two.move("l15-k14")
    one.wait_for_ply(2)
    assert one.pieces() == two.pieces()
    one.page.reload()
    one.seated()
    assert one.ply == 2 and one.pieces()["k14"] == "B"


def test_a_chosen_piece_stays_chosen_when_somebody_comes(somebody: Somebody, server: Server) -> None:
    made = table(server, seats=[{"kind": "here"}, {"kind": "here"}])
    one = somebody()
    one.sit(made)
    one.tap("d2")
    guest = somebody()
    guest.go(f"/t/{made['table']}")
    guest.seated()
    one.page.wait_for_selector('.watching:has-text("1 is watching")')
    assert "e3" in one.reachable()


def test_chat_is_text(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    said = '<img src=x onerror="document.title=1"><b>hello</b>'
    one.page.click(".talk summary")
    one.page.fill(".talk input", said)
    one.page.keyboard.press("Enter")
    line = two.page.locator(".talk .lines li")
    line.wait_for()
    assert said in line.inner_text()
    assert two.page.locator(".lines img, .lines b b").count() == 0


def test_a_draw_is_offered_and_accepted(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    one.move("e2-f3")
    two.wait_for_ply(1)
    one.act("more")
    one.page.click("dialog [data-action=draw]")
    two.page.click("[data-action=accept]:visible")
    one.wait_until_over()
    two.wait_until_over()
    # In the next game everybody sits one seat further, with the secret they had.
    two.act("rematch")
    two.page.wait_for_selector('.players li[data-seat="A"]:has-text("you")')
    one.act("follow")
    one.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')
    assert one.page.url == two.page.url and one.ply == 0


def test_a_game_goes_on_after_the_server_was_killed(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    one.move("e2-f3")
    server.stop(signal.SIGKILL)
    for hands in (one, two):
        hands.page.wait_for_selector(".net:not(:empty)")
    server.start()
    for hands in (one, two):
        hands.page.wait_for_selector(".net:empty", state="attached")
    two.move("l15-k14")
    one.wait_for_ply(2)
    assert one.pieces()["k14"] == "B"


def test_somebody_sits_down_at_an_open_table(somebody: Somebody, server: Server) -> None:
    made = table(server, "dutch", seats=[{"kind": "here", "name": "Open"}, {"kind": "link"}], public=True)
    guest = somebody()
    guest.go("/#/games")
    guest.page.click(f'.rows a[href="/t/{made["table"]}"]')
    guest.seated()
    guest.act("join")
    guest.page.wait_for_selector('.players li[data-seat="B"]:has-text("you")')


def test_own_games_are_listed_and_resumed(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "dutch"))
    hands.go("/#/games")
    hands.page.click('.rows a:has-text("Dutch Halma")')
    hands.seated()
    assert hands.pieces()["a1"] == "A"


def test_a_clock_runs_for_who_has_to_move(somebody: Somebody, server: Server) -> None:
    clock = {"kind": "fischer", "seconds": 90, "increment": 5}
    made = table(server, seats=[{"kind": "here"}, {"kind": "link"}], clock=clock)
    one, two = somebody(), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    one.page.wait_for_selector('[data-seat="A"] .clock:has-text("1:2")')
    assert one.page.inner_text('[data-seat="B"] .clock') == "1:30"


def test_dice_are_seen(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "dice"))
    assert hands.page.locator(".dice .die").count() == 2


def height(hands: Hands) -> float:
    """How far down the corner a1 lies."""
    box = hands.page.locator('.cell[data-cell="a1"]').bounding_box()
    assert box is not None
    return box["y"]


def test_the_board_turns_to_who_moves(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    hands.remember("settings", {**QUIET, "turned": "mover"})
    hands.sit(table(server))
    before = height(hands)
    hands.move("e2-f3")
    hands.page.wait_for_function(
        "before => document.querySelector('.cell[data-cell=a1]').getBoundingClientRect().y < before", arg=before
    )
    assert hands.pieces()["f3"] == "A"


def test_the_board_is_seen_from_the_own_side_and_can_be_turned(somebody: Somebody, server: Server) -> None:
    one, two, _ = two_people(somebody, server)
    before = height(two)
    assert height(one) > before
    two.act("turn")
    two.page.wait_for_function(
        "before => document.querySelector('.cell[data-cell=a1]').getBoundingClientRect().y > before", arg=before
    )
