"""Computers at tables, hints, analysis, dice and puzzles."""

import asyncio
import time

import pytest

from halma.engine import Limits, think
from halma.play import Position, Record, SeededDice
from halma.puzzles import pars, record_of
from halma.server.errors import RefusedError
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers

AGAINST = [{"kind": "here"}, {"kind": "computer", "level": 1}]


def test_a_computer_answers_a_move_and_undo_takes_both_back(server):
    table = server.table(seats=AGAINST)
    with server.live(table, table["token"]) as viewer:
        viewer.ask("move", ply=0, text="e2-f3")
        viewer.until("move", lambda message: message["view"]["ply"] == 2)
        assert viewer.view["to_act"] == "A" and viewer.view["moves"]
        answer = server.view(table)["history"][1]["text"]
        assert viewer.ask("undo", ply=2)["ply"] == 0
        viewer.until("view")
        assert viewer.ask("redo", ply=0)["ply"] == 2
        assert server.view(table)["history"][1]["text"] == answer
        assert viewer.code("offer", what="draw") == "no-such-offer"
        # A computer agrees to a move back.
        assert viewer.ask("offer", what="takeback")["type"] == "done"
        assert server.view(table)["ply"] == 0


def test_a_whole_game_between_computers_is_played_and_analysed(server):
    table = server.table("quick", options={"players": 2}, seats=[{"kind": "computer", "level": 2}] * 2)
    assert server.get(f"/api/tables/{table['table']}/analysis").json()["error"]["code"] == "not-over"
    end = time.monotonic() + 300
    while not (view := server.view(table))["outcome"] and time.monotonic() < end:
        time.sleep(0.1)
    assert view["outcome"]["places"]
    path = f"/api/tables/{table['table']}/analysis"
    while (found := server.get(path).json())["state"] == "working" and time.monotonic() < end + 30:
        time.sleep(0.1)
    assert found["state"] == "ready" and found["done"] == found["total"] == view["ply"] + 1
    first = found["values"][0]
    assert len(first["scores"]) == len(first["chances"]) == 2 and first["line"]
    last = found["values"][-1]
    assert last["scores"] == [] and last["line"] == [] and sorted(last["chances"]) == [0, 1]
    assert first["loss"] is None and all(0 <= value["loss"] <= 1 for value in found["values"][1:])


def test_the_analysis_names_the_move_that_lost_most(server):
    """A fills its target with m5-n1 and wins; it plays something else, and B comes home with its next move."""
    text = "B/BB/BBB/BBB1/8B4/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 91"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push("m5-l5")
    position.push("e9-d4")
    table = server.table(record=Record.of(position).to_text())
    path = f"/api/tables/{table['table']}/analysis"
    while (found := server.get(path).json())["state"] == "working":
        time.sleep(0.1)
    assert found["lost_most"] == [1]
    before, bad, end = found["values"]
    assert (before["chances"], before["remaining"], before["better"]) == ([1, 0], [1, 1], [])
    assert (bad["loss"], bad["better"]) == (1, ["m5-n1"])
    assert (end["loss"], end["better"], end["chances"]) == (0, [], [0, 1])


def test_a_hint_is_a_legal_move_with_a_reason(server):
    table = server.table()
    with server.live(table, table["token"], lang="de") as viewer:
        hint = viewer.ask("hint")["hint"]
        assert hint["move"]["text"] in {move["text"] for move in viewer.view["moves"]} and hint["text"]
    answer = server.post(f"/api/tables/{table['table']}/hint", token=table["token"])
    assert answer.json()["ply"] == 0
    alone = server.table("solitaire")
    hint = server.post(f"/api/tables/{alone['table']}/hint", token=alone["token"]).json()["hint"]
    assert "at least" in hint["text"]


def endless(slot: int) -> None:
    """A thought that never comes to an end by itself."""
    think(Position("halma"), Limits(), stop=worker._stop(slot))


def test_a_thought_is_stopped_when_nobody_waits_for_it():
    job = worker.Job.of(Position("halma", first="A"))

    async def ask() -> None:
        computers = Computers(1, 1)
        try:
            await computers.run(worker.best_move, job, 1, 5.0)
            slow = asyncio.create_task(computers.run(endless))
            while not computers.waiting:
                await asyncio.sleep(0)
            with pytest.raises(RefusedError):
                await computers.run(worker.best_move, job, 1, 5.0)
            slow.cancel()
            # Without the stop this would wait for ever.
            async with asyncio.timeout(300):
                while computers.waiting:
                    await asyncio.sleep(0.01)
                await computers.run(worker.best_move, job, 1, 5.0)
        finally:
            computers.stop()

    asyncio.run(ask())


def test_dice_are_kept_secret_revealed_at_the_end_and_can_be_checked(server):
    table = server.table("rakado")
    for ply in range(6):
        view = server.view(table, table["token"])
        assert view["seed"] is None and len(view["roll"]) == view["dice"] == 1
        server.move(table, ply, view["moves"][0]["text"])
    with server.live(table, table["token"]) as viewer:
        before = viewer.view["roll"]
        viewer.ask("undo", ply=6)
        viewer.until("view")
        viewer.ask("redo", ply=5)
        viewer.until("move")
        assert viewer.view["roll"] == before, "dice cannot be thrown again by taking a move back"
        viewer.ask("resign")
    view = server.view(table)
    position = Position("rakado", first="A", dice=SeededDice(view["seed"]))
    for entry in view["history"]:
        assert tuple(entry["roll"]) == position.roll
        position.push(entry["text"])
    assert position.board_text() == view["position"]


