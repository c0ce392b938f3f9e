"""Nothing is lost: kills at any moment, restarts in the middle of a game with its clocks, a storage that fails."""

import json
import random
import re
import signal
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from halma.play import Position
from halma.server.errors import RefusedError
from halma.server.storage.migrate import migrate
from halma.server.storage.owner import sole_owner
from halma.server.storage.schema import metadata

from .conftest import running
from .process import Process

KILLS = 5


def play_until_killed(server: Process, table: dict[str, str], acknowledged: list[str], seed: int) -> None:
    """Make random moves at a table as fast as it goes; what is acknowledged is noted."""
    chance = random.Random(seed)
    position = Position("halma", first="A")
    for text in acknowledged:
        position.push(text)
    while not position.is_over:
        text = str(chance.choice(position.legal_moves))
        try:
            answer = server.move(table, len(acknowledged), text)
        except Exception:
            return
        assert answer.status_code == 200, answer.text
        position.push(text)
        acknowledged.append(text)


def whole_lines(log: str) -> list[dict[str, str]]:
    """The lines of a log; one that was being written at a kill may be cut off, and the next one follows at once."""
    lines: list[dict[str, str]] = []
    for text in re.split(r'(?=\{"at":)', log):
        with suppress(ValueError):
            lines.append(json.loads(text))
    return lines


def test_kills_at_random_moments_lose_no_acknowledged_move(tmp_path):
    chance = random.Random(7)
    server = Process(tmp_path)
    tables = [server.table() for _ in range(3)]
    acknowledged: list[list[str]] = [[] for _ in tables]
    for kill in range(KILLS):
        players = [
            threading.Thread(target=play_until_killed, args=(server, table, moves, kill))
            for table, moves in zip(tables, acknowledged, strict=True)
        ]
        before = [len(moves) for moves in acknowledged]
        for player in players:
            player.start()
        # At a random moment once play goes on at every table.
        while any(len(moves) < seen + 4 for moves, seen in zip(acknowledged, before, strict=True)):
            assert all(player.is_alive() for player in players)
            time.sleep(0.01)
        time.sleep(chance.random() * 0.2)
        server.end(signal.SIGKILL)
        for player in players:
            player.join()
        server.http.close()
        server = Process(tmp_path)
        for table, moves in zip(tables, acknowledged, strict=True):
            view = server.view(table, table["token"])
            position = Position("halma", first="A")
            for text in moves:
                position.push(text)
            played = [event.text for event in position.history]
            stored = [entry["text"] for entry in view["history"]]
            # A move that was stored but not acknowledged any more may be there too; its repeat would do no harm.
            assert stored[: len(played)] == played and len(stored) <= len(played) + 1
            moves[:] = stored
    assert sum(len(moves) for moves in acknowledged) > 3 * KILLS
    server.http.close()
    assert server.end(signal.SIGTERM) == 0
    lines = whole_lines((tmp_path / "log").read_text())
    assert [line["message"] for line in lines if line["from"] == "halma.server"].count("opened") == KILLS + 1
    assert lines[-1]["message"] == "closed"


def test_the_log_holds_no_secret_and_a_stop_is_told(tmp_path):
    server = Process(tmp_path)
    table = server.table(seats=[{"kind": "link", "name": "Anna"}, {"kind": "here"}])
    token = table["seats"]["A"]
    server.view(table, token)
    server.move(table, 0, "e2-f3", token)
    server.get(f"/t/{table['table']}")
    server.post("/api/tables/mine", {"tokens": [token]})
    with server.live(table, token) as viewer:
        viewer.ask("chat", text="my secret plan")
        viewer.socket.send("{" + token)
        viewer.until("error")
        server.process.send_signal(signal.SIGTERM)
        viewer.until("bye")
    assert server.process.wait(60) == 0
    server.http.close()
    log = (tmp_path / "log").read_text()
    assert sum(json.loads(line)["message"] == "request" for line in log.splitlines()) >= 5
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        setup = database.execute("select setup from tables").fetchone()[0]
    seed = json.loads(setup)["seed"]
    for secret in (token, table["token"], table["table"], seed, "my secret plan", "Anna"):
        assert secret not in log
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
    assert token.encode() not in stored and table["token"].encode() not in stored


