"""Stored tables that cannot be read are set aside: they stop nobody else. What is stored names all its options."""

import json
import logging
import sqlite3
from dataclasses import replace

import pytest
from alembic import command
from sqlalchemy import create_engine
from websockets.sync.client import connect

from halma.games import RULES_VERSION, OptionError, choose, find_game, restore
from halma.games.options import BLOCKING_OF_SEVERAL, STALL
from halma.play import Position
from halma.server.logs import JsonLines, trace_of
from halma.server.storage.migrate import configuration, migrate
from halma.server.tokens import hashed

from .conftest import PATIENCE, running

SEATS = [{"kind": "here"}, {"kind": "computer", "level": 1}]
DAMAGE = {
    "a move that is not legal any more": "UPDATE events SET data = CAST(json_set(CAST(data AS TEXT), '$.moves[0]',"
    " 'a1-p16') AS BLOB) WHERE table_id = :id AND version = 2",
    "a move of another seat": 'UPDATE events SET data = CAST(\'{"type":"imported","at":1,"state":{"seats":['
    '{"seat":"A","kind":"here"},{"seat":"B","kind":"link"}]},"moves":[{"seat":"B","text":'
    '"e2-f3","typed":"e2-f3","at":1,"seconds":1}]}\' AS BLOB) WHERE table_id = :id AND version = 1',
    "an event that is missing": "DELETE FROM events WHERE table_id = :id AND version = 1",
    "an event that is not known": "UPDATE events SET data = CAST(json_set(CAST(data AS TEXT), '$.type',"
    " 'quux') AS BLOB) WHERE table_id = :id AND version = 2",
    "a game that is not known": "UPDATE tables SET setup ="
    " CAST(json_set(CAST(setup AS TEXT), '$.game', 'quux') AS BLOB) WHERE id = :id",
    "an option that is not known": "UPDATE tables SET setup ="
    " CAST(json_set(CAST(setup AS TEXT), '$.options.quux', 7) AS BLOB) WHERE id = :id",
    "a seat too few": "UPDATE events SET data ="
    " CAST(json_remove(CAST(data AS TEXT), '$.seats[1]') AS BLOB) WHERE table_id = :id AND version = 1",
    "rules that are newer": "UPDATE tables SET setup ="
    " CAST(json_set(CAST(setup AS TEXT), '$.rules', 999) AS BLOB) WHERE id = :id",
    "damaged JSON": "UPDATE events SET data = CAST('{\"seats\"' AS BLOB) WHERE table_id = :id AND version = 1",
}


def damaged(folder, statement, table):
    with sqlite3.connect(folder / "tables.sqlite") as database:
        assert database.execute(statement, {"id": table["table"]}).rowcount
    database.close()


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_table_that_cannot_be_read_is_set_aside_and_the_others_go_on(tmp_path, caplog, damage):
    clock = {"kind": "move", "seconds": 10_000}
    open_seat = [{"kind": "here"}, {"kind": "link"}]
    with running(tmp_path) as server:
        bad = server.table(public=True, seats=open_seat, clock=clock)
        server.move(bad, 0, "e2-f3")
        good = server.table(public=True, seats=open_seat)
    damaged(tmp_path, DAMAGE[damage], bad)
    # A computer has to act there, and a clock runs.
    damaged(tmp_path, "UPDATE tables SET thinking = 1, deadline = created + 1 WHERE id = :id", bad)
    with running(tmp_path) as server, caplog.at_level(logging.INFO, "halma"):
        assert [table["table"] for table in server.get("/api/tables/open").json()["tables"]] == [good["table"]]
        mine = server.post("/api/tables/mine", {"tokens": [good["token"], bad["token"]]}).json()["tables"]
        assert [table["table"] for table in mine] == [good["table"]]
        answer = server.get(f"/api/tables/{bad['table']}")
        assert answer.status_code == 500 and answer.json()["error"]["code"] == "table-unreadable"
        assert server.move(good, 0, "e2-f3").status_code == 200
        assert not server.front.timers.ringing
        lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
        told = [line for line in lines if line["message"] == "a table cannot be read and is set aside"]
        assert [line["table"] for line in told] == [trace_of(bad["table"])] and told[0]["reason"]
        assert bad["table"] not in json.dumps(lines)


