"""Many viewers: what each of them is told, how often, and what that costs the others."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from halma.games import find_game, games
from halma.server.domain.commands import MakeMove, Undo
from halma.server.domain.decide import decide
from halma.server.domain.model import ClockSetting
from halma.server.domain.table import Table
from halma.server.hub.interface import Present
from halma.server.hub.local import InProcessHub
from halma.server.metrics import Metrics
from halma.server.service import presence
from halma.server.service.live_table import LiveTable
from halma.server.service.presence import Attendance
from halma.server.service.telling import History
from halma.server.settings import ServerLimits
from halma.server.transport import wire
from halma.server.transport.live import HELLO_COST, MOST_WAITING, Viewer
from halma.server.transport.rate_limits import SharedAllowance
from tests.variants import choices_of

from .mirror import Mirror
from .tables import table_of

# A plain move is told to a spectator in no more bytes than this.
MOST_BYTES = 400
# In dice the ways to use what is left of a roll come on top.
ROLL_BYTES = 60


class Onlooker:
    """Somebody who looks at a table without a connection, and notes what is told."""

    def __init__(self, held: str = "") -> None:
        self.hashes = tuple(f"held {seat}" for seat in held)
        self.held = held
        self.told: list[bytes] = []

    def tell(self, data: bytes) -> None:
        self.told.append(data)

    def tell_presence(self, data: bytes) -> None:
        self.told.append(data)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(data) for data in self.told]


class Watched:
    """A table with onlookers, without a server around them."""

    def __init__(self, **more: Any) -> None:
        self.live = LiveTable(table_of("link", "link", **more).table)

    def come(self, held: str = "", version: int = 0) -> Onlooker:
        onlooker = Onlooker(held)
        self.live.welcome(onlooker, version, Present(), 5.0)
        return onlooker

    def do(self, command: Any, held: str = "AB", now: float = 3.0) -> None:
        who = tuple(f"held {seat}" for seat in held)
        for event, after in decide(self.live.table, command, who, now).steps:
            self.live.step(event, after, now, wanted=False)

    def play(self, *texts: str) -> None:
        for text in texts:
            self.do(MakeMove(self.live.table.ply, text))


def history(onlooker: Onlooker) -> list[str]:
    """The moves as somebody knows them who follows the messages to the letter."""
    mirror = Mirror()
    for message in onlooker.messages:
        mirror.told(message)
    return [entry["text"] for entry in mirror.history]


def test_every_event_is_told_once_and_in_order():
    watched = Watched()
    player, spectator = watched.come("A"), watched.come()
    watched.play("e2-f3", "l15-k14", "d3-d4")
    for onlooker in (player, spectator):
        assert [message["n"] for message in onlooker.messages] == [2, 3, 4, 5]
        assert history(onlooker) == ["e2-f3", "l15-k14", "d3-d4"]


def test_a_message_is_encoded_once_for_all_spectators():
    watched = Watched()
    one, other = watched.come(), watched.come()
    watched.play("e2-f3")
    assert one.told[-1] is other.told[-1]


def test_legal_moves_are_told_only_to_who_has_to_act():
    watched = Watched()
    first, second, spectator = watched.come("A"), watched.come("B"), watched.come()
    assert len(first.messages[0]["legal"]) == 40
    watched.play("e2-f3")
    assert "legal" not in first.messages[-1] and "legal" not in spectator.messages[-1]
    assert len(second.messages[-1]["legal"]) == 40


@pytest.mark.parametrize("game", games())
def test_a_plain_move_is_told_to_a_spectator_in_few_bytes(game):
    """Plain: it captures nothing, no roll before it lapsed, nobody has to pass, no duty begins and the game goes on."""
    largest = max(choices_of(find_game(game)), key=lambda choice: choice.players)
    plain = capturing = 0
    for choice in (choices_of(find_game(game))[0], largest):
        kinds = ["link" if choice.players > 1 else "here"] * choice.players
        clock = ClockSetting("fischer", 600, 5)
        live = LiveTable(table_of(*kinds, game=game, options={**choice.options}, clock=clock).table)
        spectator, chance = Onlooker(), random.Random(5)
        live.welcome(spectator, 0, Present(), 1.0)
        for number in range(40):
            table = live.table
            if table.is_over:
                break
            move = chance.choice(table.position.legal_moves)
            who = tuple(f"held {seat}" for seat in table.position.seats)
            now = 1_763_500_000.123 + 7.3 * number
            for event, after in decide(table, MakeMove(table.ply, str(move)), who, now).steps:
                live.step(event, after, now, wanted=False)
            entries, changed = (spectator.messages[-1]["event"][part] for part in ("entries", "changed"))
            special = move.captures or len(entries) > 1 or entries[0].get("lapsed")
            if not special and not changed.keys() & {"duty", "outcome"}:
                plain += 1
                assert len(spectator.told[-1]) <= MOST_BYTES + ROLL_BYTES * (game == "dice"), spectator.told[-1]
            capturing += bool(move.captures)
    # In some games every move captures.
    assert plain + capturing >= 5 and (plain or game in ("captive-2", "solitaire"))


def test_messages_keep_to_the_schema():
    decoder = msgspec.json.Decoder(wire.WelcomeMessage | wire.EventMessage)
    for game in ("halma", "dice", "solitaire", "captive-2", "rakado"):
        kinds = ("here",) if game == "solitaire" else ("link", "link")
        live = LiveTable(table_of(*kinds, game=game, options={}).table)
        player = Onlooker("".join(live.table.position.seats))
        live.welcome(player, 0, Present("A", 2), 1.0)
        for number in range(30):
            table = live.table
            if table.is_over:
                break
            text = str(table.position.legal_moves[number % len(table.position.legal_moves)])
            for event, after in decide(table, MakeMove(table.ply, text), player.hashes, 2.0).steps:
                live.step(event, after, 2.0, wanted=False)
        late = Onlooker()
        live.welcome(late, 0, Present(), 3.0)
        for data in (*player.told, *late.told):
            decoder.decode(data)
        mirror, whole = Mirror(), Mirror()
        for message in player.messages:
            mirror.told(message)
        whole.told(late.messages[0])
        # Who followed every event knows what somebody knows who is told everything.
        assert (mirror.state, mirror.pieces, mirror.n) == (whole.state, whole.pieces, whole.n)
        assert mirror.view["history"] == whole.view["history"] and mirror.pieces == live.table.position.pieces


def test_somebody_who_comes_back_is_told_what_happened_since():
    watched = Watched()
    first = watched.come()
    watched.play("e2-f3", "l15-k14", "d3-d4")
    back = watched.come(version=3)
    (message,) = back.messages
    assert "table" not in message and [event["n"] for event in message["events"]] == [4, 5]
    assert message["events"] == first.messages[-2:]
    # Nothing was missed.
    assert watched.come(version=5).messages[0]["events"] == []


def test_somebody_who_missed_too_much_is_told_everything():
    watched = Watched()
    watched.come()
    for number in range(70):
        watched.do(wire.Chat(f"line {number}"), held="")
    for version in (1, 999):
        assert len(watched.come(version=version).messages[0]["table"]["chat"]) == 70


def test_moves_that_replace_others_are_told_in_their_order():
    watched = Watched()
    watched.live = LiveTable(table_of("here", "here").table)
    onlooker = watched.come()
    watched.play("e2-f3", "l15-k14")
    watched.do(Undo(2))
    watched.do(Undo(1))
    watched.play("d3-d4", "l15-l14", "c3-c5")
    assert history(onlooker) == ["d3-d4", "l15-l14", "c3-c5"]


def test_a_history_that_is_read_on_is_the_one_that_is_read_from_the_beginning():
    for game in ("halma", "dice", "rakado", "captive-2"):
        chance, history = random.Random(game), History()
        table = table_of("here", "here", game=game, options={}).table
        who = tuple(f"held {seat}" for seat in table.position.seats)
        for _ in range(60):
            if table.is_over:
                break
            if table.can_undo and chance.random() < 0.2:
                command: Any = Undo(table.ply)
            else:
                command = MakeMove(table.ply, str(chance.choice(table.position.legal_moves)))
            table = decide(table, command, who, 1.0).table
            if chance.random() < 0.4:
                assert history.of(table) == History().of(table)
        assert [entry.text for entry in history.of(table)] == [played.text for played in table.moves]


def test_a_token_never_goes_to_a_viewer():
    watched = Watched()
    onlooker = watched.come("A")
    watched.do(wire.Leave(), held="B")
    assert all(b"held" not in data.replace(b'"held":', b"") for data in onlooker.told)


class Talking:
    """A viewer of a table, without a server around."""

    def __init__(self) -> None:
        self.live = LiveTable(table_of("here", "here").table)
        self.sent: list[dict[str, Any]] = []
        self.messages = SharedAllowance(InProcessHub(), "messages", 1e-6, 100, str)
        self.service: Any = SimpleNamespace(
            now=0.0, metrics=Metrics(), table=self._table, enter=self._enter, seated=lambda *_: None
        )
        front: Any = SimpleNamespace(
            service=self.service,
            settings=SimpleNamespace(limits=ServerLimits()),
            messages=self.messages,
            hurry=lambda _: None,
        )
        # A connection that takes nothing until the test lets it.
        self.socket: Any = SimpleNamespace(paused=True, send=self._send)
        self.viewer = Viewer(front, self.socket, "quux", "::1")

    def _send(self, message: bytes) -> None:
        self.sent.append(json.loads(message))

    async def _table(self, _: str) -> Table:
        return self.live.table

    async def _enter(self, _: str, viewer: Viewer, version: int) -> LiveTable:
        self.live.welcome(viewer, version, Present(), 0.0)
        return self.live

    def read(self) -> None:
        """Let the viewer take what waits."""
        self.socket.paused = False
        self.viewer.can_write()


def test_who_does_not_keep_up_is_told_the_whole_table():
    async def watch() -> None:
        talking = Talking()
        await talking.viewer.hear('{"type":"hello","protocol":2}')
        for number in range(MOST_WAITING + 50):
            said = decide(talking.live.table, wire.Chat(f"line {number}"), (), 0.0)
            for event, after in said.steps:
                talking.live.step(event, after, 0.0, wanted=False)
        talking.read()
        assert [message["type"] for message in talking.sent] == ["welcome"]
        assert len(talking.sent[0]["table"]["chat"]) == MOST_WAITING + 50

    asyncio.run(watch())


def test_only_the_latest_of_who_is_there_waits_for_a_slow_viewer():
    async def watch() -> None:
        talking = Talking()
        for number in range(300):
            talking.viewer.tell_presence(b'{"number":%d}' % number)
        talking.viewer.tell(b'{"type":"event"}')
        talking.read()
        assert talking.sent == [{"number": 299}, {"type": "event"}]

    asyncio.run(watch())


def test_a_page_of_an_earlier_version_is_told_to_load_itself_anew():
    async def talk() -> None:
        talking = Talking()
        await talking.viewer.hear('{"type":"hello","tokens":[],"lang":"de","ply":17}')
        talking.read()
        assert [message["error"]["code"] for message in talking.sent] == ["outdated"]

    asyncio.run(talk())


def test_many_who_come_at_once_are_announced_once(monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 3600.0)

    async def come() -> None:
        told: list[Present] = []
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
        told: asyncio.Queue[Present] = asyncio.Queue()
        attendance = Attendance(lambda _, found: told.put_nowait(found))
        for number, held in enumerate(("A", "B", "", "")):
            attendance.arrive("quux", number, held)
        found = await told.get()
        assert (found.seats, found.spectators) == ("AB", 2)
        attendance.depart("quux", 0)
        attendance.depart("quux", 3)
        attendance.depart("quux", 3)
        # Somebody who leaves a seat and stays becomes a spectator.
        attendance.arrive("quux", 1, "")
        found = await told.get()
        assert (found.seats, found.spectators) == ("", 2)
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
        told: list[Present] = []
        attendance = Attendance(lambda _, found: told.append(found))
        attendance.arrive("quux", "viewer", "A")
        await asyncio.sleep(0.01)
        for _ in range(20):
            attendance.arrive("quux", "viewer", "A")
            await asyncio.sleep(0)
        assert len(told) == 1

    asyncio.run(come())


def test_a_hello_costs_more_than_another_message_on_any_connection_of_the_address():
    async def talk() -> None:
        talking = Talking()
        await talking.viewer.hear('{"type":"hello","protocol":2}')
        await talking.viewer.hear('{"type":"ping"}')
        left = 100 - HELLO_COST - 1
        assert await talking.messages.take(talking.viewer.address, left)
        assert not await talking.messages.take(talking.viewer.address)
        talking.read()
        assert [message["type"] for message in talking.sent] == ["welcome", "pong"]

    asyncio.run(talk())


def test_whoever_sends_too_much_waits_until_it_is_allowed(monkeypatch):
    now = 0.0
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    async def talk() -> None:
        talking = Talking()
        hub = InProcessHub(lambda: now)
        talking.viewer.front.messages = SharedAllowance(hub, "messages", 2.0, 10, str)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        for _ in range(10):
            await talking.viewer.pay(1)
        assert slept == []
        await talking.viewer.pay(4)
        assert slept == [2.0]
        # More than there can ever be is allowed when all of it is there.
        await talking.viewer.pay(100)
        assert slept == [2.0, 5.0]

    asyncio.run(talk())


def test_spectators_who_come_are_announced_seldom(server, monkeypatch):
    monkeypatch.setattr(presence, "SHORTEST_PAUSE", 3600.0)
    table = server.table()
    announced: list[Present] = []
    attend = server.service.attendance._announce
    monkeypatch.setattr(
        server.service.attendance, "_announce", lambda name, found: (announced.append(found), attend(name, found))
    )
    with server.live(table, table["token"]) as player:
        for _ in range(8):
            with server.live(table):
                pass
        player.send("ping")
        player.until("pong")
        assert len(announced) == 1
