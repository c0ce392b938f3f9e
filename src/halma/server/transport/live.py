"""Live play: one WebSocket per viewer. What it holds is said in its first message, never in an address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from halma.messages import HalmaError, mark
from halma.play import IllegalMoveError
from halma.server.domain.commands import Arrive, Chat, Command, Leave, Rename
from halma.server.errors import RefusedError, failed, no_seat, too_fast, too_large
from halma.server.service.facts import told_time
from halma.server.service.live_table import PROTOCOL, LiveTable
from halma.server.thinking.advice import hint_for
from halma.server.tokens import hashed
from halma.server.tracing import tracing
from halma.server.transport import wire
from halma.server.transport.front import Front
from halma.server.transport.hints import hint_view
from halma.server.transport.live_socket import LiveSocket, take_over
from halma.server.transport.rate_limits import Bucket
from halma.server.transport.rest import address_of, bad_request, language_of, problem
from halma.server.transport.view import moves_from, refusal_view
from halma.words import Words, translator

log = logging.getLogger("halma.server.live")
HELLO_SECONDS = 10.0
# A hello may be answered with the whole table, so it counts as so many messages.
HELLO_COST = 10
# On one screen six seats may be given a name at once.
NAME_COST = 0.5
# Somebody who is that far behind is told the whole table instead.
MOST_WAITING = 100
# Messages that wait to be answered; so long as there are as many, no more are read.
MOST_ASKED = 8
# WebSocket codes: a message that cannot be understood, too many of them, an error, the server restarts.
UNREADABLE, TOO_MANY, FAILED, RESTARTS = 1003, 1008, 1011, 1012

Act = Callable[["Viewer", Any], Awaitable[wire.Answer | None]]
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ClientMessage)
_encoder = msgspec.json.Encoder()


class Viewer:
    """Somebody who looks at a table, and may hold seats at it.

    Messages are answered one after the other; a task is only there while one is. Before the first one, which has to be
    a hello, nothing else is.
    """

    __slots__ = (
        "_asked",
        "_behind",
        "_is_gone",
        "_presence",
        "_timer",
        "_waiting",
        "_working",
        "address",
        "bucket",
        "front",
        "hashes",
        "held",
        "hint",
        "live",
        "service",
        "socket",
        "table",
        "words",
    )

    def __init__(self, front: Front, socket: LiveSocket, table: str, address: str) -> None:
        self.front = front
        self.service = front.service
        self.socket = socket
        self.table = table
        self.live: LiveTable | None = None
        self.address = address
        self.hashes: tuple[str, ...] = ()
        self.held = ""
        self.words: Words = translator("en")
        limits = front.settings.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.hint: asyncio.Task[None] | None = None
        # What was heard and is not answered, and what answers it.
        self._asked: list[str] = []
        self._working: asyncio.Task[None] | None = None
        self._is_gone = False
        # Until the hello has come.
        self._timer: asyncio.TimerHandle | None = None
        # What waits to be sent; None stands for who is there, of which only the latest counts.
        self._waiting: list[bytes | None] = []
        self._presence = b""
        # Whether so much waited that it was given up for the whole table.
        self._behind = False

    def begin(self) -> None:
        """Look whether there is such a table, and wait for the hello."""
        self.front.viewers.add(self)
        self._timer = asyncio.get_running_loop().call_later(HELLO_SECONDS, self.socket.close, UNREADABLE)
        self._work(self._open)
        self.socket.listen(self)

    # ---- telling ----------------------------------------------------------------------------------------

    def tell(self, data: bytes) -> None:
        """Hand a message over; it is sent in the order of what it tells."""
        if not self.socket.paused:
            self.socket.send(data)
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self._behind = True
            self.service.metrics.slow_viewers.inc()
        if not self._behind:
            self._waiting.append(data)

    def tell_presence(self, data: bytes) -> None:
        """Who is there; what waits of that is forgotten."""
        if not self.socket.paused:
            self.socket.send(data)
            return
        self._presence = data
        if None not in self._waiting and not self._behind:
            self._waiting.append(None)

    def can_write(self) -> None:
        """Send what waits, as far as there is room."""
        if self._behind and self.live is not None:
            self._behind = False
            self.live.welcome(self, 0, self.live.present, self.service.now)
        while self._waiting and not self.socket.paused:
            data = self._waiting.pop(0)
            self.socket.send(self._presence if data is None else data)

    def say(self, message: msgspec.Struct) -> None:
        """Hand over a message for this viewer alone."""
        self.tell(_encoder.encode(message))

    def refuse(self, error: HalmaError, what: str = "") -> None:
        """Say why something is not done."""
        self.say(wire.ErrorMessage(problem(error, self.words), what))

    def part(self, error: HalmaError, code: int) -> None:
        """Say what is wrong, and close."""
        self._asked.clear()
        self.say(wire.ErrorMessage(problem(error, self.words)))
        self.socket.close(code)

    def dismiss(self) -> None:
        """Say that the server restarts, and close."""
        text = self.words.text(mark("The server is restarting; the game will continue in a moment."))
        self.say(wire.ByeMessage(text))
        self.socket.close(RESTARTS)

    # ---- hearing ----------------------------------------------------------------------------------------

    def heard(self, text: str) -> None:
        """A message came; it is answered when those before it are."""
        most = self.front.settings.limits.message
        if len(text) > most:
            self.part(too_large(most), TOO_MANY)
            return
        if not self.bucket.take():
            self.part(too_fast(), TOO_MANY)
            return
        self._asked.append(text)
        if self._working is None:
            self._work(self._answer)
        elif len(self._asked) == MOST_ASKED:
            self.socket.pause()

    def gone(self) -> None:
        """The connection has ended. What was asked for before is done all the same, as when somebody leaves."""
        self._is_gone = True
        if self.hint is not None:
            self.hint.cancel()
        if self._timer is not None:
            self._timer.cancel()
        if self._working is None:
            self._end()

    def _end(self) -> None:
        self.front.viewers.discard(self)
        self.front.connections.give(self.address)
        self.service.leave(self.table, self)

    def _work(self, work: Callable[[], Awaitable[None]]) -> None:
        self._working = asyncio.get_running_loop().create_task(self._until_done(work))

    async def _until_done(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except HalmaError as error:
            self.part(error, TOO_MANY)
        except Exception:
            log.exception("failed", extra={"data": {"message_type": "hello"}})
            self.part(failed(), FAILED)
        self._working = None
        if self._asked:
            self._work(self._answer)
        elif self._is_gone:
            self._end()

    async def _open(self) -> None:
        await self.service.table(self.table)

    async def _answer(self) -> None:
        while self._asked:
            text = self._asked.pop(0)
            if len(self._asked) == MOST_ASKED - 1:
                self.socket.resume()
            if self.live is None and self._is_gone:
                # Nobody looks at the table any more.
                self._asked.clear()
            elif self.live is None:
                await self._begin(text)
            else:
                await self.hear(text)

    async def _begin(self, text: str) -> None:
        try:
            hello = msgspec.json.decode(text, type=wire.Hello)
        except (msgspec.DecodeError, RecursionError) as error:
            self.part(bad_request(error), UNREADABLE)
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await self.pay(HELLO_COST)
        await _hello(self, hello)

    async def hear(self, text: str) -> None:
        """Do what a message asks for; what is refused is answered, and play goes on."""
        try:
            message: msgspec.Struct = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self.refuse(bad_request(error))
            return
        self.service.metrics.messages.labels(tag_of(type(message))).inc()
        await self.pay(HELLO_COST if isinstance(message, wire.Hello) else 1)
        if not isinstance(message, wire.AskHint):
            await self._do(message)
        elif self.hint is None or self.hint.done():
            # A hint takes its time; moves and pings do not wait for it, nor for a second one.
            self.hint = asyncio.create_task(self._do(message))
        else:
            self.refuse(too_fast(), tag_of(type(message)))

    async def _do(self, message: msgspec.Struct) -> None:
        try:
            with tracing.span("message", type=tag_of(type(message))):
                answer = await ACTS[type(message)](self, message)
        except HalmaError as error:
            self.refuse(error, tag_of(type(message)))
            return
        except Exception:
            log.exception("failed", extra={"data": {"message_type": tag_of(type(message))}})
            self.refuse(failed(), tag_of(type(message)))
            return
        if answer is not None:
            self.say(answer)

    async def pay(self, cost: int) -> None:
        """Wait until a message is allowed, so that many connections of one address get no more than their share."""
        allowance = self.front.messages
        if allowance.spend(self.address, cost):
            return
        while (seconds := await allowance.delay(self.address, cost)) > 0:
            await asyncio.sleep(seconds)

    async def may_speak(self, cost: float) -> bool:
        """Whether it is not too much yet: players have an allowance of their own, spectators one of their address."""
        return await self.front.chat.take(f"{self.table} {self.held}" if self.held else self.address, cost)


@cache
def tag_of(kind: type[msgspec.Struct]) -> str:
    """The type of a message as it is written."""
    return str(kind.__struct_config__.tag)


# ---- what can be asked for ------------------------------------------------------------------------------


async def _hello(viewer: Viewer, message: wire.Hello) -> None:
    """Who is there, and what has been missed since."""
    viewer.words = translator(language_of(message.lang))
    if message.protocol != PROTOCOL:
        raise RefusedError(
            "outdated", 426, mark("This page is from another version of the server. Load it again to go on.")
        )
    viewer.hashes = tuple([hashed(token) for token in message.tokens])
    table = await viewer.service.table(viewer.table)
    if any(not table.seat(seat).joined for seat in table.held(viewer.hashes)):
        await viewer.service.act(viewer.table, Arrive(), viewer.hashes)
    viewer.live = await viewer.service.enter(viewer.table, viewer, message.version)
    viewer.front.hurry(viewer.live.table)


async def _act(viewer: Viewer, message: Command) -> wire.Answer | None:
    """Something that changes the table; the event says to who asked for it that it is done."""
    what = tag_of(type(message))
    acted = await viewer.service.act(viewer.table, message, viewer.hashes, asker=(viewer, what))
    return None if acted.told else wire.DoneMessage(what, acted.table.ply)


async def _speak(viewer: Viewer, message: Chat | Rename) -> wire.Answer | None:
    """What others read is limited: it is stored, and nothing else would stop anybody from filling the storage."""
    if not await viewer.may_speak(NAME_COST if isinstance(message, Rename) else 1):
        raise too_fast()
    return await _act(viewer, message)


async def _leave(viewer: Viewer, message: Leave) -> wire.Answer | None:
    answer = await _act(viewer, message)
    viewer.hashes = ()
    viewer.service.seated(viewer.table, viewer)
    return answer


async def _hint(viewer: Viewer, _: wire.AskHint) -> wire.Answer:
    table = await viewer.service.table(viewer.table)
    if not table.held(viewer.hashes):
        raise no_seat()
    found = await hint_for(viewer.service, viewer.front.computers, viewer.table, viewer.hashes, viewer.words)
    return wire.HintMessage(found.ply, hint_view(found))


async def _explain(viewer: Viewer, message: wire.Explain) -> wire.Answer:
    """Why a move is not allowed. Anybody may ask, as at a real table."""
    position = (await viewer.service.table(viewer.table)).position
    text = message.text
    if text is None:
        if message.target is None:
            raise bad_request("origin and target, or a text")
        text = f"@{message.target}" if message.origin is None else f"{message.origin}-{message.target}"
    try:
        position.action_of(text)
    except IllegalMoveError as error:
        return wire.ExplainMessage(refusal_view(viewer.words, error.refusal))
    return wire.ExplainMessage(None)


async def _reach(viewer: Viewer, message: wire.Reach) -> wire.Answer:
    table = await viewer.service.table(viewer.table)
    if table.position.seat not in table.held(viewer.hashes):
        raise no_seat()
    return wire.ReachMessage(table.ply, message.origin, moves_from(table.position, message.origin))


async def _ping(viewer: Viewer, _: wire.Ping) -> wire.Answer:
    return wire.PongMessage(told_time(viewer.service.now))


ACTS: dict[type[Any], Act] = {
    wire.Hello: _hello,
    wire.MakeMove: _act,
    wire.Undo: _act,
    wire.Redo: _act,
    wire.MakeOffer: _act,
    wire.AnswerOffer: _act,
    wire.Resign: _act,
    wire.Back: _act,
    wire.Chat: _speak,
    wire.AskHint: _hint,
    wire.Explain: _explain,
    wire.Reach: _reach,
    wire.Rename: _speak,
    wire.Leave: _leave,
    wire.Ping: _ping,
}


# ---- the connection -------------------------------------------------------------------------------------


async def live(socket: WebSocket) -> None:
    """The endpoint: a handshake; then a viewer hears and tells, until one side goes."""
    front: Front = socket.app.state.front
    address = address_of(socket)
    await socket.accept()
    connection = take_over(socket.scope)
    if not front.connections.take(address):
        connection.close(TOO_MANY)
        return
    Viewer(front, connection, socket.path_params["table"], address).begin()
