"""Many viewers: what each of them is told, how often, and what that costs the others."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from halma.server.table import Notice, Table

from halma.messages import HalmaError
from halma.server.domain.model import Seat, Setup, TableState
from halma.server.hub import LocalHub
from halma.server.service import presence
from halma.server.service.presence import Attendance
from halma.server.settings import ServerLimits
from halma.server.transport.live import HELLO_COST, Viewer
from halma.server.transport.rate_limits import Bucket, Buckets
from halma.server.transport.view import Presence


class Watched:
    """A table with one viewer, without a server around them."""

    def __init__(self) -> None:
        seats = [Seat("A", "here"), Seat("B", "here")]
        self.table = Table("quux", Setup("halma", {"first": "A"}, "seed"), TableState(seats))
        self.sent: list[dict[str, Any]] = []
        self.looks = 0
        self.attendance = Attendance(lambda *_: None)
        self.arrive = self.attendance.arrive
        self.settings = SimpleNamespace(limits=ServerLimits())
        self.now = 0.0
        self.metrics = SimpleNamespace(messages={"hello": 0, "ping": 0})
        self.messages = Buckets(1e-6, 100)
        state = SimpleNamespace(messages=self.messages, chat=Buckets(1.0, 5))
        socket: Any = SimpleNamespace(
            app=SimpleNamespace(state=state), client=SimpleNamespace(host="::1"), send_text=self._send
        )
        manager: Any = self
        self.viewer = Viewer(manager, socket, "quux")

    async def _send(self, text: str) -> None:
        self.sent.append(json.loads(text))

    @asynccontextmanager
    async def looking(self, _: str) -> AsyncGenerator[Table]:
        self.looks += 1
        yield self.table

    def play(self, *texts: str) -> list[Notice]:
        """Make moves; what is to be told of them."""
        for text in texts:
            self.table.play("AB", self.table.ply, text, 0.0)
        notices, self.table.notices = self.table.notices, []
        return notices

    def told(self) -> list[str]:
        """The history as somebody knows it who follows the messages to the letter."""
        history: list[str] = []
        for message in self.sent:
            if message["type"] == "move":
                assert message["ply"] == len(history)
                assert [entry["ply"] for entry in message["entries"]] == [
                    message["ply"] + number + 1 for number in range(len(message["entries"]))
                ]
                history += [entry["text"] for entry in message["entries"]]
            elif message["view"] is not None:
                history = [entry["text"] for entry in message["view"]["history"]]
        return history


def test_every_move_is_told_once_to_who_does_not_keep_up():
    async def watch() -> None:
        watched = Watched()
        await watched.viewer.show()
        for notice in watched.play("e2-f3", "l15-k14", "d3-d4"):
            await watched.viewer.tell(notice)
        assert watched.told() == ["e2-f3", "l15-k14", "d3-d4"]

    asyncio.run(watch())


def test_what_was_shown_at_the_beginning_is_not_told_again():
    async def watch() -> None:
        watched = Watched()
        notices = watched.play("e2-f3")
        await watched.viewer.show()
        for notice in notices + watched.play("l15-k14"):
            await watched.viewer.tell(notice)
        assert watched.told() == ["e2-f3", "l15-k14"]

    asyncio.run(watch())


def test_moves_that_replace_others_are_never_told_as_if_they_followed_them():
    async def watch() -> None:
        watched = Watched()
        await watched.viewer.show()
        late = watched.play("e2-f3", "l15-k14")
        watched.table.undo("AB", 2, 0.0)
        watched.table.undo("AB", 1, 0.0)
        late += watched.play("d3-d4", "l15-l14", "c3-c5")
        for notice in late:
            await watched.viewer.tell(notice)
            assert watched.told() == ["d3-d4", "l15-l14", "c3-c5"]

    asyncio.run(watch())


def test_a_stale_move_is_answered_with_everything_and_nothing_of_it_comes_again():
    async def watch() -> None:
        watched = Watched()
        await watched.viewer.show()
        notices = watched.play("e2-f3")
        with pytest.raises(HalmaError, match="has moved on") as stale:
            watched.table.play("AB", 0, "d3-d4", 0.0)
        await watched.viewer.refuse(stale.value)
        for notice in notices:
            await watched.viewer.tell(notice)
        assert watched.told() == ["e2-f3"]

    asyncio.run(watch())


def test_who_is_there_is_told_without_looking_at_the_table():
    async def watch() -> None:
        watched = Watched()
        await watched.viewer.tell(Notice("presence", message='{"type":"presence"}'))
        assert watched.sent == [{"type": "presence"}] and watched.looks == 0

    asyncio.run(watch())


def test_many_who_come_at_once_are_announced_once(monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 3600.0)

    async def come() -> None:
        told: list[Presence] = []
        attendance = Attendance(lambda _, found: told.append(found))
        for number in range(500):
            attendance.arrive("quux", number, "A" if number < 2 else "")
            await asyncio.sleep(0)
        assert attendance.presence("quux").spectators == 498 and attendance.viewers == 500
        assert len(told) == 1
        for number in range(500):
            attendance.depart("quux", number)
        assert attendance.viewers == 0 and len(told) == 1

    asyncio.run(come())


def test_the_last_to_come_or_go_is_announced_too(monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 0.0)
    monkeypatch.setattr(presence, "MOST_PER_SECOND", float("inf"))

    async def come() -> None:
        told: asyncio.Queue[Presence] = asyncio.Queue()
        attendance = Attendance(lambda _, found: told.put_nowait(found))
        for number, held in enumerate(("A", "B", "", "")):
            attendance.arrive("quux", number, held)
        found = await told.get()
        assert (found.seats, found.spectators) == ({"A", "B"}, 2)
        attendance.depart("quux", 0)
        attendance.depart("quux", 3)
        attendance.depart("quux", 3)
        # Somebody who leaves a seat and stays becomes a spectator.
        attendance.arrive("quux", 1, "")
        found = await told.get()
        assert (found.seats, found.spectators) == (set(), 2)
        assert told.empty()

    asyncio.run(come())


def test_the_more_there_are_the_more_seldom_they_are_told(monkeypatch):
    async def come(count: int) -> float:
        delays: list[float] = []
        loop = asyncio.get_running_loop()
        attendance = Attendance(lambda *_: None)
        attendance.arrive("quux", "first", "")
        await asyncio.sleep(0.0)
        await asyncio.sleep(0.0)
        monkeypatch.setattr(loop, "time", lambda: 1e9)
        audience = attendance._audiences["quux"]
        audience.told_at = 1e9
        for number in range(count):
            audience.put(number, "")
        monkeypatch.setattr(loop, "call_later", lambda delay, *_: delays.append(delay))
        attendance.arrive("quux", "last", "")
        return delays[0]

    assert asyncio.run(come(1)) == presence.SHORTEST_PAUSE
    assert asyncio.run(come(998)) == 1000 / presence.MOST_PER_SECOND


def test_saying_hello_again_announces_nobody(monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 0.0)

    async def come() -> None:
        told: list[Presence] = []
        attendance = Attendance(lambda _, found: told.append(found))
        attendance.arrive("quux", "viewer", "A")
        await asyncio.sleep(0.01)
        for _ in range(20):
            attendance.arrive("quux", "viewer", "A")
            await asyncio.sleep(0)
        assert len(told) == 1

    asyncio.run(come())


def test_only_the_latest_of_who_is_there_waits_for_a_slow_viewer():
    async def watch() -> None:
        hub = LocalHub()
        subscription = hub.subscribe("quux")
        for number in range(300):
            hub.publish("quux", Notice("presence", message=str(number)))
        hub.publish("quux", Notice("move"))
        assert (await subscription.next()).message == "299"
        assert (await subscription.next()).kind == "move"
        hub.publish("quux", Notice("presence", message="300"))
        assert (await subscription.next()).message == "300"

    asyncio.run(watch())


def test_a_hello_costs_more_than_another_message_on_any_connection_of_the_address():
    async def talk() -> None:
        watched = Watched()
        bucket = watched.messages.of("::1")
        await watched.viewer.hear('{"type":"hello"}')
        await watched.viewer.hear('{"type":"ping"}')
        left = 100 - HELLO_COST - 1
        assert bucket.take(left) and not bucket.take(2)
        assert [message["type"] for message in watched.sent] == ["view", "pong"]

    asyncio.run(talk())


def test_whoever_sends_too_much_waits_until_it_is_allowed(monkeypatch):
    now = 0.0
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    async def talk() -> None:
        watched = Watched()
        watched.viewer._shared_bucket = Bucket(2.0, 10, lambda: now)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        for _ in range(10):
            await watched.viewer.pay(1)
        assert slept == []
        await watched.viewer.pay(4)
        assert slept == [2.0]
        # More than there can ever be is allowed when all of it is there.
        await watched.viewer.pay(100)
        assert slept == [2.0, 5.0]

    asyncio.run(talk())


def test_spectators_who_come_are_announced_seldom(server, monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 3600.0)
    table = server.table()
    published: list[Notice] = []
    publish = server.service.hub.publish
    monkeypatch.setattr(
        server.service.hub, "publish", lambda name, notice: (published.append(notice), publish(name, notice))
    )
    with server.live(table, table["token"]) as player:
        for _ in range(8):
            with server.live(table):
                pass
        player.send("ping")
        player.until("pong")
        assert len([notice for notice in published if notice.kind == "presence"]) == 1
