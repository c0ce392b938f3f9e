"""Copies of all tables, and back: of a file, and of a PostgreSQL database with its own programs."""

import asyncio
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from tools.databases import postgres_program

from halma.cli import main
from halma.server.storage.files import DatabaseError, back_up, restore
from halma.server.storage.interface import Storage
from halma.server.storage.owner import sole_owner

from .conftest import append, creation, opened


async def play(storage: Storage, *tables: str) -> None:
    for table in tables:
        await storage.create(creation(table, events=[b"1"]))
        await storage.append(append(table, 1, b"2"))


def tables_in(address: str, *tables: str) -> dict[str, int]:
    async def look() -> dict[str, int]:
        async with opened(address) as storage:
            return await storage.versions(tables)

    return asyncio.run(look())


@pytest.fixture
def places(tmp_path) -> tuple[Path, Path]:
    """A file with two tables, and a copy that was made of it when there was one."""
    file, copy = tmp_path / "tables.sqlite", tmp_path / "backup" / "copy.sqlite"

    async def everything():
        async with opened(str(file)) as storage:
            await play(storage, "one")
            # While the server runs.
            assert back_up(file, copy) == 1
            await play(storage, "two")

    asyncio.run(everything())
    return file, copy


def test_a_copy_comes_back_and_what_was_there_is_kept(places):
    file, copy = places
    assert restore(copy, file) == 1
    assert tables_in(str(file), "one", "two") == {"one": 2}
    (kept,) = (path for path in file.parent.glob("*.before-*") if not path.name.endswith(("-wal", "-shm")))
    assert tables_in(str(kept), "one", "two") == {"one": 2, "two": 2}
    assert not list(file.parent.glob("*restoring*")) and copy.exists()


def test_a_copy_comes_back_in_the_place_of_a_damaged_file(places):
    file, copy = places
    file.write_bytes(b"SQLite format 3\0" + b"damage" * 1000)
    assert restore(copy, file) == 1
    assert tables_in(str(file), "one") == {"one": 2}


def test_what_is_no_copy_changes_nothing(places):
    file, copy = places
    before = file.read_bytes()
    copy.write_bytes(b"SQLite format 3\0" + b"damage" * 1000)
    for wrong in (copy, copy.with_name("nothing.sqlite")):
        with pytest.raises(DatabaseError):
            restore(wrong, file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir() if "restoring" in path.name or "before" in path.name] == []


def test_the_command_restores_unless_a_server_uses_the_file(places, monkeypatch, capsys):
    file, copy = places
    monkeypatch.setattr("sys.argv", ["halma", "restore", str(copy), "--data", str(file), "--lang", "en"])
    with sole_owner(file), suppress(SystemExit):
        main()
    assert "Another server is already using" in " ".join(capsys.readouterr().err.split())
    with suppress(SystemExit):
        main()
    assert "1 table restored." in capsys.readouterr().out


def test_a_dump_of_a_running_postgresql_holds_everything(databases, tmp_path):
    """As docs/server.md says."""
    dump, restored = postgres_program("pg_dump"), postgres_program("pg_restore")
    assert dump is not None and restored is not None
    file = tmp_path / "halma.dump"
    with databases.database() as address, databases.database() as other:

        async def everything():
            async with opened(address) as storage:
                await play(storage, "one")
                command = [dump, "--format=custom", f"--file={file}", f"--dbname={address}"]
                await asyncio.to_thread(subprocess.run, command, check=True)
                await play(storage, "two")
                return storage.key

        key = asyncio.run(everything())
        subprocess.run([restored, "--no-owner", "--exit-on-error", f"--dbname={other}", file], check=True)
        assert tables_in(other, "one", "two") == {"one": 2}

        async def the_key():
            async with opened(other) as storage:
                return storage.key

        assert asyncio.run(the_key()) == key
