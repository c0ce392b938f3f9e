"""The file of a server: one owner under whatever name, for that one's eyes only, checked at the start, backed up."""

import asyncio
import logging
import os
import shutil
import sqlite3
import struct
import sys
from contextlib import closing

import pytest

from halma.cli import main
from halma.server.errors import RefusedError
from halma.server.storage.files import DatabaseError, back_up, prepare
from halma.server.storage.owner import sole_owner
from halma.server.storage.sqlite import SqliteStorage
from halma.server.storage.wal import lost_commits

from .conftest import running


@pytest.mark.parametrize("link", ["symlink", "folder", "hard link"])
def test_one_database_has_one_owner_under_whatever_name(tmp_path, link):
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / "tables.sqlite"
    database.touch()
    other = tmp_path / "other.sqlite"
    if link == "symlink":
        other.symlink_to(database)
    elif link == "folder":
        (tmp_path / "link").symlink_to(tmp_path / "data")
        other = tmp_path / "link" / "tables.sqlite"
    elif sys.platform != "linux":
        pytest.skip("elsewhere only symbolic links are followed")
    else:
        other.hardlink_to(database)
    with sole_owner(database), pytest.raises(RefusedError, match="Another server is already using"), sole_owner(other):
        pass
    with sole_owner(other):
        pass


def test_a_lock_does_not_keep_sqlite_from_writing(tmp_path):
    database = tmp_path / "tables.sqlite"
    with sole_owner(database), running(tmp_path) as server:
        assert server.move(server.table(), 0, "e2-f3").status_code == 200


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_the_file_is_for_its_owner_alone(tmp_path):
    for before in (None, 0o644):
        if before is not None:
            (tmp_path / "tables.sqlite").chmod(before)
        with running(tmp_path) as server:
            server.table()
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert modes and set(modes.values()) == {0o600}, modes


def refused(file):
    with pytest.raises(DatabaseError) as found:
        prepare(file)
    assert str(file) in str(found.value)
    return str(found.value)


def test_a_file_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    assert "for writing: it is a folder" in refused(tmp_path)

    def readonly(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", readonly)
    assert "for writing: permission denied" in refused(tmp_path / "tables.sqlite")


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, dear Bert")
    assert "is not an SQLite database" in refused(file)
    assert file.read_text() == "Dear Anna, dear Bert"


def test_a_database_of_another_program_is_left_alone(tmp_path):
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE cookies (id)")
    assert "belongs to another program" in refused(file)


def test_a_database_of_a_newer_version_is_told_apart(tmp_path):
    with running(tmp_path):
        pass
    file = tmp_path / "tables.sqlite"
    prepare(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert "newer version of halma" in refused(file)


def test_a_damaged_database_is_not_played_on(tmp_path):
    with running(tmp_path) as server:
        for _ in range(30):
            server.table()
    file = tmp_path / "tables.sqlite"
    prepare(file)
    whole = file.read_bytes()
    (page,) = struct.unpack(">H", whole[16:18])
    with closing(sqlite3.connect(file)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
    start = (root - 1) * page
    file.write_bytes(whole[:start] + bytes([0xFF]) * page + whole[start + page :])
    assert "is damaged" in refused(file)


def test_a_migration_that_breaks_off_leaves_nothing_half_done(tmp_path, monkeypatch):
    def broken(connection):
        connection.exec_driver_sql("CREATE TABLE half (id)")
        raise RuntimeError("killed")

    file = tmp_path / "tables.sqlite"
    monkeypatch.setattr("halma.server.storage.sqlite.migrate", broken)
    storage = SqliteStorage(file, lambda: 0.0)

    async def start():
        with pytest.raises(RuntimeError):
            await storage.start()
        await storage.stop()

    asyncio.run(start())
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


@pytest.fixture
def killed(tmp_path):
    """A database whose server was killed: what was played last is only in its log."""
    with running(tmp_path / "server"):
        pass
    with running(tmp_path / "server") as server:
        table = server.table()
        for ply, text in enumerate(("e2-f3", "l15-k14", "f3-g4")):
            server.move(table, ply, text)
        copy = tmp_path / "copy"
        copy.mkdir()
        for name in ("tables.sqlite", "tables.sqlite-wal"):
            shutil.copy(tmp_path / "server" / name, copy / name)
    return copy / "tables.sqlite"


def test_a_log_that_is_whole_is_taken_as_it_is(killed, caplog):
    wal = killed.with_name("tables.sqlite-wal")
    assert lost_commits(wal.read_bytes()) == 0
    # So is one that ends in the middle of a transaction that was never finished.
    assert lost_commits(wal.read_bytes()[:-100]) == 0
    prepare(killed)
    assert not caplog.records
    with closing(sqlite3.connect(killed)) as database:
        assert database.execute("SELECT count(*) FROM events").fetchone() == (4,)


def test_transactions_that_a_damaged_log_loses_are_told_and_kept(killed, caplog):
    wal = killed.with_name("tables.sqlite-wal")
    whole = bytearray(wal.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    wal.write_bytes(whole)
    lost = lost_commits(bytes(whole))
    assert lost > 1
    with caplog.at_level(logging.ERROR, "halma"):
        prepare(killed)
    (record,) = caplog.records
    assert record.getMessage().startswith("the write-ahead log is damaged")
    assert record.data["lost_transactions"] == lost  # pyright: ignore[reportAttributeAccessIssue]
    (kept,) = killed.parent.glob("*damaged*")
    assert kept.read_bytes() == whole


def test_a_backup_of_a_running_server_holds_everything(tmp_path):
    target = tmp_path / "backup" / "tables.sqlite"
    with running(tmp_path) as server:
        table = server.table()
        server.move(table, 0, "e2-f3")
        assert back_up(tmp_path / "tables.sqlite", target) == 1
        with pytest.raises(DatabaseError, match="a file with that name already exists"):
            back_up(tmp_path / "tables.sqlite", target)
    assert [path.name for path in target.parent.iterdir()] == ["tables.sqlite"]
    assert os.name != "posix" or target.stat().st_mode & 0o777 == 0o600
    with running(target.parent) as server:
        assert server.view(table)["ply"] == 1


def test_the_command_backs_up(tmp_path, monkeypatch, capsys):
    with running(tmp_path) as server:
        server.table()
    data = str(tmp_path / "tables.sqlite")
    for arguments, code, said in (
        ([str(tmp_path / "copy.sqlite"), "--data", data], 0, "1 table copied."),
        ([str(tmp_path / "no.sqlite"), "--data", str(tmp_path / "nothing.sqlite")], 2, "There are no tables in"),
    ):
        monkeypatch.setattr("sys.argv", ["halma", "backup", *arguments, "--lang", "en"])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == code
        shown = capsys.readouterr()
        assert said in " ".join((shown.out + shown.err).split())
    assert not (tmp_path / "no.sqlite").exists()