def test_several_actions_of_a_turn_with_dice(server):
    table = server.table("dice")
    with server.live(table, table["token"]) as viewer:
        viewer.ask("move", ply=0, text=viewer.view["moves"][0]["text"])
        viewer.until("move")
        assert viewer.view["open_turn"] and viewer.view["to_act"] == "A"
        assert "done" in {move["kind"] for move in viewer.view["moves"]}
        viewer.ask("move", ply=1, text=".")
        viewer.until("move")
        assert viewer.view["to_act"] == "B"
        # A whole turn in one message, all or nothing.
        first = viewer.view["moves"][0]["text"]
        assert viewer.code("move", ply=2, text=f"{first},quux") == "invalid-move"
        assert viewer.ask("move", ply=2, text=f"{first},.")["ply"] == 4


def test_a_solved_puzzle_enters_the_leaderboard(server):
    record = record_of(next(par for par in pars() if par.id == "solitaire"))
    assert record is not None
    table = server.table("solitaire", puzzle="solitaire", seats=[{"kind": "here", "name": "Sol"}])
    for ply, turn in enumerate(record.turns):
        assert server.move(table, ply, turn.text).status_code == 200
    view = server.view(table)
    assert view["outcome"]["termination"] == "solved" and view["puzzle"]["par"] == view["outcome"]["moves"] == 18
    (leader,) = server.get("/api/puzzles/solitaire/leaders").json()["leaders"]
    assert (leader["name"], leader["moves"]) == ("Sol", 18)
    with server.live(table, table["token"]) as viewer:
        viewer.ask("name", name="Solveig")
    assert server.get("/api/puzzles/solitaire/leaders").json()["leaders"] == [{**leader, "name": "Solveig"}]
    mine = server.post("/api/puzzles/mine", {"tokens": [table["token"]]}).json()["puzzles"]
    assert {puzzle["id"]: puzzle["best"] for puzzle in mine}["solitaire"] == 18
    theirs = server.get("/api/puzzles").json()["puzzles"]
    assert {puzzle["id"]: (puzzle["best"], puzzle["leader"]) for puzzle in theirs}["solitaire"] == (None, 18)
    assert server.get("/api/puzzles/quux/leaders").status_code == 404


def test_a_puzzle_solved_with_a_hint_is_listed_apart(server):
    record = record_of(next(par for par in pars() if par.id == "solitaire"))
    assert record is not None
    tables = [server.table("solitaire", puzzle="solitaire", seats=[{"kind": "here", "name": name}]) for name in "PQ"]
    helped = tables[0]
    assert not server.view(helped)["hinted"]
    with server.live(helped, helped["token"]) as viewer:
        viewer.send("hint")
        viewer.until("hint")
    # Once is enough, and it is not forgotten.
    assert server.view(helped)["hinted"]
    version = server.view(helped)["version"]
    assert server.post(f"/api/tables/{helped['table']}/hint", token=helped["token"]).status_code == 200
    assert server.view(helped)["version"] == version
    for table in tables:
        for ply, turn in enumerate(record.turns):
            assert server.move(table, ply, turn.text).status_code == 200
    leaders = server.get("/api/puzzles/solitaire/leaders").json()["leaders"]
    own = [(each["name"], each["hinted"]) for each in leaders if each["name"] in "PQ"]
    assert own == [("Q", False), ("P", True)] and leaders[-1]["name"] == "P"
    for table, hinted in zip(tables, (True, False), strict=True):
        mine = server.post("/api/puzzles/mine", {"tokens": [table["token"]]}).json()["puzzles"]
        (own,) = [puzzle for puzzle in mine if puzzle["id"] == "solitaire"]
        assert (own["best"], own["hinted"], own["leader"]) == (18, hinted, 18)


def test_the_puzzles_of_a_month_are_listed(server):
    month = server.post("/api/puzzles/months/2020-01", {}).json()
    assert (month["earlier"], month["later"]) == (None, "2020-02")
    assert [puzzle["id"] for puzzle in month["puzzles"]] == [f"daily-2020-01-{day:02}" for day in range(31, 0, -1)]
    assert all(1 <= puzzle["difficulty"] <= 5 and puzzle["best"] is None for puzzle in month["puzzles"])
    for wrong in ("2019-12", "2999-01", "2026-13", "2026-00", "quux"):
        answer = server.post(f"/api/puzzles/months/{wrong}", {})
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "unknown-month"


def test_the_puzzle_of_the_day_can_be_played(server):
    daily = server.get("/api/puzzles/daily").json()
    assert daily["daily"] and daily["task"]
    table = server.table(daily["game"], puzzle=daily["id"])
    assert server.view(table)["position"] == daily["position"]
    assert server.post("/api/tables", {"game": "star", "puzzle": "daily-2999-01-01"}).status_code == 404
    assert server.post("/api/tables", {"game": "star", "puzzle": "daily-2026-13-01"}).status_code == 404
