"""Tables that come from the storage, and those that are set up from a record: nobody who plays waits for them."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from halma.server.table import Table
from halma.server.table_manager import LONG_GAME, READERS, TableManager

from halma.server import table_manager
from halma.server.domain.model import PlayedMove, Seat, Setup, TableState
from halma.server.errors import RefusedError
from halma.server.hub import LocalHub
from halma.server.settings import ServerLimits, Settings
from halma.server.storage import Stored


class FakeStorage:
    """A storage that hands tables out when it is told to, and notes how many are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.reading = self.most_reading = 0
        self.going_on = asyncio.Event()
        self.moves: list[PlayedMove] = []

    async def load(self, table: str) -> Stored | None:
        self.asked.append(table)
        self.reading += 1
        self.most_reading = max(self.most_reading, self.reading)
        await self.going_on.wait()
        self.reading -= 1
        if table == "none":
            return None
        state = TableState([Seat("A", "here"), Seat("B", "here")])
        return Stored(table, Setup("halma", {"first": "A"}, "seed"), state, list(self.moves), [], [])

    async def counts(self) -> dict[str, int]:
        return {}

    async def ping(self) -> None:
        return


def manager_with(storage: Any, limits: ServerLimits) -> TableManager:
    return TableManager(Settings(Path("unused"), limits=limits, workers=1), storage, LocalHub())


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_table_that_many_want_is_read_once():
    async def run() -> None:
        storage = FakeStorage()
        manager = manager_with(storage, ServerLimits())
        wanted = [asyncio.create_task(manager.table("quux")) for _ in range(50)]
        unknown = asyncio.create_task(manager.table("none"))
        await settle()
        wanted[0].cancel()
        storage.going_on.set()
        tables = await asyncio.gather(*wanted[1:])
        assert len({id(table) for table in tables}) == 1 and storage.asked == ["quux", "none"]
        with pytest.raises(RefusedError, match="no such table"):
            await unknown

    asyncio.run(run())


def test_many_tables_are_read_a_few_at_a_time_and_too_many_are_refused():
    async def run() -> None:
        storage = FakeStorage()
        manager = manager_with(storage, ServerLimits(loading=40))
        wanted = [asyncio.create_task(manager.table(str(number))) for number in range(40)]
        await settle()
        assert storage.reading == READERS
        with pytest.raises(RefusedError) as refused:
            await manager.table("one more")
        assert refused.value.status == 503
        storage.going_on.set()
        await asyncio.gather(*wanted)
        assert storage.most_reading == READERS and len(set(storage.asked)) == 40

    asyncio.run(run())


def test_tables_in_use_are_not_looked_at_again_and_again(monkeypatch):
    async def run() -> None:
        storage = FakeStorage()
        storage.going_on.set()
        manager = manager_with(storage, ServerLimits(cached=100))
        for number in range(200):
            manager.hub.subscribe(str(number))
            await manager.table(str(number))
        looked = 0

        def is_idle(_: Table) -> bool:
            nonlocal looked
            looked += 1
            return False

        monkeypatch.setattr(manager, "_is_idle", is_idle)
        await manager.table("one more")
        assert looked <= table_manager.MOST_LOOKED_AT and manager.cached == 201

    asyncio.run(run())


def test_a_long_game_is_played_through_aside(monkeypatch):
    threads: list[int] = []

    class Noted(Table):
        def __post_init__(self) -> None:
            threads.append(threading.get_ident())
            super().__post_init__()

    monkeypatch.setattr("halma.server.restoring.Table", Noted)

    async def run() -> None:
        storage = FakeStorage()
        storage.going_on.set()
        manager = manager_with(storage, ServerLimits())
        there_and_back = ("e2-f3", "l15-k14", "f3-e2", "k14-l15")
        storage.moves = [PlayedMove("AB"[ply % 2], there_and_back[ply % 4], "", 0.0, 0.0) for ply in range(6)]
        await manager.table("short")
        assert threads == [threading.get_ident()]
        monkeypatch.setattr(table_manager, "LONG_GAME", 5)
        assert (await manager.table("long")).ply == 6
        assert threads[1:] != [threading.get_ident()] and len(threads) == 2

    asyncio.run(run())
    assert LONG_GAME > 5


def test_a_record_is_played_through_aside(server, monkeypatch):
    threads: list[int | None] = []
    set_up = table_manager.set_up

    def noted(*arguments: Any) -> Any:
        threads.append(threading.get_ident())
        return set_up(*arguments)

    monkeypatch.setattr(table_manager, "set_up", noted)
    table = server.table()
    server.move(table, 0, "e2-f3")
    record = server.get(f"/api/tables/{table['table']}/record").text
    assert server.view(server.table(record=record))["ply"] == 1
    assert threads[0] == server.thread.ident and threads[1] != server.thread.ident


def test_only_so_many_records_wait(server, monkeypatch):
    monkeypatch.setattr(table_manager, "MOST_SETTING_UP", 0)
    refused = server.post("/api/tables", {"game": "halma", "record": '[Game "halma"]\n*'})
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
