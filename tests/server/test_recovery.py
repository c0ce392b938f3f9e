"""Storage that fails for a while: all is taken up again once it works, and nothing counts that was not stored."""

import asyncio
import logging
import sqlite3
import threading
from typing import Any

import pytest

from halma.puzzles import pars, record_of
from halma.server.app import make
from halma.server.domain.commands import MakeMove
from halma.server.logs import JsonLines
from halma.server.service import tables, timers
from halma.server.storage import statements
from halma.server.tokens import hashed

from .conftest import PATIENCE, running
from .faults import Fault

AGAINST = [{"kind": "here"}, {"kind": "computer", "level": 1}]
LINKS = [{"kind": "link"}, {"kind": "link"}]


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """What is tried again is tried soon."""
    for module, name in ((tables, "FIRST_WAIT"), (tables, "LONGEST_WAIT"), (make, "BEAT"), (timers, "LONGEST")):
        monkeypatch.setattr(module, name, 0.01)


def test_a_computers_move_is_stored_once_the_storage_works_again(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        table = server.table(seats=AGAINST)
        fault = Fault(server, monkeypatch)
        thought = server.front.computers.queue

        async def think(*arguments, **more):
            text = await thought(*arguments, **more)
            fault.on = True
            return text

        monkeypatch.setattr(server.front.computers, "queue", think)
        with server.live(table, table["token"]) as viewer:
            viewer.ask("move", ply=0, text="e2-f3")
            fault.wait(3)
            assert server.view(table)["ply"] == 1
            fault.on = False
            viewer.until("move", lambda message: message["view"]["ply"] == 2)


def test_a_clock_that_ran_out_while_nothing_could_be_stored_rings_later(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        table = server.table(seats=LINKS, clock={"kind": "move", "seconds": 1}, fate="forfeit")
        fault = Fault(server, monkeypatch)
        with server.live(table, table["seats"]["A"]) as anna, server.live(table, table["seats"]["B"]):
            fault.on = True
            fault.wait(5)
            deadline = server.service.storage.now() + 1
            while server.service.storage.now() < deadline:
                fault.wait(1)
            assert server.view(table)["outcome"] is None
            fault.on = False
            anna.until("view", lambda message: message["view"]["outcome"])
            assert anna.view["outcome"]["termination"] == "time"


def test_a_move_after_the_deadline_is_late_even_if_no_timer_has_rung(tmp_path):
    now = [1_000_000.0]
    with running(tmp_path, now=lambda: now[0]) as server:
        table = server.table(seats=[{"kind": "here"}, {"kind": "here"}], clock={"kind": "move", "seconds": 60})
        now[0] += 61
        answer = server.move(table, 0, "e2-f3")
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "not-your-turn"
        assert server.view(table)["seats"][0]["gone"] == "time"


def test_the_heartbeat_survives_a_fault_and_health_says_so(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        server.table(seats=[{"kind": "here"}] * 2, clock={"kind": "move", "seconds": 1000})
        fault = Fault(server, monkeypatch)
        assert server.get("/api/health").json()["status"] == "ok"
        fault.on = True
        fault.wait(2)
        assert server.get("/api/health").json()["status"] == "storage-failing"
        fault.on = False
        beats = threading.Semaphore(0)
        whole = server.service.storage.beat

        async def beat():
            await whole()
            beats.release()

        monkeypatch.setattr(server.service.storage, "beat", beat)
        assert beats.acquire(timeout=PATIENCE)
        assert server.get("/api/health").json()["status"] == "ok"


def test_whoever_moves_meanwhile_is_told_and_the_log_names_no_table(tmp_path, monkeypatch, caplog):
    with running(tmp_path) as server, caplog.at_level(logging.INFO, "halma"):
        table = server.table()
        fault = Fault(server, monkeypatch)
        fault.on = True
        answer = server.move(table, 0, "e2-f3")
        assert answer.status_code == 503 and answer.json()["error"]["code"] == "storage-failed"
        fault.on = False
        assert server.move(table, 0, "e2-f3").status_code == 200
        lines = [JsonLines().format(record) for record in caplog.records]
        assert any("database is locked" in line for line in lines)
        assert not any(table["table"] in line or "secret" in line for line in lines)


def test_a_save_whose_waiter_is_cancelled_is_finished(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        table = server.table()
        storage: Any = server.service.storage
        begun, go_on = threading.Event(), threading.Event()
        whole = storage._writer._commit

        async def commit(changes):
            begun.set()
            while not go_on.is_set():
                await asyncio.sleep(0.001)
            return await whole(changes)

        monkeypatch.setattr(storage._writer, "_commit", commit)

        async def play():
            await server.service.act(table["table"], MakeMove(0, "e2-f3"), [hashed(table["token"])])

        moving = asyncio.run_coroutine_threadsafe(play(), server.loop)
        assert begun.wait(PATIENCE)
        moving.cancel()
        go_on.set()
        # Whoever comes next finds it done.
        assert server.move(table, 1, "l15-k14").status_code == 200
        assert [entry["text"] for entry in server.view(table)["history"]] == ["e2-f3", "l15-k14"]
    with running(tmp_path) as server:
        assert [entry["text"] for entry in server.view(table)["history"]] == ["e2-f3", "l15-k14"]


def test_a_server_closes_although_nothing_can_be_stored(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        Fault(server, monkeypatch).on = True
    assert not server.thread.is_alive()


def broken(*_: object) -> None:
    raise sqlite3.OperationalError("a score that cannot be stored")


def test_a_solved_puzzle_and_its_score_are_stored_together(tmp_path, monkeypatch):
    record = record_of(next(par for par in pars() if par.id == "solitaire"))
    assert record is not None
    *turns, last = [turn.text for turn in record.turns]
    with running(tmp_path) as server:
        table = server.table("solitaire", puzzle="solitaire")
        for ply, text in enumerate(turns):
            server.move(table, ply, text)
        monkeypatch.setattr(statements, "_score", broken)
        assert server.move(table, len(turns), last).status_code == 503
        monkeypatch.undo()
        assert server.view(table)["ply"] == len(turns)
        assert server.get("/api/puzzles/solitaire/leaders").json()["leaders"] == []
        assert server.move(table, len(turns), last).status_code == 200
        assert len(server.get("/api/puzzles/solitaire/leaders").json()["leaders"]) == 1


def test_addresses_are_stored_as_hashes_that_nobody_can_guess(tmp_path):
    stored: set[str] = set()
    for name in ("one", "two"):
        with running(tmp_path / name) as server:
            server.table()
        with sqlite3.connect(tmp_path / name / "tables.sqlite") as database:
            stored |= {address for (address,) in database.execute("SELECT address FROM tables")}
        database.close()
    assert len(stored) == 2 and all(len(address) == 64 for address in stored)
