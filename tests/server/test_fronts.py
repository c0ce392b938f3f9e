"""Several fronts on one storage: whoever is slower decides anew, and what a hub loses is read from the storage."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from halma.server.domain.commands import Arrive, Chat, JudgeTime, Leave, MakeMove, NewTable, SeatWish, TakeSeat
from halma.server.domain.model import ClockSetting
from halma.server.errors import RefusedError
from halma.server.hub.interface import Message, Published
from halma.server.hub.local import InProcessHub
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.settings import ServerLimits
from halma.server.storage.sqlite import SqliteStorage
from halma.server.tokens import hashed

from .mirror import Mirror

LINKS = [SeatWish("link"), SeatWish("link")]


class Onlooker:
    """Somebody at one of the fronts."""

    def __init__(self, *tokens: str) -> None:
        self.hashes = tuple(hashed(token) for token in tokens)
        self.held = ""
        self.mirror = Mirror()
        self.told: list[dict[str, Any]] = []

    def tell(self, data: bytes) -> None:
        self.told.append(json.loads(data))
        self.mirror.told(self.told[-1])

    tell_presence = tell

    @property
    def texts(self) -> list[str]:
        return [entry["text"] for entry in self.mirror.history]


class LosingHub(InProcessHub):
    """A hub that loses what it is told to lose."""

    losing = False

    def tell(self, message: Message) -> None:
        if not (self.losing and isinstance(message, Published)):
            super().tell(message)


class Fronts:
    """Two fronts on one storage, and a clock that goes on when a test says so."""

    def __init__(self, file: Path) -> None:
        self.now = 1000.0
        self.storage = SqliteStorage(file, lambda: self.now)
        self.hub = LosingHub()
        self.one, self.two = (TableService(self.storage, self.hub, ServerLimits(), alone=False) for _ in range(2))


def at_fronts(file: Path, play: Callable[[Fronts], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        fronts = Fronts(file)
        await fronts.storage.start()
        try:
            await play(fronts)
        finally:
            await fronts.one.close()
            await fronts.two.close()
            await fronts.storage.stop()

    asyncio.run(run())


@asynccontextmanager
async def seated(fronts: Fronts, **more: Any):
    """A table of two people, each at a front of their own."""
    made = await fronts.one.create(NewTable("halma", {"first": "A"}, LINKS, **more), "")
    first, second = Onlooker(made.links["A"]), Onlooker(made.links["B"])
    for service, onlooker in ((fronts.one, first), (fronts.two, second)):
        await service.enter(made.table.id, onlooker, 0)
    yield made.table.id, first, second


def test_what_happens_at_one_front_is_told_at_the_other(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            await fronts.one.act(table, MakeMove(0, "e2-f3"), first.hashes)
            assert first.texts == second.texts == ["e2-f3"]
            # Who has to act is told what may be played, whichever front that was.
            assert len(second.told[-1]["legal"]) == 40
            await fronts.two.act(table, MakeMove(1, "l15-k14"), second.hashes)
            assert first.texts == ["e2-f3", "l15-k14"] and "legal" in first.told[-1]
            assert first.mirror.state == second.mirror.state

    at_fronts(tmp_path / "tables.sqlite", play)


def test_of_two_moves_at_two_fronts_one_is_made(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            moves = [
                service.act(table, MakeMove(0, text), first.hashes)
                for service, text in ((fronts.one, "e2-f3"), (fronts.two, "d3-d4"))
            ]
            done = await asyncio.gather(*moves, return_exceptions=True)
            refused = [error for error in done if isinstance(error, RefusedError)]
            assert [error.code for error in refused] == ["stale"]
            assert first.texts == second.texts and len(first.texts) == 1

    at_fronts(tmp_path / "tables.sqlite", play)


def test_the_same_move_at_two_fronts_is_made_once_and_acknowledged_twice(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            moves = [service.act(table, MakeMove(0, "e2-f3"), first.hashes) for service in (fronts.one, fronts.two)]
            acted = await asyncio.gather(*moves)
            assert [done.table.ply for done in acted] == [1, 1] and second.texts == ["e2-f3"]

    at_fronts(tmp_path / "tables.sqlite", play)


def test_what_the_hub_loses_is_found_in_the_storage(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            fronts.hub.losing = True
            await fronts.one.act(table, MakeMove(0, "e2-f3"), first.hashes)
            await fronts.one.act(table, Chat("hello"), first.hashes)
            assert second.texts == []
            await fronts.two.look_again()
            assert second.texts == ["e2-f3"] and second.mirror.state == first.mirror.state
            assert [line["text"] for line in second.mirror.chat] == ["hello"]
            # A gap is noticed by the next message that comes.
            await fronts.two.act(table, MakeMove(1, "l15-k14"), second.hashes)
            fronts.hub.losing = False
            await fronts.two.act(table, Chat("hello, too"), second.hashes)
            for _ in range(200):
                await asyncio.sleep(0.005)
                if len(first.texts) == 2:
                    break
            assert first.texts == second.texts == ["e2-f3", "l15-k14"]

    at_fronts(tmp_path / "tables.sqlite", play)


def test_nothing_is_refused_because_a_front_is_behind(tmp_path):
    async def play(fronts: Fronts) -> None:
        made = await fronts.one.create(NewTable("halma", {"first": "A"}, LINKS), "")
        await fronts.two.table(made.table.id)
        who = [(hashed(made.links[seat]),) for seat in "AB"]
        await fronts.one.act(made.table.id, MakeMove(0, "e2-f3"), who[0])
        # The other front knows the table from before the move.
        acted = await fronts.two.act(made.table.id, MakeMove(1, "l15-k14"), who[1])
        assert acted.table.ply == 2
        assert (await fronts.one.table(made.table.id)).ply == 2

    at_fronts(tmp_path / "tables.sqlite", play)


def test_a_token_that_was_given_back_at_one_front_opens_nothing_at_the_other(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts, public=True) as (table, first, second):
            await fronts.one.act(table, Leave(), first.hashes)
            with pytest.raises(RefusedError) as refused:
                await fronts.two.act(table, MakeMove(0, "e2-f3"), first.hashes)
            assert refused.value.code == "not-your-seat"
            taken = await fronts.two.act(table, TakeSeat(hashed("new"), "A"))
            assert taken.seat == "A"
            assert (await fronts.one.act(table, MakeMove(0, "e2-f3"), [hashed("new")])).table.ply == 1
            assert second.texts == ["e2-f3"]

    at_fronts(tmp_path / "tables.sqlite", play)


def test_a_clock_is_judged_once_whichever_front_rings_it(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts, clock=ClockSetting("move", 60), fate="forfeit") as (table, first, second):
            for service, onlooker in ((fronts.one, first), (fronts.two, second)):
                await service.act(table, Chat("here"), onlooker.hashes)
            for service, onlooker in ((fronts.one, first), (fronts.two, second)):
                await service.act(table, Arrive(), onlooker.hashes)
            fronts.now += 61
            timers = [Timers(service) for service in (fronts.one, fronts.two)]
            await asyncio.gather(*(each.once() for each in timers))
            for _ in range(200):
                if first.mirror.state["outcome"] and second.mirror.state["outcome"]:
                    break
                await asyncio.sleep(0.005)
            assert first.mirror.state["outcome"]["termination"] == "time"
            version = first.mirror.n
            await fronts.one.act(table, JudgeTime(fronts.now))
            assert first.mirror.n == second.mirror.n == version

    at_fronts(tmp_path / "tables.sqlite", play)


def test_a_table_deleted_at_one_front_is_gone_at_the_other(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            with pytest.raises(RefusedError) as refused:
                await fronts.two.delete(table, [hashed("nobody’s")])
            assert refused.value.code == "token-needed"
            await fronts.one.delete(table, first.hashes)
            await told(second)
            for service in (fronts.one, fronts.two):
                with pytest.raises(RefusedError) as refused:
                    await service.act(table, MakeMove(0, "e2-f3"), first.hashes)
                assert refused.value.code == "unknown-table"
            assert first.told[-1] == {"type": "deleted"}

    at_fronts(tmp_path / "tables.sqlite", play)


def test_a_deletion_the_hub_loses_is_found_in_the_storage(tmp_path):
    async def play(fronts: Fronts) -> None:
        async with seated(fronts) as (table, first, second):
            fronts.hub.losing = True
            await fronts.one.delete(table, first.hashes)
            assert {"type": "deleted"} not in second.told
            await fronts.two.look_again()
            await told(second)

    at_fronts(tmp_path / "tables.sqlite", play)


async def told(onlooker: Onlooker) -> None:
    for _ in range(400):
        if onlooker.told[-1] == {"type": "deleted"}:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(onlooker.told[-1])
