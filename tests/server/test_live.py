"""Live play: what is said over the WebSocket, and what everybody at the table hears."""

import asyncio
import threading

import pytest

from halma.play import Position, Record
from halma.server.domain import seats
from halma.server.errors import RefusedError

TWO = [{"kind": "link"}, {"kind": "link"}]


@pytest.fixture
def pair(server):
    """A table of two people by link, both there, and a spectator."""
    table = server.table(seats=TWO)
    with (
        server.live(table, table["seats"]["A"]) as first,
        server.live(table, table["seats"]["B"]) as second,
        server.live(table) as spectator,
    ):
        yield table, first, second, spectator


def test_a_move_reaches_everybody_with_its_way(pair):
    _, first, second, spectator = pair
    assert first.ask("move", ply=0, text="a1-c3")["error"]["code"] == "occupied"
    assert first.ask("move", ply=0, text="c1-e3") == {"type": "done", "what": "move", "ply": 1}
    for viewer in (first, second, spectator):
        message = viewer.until("move")
        (entry,) = message["entries"]
        assert (entry["ply"], entry["seat"], entry["text"]) == (1, "A", "c1-e3")
        assert entry["path"] == ["c1", "e3"] and entry["changes"] == {"c1": None, "e3": "A"}
        assert message["view"]["to_act"] == "B"
    assert first.view["moves"] is None and spectator.view["moves"] is None
    assert len(second.view["moves"]) == 40
    assert [seat["yours"] for seat in second.view["seats"]] == [False, True]


def test_a_repeated_move_is_acknowledged_and_another_one_is_stale(pair):
    _, first, second, _ = pair
    first.ask("move", ply=0, text="e2-f3")
    assert first.ask("move", ply=0, text="e2-f3") == {"type": "done", "what": "move", "ply": 1}
    answer = first.ask("move", ply=0, text="e2-e3")
    assert answer["error"]["code"] == "stale"
    assert first.view["ply"] == 1 and len(first.view["history"]) == 1
    assert second.code("move", ply=0, text="e2-f3") == "stale"
    assert first.code("move", ply=7, text="e2-e3") == "stale"


