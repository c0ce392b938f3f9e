"""Time: clocks of the machine that are set, restarts, and starts with many clocks."""

import sqlite3
from pathlib import Path

from halma.server.settings import Settings, SteadyClock
from halma.server.storage.sqlite import SqliteStorage

from .conftest import running

HERE = [{"kind": "here"}, {"kind": "here"}]


class Machine:
    """A clock on the wall that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_000_000.0, 50.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.passed)


def test_a_clock_that_is_set_takes_and_gives_nobody_time(tmp_path):
    machine = Machine()
    with running(tmp_path, now=machine.clock()) as server:
        table = server.table(seats=HERE, clock={"kind": "fischer", "seconds": 300}, fate="forfeit")
        for step in (3600, -7200):
            machine.wall += step
            machine.go_on(10)
            view = server.view(table)
            assert view["outcome"] is None
        assert view["seats"][0]["clock_left"] == 280
        assert server.move(table, 0, "e2-f3").status_code == 200


def test_a_server_goes_by_a_steady_clock():
    assert isinstance(Settings(Path("tables.sqlite")).now, SteadyClock)


def test_a_clock_that_is_set_while_the_server_is_closed_changes_nothing(tmp_path):
    machine = Machine()
    with running(tmp_path, now=machine.clock()) as server:
        table = server.table(seats=HERE, clock={"kind": "fischer", "seconds": 300}, fate="forfeit")
        machine.go_on(20)
    for step in (7200, -50_000):
        machine.wall += step
        with running(tmp_path, now=machine.clock()) as server:
            assert server.view(table)["seats"][0]["clock_left"] == 280


def test_a_start_with_many_clocks_reads_no_table_and_asks_as_often_as_with_few(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        clock = server.table(seats=HERE, clock={"kind": "move", "seconds": 10_000})
    asked: list[str] = []
    insist = SqliteStorage._insist

    async def counted(self, *given, **more):
        asked.append("transaction")
        return await insist(self, *given, **more)

    async def never(self, table):
        raise AssertionError("no table is needed to start")

    monkeypatch.setattr(SqliteStorage, "_insist", counted)
    monkeypatch.setattr(SqliteStorage, "load", never)
    monkeypatch.setattr("halma.server.app.make.BEAT", 3600.0)
    counts: list[int] = []
    for copies in (0, 2000):
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            row = database.execute("SELECT * FROM tables WHERE id = ?", (clock["table"],)).fetchone()
            rows = [(f"copy{number}", *row[1:]) for number in range(copies)]
            database.executemany(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", rows)
        database.close()
        asked.clear()
        with running(tmp_path) as server:
            while not server.front.timers.running:
                server.get("/api/health")
            counts.append(len(asked))
    assert max(counts) < 12


def test_a_start_does_not_wait_for_tables_at_which_computers_have_to_act(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        server.table(seats=HERE)
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute("UPDATE tables SET thinking = 1")
    database.close()

    async def never(self, table):
        raise AssertionError("no table is needed to answer")

    monkeypatch.setattr(SqliteStorage, "load", never)
    monkeypatch.setattr("halma.server.service.tables.FIRST_WAIT", 3600.0)
    with running(tmp_path) as server:
        assert server.get("/api/tables/open").status_code == 200
