"""A network that dies and comes back, messages that come twice or not at all, moves that were not acknowledged."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.line import Line
from tests.web.serving import Server

# The longest that may pass before people are told that nobody answers.
NOTICED = 5000


def seated(hands: Hands, server: Server, **given: Any) -> tuple[Line, dict[str, Any]]:
    """Somebody at a table at which blue begins, with a connection that the test holds and a clock that it can turn."""
    line = Line(hands)
    hands.page.clock.install()
    made = server.table("halma", options={"first": "A"}, **given)
    hands.sit(made)
    return line, made


def is_told(hands: Hands) -> bool:
    return "Connection lost" in hands.page.inner_text(".net")


def test_a_dead_network_is_noticed_within_five_seconds(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    line.freeze()
    hands.page.clock.run_for(NOTICED)
    assert is_told(hands)
    line.thaw()
    hands.page.clock.run_for(NOTICED)
    hands.page.wait_for_selector(".net:empty", state="attached")


def test_a_connection_that_answers_is_not_given_up(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    for pongs in range(1, 4):
        hands.page.clock.run_for(2100)
        line.wait_for("pong", pongs)
        assert not is_told(hands)


def test_the_systems_word_that_the_network_is_gone_is_heard(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    line.freeze()
    hands.page.evaluate("dispatchEvent(new Event('offline'))")
    hands.page.clock.run_for(1000)
    assert is_told(hands)
    # The next attempt is made at once when it is back.
    line.thaw()
    hands.page.evaluate("dispatchEvent(new Event('online'))")
    hands.page.wait_for_selector(".net:empty", state="attached")


def test_a_server_on_this_machine_is_not_given_up_without_a_network(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    hands.page.evaluate("dispatchEvent(new Event('offline'))")
    line.wait_for("pong")
    hands.page.clock.run_for(1000)
    assert not is_told(hands)


def test_an_unsent_move_is_shown_as_unsent_and_sent_again(hands: Hands, server: Server) -> None:
    line, made = seated(hands, server)
    line.freeze()
    hands.tap("e2")
    hands.tap("f3")
    hands.page.clock.run_for(NOTICED)
    assert "e2-f3" in hands.page.inner_text(".unsent")
    assert hands.page.locator(".layer.proposal .way").count() == 1
    # It waits; another one is not made meanwhile.
    hands.tap("d2")
    assert "being sent" in hands.page.inner_text(".word")
    line.thaw()
    hands.page.clock.run_for(NOTICED)
    hands.wait_for_ply(1)
    assert hands.page.inner_text(".unsent") == "" and hands.pieces()["f3"] == "A"
    assert server.get(f"/api/tables/{made['table']}")["ply"] == 1


def test_a_move_whose_acknowledgement_was_lost_counts_once(hands: Hands, server: Server) -> None:
    line, made = seated(hands, server)
    line.deaf = True
    hands.tap("e2")
    hands.tap("f3")
    line.wait_for("played")
    line.mute = True
    hands.page.clock.run_for(NOTICED)
    assert "e2-f3" in hands.page.inner_text(".unsent")
    line.thaw()
    hands.page.clock.run_for(NOTICED)
    line.wait_for("done")
    hands.wait_for_ply(1)
    hands.page.wait_for_selector(".unsent:empty", state="attached")
    assert hands.page.inner_text(".word") == "" and hands.page.locator(".moves li").count() == 1
    assert server.get(f"/api/tables/{made['table']}")["ply"] == 1


def test_an_unsent_move_is_dropped_when_the_table_has_gone_on(hands: Hands, server: Server) -> None:
    line, made = seated(hands, server)
    line.freeze()
    hands.tap("e2")
    hands.tap("f3")
    # The same seat is played from another device.
    server.post(f"/api/tables/{made['table']}/moves", {"ply": 0, "text": "d2-e3"}, made["token"])
    hands.page.clock.run_for(NOTICED)
    line.thaw()
    hands.page.clock.run_for(NOTICED)
    hands.page.wait_for_selector('.word:has-text("Your move e2-f3 was not played")')
    assert hands.pieces()["e3"] == "A" and "f3" not in hands.pieces()
    assert hands.page.inner_text(".unsent") == ""
    # The next move is made as ever.
    hands.move("l15-k14")


def test_the_lost_connection_is_told_once(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    line.cut()
    hands.page.wait_for_selector(".net:not(:empty)")
    hands.act("hint")
    assert is_told(hands) and hands.page.inner_text(".word") == ""


def test_a_hint_that_never_came_is_not_waited_for(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    line.freeze()
    hands.act("hint")
    assert "Looking for a good move" in hands.page.inner_text(".word")
    hands.page.clock.run_for(NOTICED)
    assert hands.page.inner_text(".word") == "" and hands.page.is_enabled("[data-action=hint]")


def history(hands: Hands) -> list[str]:
    return hands.page.eval_on_selector_all(".moves button", "all => all.map(each => each.title)")


def test_an_event_that_comes_twice_or_late_is_taken_once(hands: Hands, server: Server) -> None:
    line, _ = seated(hands, server)
    hands.move("e2-f3")
    (first,) = line.told("played")
    line.tell(first)
    hands.move("l15-k14")
    second = line.told("played")[-1]
    for message in (second, first, second):
        line.tell(message)
    hands.move("d2-e2")
    assert history(hands) == ["e2-f3", "l15-k14", "d2-e2"]
    assert hands.page.inner_text(".movelist .count") == "3 moves"


def test_a_missing_event_makes_the_page_ask_for_it(hands: Hands, server: Server) -> None:
    line, made = seated(hands, server)
    address = f"/api/tables/{made['table']}/moves"
    line.deaf = True
    server.post(address, {"ply": 0, "text": "e2-f3"}, made["token"])
    line.wait_for("played")
    line.deaf = False
    server.post(address, {"ply": 1, "text": "l15-k14"}, made["token"])
    hands.wait_for_ply(2)
    hands.page.wait_for_function("() => document.querySelectorAll('.moves button').length === 2")
    assert history(hands) == ["e2-f3", "l15-k14"]
    assert hands.pieces()["f3"] == "A" and hands.pieces()["k14"] == "B"


def test_moves_that_come_faster_than_they_are_shown_are_caught_up_with(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    hands.freeze_motion()
    line = Line(hands)
    made = server.table("halma", options={"first": "A"})
    hands.sit(made)
    line.holding = True
    moves = ("e2-f3", "l15-k14", "d2-e2", "m15-l15", "e2-e3", "l15-l14")
    for ply, text in enumerate(moves):
        server.post(f"/api/tables/{made['table']}/moves", {"ply": ply, "text": text}, made["token"])
    line.wait_for("played", len(moves))
    line.release()
    # All but the last are there at once; that one is being shown.
    hands.wait_for_ply(len(moves) - 1)
    assert history(hands) == list(moves[:-1]) and hands.pieces()["e3"] == "A"
    hands.page.wait_for_function("() => document.getAnimations().length === 1")


@pytest.mark.parametrize("kind", ["fischer", "move"])
def test_a_clock_that_does_not_run_stands(hands: Hands, server: Server, kind: str) -> None:
    clock = {"kind": kind, "seconds": 300, "increment": 0}
    seated(hands, server, seats=[{"kind": "here"}, {"kind": "link"}], clock=clock)
    # Somebody who was invited has not come yet.
    hands.page.clock.fast_forward(20_000)
    assert hands.page.locator(".clock").all_inner_texts() == ["5:00", "5:00"]


def seconds(hands: Hands, seat: str) -> int:
    minutes, rest = hands.page.inner_text(f'[data-seat="{seat}"] .clock').split(":")
    return 60 * int(minutes) + int(rest)


def with_clock(somebody: Somebody, server: Server) -> tuple[Hands, Line, dict[str, Any]]:
    clock = {"kind": "move", "seconds": 3000, "increment": 0}
    hands, guest = somebody(), somebody()
    line, made = seated(hands, server, seats=[{"kind": "here"}, {"kind": "link"}], clock=clock)
    guest.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    guest.seated()
    hands.page.wait_for_selector("[data-runs]")
    return hands, line, made


def test_a_running_clock_goes_on_when_somebody_comes(somebody: Somebody, server: Server) -> None:
    hands, _, made = with_clock(somebody, server)
    hands.page.clock.fast_forward(1_000_000)
    hands.page.wait_for_function("() => document.querySelector('[data-seat=A] .clock').textContent.startsWith('33:')")
    somebody().go(f"/t/{made['table']}")
    hands.page.wait_for_selector('.chosen:has-text("1 is watching")')
    assert seconds(hands, "A") < 2100
    # The other one's clock stands.
    assert seconds(hands, "B") == 3000


def test_a_clock_counts_from_the_servers_time(somebody: Somebody, server: Server) -> None:
    """A message that was long being sent takes nothing off what has passed meanwhile."""
    hands, line, _ = with_clock(somebody, server)
    line.holding = True
    hands.tap("e2")
    hands.tap("f3")
    line.wait_for("played")
    # The page sees the message much later than the server wrote it.
    moves = [text for text in line.held if '"type":"played"' in text]
    hands.page.clock.fast_forward(1_000_000)
    line.held = moves
    line.release()
    hands.wait_for_ply(1)
    assert seconds(hands, "B") < 2100 and seconds(hands, "A") == 3000
