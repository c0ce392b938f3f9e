"""Who waits for a computer decides whose turn it is to be thought about: no flood of tables starves people."""

import asyncio
from typing import Any

import pytest

from halma.server.thinking import computers as module
from halma.server.thinking.computers import Computers, Urgency

from .conftest import running


class Bench:
    """Workers that end their thoughts when they are told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.futures: dict[str, Any] = {}
        self.slots: dict[str, int] = {}

    def submit(self, function, slot, name, *_):
        future = module.Future()
        self.begun.append(name)
        self.futures[name], self.slots[name] = future, slot
        return future


@pytest.fixture
def bench(monkeypatch):
    found = Bench()
    monkeypatch.setattr(Computers, "_executor", lambda self: found)
    return found


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


def work(*_):
    """Never called: the bench stands in for the workers."""


async def end(bench, name):
    bench.futures[name].set_result(name)
    await settle()


def ask(computers, name, urgency, expected=0.0):
    return asyncio.create_task(computers.queue(work, name, urgency=urgency, expected=expected, key=name))


def test_people_come_first_whoever_asked_before(bench):
    async def play():
        computers = Computers(1, 4)
        tasks = [ask(computers, "running", Urgency.AWAITED)]
        await settle()
        for name, urgency in (
            ("computers only", Urgency.UNWATCHED),
            ("analysis", Urgency.ANALYSIS),
            ("looked on", Urgency.FOLLOWED),
            ("waited for", Urgency.AWAITED),
        ):
            tasks.append(ask(computers, name, urgency))
            await settle()
        for name in ("running", "waited for", "looked on", "analysis", "computers only"):
            assert bench.begun[-1] == name
            await end(bench, name)
        assert [await task for task in tasks] == ["running", "computers only", "analysis", "looked on", "waited for"]
        assert computers.waiting == 0

    asyncio.run(play())


def test_short_thoughts_do_not_stand_behind_long_ones_and_long_ones_come_too(bench):
    async def play():
        computers = Computers(1, 4)
        tasks = [
            ask(computers, name, Urgency.AWAITED, expected)
            for name, expected in (("first", 0.0), ("long", 20.0), ("short", 0.01))
        ]
        await settle()
        await end(bench, "first")
        assert bench.begun[-1] == "short"
        # Later than the long one was due: it does not wait for ever.
        tasks.append(ask(computers, "later", Urgency.AWAITED, 100.0))
        await settle()
        await end(bench, "short")
        assert bench.begun[-1] == "long"
        await end(bench, "long")
        await end(bench, "later")
        await asyncio.gather(*tasks)

    asyncio.run(play())


def test_what_nobody_waits_for_gives_its_worker_up_and_is_thought_again(bench):
    async def play():
        computers = Computers(1, 4)
        unwatched = ask(computers, "computers only", Urgency.UNWATCHED, 20.0)
        await settle()
        person = ask(computers, "person", Urgency.AWAITED)
        await settle()
        assert computers._flags[0] == 1, "the worker is told to stop"
        await end(bench, "computers only")
        assert bench.begun == ["computers only", "person"] and computers._flags[0] == 0
        await end(bench, "person")
        assert await person == "person" and not unwatched.done()
        assert bench.begun[-1] == "computers only"
        await end(bench, "computers only")
        assert await unwatched == "computers only", "the whole thought counts, not the one that was cut short"

    asyncio.run(play())


def test_who_comes_to_a_table_hurries_its_computer(bench):
    async def play():
        computers = Computers(1, 4)
        tasks = [ask(computers, name, Urgency.UNWATCHED) for name in ("one", "two", "three")]
        await settle()
        computers.hurry("three", Urgency.AWAITED)
        assert computers._flags[0] == 1
        await end(bench, "one")
        assert bench.begun == ["one", "three"]
        for name in ("three", "one", "two"):
            await end(bench, name)
        await asyncio.gather(*tasks)
        assert not computers.waiting and not computers._keyed

    asyncio.run(play())


def test_a_thought_that_is_cancelled_leaves_its_place_to_others(bench):
    async def play():
        computers = Computers(1, 4)
        tasks = [ask(computers, name, Urgency.AWAITED) for name in ("one", "two", "three")]
        await settle()
        tasks[1].cancel()
        tasks[0].cancel()
        await settle()
        assert computers._flags[0] == 1 and computers.waiting == 2
        await end(bench, "one")
        assert bench.begun == ["one", "three"]
        await end(bench, "three")
        assert await tasks[2] == "three" and not computers.waiting

    asyncio.run(play())


def test_forty_tables_of_computers_do_not_hold_up_a_reply(tmp_path):
    """Counted in thoughts, not in seconds: of those of the other tables at most the one at work is waited for."""
    with running(tmp_path) as server:
        table = server.table(seats=[{"kind": "here"}, {"kind": "computer", "level": 1}])
        for _ in range(40):
            server.table(seats=[{"kind": "computer", "level": 8}] * 2)
        with server.live(table, table["token"]) as viewer:
            before = server.service.metrics.value("moves_total")
            viewer.ask("move", ply=0, text="e2-f3")
            viewer.until("move", lambda message: message["view"]["ply"] == 2)
            assert server.service.metrics.value("moves_total") - before <= 4