def test_a_poison_table_does_not_stop_a_start_and_who_opens_it_live_is_told(tmp_path):
    with running(tmp_path) as server:
        bad = server.table(seats=SEATS)
        with server.live(bad, bad["token"]) as viewer:
            viewer.ask("move", ply=0, text="e2-f3")
            viewer.until("move", lambda message: message["view"]["ply"] == 2)
    damaged(tmp_path, DAMAGE["a move that is not legal any more"], bad)
    damaged(tmp_path, "UPDATE tables SET thinking = 1 WHERE id = :id", bad)
    with running(tmp_path) as server:
        assert server.get("/api/health").json()["status"] == "ok"
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{bad['table']}/live", open_timeout=PATIENCE) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["error"]["code"] == "table-unreadable"


def test_a_table_is_stored_with_all_its_options_and_the_version_of_the_rules(tmp_path):
    with running(tmp_path) as server:
        server.table(options={"players": 2})
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        setup = json.loads(database.execute("SELECT setup FROM tables").fetchone()[0])
    database.close()
    assert setup["rules"] == RULES_VERSION
    expected = choose("halma", players=2, first="A").options
    assert setup["options"] == expected and expected["blocking"] == "vacate"


def test_a_default_that_changes_changes_no_game_that_has_begun():
    game = find_game("halma")
    options = game.options
    before = choose("halma", players=2)
    stored = json.loads(json.dumps(before.options))
    changed = [replace(BLOCKING_OF_SEVERAL, default="free"), replace(STALL, default="draw")]
    others = [option for option in options if option.name not in ("blocking", "stall")]
    object.__setattr__(game, "options", (*others, *changed))
    try:
        assert choose("halma", players=2) != before
        assert restore("halma", stored).options == before.options
    finally:
        object.__setattr__(game, "options", options)


def test_what_a_game_does_not_take_is_refused():
    stored = choose("halma", players=2).options
    for wrong in (
        {"quux": 1},
        {"blocking": "quux"},
        {"players": 5},
        {"figure": "ring"},
        {"edition": "quux"},
        {"first": "F"},
    ):
        with pytest.raises(OptionError):
            restore("halma", stored | wrong)


def test_tables_stored_before_get_their_options_and_stay_playable(tmp_path):
    choice = choose("star", players=3, blocking="swap", first="A")
    position = Position(choice)
    # The first version stored only the options in use.
    old = {
        "options": {name: value for name, value in choice.options.items() if value is not None and value is not False},
        "seed": "seed",
    }
    setup = json.dumps({"game": "star", "public": True, **old}).encode()
    seats = [{"seat": seat, "kind": "link", "joined": True} for seat in position.seats]
    state = json.dumps({"seats": seats}).encode()
    engine = create_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0001")
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        row = (state, "", 1.0, 1.0, None, False, False, False)
        # One that nobody can read any more does not stop the others.
        for name, stored in (("whole", setup), ("damaged", b"{")):
            database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (name, stored, *row))
        database.execute("INSERT INTO tokens VALUES (?, 'whole', 'A', 0)", (hashed("token"),))
    database.close()
    assert "play_on" not in old["options"]
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        new = json.loads(database.execute("SELECT setup FROM tables WHERE id = 'whole'").fetchone()[0])
    database.close()
    assert restore("star", new["options"]) == choice
    assert new["options"] | old["options"] == new["options"] and new["seed"] == old["seed"]
    with running(tmp_path) as server:
        assert server.move({"table": "whole"}, 0, str(position.legal_moves[0]), "token").status_code == 200
        assert server.get("/api/tables/damaged").json()["error"]["code"] == "table-unreadable"
