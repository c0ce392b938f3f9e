"""What a file can do to a server: be full, be locked, be in the wrong place."""

import asyncio
import logging
import sqlite3

import pytest

from halma.server.errors import StorageError
from halma.server.storage.interface import DatabaseError
from halma.server.storage.opening import database_file, open_storage, without_secrets
from halma.server.tokens import SeatToken

from .conftest import append, creation, opened


def test_a_full_disk_loses_nothing_and_is_told_once(tmp_path, caplog):
    async def everything():
        async with opened(str(tmp_path / "tables.sqlite")) as storage:
            await storage.create(creation("one", tokens=[SeatToken("f" * 64, "A")]))
            (pages,) = storage._connection.execute("PRAGMA page_count").fetchone()
            storage._connection.execute(f"PRAGMA max_page_count = {pages}")
            for _ in range(3):
                with pytest.raises(StorageError):
                    await storage.append(append("one", 0, b"secret" * 10_000))
            assert storage.failing and await storage.versions(["one"]) == {"one": 0}
            storage._connection.execute("PRAGMA max_page_count = 1000000")
            await storage.append(append("one", 0, b"secret" * 10_000))
            assert not storage.failing and await storage.versions(["one"]) == {"one": 1}

    with caplog.at_level(logging.WARNING, "halma.server.storage"):
        asyncio.run(everything())
    assert [record.message for record in caplog.records] == ["the storage fails", "storing works again"]
    assert "secret" not in caplog.text and "f" * 64 not in caplog.text


def test_a_file_that_somebody_has_locked_takes_changes_again_afterwards(tmp_path):
    async def everything():
        async with opened(str(tmp_path / "tables.sqlite")) as storage:
            await storage.create(creation("one"))
            storage._connection.execute("PRAGMA busy_timeout = 0")
            other = sqlite3.connect(tmp_path / "tables.sqlite")
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError):
                await storage.append(append("one", 0))
            other.close()
            await storage.append(append("one", 0))

    asyncio.run(everything())


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("tables.sqlite", "tables.sqlite"),
        ("/var/lib/halma/tables.sqlite", "/var/lib/halma/tables.sqlite"),
        ("sqlite:///tables.sqlite", "tables.sqlite"),
        ("sqlite:////var/my%20tables.sqlite", "/var/my tables.sqlite"),
        ("sqlite+aiosqlite:///tables.sqlite", "tables.sqlite"),
    ],
)
def test_a_file_has_an_address(address, file):
    assert str(database_file(address)) == file


@pytest.mark.parametrize(
    "address",
    ["mysql://user:password@host/name", "sqlite://", "sqlite:///", "http://[", "postgresql://user:password@host"],
)
def test_an_address_that_is_none_is_refused_without_its_password(address):
    with pytest.raises(DatabaseError, match="is not the address of a database") as refused:
        open_storage(address, lambda: 0.0)
    assert "password" not in str(refused.value)


def test_an_address_is_shown_without_secrets():
    assert without_secrets("postgresql://me:secret@[::1]:5433/halma?sslkey=/x") == "postgresql://me@[::1]:5433/halma"
    assert without_secrets("tables.sqlite") == "tables.sqlite"
