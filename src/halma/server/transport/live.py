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
from halma.server.transport import wire
from halma.server.acts import arrive, leave_table, rename, say
from halma.server.thinking.advice import hint_for
from halma.server.errors import RefusedError, failed, no_seat
from halma.server.domain.offers import answer_offer, make_offer
from halma.server.old_hub import OldSubscription
from halma.server.transport.rate_limits import Bucket, Buckets
from halma.server.transport.rest import address_of, bad_request, language_of, problem
from halma.server.table import Notice, Table
from halma.server.table_manager import TableManager
from halma.server.domain.timeout_policy import come_back, retire
from halma.server.tokens import hashed
from halma.server.transport.view import chat_line, declined_views, moves_from, offer_view, refusal_view, snapshot_of, view_of
from halma.words import Words, translator

log = logging.getLogger("halma.server.transport.live")
HELLO_SECONDS = 10.0
# A hello is answered with the whole table, so it counts as so many messages.
HELLO_COST = 10
# WebSocket codes: a message that cannot be understood, too many of them, an error, the server restarts.
UNREADABLE, TOO_MANY, FAILED, RESTARTS = 1003, 1008, 1011, 1012

Act = Callable[["Viewer", Any], Awaitable[wire.Answer | None]]


class Viewer:
    """Somebody who looks at a table, and may hold seats at it."""

    def __init__(self, manager: TableManager, socket: WebSocket, table: str) -> None:
        self.manager = manager
        self.socket = socket
        self.table = table
        self.address = address_of(socket)
        self.hashes: list[str] = []
        self.words: Words = translator("en")
        # How many moves this viewer has been told, and how often some had been taken back by then.
        self._told = 0
        self._truncations = 0
        # A message is put together and sent in one go, so that they arrive in the order of what they tell.
        self._sending = asyncio.Lock()
        limits = manager.settings.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.hint: asyncio.Task[None] | None = None
        self._shared_bucket: Bucket = socket.app.state.messages.of(self.address)
        self._chat_buckets: Buckets = socket.app.state.chat

    # ---- telling ----------------------------------------------------------------------------------------

    async def send(self, message: wire.Answer) -> None:
        """Send a message."""
        async with self._sending:
            await self.socket.send_text(_encoded(message))

    async def show(self, since: int = 0) -> None:
        """Show the whole table."""
        await self._send_seen(lambda table: wire.ViewMessage(self._whole(table), since))

    async def refuse(self, error: HalmaError, what: str = "") -> None:
        """Say why something is not done; to who has missed something, with the whole table."""
        told = problem(error, self.words)
        if isinstance(error, RefusedError) and error.code == "stale":
            await self._send_seen(lambda table: wire.ErrorMessage(told, self._whole(table), what))
        else:
            await self.send(wire.ErrorMessage(told, what=what))

    async def tell(self, notice: Notice) -> None:
        """Tell what has changed."""
        if notice.message:
            async with self._sending:
                await self.socket.send_text(notice.message)
        else:
            await self._send_seen(lambda table: self._message(table, notice))

    async def _send_seen(self, seen: Callable[[Table], wire.Answer | None]) -> None:
        """Send what is seen of the table now, if it is anything."""
        async with self._sending:
            async with self.manager.looking(self.table) as table:
                message = seen(table)
                text = None if message is None else _encoded(message)
            if text is not None:
                await self.socket.send_text(text)

    def _view(self, table: Table, *, full: bool) -> wire.TableView:
        """The table as this viewer sees it; from now on its moves are known."""
        self._told, self._truncations = table.ply, table.truncations
        held = table.held(self.hashes)
        owner = any(key in table.seat_tokens and table.seat_tokens[key].owner for key in self.hashes)
        presence = self.manager.attendance.presence(table.id)
        return view_of(table, self.words, self.manager.now, held=held, owner=owner, presence=presence, full=full)

    def _whole(self, table: Table) -> wire.TableView:
        return self._view(table, full=True)

    def _message(self, table: Table, notice: Notice) -> wire.Answer | None:
        match notice.kind:
            case "move":
                return self._moves(table)
            case "chat":
                return wire.ChatMessage(chat_line(table, notice.number))
            case "offer":
                return wire.OfferMessage(offer_view(table), declined_views(table))
            case "presence":
                presence = self.manager.attendance.presence(table.id)
                return wire.PresenceMessage(sorted(presence.seats), presence.spectators)
            case "view":
                return wire.ViewMessage(self._whole(table))

    def _moves(self, table: Table) -> wire.Answer | None:
        """The moves that are new to this viewer: each is told once, however many notices come for it."""
        if self._truncations != table.truncations:
            return wire.ViewMessage(self._whole(table))
        first = self._told
        if first >= table.ply:
            return None
        return wire.MoveMessage(first, snapshot_of(table).entries[first:], self._view(table, full=False))

    # ---- hearing ----------------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Do what a message asks for; what is refused is answered, and play goes on."""
        try:
            message: msgspec.Struct = msgspec.json.decode(text, type=wire.ClientMessage)
        except (msgspec.DecodeError, RecursionError) as error:
            await self.refuse(bad_request(error))
            return
        self.manager.metrics.messages[tag_of(type(message))] += 1
        await self.pay(HELLO_COST if isinstance(message, wire.Hello) else 1)
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
            await self.refuse(error, tag_of(type(message)))
            return
        except Exception:
            log.exception("failed", extra={"data": {"message_type": tag_of(type(message))}})
            await self.refuse(failed(), tag_of(type(message)))
            return
        if isinstance(message, wire.MakeMove):
            self.manager.metrics.took(time.perf_counter() - began)
        if answer is not None:
            await self.send(answer)

    async def pay(self, cost: int) -> None:
        """Wait until a message is allowed, so that many connections of one address get no more than their share."""
        while (seconds := self._shared_bucket.delay(cost)) > 0:
            await asyncio.sleep(seconds)

    def may_chat(self, held: str) -> bool:
        """Whether it is not too much yet: players have an allowance of their own, spectators one of their address."""
        return self._chat_buckets.take(f"{self.table} {held}" if held else self.address)

    def seat_of(self, table: Table, wanted: str | None) -> str:
        """The seat that is meant: the one named, the one to act, or the only one."""
        held = table.held(self.hashes)
        if not held or (wanted is not None and wanted not in held):
            raise no_seat()
        return wanted or (table.position.seat if table.position.seat in held else held[0])


