"""The time of the storage: even, the same for all, and still while nobody is alive."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Double, literal

from halma.server.storage import postgres
from halma.server.storage.clock import Era, StorageClock
from halma.server.storage.interface import ConflictError, Index
from halma.server.storage.opening import open_storage

from .conftest import append, creation

START = 1_000_000.0


class Clocks:
    """The steady clock of the processes, and the clock of the database's machine."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.set_by = 0.0

    def steady(self) -> float:
        return 50.0 + self.passed

    def database(self) -> float:
        return START + self.passed + self.set_by


@pytest.fixture
def clocks(monkeypatch):
    found = Clocks()

    monkeypatch.setattr(postgres, "steady", found.steady)
    monkeypatch.setattr(postgres, "database_clock", lambda: literal(found.database(), Double))
    return found


@pytest.fixture
def shared(databases):
    with databases.database() as address:
        yield address


def test_it_can_be_told_what_time_of_day_something_was():
    clock = StorageClock(lambda: 1000.0)
    clock.set(700.0, [Era(1, 0.0, 0.0), Era(2, 500.0, 100.0), Era(3, 650.0, 300.0)])
    assert clock.now() == 700.0 and clock.ahead == 300.0 and clock.era == 3
    assert [clock.calendar(at) for at in (499.0, 500.0, 649.0, 650.0, 700.0)] == [499.0, 600.0, 749.0, 950.0, 1000.0]


@pytest.mark.parametrize("closed", [0.5, 40_000.0, -3600.0])
def test_it_stands_still_while_a_file_is_not_open(tmp_path, closed):
    """Also when the clock of the machine was set back meanwhile."""

    async def everything():
        now = START
        first: Any = open_storage(str(tmp_path / "tables.sqlite"), lambda: now)
        await first.start()
        assert first.now() == first.calendar(first.now()) == START
        now += 100
        await first.stop()
        now += closed
        second = open_storage(str(tmp_path / "tables.sqlite"), lambda: now)
        await second.start()
        assert second.now() == START + 100 and second.calendar(second.now()) == START + 100 + closed
        assert second.calendar(START + 50) == START + 50
        now += 10
        assert second.now() == START + 110
        await second.stop()

    asyncio.run(everything())


def test_it_never_goes_back_behind_what_was_stored(tmp_path):
    async def everything():
        now = START
        first: Any = open_storage(str(tmp_path / "tables.sqlite"), lambda: now)
        await first.start()
        now += 30
        # Killed right after this: the last beat was long before.
        await first.create(creation("one"))
        await first._writer.stop()
        await first._close()
        now += 1000
        second = open_storage(str(tmp_path / "tables.sqlite"), lambda: now)
        await second.start()
        assert second.now() == START + 30
        await second.stop()

    asyncio.run(everything())


def test_processes_go_by_the_same_time(shared, clocks):
    async def everything():
        first, second = open_storage(shared, lambda: 0.0), open_storage(shared, lambda: 0.0)
        await first.start()
        clocks.passed += 5
        await second.start()
        assert first.now() == second.now() == START + 5
        clocks.passed += 3
        assert first.now() == second.now() == second.calendar(second.now()) == START + 8
        await first.stop()
        await second.stop()

    asyncio.run(everything())


def test_setting_the_clock_of_the_database_changes_nothing(shared, clocks):
    async def everything():
        first, second = open_storage(shared, lambda: 0.0), open_storage(shared, lambda: 0.0)
        await first.start()
        await second.start()
        for hour in (3600.0, -7200.0):
            before = first.now()
            clocks.passed += 1
            clocks.set_by += hour
            await first.beat()
            await second.beat()
            clocks.passed += 1
            await first.beat()
            assert first.now() == second.now() == before + 2
            assert first.calendar(first.now()) == second.calendar(second.now()) == clocks.database()
        await first.stop()
        await second.stop()

    asyncio.run(everything())


def test_nothing_is_stored_by_a_time_that_was_put_right_since(shared, clocks):
    async def everything():
        first, second = open_storage(shared, lambda: 0.0), open_storage(shared, lambda: 0.0)
        await first.start()
        await second.start()
        await first.create(creation("one"))
        clocks.set_by += 3600
        await first.beat()
        with pytest.raises(ConflictError):
            await second.append(append("one", 0))
        # It has looked at the time since.
        await second.append(append("one", 0))
        assert second.calendar(second.now()) == clocks.database()
        await first.stop()
        await second.stop()

    asyncio.run(everything())


def test_it_stands_still_while_no_process_is_alive(shared, clocks):
    async def everything():
        first: Any = open_storage(shared, lambda: 0.0)
        await first.start()
        await first.create(creation("one", index=Index(thinking=1.0)))
        assert await first.claim(["think"], 1, lease=5000.0)
        # It is killed: its leases stay, and it never says that it stopped.
        await first._close()
        clocks.passed += 3600
        second = open_storage(shared, lambda: 0.0)
        await second.start()
        assert START <= second.now() <= START + postgres.BEAT
        assert second.calendar(second.now()) == clocks.database()
        # Nobody is alive who could have the lease.
        assert len(await second.claim(["think"], 1, lease=5000.0)) == 1
        await second.stop()

    asyncio.run(everything())


def test_it_goes_on_while_one_process_is_alive(shared, clocks):
    async def everything():
        first: Any = open_storage(shared, lambda: 0.0)
        await first.start()
        await first.create(creation("one", index=Index(thinking=1.0)))
        assert await first.claim(["think"], 1, lease=5000.0)
        clocks.passed += 3600
        await first.beat()
        clocks.passed += 2
        second = open_storage(shared, lambda: 0.0)
        await second.start()
        assert second.now() == START + 3602
        assert await second.claim(["think"], 1, lease=5000.0) == []
        await second.stop()
        await first.stop()

    asyncio.run(everything())


def test_a_clock_that_goes_wrong_a_little_is_put_right_without_an_era(shared, clocks):
    async def everything():
        storage: Any = open_storage(shared, lambda: 0.0)
        await storage.start()
        clocks.set_by += 0.25
        await storage.beat()
        assert storage.now() == START + 0.25 and storage._clock.era == 1
        await storage.stop()

    asyncio.run(everything())
