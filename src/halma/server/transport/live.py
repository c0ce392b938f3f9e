"""Live play: one WebSocket per viewer. What it holds is said in its first message, never in an address."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from halma.messages import HalmaError, mark
from halma.play import IllegalMoveError
from halma.server.domain.commands import Arrive, Chat, Command, Leave
from halma.server.errors import RefusedError, failed, no_seat
from halma.server.service.facts import told_time
from halma.server.service.live_table import PROTOCOL, LiveTable
from halma.server.thinking.advice import hint_for
from halma.server.tokens import hashed
from halma.server.tracing import tracing
from halma.server.transport import wire
from halma.server.transport.front import Front
from halma.server.transport.hints import hint_view
from halma.server.transport.rate_limits import Bucket
from halma.server.transport.rest import address_of, bad_request, language_of, problem
from halma.server.transport.view import moves_from, refusal_view
from halma.words import Words, translator

log = logging.getLogger("halma.server.live")
HELLO_SECONDS = 10.0
# A hello may be answered with the whole table, so it counts as so many messages.
HELLO_COST = 10
# Somebody who is that far behind is told the whole table instead.
MOST_WAITING = 100
# WebSocket codes: a message that cannot be understood, too many of them, an error, the server restarts.
UNREADABLE, TOO_MANY, FAILED, RESTARTS = 1003, 1008, 1011, 1012

Act = Callable[["Viewer", Any], Awaitable[wire.Answer | None]]
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ClientMessage)
_encoder = msgspec.json.Encoder()


class Viewer:
    """Somebody who looks at a table, and may hold seats at it."""

    def __init__(self, front: Front, socket: WebSocket, table: str) -> None:
        self.front = front
        self.service = front.service
        self.socket = socket
        self.table = table
        self.live: LiveTable | None = None
        self.address = address_of(socket)
        self.hashes: tuple[str, ...] = ()
        self.held = ""
        self.words: Words = translator("en")
        limits = front.settings.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.hint: asyncio.Task[None] | None = None
        # What waits to be sent; None stands for who is there, of which only the latest counts.
        self._waiting: deque[bytes | None] = deque()
        self._presence = b""
        self._to_send = asyncio.Event()
        # Whether so much waited that it was given up for the whole table.
        self._behind = False

    # ---- telling ----------------------------------------------------------------------------------------

    def tell(self, data: bytes) -> None:
        """Hand a message over; it is sent in the order of what it tells."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self._behind = True
            self.service.metrics.slow_viewers.inc()
        if not self._behind:
            self._waiting.append(data)
        self._to_send.set()

    def tell_presence(self, data: bytes) -> None:
        """Who is there; what waits of that is forgotten."""
        self._presence = data
        if None not in self._waiting and not self._behind:
            self._waiting.append(None)
        self._to_send.set()

    def say(self, message: msgspec.Struct) -> None:
        """Hand over a message for this viewer alone."""
        self.tell(_encoder.encode(message))

    async def report(self) -> None:
        """Send what waits, until the connection ends."""
        while True:
            await self._to_send.wait()
            self._to_send.clear()
            while self._waiting or self._behind:
                if self._behind and self.live is not None:
                    self._behind = False
                    self.live.welcome(self, 0, self.live.present, self.service.now)
                data = self._waiting.popleft()
                await self.send(self._presence if data is None else data)

    async def send(self, data: bytes) -> None:
        """Send something at once."""
        await self.socket.send({"type": "websocket.send", "text": data.decode()})

    def refuse(self, error: HalmaError, what: str = "") -> None:
        """Say why something is not done."""
        self.say(wire.ErrorMessage(problem(error, self.words), what))

    async def part(self, error: HalmaError, code: int) -> None:
        """Say what is wrong, and close."""
        await self.send(_encoder.encode(wire.ErrorMessage(problem(error, self.words))))
        await self.socket.close(code)

    # ---- hearing ----------------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Do what a message asks for; what is refused is answered, and play goes on."""
        try:
            message: msgspec.Struct = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self.refuse(bad_request(error))
            return
        self.service.metrics.messages.labels(tag_of(type(message))).inc()
        await self.pay(HELLO_COST if isinstance(message, wire.Hello) else 1)
        if isinstance(message, wire.AskHint) and (self.hint is None or self.hint.done()):
            # A hint takes its time; moves and pings do not wait for it.
            self.hint = asyncio.create_task(self._do(message))
            return
        await self._do(message)

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

    async def may_chat(self) -> bool:
        """Whether it is not too much yet: players have an allowance of their own, spectators one of their address."""
        return await self.front.chat.take(f"{self.table} {self.held}" if self.held else self.address)


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


async def _chat(viewer: Viewer, message: Chat) -> wire.Answer | None:
    if not await viewer.may_chat():
        raise RefusedError("too-fast", 429, mark("Too many requests at once; wait a moment."))
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
    wire.Chat: _chat,
    wire.AskHint: _hint,
    wire.Explain: _explain,
    wire.Reach: _reach,
    wire.Rename: _act,
    wire.Leave: _leave,
    wire.Ping: _ping,
}


# ---- the connection -------------------------------------------------------------------------------------


async def live(socket: WebSocket) -> None:
    """The endpoint: a hello, then messages both ways until one side goes."""
    front: Front = socket.app.state.front
    await socket.accept()
    viewer = Viewer(front, socket, socket.path_params["table"])
    if not front.connections.take(viewer.address):
        await socket.close(TOO_MANY)
        return
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            await _attend(viewer)
    except HalmaError as error:
        with suppress(Exception):
            await viewer.part(error, TOO_MANY)
    except Exception:
        log.exception("failed", extra={"data": {"message_type": "hello"}})
        with suppress(Exception):
            await viewer.part(failed(), FAILED)
    finally:
        if viewer.hint is not None:
            viewer.hint.cancel()
        front.connections.give(viewer.address)
        front.service.leave(viewer.table, viewer)


async def _attend(viewer: Viewer) -> None:
    front, socket = viewer.front, viewer.socket
    try:
        await front.service.table(viewer.table)
        async with asyncio.timeout(HELLO_SECONDS):
            first = await socket.receive_text()
    except (TimeoutError, KeyError):
        await socket.close(UNREADABLE)
        return
    if len(first) > front.settings.limits.message:
        await socket.close(UNREADABLE)
        return
    try:
        hello = msgspec.json.decode(first, type=wire.Hello)
    except (msgspec.DecodeError, RecursionError) as error:
        await viewer.part(bad_request(error), UNREADABLE)
        return
    await viewer.pay(HELLO_COST)
    await _hello(viewer, hello)
    tasks = [asyncio.ensure_future(work) for work in (_listen(viewer), _report(viewer), _stop(viewer))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(viewer: Viewer) -> None:
    limits = viewer.front.settings.limits
    try:
        while True:
            text = await viewer.socket.receive_text()
            if len(text) > limits.message or not viewer.bucket.take():
                await viewer.socket.close(TOO_MANY)
                return
            await viewer.hear(text)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return


async def _report(viewer: Viewer) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await viewer.report()


async def _stop(viewer: Viewer) -> None:
    await viewer.front.stopping.wait()
    text = viewer.words.text(mark("The server is restarting; the game will continue in a moment."))
    with suppress(Exception):
        await viewer.send(_encoder.encode(wire.ByeMessage(text)))
        await viewer.socket.close(RESTARTS)
