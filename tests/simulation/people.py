"""People at a table: each has a page that follows the live protocol to the letter, comes back and sends again what was
not acknowledged; and some lie. What they are told must be what was stored."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from halma.server.service.live_table import PROTOCOL
from halma.server.tokens import claimed_token, hashed
from tests.server.mirror import Mirror

from .network import Connection
from .sheet import Asked, Sheet

if TYPE_CHECKING:
    from .world import World

# A page asks whether the server is there when it has heard nothing for so long, and gives it so long to answer.
QUIET, ANSWER = 2.0, 2.5
# What an acknowledged message has led to.
LEADS_TO: dict[str, tuple[str, ...]] = {
    "move": ("played",),
    "redo": ("played",),
    "undo": ("taken-back",),
    "chat": ("said",),
    "name": ("named",),
    "offer": ("offered", "agreed", "ended", "taken-back"),
    "answer": ("agreed", "declined", "ended", "taken-back"),
    "resign": ("gone",),
    "back": ("back",),
    "leave": ("left", "gone", "freed"),
}
# Refusals after which a page tries again: nothing is known of what became of it.
UNCERTAIN = ("storage-failed", "busy", "failed", "too-fast")


@dataclass
class Sent:
    """A message that waits for its answer."""

    kind: str
    data: dict[str, Any]
    asked: Asked | None = None


class Person:
    """Somebody with a page of a table."""

    def __init__(self, world: World, name: str, table: str, tokens: list[str], chance: Random) -> None:
        self.world = world
        self.name = name
        self.table = table
        self.tokens = tokens
        self.chance = chance
        self.mirror = Mirror()
        self.connection: Connection | None = None
        self.welcomed = False
        self.behind = False
        # The table is deleted; or the page was closed for good.
        self.gone = self.away = False
        # What waits for an answer on this connection, in order, and the move that is sent until it is acknowledged.
        self.waiting: deque[Sent] = deque()
        self.move: dict[str, Any] | None = None
        self._heard_at = 0.0
        self._lines = 0
        # The secret with which a link is changed for a token, and whether that is under way.
        self.claim: str | None = None
        self.link: str | None = None
        self.joining = False
        self.refusals: list[str] = []

    @property
    def hashes(self) -> tuple[str, ...]:
        return tuple(hashed(token) for token in self.tokens)

    @property
    def held(self) -> str:
        return self.mirror.you["held"]

    # ---- coming and going -------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open the page, or come back to it."""
        world = self.world
        if self.gone or self.away or self.connection is not None or world.finished:
            return
        process = world.some_front(self.chance)
        if process is None:
            world.later(0.3 + self.chance.random(), self.connect)
            return
        path = f"/api/tables/{self.table}/live"
        self.connection = Connection(world.loop, process, path, f"10.0.1.{len(self.name)}", self, world.delay)
        self.welcomed = self.behind = False
        self.waiting.clear()
        self._heard_at = world.loop.time()
        hello = {"type": "hello", "protocol": PROTOCOL, "tokens": self.tokens, "version": self.mirror.n}
        self.say("hello", hello)
        world.later(QUIET, self._look, self.connection)

    def close(self) -> None:
        """Close the page for good."""
        if self.connection is not None:
            self.connection.cut()

    def lost(self, connection: Connection) -> None:
        """The connection is gone."""
        if connection is self.connection:
            self.connection = None
            self.welcomed = False
            self.world.later(0.1 + self.chance.random(), self.connect)

    def _look(self, connection: Connection) -> None:
        """See whether the server is still there."""
        if connection is not self.connection:
            return
        now = self.world.loop.time()
        if now - self._heard_at >= QUIET + ANSWER:
            connection.cut(unnoticed=True)
            self.lost(connection)
            return
        if now - self._heard_at >= QUIET:
            self.say("ping", {"type": "ping"})
        self.world.later(QUIET, self._look, connection)

    # ---- saying -----------------------------------------------------------------------------------------

    def say(self, kind: str, data: dict[str, Any], then: Callable[[], None] | None = None) -> None:
        """Send a message, if there is a connection; then do something as soon as it is there."""
        connection = self.connection
        if connection is None:
            return
        asked = Asked(kind, data, self.hashes)
        self.world.referee.asks(self.table, asked)
        self.waiting.append(Sent(kind, data, asked))
        loop = self.world.loop

        def arrived() -> None:
            asked.arrived, sheet = loop.time(), self.world.referee.sheets.get(self.table)
            asked.version = sheet.version if sheet is not None else 0
            if then is not None:
                then()

        if kind != "ping":
            self.world.note(lambda: f"{self.name} sends {json.dumps(data)}")
        connection.say(json.dumps(data), arrived)

    def do(self, kind: str, **data: Any) -> None:
        """Ask for something, once the server has said welcome."""
        if self.welcomed:
            self.say(kind, {"type": kind, **data})

    def play(self, number: int, arrived: Callable[[], None] | None = None) -> bool:
        """Make one of the moves that may be made; whether it is this person's turn."""
        legal = self.mirror.legal
        if not self.welcomed or legal is None or not legal or self.move is not None:
            return False
        texts = [chosen if isinstance(chosen, str) else chosen["text"] for chosen in legal]
        text = texts[number % len(texts)] if number % 4 == 0 else self._best(texts)
        self.move = {"type": "move", "ply": len(self.mirror.history), "text": text}
        self.say("move", self.move, arrived)
        return True

    def _best(self, texts: list[str]) -> str:
        """The move that brings a piece far."""
        sheet = self.world.referee.sheets.get(self.table)
        if sheet is None or sheet.version != self.mirror.n:
            return texts[0]
        position, seat = sheet.position.copy(), sheet.position.seats.index(sheet.position.seat)

        def after(text: str) -> tuple[int, int]:
            position.push(text)
            gained = (position.state.pieces_home(seat), position.state.totals()[seat])
            position.pop()
            return gained

        return max(texts, key=after)

    def garbage(self, text: str) -> None:
        """Send what nobody understands."""
        if self.connection is not None:
            self.waiting.append(Sent("lie", {"type": ""}))
            self.connection.say(text)

    def chat(self) -> None:
        """Say something that was never said before."""
        self._lines += 1
        self.do("chat", text=f"{self.name} {self._lines}", name=self.name)

    # ---- hearing ----------------------------------------------------------------------------------------

    def heard(self, connection: Connection, text: str) -> None:
        """A message has come."""
        if connection is not self.connection:
            return
        self._heard_at = self.world.loop.time()
        message = json.loads(text)
        kind = message["type"]
        if kind != "pong":
            self.world.note(lambda: f"{self.name} hears {text[:300]}")
        sheet = self.world.referee.sheets.get(self.table)
        try:
            HEARS[kind](self, message, sheet)
        except AssertionError as error:
            self.world.referee.wrong("a viewer is told nonsense", f"{self.name}: {error} in {text[:200]}")
        except (KeyError, IndexError, StopIteration) as error:
            self.world.referee.wrong("a viewer is told nonsense", f"{self.name}: {error!r} in {text[:200]}")

    def _welcome(self, message: dict[str, Any], sheet: Sheet | None) -> None:
        if self.waiting and self.waiting[0].kind == "hello":
            self.waiting.popleft()
        else:
            # Somebody who is far behind is told everything instead of what waited to be told, answers among it.
            self.behind = True
            self.waiting.clear()
        for event in message.get("events", ()):
            self._canonical(event, sheet)
        self.mirror.welcome(message)
        self.welcomed = True
        if sheet is not None:
            self._clocks(message["clocks"], message["n"], sheet)
        move = self.move
        if move is not None:
            self.say("move", move)

    def _event(self, message: dict[str, Any], sheet: Sheet | None) -> None:
        if not self.welcomed:
            return
        self._canonical(message, sheet)
        self.mirror.event(message)
        if "done" in message:
            sent = self._answered(message["done"])
            self._acknowledged(sent, message["n"], sheet)

    def _canonical(self, message: dict[str, Any], sheet: Sheet | None) -> None:
        """All viewers are told the same of an event, and nothing that is not stored."""
        number, referee = message["n"], self.world.referee
        if sheet is None:
            return
        if number > sheet.version:
            referee.wrong("told before it is stored", f"{self.name} hears of event {number} of {sheet.version}")
            return
        kind = type(sheet.events[number - 1]).__struct_config__.tag
        known = self.world.told.setdefault((self.table, number), message["event"])
        if message["event"]["type"] != kind or known != message["event"]:
            referee.wrong("viewers are told different things", f"{self.name}: {message['event']}, not {known}")
        self._clocks(message["clocks"], number, sheet)

    def _clocks(self, clocks: dict[str, Any], version: int, sheet: Sheet) -> None:
        for seat, left in clocks.get("left", {}).items():
            shown = sheet.shown(version, seat, clocks["now"])
            if shown is None or abs(shown - left) > 0.02:
                self.world.referee.wrong("a clock is wrong", f"{seat} shows {left} and has {shown} at event {version}")

    def _presence(self, message: dict[str, Any], _: Sheet | None) -> None:
        self.mirror.presence = message

    def _done(self, message: dict[str, Any], sheet: Sheet | None) -> None:
        self._acknowledged(self._answered(message["what"]), None, sheet)

    def _pong(self, _: dict[str, Any], __: Sheet | None) -> None:
        self._answered("ping")

    def _error(self, message: dict[str, Any], sheet: Sheet | None) -> None:
        code, what = message["error"]["code"], message["what"]
        self.refusals.append(code)
        if code == "failed":
            self.world.referee.wrong("an error of the server", f"{self.name} is told that {what or 'hello'} failed")
        sent = self._answered(what)
        if sent.kind == "move" and sent.data is self.move:
            if code in UNCERTAIN:
                self.world.later(1.0, self._move_again, sent.data)
            else:
                self._lost_move(sent.data, code, sheet)
        elif sent.kind == "offer" and code == "offer-open" and sheet is not None:
            self._crossing(sent, sheet)
        elif sent.kind == "hello" and code == "unknown-table":
            self._deleted({}, None)

    def _move_again(self, move: dict[str, Any]) -> None:
        if self.move is move:
            self.say("move", move)

    def _lost_move(self, move: dict[str, Any], code: str, sheet: Sheet | None) -> None:
        """The move counts for nothing: then somebody else must have been faster, or it was too late."""
        self.move = None
        ply = move["ply"]
        if sheet is not None and code == "stale" and ply < len(sheet.moves):
            seat, text, _ = sheet.moves[ply]
            if seat in sheet.held(self.hashes) and text == move["text"]:
                self.world.referee.wrong("a move that was made is refused", f"{self.name}: {move}")

    def _crossing(self, sent: Sent, sheet: Sheet) -> None:
        """Offering a draw that somebody else has offered is agreeing to it."""
        same = sent.asked is not None and sent.asked.version == sheet.version
        if same and sent.data["what"] == "draw" and sheet.offer is not None and sheet.offer[0] == "draw":
            self.world.referee.wrong("crossing offers", f"{self.name} wants a draw, and {sheet.offer} is refused")

    def _bye(self, _: dict[str, Any], __: Sheet | None) -> None:
        """The server restarts; the connection closes."""

    def _deleted(self, _: dict[str, Any], __: Sheet | None) -> None:
        if self.table in self.world.referee.sheets:
            self.world.referee.wrong("told before it is stored", f"{self.name} hears that the table is deleted")
        self.gone = True
        if self.connection is not None:
            self.connection.cut()

    def _answered(self, what: str) -> Sent:
        """What an answer belongs to: the server answers one after the other."""
        if self.behind and (not self.waiting or self.waiting[0].kind != what):
            return Sent(what, {"type": what})
        sent = self.waiting.popleft()
        lied = sent.kind == "lie" and what in ("", sent.data.get("type"))
        assert lied or sent.kind == what or (sent.kind == "hello" and what == ""), f"{what} answers {sent.data}"
        return sent

    def _acknowledged(self, sent: Sent, number: int | None, sheet: Sheet | None) -> None:
        """What is acknowledged is stored."""
        if sent.data is self.move:
            self.move = None
        if sent.kind == "leave":
            self.tokens = []
        if sheet is None:
            return
        kinds, wrong = LEADS_TO.get(sent.data["type"], ()), self.world.referee.wrong
        if number is not None:
            event = sheet.events[number - 1]
            if type(event).__struct_config__.tag not in kinds:
                wrong("acknowledged, but not stored", f"{self.name}: {sent.data}, and there is {event}")
        elif "ply" in sent.data and sent.kind == "move":
            ply, text = sent.data["ply"], sent.data["text"]
            if not any(made[0] == ply and made[2] == text for made in sheet.made):
                texts = [move[1] for move in sheet.moves[ply : ply + 1]]
                if text not in texts:
                    wrong("acknowledged, but not stored", f"{self.name}: {sent.data}")
        elif "text" in sent.data and sent.kind == "chat" and sent.data["text"] not in sheet.said:
            wrong("acknowledged, but not stored", f"{self.name}: {sent.data}")


HEARS: dict[str, Any] = {
    "welcome": Person._welcome,
    "event": Person._event,
    "presence": Person._presence,
    "done": Person._done,
    "pong": Person._pong,
    "error": Person._error,
    "bye": Person._bye,
    "deleted": Person._deleted,
}


def token_of(person: Person) -> str:
    """The token that a join will give: whoever knows link and claim can work it out."""
    assert person.claim is not None
    return claimed_token(person.table, person.link or "", person.claim)
