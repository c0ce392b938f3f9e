"""Tables that are deleted by those who play at them, and tables that expire."""

import asyncio
import sqlite3
import time
from typing import Any

import msgspec
import pytest

from halma.server.settings import ServerLimits
from halma.server.storage.interface import Retention

from .conftest import Running, running

DAY = 86_400.0
TWO = [{"kind": "link"}, {"kind": "link"}]


def place(made: dict[str, Any]) -> str:
    return f"/api/tables/{made['table']}"


def expire(server: Running, over: float, abandoned: float) -> None:
    expiring = server.service.expire(Retention(over, abandoned))
    asyncio.run_coroutine_threadsafe(expiring, server.loop).result(60)


def test_whoever_holds_a_seat_deletes_a_table_for_everybody(server: Running):
    made = server.table(seats=TWO)
    first, second = made["seats"]["A"], made["seats"]["B"]
    with server.live(made, second) as other, server.live(made) as spectator:
        assert server.delete(place(made), first).json() == {"done": True}
        for viewer in (other, spectator):
            viewer.until("deleted")
        assert other.code("chat", text="hello?") == "unknown-table"
    assert server.get(f"/api/tables/{made['table']}", second).status_code == 404
    assert server.delete(place(made), second).json()["error"]["code"] == "unknown-table"
    assert server.post("/api/tables/mine", {"tokens": [first, second, made["token"]]}).json() == {"tables": []}


@pytest.mark.parametrize("token", [None, "x" * 43])
def test_nobody_else_deletes_a_table(server: Running, token):
    made = server.table()
    answer = server.delete(place(made), token)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "token-needed")
    assert server.view(made)["table"] == made["table"]


def test_the_token_of_another_table_deletes_nothing(server: Running):
    made, other = server.table(), server.table()
    assert server.delete(place(made), other["token"]).status_code == 401
    assert server.view(made)["table"] == made["table"]


def test_whoever_left_deletes_nothing(server: Running):
    made = server.table(seats=TWO)
    gone = made["seats"]["B"]
    assert server.post(f"/api/tables/{made['table']}/leave", token=gone).status_code == 200
    assert server.delete(place(made), gone).status_code == 401


def test_finished_and_abandoned_tables_expire(tmp_path):
    now = time.time()

    def later() -> float:
        return now

    with running(tmp_path, now=later) as server:
        finished, abandoned = server.table(seats=TWO), server.table(seats=TWO)
        with server.live(finished, finished["seats"]["A"]) as live:
            live.ask("resign")
            assert server.view(finished)["outcome"]
    now += 31 * DAY
    with running(tmp_path, now=later) as server:
        # Time stands still while nothing runs: nothing is deleted because a server was closed for long.
        now += 31 * DAY
        young = server.table(seats=TWO)
        expire(server, 30, 90)
        assert [server.get(f"/api/tables/{made['table']}").status_code for made in (finished, abandoned, young)] == [
            404,
            200,
            200,
        ]
        expire(server, 30, 30)
        assert server.get(f"/api/tables/{abandoned['table']}").status_code == 404
        assert server.view(young)["table"] == young["table"]


def test_a_table_that_cannot_be_read_can_be_deleted(tmp_path):
    with running(tmp_path) as server:
        made = server.table()
    spoil(tmp_path / "tables.sqlite", made["table"])
    with running(tmp_path) as server:
        assert server.get(f"/api/tables/{made['table']}").json()["error"]["code"] == "table-unreadable"
        assert server.delete(place(made), made["token"]).status_code == 200
        assert server.get(f"/api/tables/{made['table']}").status_code == 404


def spoil(file, table: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET setup = ? WHERE id = ?", (msgspec.json.encode({"game": "?"}), table))


def test_a_club_behind_one_address_is_not_stopped_by_the_limits_as_they_come():
    limits = ServerLimits()
    boards = 60
    # Sixty boards with two people each, who all come back at once after a restart and ask for a page each.
    assert limits.connections >= 2 * boards
    assert limits.address_messages_at_once >= 2 * boards * 10
    assert limits.tables_per_hour >= 10 * boards
