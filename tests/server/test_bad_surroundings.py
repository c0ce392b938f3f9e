"""Wrong addresses, databases that do not fit, a hub that is away, a full disk: one clear line, and nothing is lost."""

import io
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from tools.databases import free_port
from typer.testing import CliRunner

from halma.cli import app
from halma.server.logs import JsonLines
from halma.server.settings import Settings
from halma.words import LANGUAGES

from .conftest import GENEROUS, PATIENCE, Running

SECRET = "correct-horse-battery"
FULL = "raise exception 'could not extend file: No space left on device' using errcode = '53100'"


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """A command sends the log of its process to where it runs; afterwards it goes where it went before."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def refusal(*arguments: str, language: str = "en") -> str:
    """The one line with which the command is refused."""
    plain = {"LANGUAGE": language, "NO_COLOR": "1", "COLUMNS": "100", "GITHUB_ACTIONS": None}
    ran = CliRunner(env=plain).invoke(app, list(arguments))
    assert ran.exit_code == 2 and ran.stdout == "", ran.output
    assert isinstance(ran.exception, SystemExit) and "Traceback" not in ran.stderr
    assert SECRET not in ran.output
    (line,) = ran.stderr.splitlines()
    return line


@pytest.fixture
def database(databases) -> Iterator[str]:
    with databases.database() as address:
        yield address


def parts(address: str) -> tuple[str, str]:
    """The address without its password, and what stands before the name of the database, with another password."""
    head, _, name = address.rpartition("/")
    place = head.rpartition("@")[2]
    return f"postgresql://halma@{place}/{name}", f"postgresql://halma:{SECRET}@{place}/"


WRONG = {
    "another kind": (f"mysql://halma:{SECRET}@host/halma", "is not the address of a database"),
    "no name": (f"postgresql://halma:{SECRET}@127.0.0.1", "is not the address of a database"),
    "no port": (f"postgresql://halma:{SECRET}@127.0.0.1:quux/halma", "is not the address of a database"),
    "no host": (f"postgresql://halma:{SECRET}@halma.invalid/halma", "Cannot reach the database"),
    "nobody there": (f"postgresql://halma:{SECRET}@127.0.0.1:1/halma", "Cannot reach the database"),
}


@pytest.mark.parametrize("command", ["serve", "worker"])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_address_of_a_database_is_told(command, wrong):
    address, expected = WRONG[wrong]
    port = ["--port", str(free_port())] if command == "serve" else []
    assert expected in refusal(command, *port, "--database", address)


def test_a_wrong_password_is_told_and_never_printed(database):
    shown, other = parts(database)
    line = refusal("serve", "--port", str(free_port()), "--database", other + database.rpartition("/")[2])
    assert line.startswith(f"Cannot reach the database {shown}: ") and "password authentication failed" in line


def test_a_database_of_a_newer_version_is_told_in_every_language_and_left_alone(database):
    shown, _ = parts(database)
    with psycopg.connect(database, autocommit=True) as connection:
        for table in ("tables", "tokens", "scores"):
            connection.execute(f"CREATE TABLE {table} (id int)")  # pyright: ignore
        connection.execute("CREATE TABLE alembic_version (version_num text)")
        connection.execute("INSERT INTO alembic_version VALUES ('from the future')")
    lines = {
        language: refusal("serve", "--port", str(free_port()), "--database", database, language=language)
        for language in LANGUAGES
    }
    assert len(set(lines.values())) == len(LANGUAGES) and all(shown in line for line in lines.values())
    assert "was written by a newer version" in lines["en"]
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("from the future",)]


@pytest.mark.parametrize("hub", [f"http://x:{SECRET}@host", f"redis://x:{SECRET}@host:quux/0"])
def test_a_wrong_address_of_a_hub_is_told(database, hub):
    line = refusal("serve", "--port", str(free_port()), "--database", database, "--hub", hub)
    assert "is not the address of a hub" in line


def test_a_file_is_not_shared(tmp_path):
    for command in (
        ("serve", "--port", str(free_port()), "--data", str(tmp_path / "a.sqlite"), "--hub", "redis://127.0.0.1/0"),
        ("worker", "--database", str(tmp_path / "a.sqlite")),
    ):
        assert "A file has one server only" in refusal(*command)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["quux", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000"])
def test_a_worker_is_told_how_an_address_for_metrics_is_written(given):
    line = refusal("worker", "--database", "postgresql://halma@127.0.0.1:1/halma", "--metrics", given)
    assert line == "--metrics takes an address and a port, such as 127.0.0.1:9101."


# ---- while people play --------------------------------------------------------------------------------------


@contextmanager
def logged() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What the log says, as it stands in the file."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        # The guests of the tests write into the same log.
        yield lambda: [line for line in map(json.loads, stream.getvalue().splitlines()) if from_us(line)]
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def from_us(line: dict[str, Any]) -> bool:
    return line["from"].startswith("halma")


def front(database: str, hub: str | None) -> Running:
    return Running(Settings(database, port=free_port(), hub=hub, limits=GENEROUS, workers=1))


def until(condition: Callable[[], bool]) -> None:
    patience = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_people_play_on_while_the_hub_is_away_from_the_start(database):
    hub = f"redis://:{SECRET}@127.0.0.1:{free_port()}/0"
    with logged() as log, front(database, hub) as one, front(database, hub) as two:
        assert one.get("/health").json()["status"] == "hub-away"
        assert one.get("/ready").status_code == 200
        table = one.table(seats=[{"kind": "link"}, {"kind": "link"}])
        first, second = table["seats"]["A"], table["seats"]["B"]
        with one.live(table, first) as here, two.live(table, second) as there:
            assert here.code("move", ply=0, text="e2-f3") == "done"
            # What another front did is found in the database, a few seconds later.
            there.until("move", lambda message: message["view"]["ply"] == 1)
            assert there.code("move", ply=1, text="l15-k14") == "done"
            here.until("move", lambda message: message["view"]["ply"] == 2)
        assert SECRET not in json.dumps(log())


def test_a_full_disk_is_told_and_nothing_is_lost(database):
    with logged() as log, front(database, None) as server:
        table = server.table(seats=[{"kind": "link"}, {"kind": "link"}])
        first, second = table["seats"]["A"], table["seats"]["B"]
        with server.live(table, first) as here, server.live(table, second) as there:
            assert here.code("move", ply=0, text="e2-f3") == "done"
            with full(database):
                assert there.code("move", ply=1, text="l15-k14") == "storage-failed"
                assert there.code("chat", text="my own words") == "storage-failed"
                assert server.get("/health").json()["status"] == "storage-failing"
                # Looking is possible all the same.
                assert server.view(table)["ply"] == 1
            assert there.code("move", ply=1, text="l15-k14") == "done"
            here.until("move", lambda message: message["view"]["ply"] == 2)
        until(lambda: server.get("/health").json()["status"] == "ok")
        lines = log()
        faults = [line for line in lines if line["message"] == "the storage fails"]
        assert len(faults) == 1 and "No space left on device" in faults[0]["reason"]
        told = json.dumps(lines)
        for secret in (table["table"], first, second, "my own words", database.partition("@")[0]):
            assert secret not in told
    assert_stored(database, ["e2-f3", "l15-k14"])


@contextmanager
def full(database: str) -> Iterator[None]:
    """As when the disk of the database is full: nothing can be added, and what is there can be read."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE FUNCTION full_disk() RETURNS trigger AS $$begin {FULL}; end$$ LANGUAGE plpgsql")  # pyright: ignore
        connection.execute("CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()")
        try:
            yield
        finally:
            connection.execute("DROP TRIGGER full_disk ON events")


def assert_stored(database: str, moves: list[str]) -> None:
    """A server that starts afresh has these moves of the only table."""
    with psycopg.connect(database) as connection:
        ((table,),) = connection.execute("SELECT id FROM tables").fetchall()
    with front(database, None) as server:
        assert [entry["text"] for entry in server.get(f"/api/tables/{table}").json()["history"]] == moves