def _encoded(message: wire.Answer) -> str:
    return msgspec.json.encode(message).decode()


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The type of a message as it is written."""
    return str(kind.__struct_config__.tag)


# ---- what can be asked for ------------------------------------------------------------------------------


async def _hello(viewer: Viewer, message: wire.Hello) -> None:
    """Who is there, and what has been missed since."""
    viewer.words = translator(language_of(message.lang))
    viewer.hashes = [hashed(token) for token in message.tokens]
    async with viewer.manager.looking(viewer.table) as table:
        held = table.held(viewer.hashes)
        waited = any(not table.seat(seat).joined for seat in held)
    if waited:
        async with viewer.manager.change(viewer.table) as table:
            arrive(table, held, viewer.manager.now)
    viewer.manager.arrive(viewer.table, viewer, held)
    await viewer.show(message.ply)


async def _move(viewer: Viewer, message: wire.MakeMove) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        table.play(table.held(viewer.hashes), message.ply, message.text, viewer.manager.now)
        ply = table.ply
    return wire.DoneMessage("move", ply)


async def _undo(viewer: Viewer, message: wire.Undo) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        table.undo(table.held(viewer.hashes), message.ply, viewer.manager.now)
        return wire.DoneMessage("undo", table.ply)


async def _redo(viewer: Viewer, message: wire.Redo) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        table.redo(table.held(viewer.hashes), message.ply, viewer.manager.now)
        return wire.DoneMessage("redo", table.ply)


async def _offer(viewer: Viewer, message: wire.MakeOffer) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        make_offer(table, table.held(viewer.hashes), message.what, viewer.manager.now)
        return wire.DoneMessage("offer", table.ply)


async def _answer(viewer: Viewer, message: wire.AnswerOffer) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        answer_offer(table, table.held(viewer.hashes), message.what, message.accept, viewer.manager.now)
        return wire.DoneMessage("answer", table.ply)


async def _resign(viewer: Viewer, message: wire.Resign) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        retire(table, viewer.seat_of(table, message.seat), "resigned", viewer.manager.now)
        return wire.DoneMessage("resign", table.ply)


async def _back(viewer: Viewer, message: wire.Back) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        come_back(table, viewer.seat_of(table, message.seat), viewer.manager.now)
        return wire.DoneMessage("back", table.ply)


async def _chat(viewer: Viewer, message: wire.Chat) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        if not viewer.may_chat(table.held(viewer.hashes)):
            raise RefusedError("too-fast", 429, mark("Too many requests at once; wait a moment."))
        say(table, table.held(viewer.hashes), message.name, message.text, viewer.manager.now)
        return wire.DoneMessage("chat", table.ply)


async def _hint(viewer: Viewer, _: wire.AskHint) -> wire.Answer:
    async with viewer.manager.looking(viewer.table) as table:
        if not table.held(viewer.hashes):
            raise no_seat()
    ply, hint = await hint_for(viewer.manager, viewer.table, viewer.hashes, viewer.words)
    return wire.HintMessage(ply, hint)


async def _explain(viewer: Viewer, message: wire.Explain) -> wire.Answer:
    """Why a move is not allowed. Anybody may ask, as at a real table."""
    async with viewer.manager.looking(viewer.table) as table:
        position = table.position
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
    async with viewer.manager.looking(viewer.table) as table:
        if table.position.seat not in table.held(viewer.hashes):
            raise no_seat()
        return wire.ReachMessage(table.ply, message.origin, moves_from(table.position, message.origin))


async def _name(viewer: Viewer, message: wire.Rename) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        held = table.held(viewer.hashes)
        if not held or (message.seat is not None and message.seat not in held):
            raise no_seat()
        rename(table, held, message.seat, message.name)
        return wire.DoneMessage("name", table.ply)


async def _leave(viewer: Viewer, _: wire.Leave) -> wire.Answer:
    async with viewer.manager.change(viewer.table) as table:
        if not any(key in table.seat_tokens for key in viewer.hashes):
            raise no_seat()
        leave_table(table, viewer.hashes, viewer.manager.now)
        ply = table.ply
    viewer.hashes = []
    viewer.manager.arrive(viewer.table, viewer, "")
    return wire.DoneMessage("leave", ply)


async def _ping(viewer: Viewer, _: wire.Ping) -> wire.Answer:
    return wire.PongMessage(viewer.manager.now)


ACTS: dict[type[Any], Act] = {
    wire.Hello: _hello,
    wire.MakeMove: _move,
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
    manager: TableManager = socket.app.state.manager
    connections = socket.app.state.connections
    await socket.accept()
    viewer = Viewer(manager, socket, socket.path_params["table"])
    if not connections.take(viewer.address):
        await socket.close(TOO_MANY)
        return
    # Watched from the first moment on, a table is not put away between two looks at it.
    subscription = manager.hub.subscribe(viewer.table)
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            await _attend(viewer, subscription)
    except HalmaError as error:
        with suppress(Exception):
            await viewer.refuse(error)
            await socket.close(TOO_MANY)
    except Exception:
        log.exception("failed", extra={"data": {"message_type": "hello"}})
        with suppress(Exception):
            await viewer.refuse(failed())
            await socket.close(FAILED)
    finally:
        if viewer.hint is not None:
            viewer.hint.cancel()
        subscription.close()
        connections.give(viewer.address)
        manager.attendance.depart(viewer.table, viewer)


async def _attend(viewer: Viewer, subscription: OldSubscription) -> None:
    manager, socket = viewer.manager, viewer.socket
    try:
        async with manager.looking(viewer.table):
            pass
        async with asyncio.timeout(HELLO_SECONDS):
            first = await socket.receive_text()
    except HalmaError as error:
        await viewer.refuse(error)
        await socket.close(TOO_MANY)
        return
    except (TimeoutError, KeyError):
        await socket.close(UNREADABLE)
        return
    if len(first) > manager.settings.limits.message:
        await socket.close(UNREADABLE)
        return
    try:
        hello = msgspec.json.decode(first, type=wire.Hello)
    except (msgspec.DecodeError, RecursionError) as error:
        await viewer.refuse(bad_request(error))
        await socket.close(UNREADABLE)
        return
    await viewer.pay(HELLO_COST)
    await _hello(viewer, hello)
    async with asyncio.TaskGroup() as group:
        works = (_listen(viewer), _report(viewer, subscription), _stop(viewer))
        tasks = [group.create_task(work) for work in works]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()


async def _listen(viewer: Viewer) -> None:
    limits = viewer.manager.settings.limits
    try:
        while True:
            text = await viewer.socket.receive_text()
            if len(text) > limits.message or not viewer.bucket.take():
                await viewer.socket.close(TOO_MANY)
                return
            await viewer.hear(text)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return


async def _report(viewer: Viewer, subscription: OldSubscription) -> None:
    try:
        while True:
            await viewer.tell(await subscription.next())
    except (WebSocketDisconnect, RuntimeError, HalmaError):
        # A table that cannot be read at the moment is shown again to whoever connects again.
        return


async def _stop(viewer: Viewer) -> None:
    await viewer.manager.stopping.wait()
    with suppress(Exception):
        await viewer.send(
            wire.ByeMessage(viewer.words.text(mark("The server is restarting; the game will continue in a moment.")))
        )
        await viewer.socket.close(RESTARTS)