def test_of_two_who_play_the_same_seat_at_once_one_is_first(server):
    table = server.table(seats=TWO)
    token = table["seats"]["A"]
    with server.live(table, token) as left, server.live(table, token) as right:
        found: list[str] = []
        start = threading.Barrier(2)

        def play(viewer, text):
            start.wait()
            found.append(viewer.code("move", ply=0, text=text))

        threads = [threading.Thread(target=play, args=pair) for pair in ((left, "e2-f3"), (right, "d3-d4"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == ["done", "stale"]
    assert server.view(table)["ply"] == 1


def test_who_is_there_is_told(pair):
    _, first, second, spectator = pair
    spectator.send("ping")
    spectator.until("pong")
    assert {seat["seat"]: seat["connected"] for seat in spectator.view["seats"]} == {"A": True, "B": True}
    second.socket.close()
    told = first.until("presence", lambda message: message["spectators"] == 1 and message["connected"] == ["A"])
    assert told == {"type": "presence", "connected": ["A"], "spectators": 1}


def test_missed_moves_come_with_the_view_after_a_break(server):
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        viewer.ask("move", ply=0, text="e2-f3")
    server.move(table, 1, "l15-k14")
    with server.live(table, table["token"]) as viewer:
        assert [entry["text"] for entry in viewer.view["history"][1:]] == ["l15-k14"]
        # Without knowing a rule a page can replay the game.
        pieces = dict(viewer.view["start"])
        for entry in viewer.view["history"]:
            pieces |= entry["changes"]
        assert {cell: letter for cell, letter in pieces.items() if letter} == viewer.view["pieces"]


def test_names_and_chat_are_plain_text(pair):
    _, first, second, spectator = pair
    first.ask("name", name="  <b>Ann\u202e\x00a</b>\n ")
    second.until("view", lambda message: message["view"]["seats"][0]["name"] == "<b>Anna</b>")
    second.send("chat", text="Good\r\nluck \u2066!")
    for viewer in (first, spectator):
        assert viewer.until("chat")["line"]["text"] == "Good luck !"
    spectator.ask("chat", text="hello", name="Zoe")
    assert first.until("chat")["line"] | {"at": 0} == {
        "number": 1,
        "seat": None,
        "name": "Zoe",
        "text": "hello",
        "at": 0,
    }
    assert first.code("chat", text="\x00") == "nothing-said"
    assert first.code("chat", text="x" * 501) == "bad-request"


def test_a_spectator_cannot_take_the_name_of_a_player(pair):
    _, first, second, spectator = pair
    first.ask("name", name="Anna")
    for speaker, name, shown in (
        (spectator, "Anna", ""),
        (spectator, " aNNa ", ""),
        (second, "anna", ""),
        (spectator, "Annabel", "Annabel"),
        (first, "Anna", "Anna"),
    ):
        assert speaker.code("chat", text="hello", name=name) == "done"
        assert first.until("chat")["line"]["name"] == shown


def test_spectators_cannot_fill_the_chat_of_those_who_play(server, pair, monkeypatch):
    monkeypatch.setattr(seats, "MOST_LINES", 2)
    _, first, second, spectator = pair
    assert [spectator.code("chat", text="hello") for _ in range(3)] == ["done", "done", "chat-full"]
    assert [first.code("chat", text="hello") for _ in range(3)] == ["done", "done", "chat-full"]
    assert second.code("chat", text="hello") == "done"


def test_a_table_can_be_without_chat(server):
    table = server.table(chat=False)
    with server.live(table, table["token"]) as viewer:
        assert viewer.view["chat_on"] is False
        assert viewer.code("chat", text="hello") == "chat-off"


def test_why_something_is_not_allowed_is_told_in_the_language(server):
    table = server.table()
    with server.live(table, table["token"], lang="de-AT") as viewer:
        refusal = viewer.ask("explain", origin="a1", target="c3")["refusal"]
        text = "Auf c3 steht schon eine Figur."
        rule = {"clause": "2.2", "page": "halma", "label": "Regel 2.2"}
        assert refusal == {"reason": "occupied", "text": text, "cells": ["c3"], "rule": rule}
        assert viewer.ask("explain", text="e2-f3")["refusal"] is None
        assert viewer.code("explain", text="quux") == "invalid-move"
        assert viewer.code("explain") == "bad-request"
        answer = viewer.ask("reach", origin="c3")
        assert {move["target"] for move in answer["moves"]} == {"c5", "d4", "e3"}


def test_undo_and_redo_on_one_screen(server):
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        assert viewer.code("undo", ply=0) == "nothing-to-undo"
        viewer.ask("move", ply=0, text="e2-f3")
        viewer.ask("move", ply=1, text="l15-k14")
        assert viewer.code("undo", ply=1) == "stale"
        assert viewer.ask("undo", ply=2)["ply"] == 1
        viewer.until("view")
        assert viewer.view["ply"] == 1 and viewer.view["can_redo"]
        assert viewer.ask("undo", ply=1)["ply"] == 0
        assert viewer.ask("redo", ply=0)["ply"] == 1
        assert viewer.ask("redo", ply=1)["ply"] == 2
        assert viewer.code("redo", ply=2) == "nothing-to-redo"
        viewer.ask("undo", ply=2)
        viewer.ask("move", ply=1, text="l15-l14")
        assert viewer.code("redo", ply=2) == "nothing-to-redo"
    assert [entry["text"] for entry in server.view(table)["history"]] == ["e2-f3", "l15-l14"]


def test_a_lot_is_drawn_once_whatever_is_taken_back(server):
    def mice():
        return {cell for cell, letter in server.view(table)["pieces"].items() if letter == "B"}

    table = server.table("cat-and-mouse", options={"scatter": True})
    with server.live(table, table["token"]) as viewer:
        viewer.ask("move", ply=0, text="@h8")
        viewer.ask("move", ply=1, text="@i9")
        drawn = mice()
        assert len(drawn) == 19
        viewer.ask("undo", ply=2)
        assert mice() == set()
        viewer.ask("redo", ply=1)
        assert mice() == drawn
    # The cat's entry shows the mice too, and no roll has lapsed.
    (_, entry) = server.view(table)["history"]
    assert drawn < set(entry["changes"]) and entry["lapsed"] == []


def test_a_table_goes_on_from_a_record_with_the_lot_it_had(server):
    position = Position("cat-and-mouse", scatter=True, seed=5)
    for text in ("@h8", "@i9"):
        position.push(text)
    table = server.table("cat-and-mouse", record=Record.of(position).to_text())
    assert server.view(table)["pieces"] == position.pieces


def test_between_people_a_move_is_taken_back_by_agreement(pair):
    _, first, second, _ = pair
    assert first.code("offer", what="takeback") == "no-such-offer"
    first.ask("move", ply=0, text="e2-f3")
    second.ask("move", ply=1, text="l15-k14")
    assert first.code("undo", ply=2) == "others-play-too"
    first.ask("offer", what="takeback")
    assert second.until("offer")["offer"] == {"what": "takeback", "seat": "A", "agreed": ["A"]}
    second.ask("answer", what="takeback", accept=False)
    first.until("offer", lambda message: message["offer"] is None)
    assert second.code("answer", what="takeback", accept=True) == "no-offer"
    first.ask("move", ply=2, text="f3-f4")
    first.ask("offer", what="takeback")
    second.ask("answer", what="takeback", accept=True)
    first.until("view", lambda message: message["view"]["ply"] == 2)
    assert first.view["to_act"] == "A" and len(first.view["history"]) == 2


def test_who_offered_is_told_that_it_was_declined(server, pair):
    table, first, second, _ = pair
    first.ask("move", ply=0, text="e2-f3")
    first.ask("offer", what="draw")
    second.ask("answer", what="draw", accept=False)
    told = first.until("offer", lambda message: message["offer"] is None)
    assert told["declined"] == [{"what": "draw", "seat": "A", "by": "B"}]
    # Whoever reloads the page still sees it.
    assert server.view(table, table["seats"]["A"])["declined"] == told["declined"]
    assert first.code("offer", what="draw") == "offer-declined"
    second.ask("move", ply=1, text="l15-k14")
    assert server.view(table)["declined"] == []
    assert first.ask("offer", what="draw")["type"] == "done"


def test_a_draw_by_agreement_and_a_rematch_with_the_seats_rotated(server, pair):
    table, first, second, _ = pair
    first.ask("move", ply=0, text="e2-f3")
    first.ask("offer", what="draw")
    assert second.code("answer", what="takeback", accept=True) == "no-offer"
    second.ask("answer", what="draw", accept=True)
    second.until("view", lambda message: message["view"]["outcome"])
    outcome = second.view["outcome"]
    assert (outcome["termination"], outcome["drawn"], outcome["places"]) == ("agreed", True, {"A": 1, "B": 1})
    assert second.code("move", ply=1, text="l15-k14") == "game-over"
    record = server.get(f"/api/tables/{table['table']}/record").text
    assert '[Result "A=1 B=1 agreed"]' in record
    again = server.post(f"/api/tables/{table['table']}/rematch", token=table["seats"]["A"])
    assert again.status_code == 201 and again.json()["links"] == []
    # The same secrets open the other seat now.
    assert [seat["yours"] for seat in server.view(again.json(), table["seats"]["A"])["seats"]] == [False, True]
    assert [seat["yours"] for seat in server.view(again.json(), table["seats"]["B"])["seats"]] == [True, False]
    assert server.view(again.json())["waiting"] is False
    assert server.post(f"/api/tables/{table['table']}/rematch", token=table["seats"]["B"]).status_code == 409
    assert server.view(table, table["seats"]["B"])["rematch"] == again.json()["table"]
    assert server.view(table)["rematch"] is None


def test_whoever_resigns_against_one_has_lost(pair):
    _, first, second, _ = pair
    second.ask("resign")
    first.until("view", lambda message: message["view"]["outcome"])
    assert first.view["outcome"]["places"] == {"A": 1, "B": 2}
    assert first.view["seats"][1]["gone"] == "resigned"
    assert first.code("resign") == "game-over"


def test_whoever_resigns_among_several_is_played_on_by_a_computer(server):
    table = server.table("star", options={"players": 3}, seats=[{"kind": "link"}] * 3)
    with server.live(table, table["seats"]["A"]) as first, server.live(table, table["seats"]["B"]):
        first.ask("resign")
        first.until("move", lambda message: message["entries"][0]["seat"] == "A")
        assert first.view["seats"][0]["stand_in"] == 4 and first.view["outcome"] is None
        assert first.code("move", ply=1, text="quux") == "not-your-turn"


def test_what_cannot_be_read_is_answered(server):
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        for text in ("{", "[]", '{"type":"quux"}', '{"type":"move","ply":-1,"text":"e2-f3"}', '{"type":"ping","a":1}'):
            viewer.socket.send(text)
            assert viewer.until("error")["error"]["code"] == "bad-request"
        viewer.send("ping")
        viewer.until("pong")


def test_a_ping_is_answered_while_a_hint_is_thought_of(server, monkeypatch):
    asked, go = threading.Event(), threading.Event()

    async def slow(*_):
        asked.set()
        await asyncio.to_thread(go.wait, 60)
        raise RefusedError("no-hint", 409, "There is no move to suggest now.")

    monkeypatch.setattr("halma.server.transport.live.hint_for", slow)
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        viewer.send("hint")
        assert asked.wait(60)
        # The hint is not ready, and nothing waits for it; another one is not begun beside it.
        viewer.send("hint")
        assert viewer.until("error")["error"]["code"] == "too-fast"
        assert viewer.ask("move", ply=0, text="e2-f3")["type"] == "done"
        viewer.send("ping")
        viewer.until("pong")
        go.set()
        assert viewer.until("error")["what"] == "hint"


def test_a_refusal_names_what_was_refused(pair):
    _, first, _, _ = pair
    assert first.ask("move", ply=0, text="a1-c3")["what"] == "move"
    assert first.ask("answer", what="draw", accept=True)["what"] == "answer"


def test_a_view_says_which_clock_runs_and_when_it_was_read(server):
    table = server.table(seats=TWO, clock={"kind": "fischer", "seconds": 600, "increment": 5})
    with server.live(table, table["seats"]["A"]) as first:
        assert [seat["clock_runs"] for seat in first.view["seats"]] == [False, False]
        with server.live(table, table["seats"]["B"]):
            first.until("view", lambda message: not message["view"]["waiting"])
            assert [seat["clock_runs"] for seat in first.view["seats"]] == [True, False]
            first.ask("move", ply=0, text="e2-f3")
            told = first.until("move")["view"]
            assert [seat["clock_runs"] for seat in told["seats"]] == [False, True]
            first.send("ping")
            assert told["now"] <= first.until("pong")["now"]


def test_moves_sent_together_are_told_once(server):
    table = server.table()
    with server.live(table, table["token"]) as player, server.live(table) as spectator:
        for ply, text in enumerate(("e2-f3", "l15-k14", "d3-d4")):
            player.send("move", ply=ply, text=text)
        known: list[int] = []
        while len(known) < 3:
            known += [entry["ply"] for entry in spectator.until("move")["entries"]]
        spectator.send("ping")
        while (message := spectator.hear())["type"] != "pong":
            known += [entry["ply"] for entry in message.get("entries", [])]
        assert known == [1, 2, 3]
