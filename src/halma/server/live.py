"""Live play: one WebSocket per viewer. What it holds is said in its first message, never in an address."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from halma.messages import HalmaError, mark
from halma.play import IllegalMoveError
from halma.server import wire
from halma.server.acts import arrive, leave_table, rename, say
from halma.server.advice import hint_for
from halma.server.errors import RefusedError, failed, no_seat
from halma.server.fates import come_back, retire
from halma.server.house import House
from halma.server.limits import Bucket
from halma.server.offers import answer_offer, make_offer
from halma.server.rest import address_of, bad_request, language_of, problem
from halma.server.table import Notice, Table
from halma.server.tokens import hashed
from halma.server.view import chat_line, declined_views, moves_from, offer_view, refusal_view, sight_of, view_of
from halma.words import Words, translator

log = logging.getLogger("halma.server.live")
HELLO_SECONDS = 10.0
# WebSocket codes: a message that cannot be understood, too many of them, the server restarts.
UNREADABLE, TOO_MANY, RESTARTS = 1003, 1008, 1012

Act = Callable[["Viewer", Any], Awaitable[wire.Answer | None]]


class Viewer:
    """Somebody who looks at a table, and may hold seats at it."""

    def __init__(self, house: House, socket: WebSocket, table: str) -> None:
        self.house = house
        self.socket = socket
        self.table = table
        self.hashes: list[str] = []
        self.words: Words = translator("en")
        self._sending = asyncio.Lock()
        limits = house.settings.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.chat_bucket = Bucket(limits.chat_per_second, limits.chat_at_once)
        self.hint: asyncio.Task[None] | None = None

    # ---- telling ----------------------------------------------------------------------------------------

    async def send(self, message: wire.Answer) -> None:
        """Send a message."""
        async with self._sending:
            await self.socket.send_text(msgspec.json.encode(message).decode())

    def view(self, table: Table, *, full: bool) -> wire.View:
        """The table as this viewer sees it."""
        held = table.held(self.hashes)
        owner = any(key in table.holdings and table.holdings[key].owner for key in self.hashes)
        presence = self.house.presence(table.id)
        return view_of(table, self.words, self.house.now, held=held, owner=owner, presence=presence, full=full)

    async def tell(self, notice: Notice) -> None:
        """Tell what has changed."""
        async with self.house.looking(self.table) as table:
            message = self._message(table, notice)
        await self.send(message)

    def _message(self, table: Table, notice: Notice) -> wire.Answer:
        match notice.kind:
            case "move":
                fresh = sight_of(table).entries[notice.ply :]
                return wire.MoveMessage(fresh, self.view(table, full=False))
            case "chat":
                return wire.ChatMessage(chat_line(table, notice.number))
            case "offer":
                return wire.OfferMessage(offer_view(table), declined_views(table))
            case "presence":
                presence = self.house.presence(table.id)
                return wire.PresenceMessage(sorted(presence.seats), presence.spectators)
            case "view":
                return wire.ViewMessage(self.view(table, full=True))

    # ---- hearing ----------------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Do what a message asks for; what is refused is answered, and play goes on."""
        try:
            message: msgspec.Struct = msgspec.json.decode(text, type=wire.ClientMessage)
        except (msgspec.DecodeError, RecursionError) as error:
            await self.send(wire.ErrorMessage(problem(bad_request(error), self.words)))
            return
        self.house.metrics.messages[tag_of(type(message))] += 1
        if isinstance(message, wire.AskHint) and (self.hint is None or self.hint.done()):
            # A hint takes its time; moves and pings do not wait for it.
            self.hint = asyncio.create_task(self._advise(message))
            return
        await self._do(message)

    async def _advise(self, message: wire.AskHint) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._do(message)

    async def _do(self, message: msgspec.Struct) -> None:
        began = time.perf_counter()
        try:
            answer = await ACTS[type(message)](self, message)
        except HalmaError as error:
            view = None
            if isinstance(error, RefusedError) and error.code == "stale":
                async with self.house.looking(self.table) as table:
                    view = self.view(table, full=True)
            await self.send(wire.ErrorMessage(problem(error, self.words), view, tag_of(type(message))))
            return
        except Exception:
            log.exception("failed", extra={"data": {"message_type": tag_of(type(message))}})
            await self.send(wire.ErrorMessage(problem(failed(), self.words), what=tag_of(type(message))))
            return
        if isinstance(message, wire.Move):
            self.house.metrics.took(time.perf_counter() - began)
        if answer is not None:
            await self.send(answer)

    def seat_of(self, table: Table, wanted: str | None) -> str:
        """The seat that is meant: the one named, the one to act, or the only one."""
        held = table.held(self.hashes)
        if not held or (wanted is not None and wanted not in held):
            raise no_seat()
        return wanted or (table.position.seat if table.position.seat in held else held[0])


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The type of a message as it is written."""
    return str(kind.__struct_config__.tag)


# ---- what can be asked for ------------------------------------------------------------------------------


async def _hello(viewer: Viewer, message: wire.Hello) -> wire.Answer:
    """Who is there, and what has been missed since."""
    viewer.words = translator(language_of(message.lang))
    viewer.hashes = [hashed(token) for token in message.tokens]
    async with viewer.house.looking(viewer.table) as table:
        held = table.held(viewer.hashes)
        waited = any(not table.seat(seat).joined for seat in held)
    if waited:
        async with viewer.house.change(viewer.table) as table:
            arrive(table, held, viewer.house.now)
    viewer.house.arrive(viewer.table, viewer, held)
    async with viewer.house.looking(viewer.table) as table:
        return wire.ViewMessage(viewer.view(table, full=True), message.ply)


async def _move(viewer: Viewer, message: wire.Move) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        table.play(table.held(viewer.hashes), message.ply, message.text, viewer.house.now)
        ply = table.ply
    return wire.DoneMessage("move", ply)


async def _undo(viewer: Viewer, message: wire.Undo) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        table.undo(table.held(viewer.hashes), message.ply, viewer.house.now)
        return wire.DoneMessage("undo", table.ply)


async def _redo(viewer: Viewer, message: wire.Redo) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        table.redo(table.held(viewer.hashes), message.ply, viewer.house.now)
        return wire.DoneMessage("redo", table.ply)


async def _offer(viewer: Viewer, message: wire.MakeOffer) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        make_offer(table, table.held(viewer.hashes), message.what, viewer.house.now)
        return wire.DoneMessage("offer", table.ply)


async def _answer(viewer: Viewer, message: wire.AnswerOffer) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        answer_offer(table, table.held(viewer.hashes), message.what, message.accept, viewer.house.now)
        return wire.DoneMessage("answer", table.ply)


async def _resign(viewer: Viewer, message: wire.Resign) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        retire(table, viewer.seat_of(table, message.seat), "resigned", viewer.house.now)
        return wire.DoneMessage("resign", table.ply)


async def _back(viewer: Viewer, message: wire.Back) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        come_back(table, viewer.seat_of(table, message.seat), viewer.house.now)
        return wire.DoneMessage("back", table.ply)


async def _chat(viewer: Viewer, message: wire.Chat) -> wire.Answer:
    if not viewer.chat_bucket.take():
        raise RefusedError("too-fast", 429, mark("That is too much at once; wait a moment."))
    async with viewer.house.change(viewer.table) as table:
        say(table, table.held(viewer.hashes), message.name, message.text, viewer.house.now)
        return wire.DoneMessage("chat", table.ply)


async def _hint(viewer: Viewer, _: wire.AskHint) -> wire.Answer:
    async with viewer.house.looking(viewer.table) as table:
        if not table.held(viewer.hashes):
            raise no_seat()
    ply, hint = await hint_for(viewer.house, viewer.table, viewer.hashes, viewer.words)
    return wire.HintMessage(ply, hint)


async def _explain(viewer: Viewer, message: wire.Explain) -> wire.Answer:
    """Why a move is not allowed. Anybody may ask, as at a real table."""
    async with viewer.house.looking(viewer.table) as table:
        position = table.position
        text = message.text
        if text is None:
            if message.target is None:
                raise bad_request("origin and target, or a text")
            text = f"@{message.target}" if message.origin is None else f"{message.origin}-{message.target}"
        try:
            position.parse(text)
        except IllegalMoveError as error:
            return wire.ExplainMessage(refusal_view(viewer.words, error.refusal))
        return wire.ExplainMessage(None)


async def _reach(viewer: Viewer, message: wire.Reach) -> wire.Answer:
    async with viewer.house.looking(viewer.table) as table:
        if table.position.seat not in table.held(viewer.hashes):
            raise no_seat()
        return wire.ReachMessage(table.ply, message.origin, moves_from(table.position, message.origin))


async def _name(viewer: Viewer, message: wire.Rename) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        held = table.held(viewer.hashes)
        if not held or (message.seat is not None and message.seat not in held):
            raise no_seat()
        rename(table, held, message.seat, message.name)
        return wire.DoneMessage("name", table.ply)


async def _leave(viewer: Viewer, _: wire.Leave) -> wire.Answer:
    async with viewer.house.change(viewer.table) as table:
        if not any(key in table.holdings for key in viewer.hashes):
            raise no_seat()
        leave_table(table, viewer.hashes, viewer.house.now)
        ply = table.ply
    viewer.hashes = []
    viewer.house.arrive(viewer.table, viewer, "")
    return wire.DoneMessage("leave", ply)


async def _ping(viewer: Viewer, _: wire.Ping) -> wire.Answer:
    return wire.PongMessage(viewer.house.now)


ACTS: dict[type[Any], Act] = {
    wire.Hello: _hello,
    wire.Move: _move,
    wire.Undo: _undo,
    wire.Redo: _redo,
    wire.MakeOffer: _offer,
    wire.AnswerOffer: _answer,
    wire.Resign: _resign,
    wire.Back: _back,
    wire.Chat: _chat,
    wire.AskHint: _hint,
    wire.Explain: _explain,
    wire.Reach: _reach,
    wire.Rename: _name,
    wire.Leave: _leave,
    wire.Ping: _ping,
}


# ---- the connection -------------------------------------------------------------------------------------


async def live(socket: WebSocket) -> None:
    """The endpoint: a hello, then messages both ways until one side goes."""
    house: House = socket.app.state.house
    connections = socket.app.state.connections
    address = address_of(socket)
    await socket.accept()
    if not connections.take(address):
        await socket.close(TOO_MANY)
        return
    viewer = Viewer(house, socket, socket.path_params["table"])
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            await _attend(viewer)
    finally:
        if viewer.hint is not None:
            viewer.hint.cancel()
        connections.give(address)
        house.depart(viewer.table, viewer)


async def _attend(viewer: Viewer) -> None:
    house, socket = viewer.house, viewer.socket
    try:
        async with house.looking(viewer.table):
            pass
        async with asyncio.timeout(HELLO_SECONDS):
            first = await socket.receive_text()
    except HalmaError as error:
        await viewer.send(wire.ErrorMessage(problem(error, viewer.words)))
        await socket.close(TOO_MANY)
        return
    except (TimeoutError, KeyError):
        await socket.close(UNREADABLE)
        return
    if len(first) > house.settings.limits.message:
        await socket.close(UNREADABLE)
        return
    subscription = house.hub.subscribe(viewer.table)
    try:
        try:
            hello = msgspec.json.decode(first, type=wire.Hello)
        except (msgspec.DecodeError, RecursionError) as error:
            await viewer.send(wire.ErrorMessage(problem(bad_request(error), viewer.words)))
            await socket.close(UNREADABLE)
            return
        await viewer.send(await _hello(viewer, hello))
        async with asyncio.TaskGroup() as group:
            works = (_listen(viewer), _report(viewer, subscription), _stop(viewer))
            tasks = [group.create_task(work) for work in works]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
    finally:
        subscription.close()


async def _listen(viewer: Viewer) -> None:
    limits = viewer.house.settings.limits
    try:
        while True:
            text = await viewer.socket.receive_text()
            if len(text) > limits.message or not viewer.bucket.take():
                await viewer.socket.close(TOO_MANY)
                return
            await viewer.hear(text)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return


async def _report(viewer: Viewer, subscription: Any) -> None:
    try:
        while True:
            await viewer.tell(await subscription.next())
    except (WebSocketDisconnect, RuntimeError, HalmaError):
        # A table that cannot be read at the moment is shown again to whoever connects again.
        return


async def _stop(viewer: Viewer) -> None:
    await viewer.house.stopping.wait()
    with suppress(Exception):
        await viewer.send(wire.ByeMessage(viewer.words.text(mark("The server restarts; the table goes on at once."))))
        await viewer.socket.close(RESTARTS)
