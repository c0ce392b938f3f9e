"""Older databases are brought up to date with everything that is in them."""

import asyncio
import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from halma.server.storage import migrate as migration
from halma.server.storage.interface import DatabaseError
from halma.server.storage.opening import open_storage
from halma.server.storage.schema import metadata
from tests.simulation.database import Database

from .conftest import opened

# Tables in all states, written by the last version that stored states: a clock that runs, an offer, moves taken back,
# a game that was resigned and its rematch, one lost by time, free seats, chat, a score, a computer that has to act,
# and a row that was damaged by hand.
DUMP = Path(__file__).with_name("old_tables.sql")
CLOSED = 5000.0


@pytest.fixture
def old(tmp_path):
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(DUMP.read_text(encoding="utf-8"))
    return file


def rows(file: Path, statement: str) -> list[dict]:
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(statement)]


def test_everything_is_kept(old):
    tables = rows(old, "SELECT * FROM tables")
    moves = rows(old, "SELECT * FROM moves ORDER BY ply")
    chat = rows(old, "SELECT * FROM chat ORDER BY number")
    tokens = rows(old, "SELECT * FROM tokens")
    (score,) = rows(old, "SELECT * FROM scores")
    (beat,) = rows(old, "SELECT * FROM house")
    assert len(tables) == 10 and len(moves) > 4 and len(chat) > 1 and len(tokens) > 10

    async def everything():
        storage = open_storage(str(old), lambda: beat["beat"] + CLOSED)
        await storage.start()
        for table in tables:
            stored = await storage.load(table["id"])
            assert stored is not None
            assert stored.setup == table["setup"] and stored.created == table["created"] and stored.version == 1
            (event,) = map(json.loads, stored.events)
            assert event["type"] == "imported" and event["at"] == table["updated"]
            if "damaged" in event:
                assert base64.b64decode(event["damaged"]) == table["changing"]
            else:
                assert event["state"] == json.loads(table["changing"])
            for name, before in (("moves", moves), ("chat", chat)):
                mine = [dict(row) for row in before if row["table_id"] == table["id"]]
                assert [{"table_id": table["id"], **row} for row in event[name]] == mine
            mine = {row["hash"]: (row["seats"], bool(row["owner"])) for row in tokens if row["table_id"] == table["id"]}
            assert {token.hash: (token.seats, token.owner) for token in stored.tokens} == mine
        (found,) = await storage.leaders(score["puzzle"], 5)
        assert (found.table, found.name, found.moves, found.hash) == (
            score["table_id"],
            score["name"],
            score["moves"],
            score["hash"],
        )
        await storage.stop()

    asyncio.run(everything())


def test_what_was_looked_for_is_still_found(old):
    before = {row["id"]: row for row in rows(old, "SELECT * FROM tables")}
    (beat,) = rows(old, "SELECT * FROM house")

    async def everything():
        storage = open_storage(str(old), lambda: beat["beat"] + CLOSED)
        await storage.start()
        public = [table for table, row in before.items() if row["open"]]
        assert await storage.open_tables(10, since=0.0) == public and public
        assert await storage.next_deadline() == min(row["deadline"] for row in before.values() if row["deadline"])
        jobs = await storage.claim(["clock", "think"], 10, lease=60.0)
        assert [job.table for job in jobs] == [table for table, row in before.items() if row["thinking"]]
        assert (await storage.counts())["running"] == sum(not row["over"] for row in before.values())
        await storage.stop()

    asyncio.run(everything())


def test_clocks_stood_still_since_the_old_program_was_closed(old):
    (beat,) = rows(old, "SELECT * FROM house")

    async def everything():
        storage = open_storage(str(old), lambda: beat["beat"] + CLOSED)
        await storage.start()
        assert storage.now() == beat["beat"]
        assert storage.calendar(storage.now()) == beat["beat"] + CLOSED
        assert storage.calendar(beat["beat"] - 50) == beat["beat"] - 50
        await storage.stop()

    asyncio.run(everything())


def test_a_migration_that_fails_leaves_the_file_as_it_was(old, monkeypatch):
    before = rows(old, "SELECT * FROM tables")

    def fail(connection):
        real(connection)
        raise OSError("the power failed")

    real = migration.migrate
    monkeypatch.setattr("halma.server.storage.sqlite.migrate", fail)

    async def everything():
        with pytest.raises(DatabaseError, match="the power failed"):
            await open_storage(str(old), lambda: 0.0).start()

    asyncio.run(everything())
    assert rows(old, "SELECT * FROM tables") == before
    assert rows(old, "SELECT * FROM alembic_version") == [{"version_num": "0002"}]


def differences(connection) -> list:
    """What the schema would change in a database."""
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)


def test_the_migrations_lead_to_the_schema(address):
    if isinstance(address, Database):
        pytest.skip("a storage that is made up has no schema")

    async def everything():
        async with opened(address) as storage, storage._engine.begin() as connection:
            assert await connection.run_sync(differences) == []

    asyncio.run(everything())


def test_the_migrations_of_an_old_file_lead_to_the_schema(old):
    test_the_migrations_lead_to_the_schema(str(old))
