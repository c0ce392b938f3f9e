"""Tables that come from the storage, and those that are set up from a record: nobody who plays waits for them."""

import asyncio
import threading
from typing import Any

import msgspec
import pytest

from halma.server.domain.events import MovePlayed, TableBegun, encoded_event
from halma.server.domain.model import Seat, Setup
from halma.server.errors import RefusedError
from halma.server.hub.local import InProcessHub
from halma.server.service import tables
from halma.server.service.live_table import LiveTable
from halma.server.service.tables import LONG_GAME, READERS, TableService
from halma.server.settings import ServerLimits
from halma.server.storage.interface import StoredTable


class FakeStorage:
    """A storage that hands tables out when it is told to, and notes how many are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.reading = self.most_reading = 0
        self.going_on = asyncio.Event()
        self.moves: list[str] = []

    def now(self) -> float:
        return 0.0

    async def load(self, table: str) -> StoredTable | None:
        self.asked.append(table)
        self.reading += 1
        self.most_reading = max(self.most_reading, self.reading)
        await self.going_on.wait()
        self.reading -= 1
        if table == "none":
            return None
        setup = msgspec.json.encode(Setup("halma", {"first": "A"}, "seed"))
        events = [TableBegun(0.0, (Seat("A", "here"), Seat("B", "here")))]
        stored = [encoded_event(event) for event in (*events, *(MovePlayed(0.0, (text,)) for text in self.moves))]
        return StoredTable(table, setup, len(stored), None, stored, [])


def service_with(storage: Any, limits: ServerLimits, **more: Any) -> TableService:
    return TableService(storage, InProcessHub(), limits, **more)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_table_that_many_want_is_read_once():
    async def run() -> None:
        storage = FakeStorage()
        service = service_with(storage, ServerLimits())
        wanted = [asyncio.create_task(service.table("quux")) for _ in range(50)]
        unknown = asyncio.create_task(service.table("none"))
        await settle()
        wanted[0].cancel()
        storage.going_on.set()
        found = await asyncio.gather(*wanted[1:])
        assert len({id(table) for table in found}) == 1 and storage.asked == ["quux", "none"]
        with pytest.raises(RefusedError, match="no such table"):
            await unknown

    asyncio.run(run())


def test_many_tables_are_read_a_few_at_a_time_and_too_many_are_refused():
    async def run() -> None:
        storage = FakeStorage()
        service = service_with(storage, ServerLimits(loading=40))
        wanted = [asyncio.create_task(service.table(str(number))) for number in range(40)]
        await settle()
        assert storage.reading == READERS
        with pytest.raises(RefusedError) as refused:
            await service.table("one more")
        assert refused.value.status == 503
        storage.going_on.set()
        await asyncio.gather(*wanted)
        assert storage.most_reading == READERS and len(set(storage.asked)) == 40

    asyncio.run(run())


def test_tables_in_use_are_not_looked_at_again_and_again(monkeypatch):
    async def run() -> None:
        storage = FakeStorage()
        storage.going_on.set()
        service = service_with(storage, ServerLimits(cached=100))
        for number in range(200):
            (await service.live(str(number))).users += 1
        looked = 0

        def is_idle(_: LiveTable) -> bool:
            nonlocal looked
            looked += 1
            return False

        monkeypatch.setattr(LiveTable, "is_idle", property(is_idle))
        await service.table("one more")
        assert looked <= tables.MOST_LOOKED_AT and service.cached == 201

    asyncio.run(run())


def test_a_table_that_nobody_looks_at_makes_room():
    async def run() -> None:
        storage = FakeStorage()
        storage.going_on.set()
        service = service_with(storage, ServerLimits(cached=10))
        for number in range(30):
            await service.table(str(number))
        assert service.cached == 10

    asyncio.run(run())


def test_a_long_game_is_played_through_aside(monkeypatch):
    aside: list[str] = []

    async def run_aside(function: Any, *given: Any) -> Any:
        aside.append(function.__name__)
        return function(*given)

    async def run() -> None:
        storage = FakeStorage()
        storage.going_on.set()
        service = service_with(storage, ServerLimits(), aside=run_aside)
        there_and_back = ("e2-f3", "l15-k14", "f3-e2", "k14-l15")
        storage.moves = [there_and_back[ply % 4] for ply in range(6)]
        await service.table("short")
        assert aside == []
        monkeypatch.setattr(tables, "LONG_GAME", 5)
        assert (await service.table("long")).ply == 6
        assert aside == ["restored_table"]

    asyncio.run(run())
    assert LONG_GAME > 5


def test_a_record_is_played_through_aside(server, monkeypatch):
    threads: list[int | None] = []
    set_up = tables.set_up

    def noted(*arguments: Any) -> Any:
        threads.append(threading.get_ident())
        return set_up(*arguments)

    monkeypatch.setattr(tables, "set_up", noted)
    table = server.table()
    server.move(table, 0, "e2-f3")
    record = server.get(f"/api/tables/{table['table']}/record").text
    assert server.view(server.table(record=record))["ply"] == 1
    assert threads[0] == server.thread.ident and threads[1] != server.thread.ident


def test_only_so_many_records_wait(server, monkeypatch):
    monkeypatch.setattr(tables, "MOST_SETTING_UP", 0)
    refused = server.post("/api/tables", {"game": "halma", "record": '[Game "halma"]\n*'})
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