def test_the_log_of_a_whole_game_tells_nothing_of_anybodys_own(tmp_path, request):
    """Everything people can do from the beginning of a game to its deletion, with what is theirs marked."""
    server = Process(tmp_path)
    request.addfinalizer(server.process.kill)
    seats = [{"kind": "here", "name": "MarkedAnna"}, {"kind": "link"}]
    table = server.table("gobang", seats=seats)
    path, owner, link = f"/api/tables/{table['table']}", table["token"], table["seats"]["B"]
    fresh = server.post(f"{path}/invite", {"seat": "B"}, owner).json()["token"]
    claim = "marked-claim-of-the-guest-0123456789abcdef"
    guest = server.post(f"{path}/join", {"claim": claim, "name": "MarkedBea"}, fresh).json()["token"]
    secrets = [owner, link, fresh, claim, guest, table["table"], "MarkedAnna", "MarkedBea"]
    with server.live(table, owner) as first, server.live(table, guest, lang="de") as second:
        for viewer, name in ((first, "MarkedAnne"), (second, "MarkedBeatrix")):
            viewer.ask("name", name=name)
            viewer.ask("chat", text=f"marked line of {name}")
            secrets.append(name)
        for ply in range(60):
            view = server.view(table)
            if view["outcome"]:
                break
            viewer = first if view["to_act"] == "A" else second
            move = viewer.view["moves"][ply % len(viewer.view["moves"])]["text"]
            if ply == 3:
                viewer.ask("offer", what="takeback")
                viewer.ask("hint")
                viewer.ask("explain", text="marked-move")
            if viewer.ask("move", ply=ply, text=move)["type"] == "error":
                break
            other = second if viewer is first else first
            other.until("move")
            viewer.until("move")
        first.ask("resign")
        for wrong in (f"{guest}x", "MarkedToken"):
            server.move(table, 0, "e2-f3", wrong)
            server.post(f"{path}/leave", {}, wrong)
            secrets.append(wrong)
    again = server.post(f"{path}/rematch", token=guest).json()["table"]
    server.post("/api/tables/mine", {"tokens": [owner, guest]})
    server.get(f"{path}/record", owner)
    server.get(f"/t/{again}")
    assert server.delete(path, guest).status_code == 200
    seed = _seeds(tmp_path)
    assert server.end(signal.SIGTERM) == 0
    server.http.close()
    log = (tmp_path / "log").read_text()
    assert len(log.splitlines()) > 70
    for secret in (*secrets, again, *seed, "marked line", "marked-move"):
        assert secret not in log, secret


def _seeds(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "tables.sqlite") as database:
        return [json.loads(setup)["seed"] for (setup,) in database.execute("select setup from tables")]


def test_a_restart_goes_on_with_clocks_and_leaves_out_the_time_it_was_closed(tmp_path):
    clock = {"kind": "fischer", "seconds": 300, "increment": 2}
    seats = [{"kind": "here"}, {"kind": "here"}]
    now = [1_000_000.0]
    with running(tmp_path, now=lambda: now[0]) as server:
        table = server.table(clock=clock, seats=seats)
        now[0] += 10
        server.move(table, 0, "e2-f3")
        now[0] += 7
    now[0] += 5000
    with running(tmp_path, now=lambda: now[0]) as server:
        view = server.view(table, table["token"])
        assert view["ply"] == 1 and view["to_act"] == "B" and len(view["moves"]) == 40
        assert [seat["clock_left"] for seat in view["seats"]] == [292.0, 293.0]
        now[0] += 3
        server.move(table, 1, "l15-k14")
        assert [seat["clock_left"] for seat in server.view(table)["seats"]] == [292.0, 292.0]


def test_a_computer_thinks_on_after_a_restart(tmp_path, monkeypatch):
    seats = [{"kind": "here"}, {"kind": "computer", "level": 1}]
    with running(tmp_path) as server:
        monkeypatch.setattr(server.front.computers, "_free", [])  # all workers are busy until the server stops
        table = server.table(seats=seats)
        server.move(table, 0, "e2-f3")
        assert server.view(table)["thinking"] and server.view(table)["ply"] == 1
    with running(tmp_path) as server, server.live(table) as viewer:
        if viewer.view["ply"] == 1:
            viewer.until("move")
        assert viewer.view["ply"] == 2 and viewer.view["to_act"] == "A"


def test_a_move_that_cannot_be_stored_did_not_happen(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        table = server.table()
        with server.live(table) as viewer:
            whole = server.service.storage.append

            async def fail(change):
                raise OSError("the disk is full")

            monkeypatch.setattr(server.service.storage, "append", fail)
            assert server.move(table, 0, "e2-f3").status_code == 500
            monkeypatch.setattr(server.service.storage, "append", whole)
            assert server.view(table)["ply"] == 0
            assert server.move(table, 0, "e2-e3").status_code == 200
            assert viewer.until("move")["entries"][0]["text"] == "e2-e3"


def test_one_database_has_one_owner(tmp_path):
    database = tmp_path / "tables.sqlite"
    with (
        sole_owner(database),
        pytest.raises(RefusedError, match="Another server is already using"),
        sole_owner(database),
    ):
        pass
    with sole_owner(database):
        pass


def test_the_migrations_lead_to_the_schema(tmp_path: Path):
    for name, prepare in (("migrated", migrate), ("made", metadata.create_all)):
        with create_engine(f"sqlite:///{tmp_path}/{name}").begin() as connection:
            prepare(connection)
    with create_engine(f"sqlite:///{tmp_path}/migrated").begin() as connection:
        migrate(connection)  # once more changes nothing

    def shape(name: str) -> dict[str, object]:
        found = inspect(create_engine(f"sqlite:///{tmp_path}/{name}"))
        return {
            table: (
                [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(table)],
                sorted((index["name"], tuple(index["column_names"])) for index in found.get_indexes(table)),
                found.get_pk_constraint(table)["constrained_columns"],
            )
            for table in found.get_table_names()
            if table != "alembic_version"
        }

    assert shape("migrated") == shape("made")
