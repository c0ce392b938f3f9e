"""Defects that the server had, or might have had, put back one at a time: the simulation has to find each of them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from halma.messages import mark
from halma.server.app import make
from halma.server.domain import clocks, decide, events, evolve, offers, playing, seats, timeout_policy
from halma.server.domain.commands import JudgeTime, MakeMove
from halma.server.domain.draft import Draft
from halma.server.domain.table import Table
from halma.server.errors import RefusedError, StorageError, UnreadableTableError, no_seat, no_table, stale
from halma.server.service import tables, timers
from halma.server.service.live_table import LiveTable
from halma.server.service.tables import TableService
from halma.server.service.timers import Timers
from halma.server.storage import clock
from halma.server.thinking import turns
from halma.server.transport.endpoints import tables as endpoints

from .database import Database


@dataclass(frozen=True)
class Defect:
    """Something wrong, how it is put back, and within how many seeds it is found."""

    name: str
    put_back: Callable[[], Any]
    # What the simulation says of it: one of these.
    kinds: tuple[str, ...]
    # The theme of the cases in which it is looked for.
    theme: str = ""
    seeds: int = 150


def _replaced(target: Any, name: str, value: Any) -> Callable[[], Any]:
    return lambda: patch.object(target, name, value)


# ---- what may be done -----------------------------------------------------------------------------------


def _winner_is_alone(table: Table, held: str) -> bool:
    others = [seat for seat in table.seats if seat.kind != "computer" and seat.seat not in held]
    return bool(held) and all(seat.gone is not None for seat in others)


def _alone_when_time_is_out(table: Table, held: str) -> bool:
    others = [seat for seat in table.seats if seat.kind != "computer" and seat.seat not in held]
    return bool(held) and all(seat.gone in ("left", "time") and not table.is_over for seat in others)


def _computers_finish(draft: Draft, command: JudgeTime) -> None:
    from halma.server.domain.events import TimeRanOut  # noqa: PLC0415

    while clocks.has_run_out(draft.table, command.asked):
        draft.happen(TimeRanOut(draft.now, draft.table.position.seat, timeout_policy.STAND_IN))


def _crossing_offers_do_not_agree(draft: Draft, command: Any) -> None:
    if draft.table.offer is not None:
        raise RefusedError("offer-open", 409, mark("Another offer is still awaiting an answer."))
    MAKE_OFFER(draft, command)


MAKE_OFFER = offers.make_offer


def _declined_is_forgotten(table: Table, event: Any) -> None:
    table.offer = None


def _a_repeated_move_is_stale(draft: Draft, command: MakeMove) -> None:
    if not draft.held:
        raise no_seat()
    if command.ply != draft.table.ply:
        raise stale(draft.table.ply)
    MAKE_MOVE(draft, command)


MAKE_MOVE = playing.make_move


def _any_rematch(draft: Draft, command: Any) -> None:
    from halma.server.domain.events import RematchMade  # noqa: PLC0415

    draft.happen(RematchMade(draft.now, command.table))


def _anybody_is_invited(draft: Draft, command: Any) -> None:
    from halma.server.domain.events import SeatFreed  # noqa: PLC0415
    from halma.server.tokens import SeatToken  # noqa: PLC0415

    table, letter = draft.table, command.seat
    if not table.is_owner(draft.who) or letter not in table.position.seats or table.seat(letter).kind != "link":
        raise no_seat()
    draft.happen(SeatFreed(draft.now, letter, (SeatToken(command.token, letter),), seats._links(table, letter)))


@contextmanager
def _decides(command: type, decision: Callable[[Draft, Any], None]) -> Iterator[None]:
    with patch.dict(decide.DECISIONS, {command: decision}):
        yield


# ---- storing and telling --------------------------------------------------------------------------------


async def _only_once(self: TableService, work: Callable[[], Any], identifier: str) -> None:
    with suppress(StorageError, RefusedError):
        await work()


@contextmanager
def _never_again() -> Iterator[None]:
    with patch.object(TableService, "insist", _only_once), patch.object(turns, "LEASE", 1e9):
        yield


async def _clocks_stop(self: Timers) -> None:
    with suppress(StorageError):
        while True:
            await self.once()
            await self._wait()


async def _the_heart_stops(service: TableService) -> None:
    with suppress(StorageError):
        while True:
            await service.sleep(make.BEAT)
            await service.storage.beat()


async def _nobody_looks(service: TableService) -> None:
    return


async def _reads_twice(self: TableService, live: LiveTable) -> bool:
    known = live.table
    stored = await self.storage.since(known.id, known.version)
    if not stored and not await self.storage.versions([known.id]):
        self._forget(known.id)
        raise no_table()
    live.unsure = False
    for data in stored:
        event = tables.decoded_event(data)
        live.step(event, tables.folded(live.table, [event]), self.now, wanted=False)
    return bool(stored)


async def _not_finished(self: TableService, live: LiveTable, draft: Draft, change: Any, asker: Any = None) -> None:
    try:
        await self.storage.append(change)
    except StorageError:
        live.unsure = True
        raise
    self._announce(live, draft, asker)


async def _told_first(self: TableService, live: LiveTable, draft: Draft, change: Any, asker: Any = None) -> None:
    self._announce(live, draft, asker)
    await self.storage.append(change)


async def _sure_after_a_fault(
    self: TableService, live: LiveTable, draft: Draft, change: Any, asker: Any = None
) -> None:
    await asyncio.shield(asyncio.ensure_future(self.storage.append(change)))
    self._announce(live, draft, asker)


def _poisoned(stored: Any) -> Table:
    try:
        return RESTORED(stored)
    except UnreadableTableError as error:
        raise ValueError(error.reason) from error


RESTORED = tables.restored_table


def _no_comparison(self: Database, change: Any, era: int) -> bool:
    if isinstance(change, tables.Append) and change.table in self.tables:
        from dataclasses import replace  # noqa: PLC0415

        change = replace(change, expected=self.tables[change.table].version)
    return CHANGE(self, change, era)


CHANGE = Database._change


def _other_token(table: str, link: str, claim: str) -> str:
    return secrets.token_urlsafe(32)


FOREIGN = ("without a cause", "acts for a foreign seat")
ASTRAY = (
    "it does not settle",
    "a viewer is told nonsense",
    "a viewer sees something else",
    "viewers are told different things",
)

DEFECTS = (
    Defect(
        "the winner takes a resignation back",
        _replaced(Table, "is_alone", _winner_is_alone),
        (*FOREIGN, "a finished game goes on"),
        theme="haggling",
    ),
    Defect(
        "moves are taken back when time is out",
        _replaced(Table, "is_alone", _alone_when_time_is_out),
        FOREIGN,
        theme="clocks",
    ),
    Defect("a storage that fails once is never recovered from", _never_again, ("it does not settle",), theme="storage"),
    Defect(
        "clocks ring no more after a fault",
        _replaced(Timers, "run", _clocks_stop),
        ("it does not settle",),
        theme="storage",
    ),
    Defect(
        "the heartbeat dies of a fault",
        _replaced(make, "beat", _the_heart_stops),
        ("time is not even",),
        theme="storage",
    ),
    Defect(
        "a late move is accepted",
        _replaced(tables, "clocks", SimpleNamespace(has_run_out=lambda *_: False, deadline=clocks.deadline)),
        ("late",),
        theme="clocks",
    ),
    Defect(
        "both are out of time and computers finish the game",
        lambda: _decides(JudgeTime, _computers_finish),
        ("wrong end", "wrong fate"),
        theme="clocks",
    ),
    Defect("clocks run before everybody has come", _replaced(Table, "started", True), ("index", "a clock is wrong")),
    Defect(
        "a clock that was set is believed",
        _replaced(clock, "STEP", 1e12),
        ("time is not even", "time ran out early", "time goes back"),
    ),
    Defect(
        "what is stored is taken in twice",
        _replaced(TableService, "_read_on", _reads_twice),
        ("told before it is stored", "an error of the server", *ASTRAY),
    ),
    Defect(
        "a save is forgotten whose waiter is gone",
        _replaced(TableService, "_store", _not_finished),
        ASTRAY,
        seeds=300,
    ),
    Defect(
        "a save is forgotten whose answer is lost",
        _replaced(TableService, "_store", _sure_after_a_fault),
        ASTRAY,
        theme="storage",
    ),
    Defect(
        "a move is told before it is stored",
        _replaced(TableService, "_store", _told_first),
        ("told before it is stored", *ASTRAY),
    ),
    Defect(
        "versions are not compared",
        _replaced(Database, "_change", _no_comparison),
        (*FOREIGN, *ASTRAY, "index", "cannot be judged", "time ran out early"),
    ),
    Defect(
        "nobody looks whether the hub has lost anything",
        _replaced(make, "look", _nobody_looks),
        ("it does not settle",),
        theme="storage",
    ),
    Defect("a turn is lost with the process that took it", _replaced(turns, "LEASE", 1e9), ("it does not settle",)),
    Defect(
        "a clock is lost with the process that took it",
        _replaced(timers, "LEASE", 1e9),
        ("it does not settle",),
        theme="clocks",
    ),
    Defect(
        "a table that cannot be read takes others with it",
        _replaced(tables, "restored_table", _poisoned),
        ("an error of the server", "a damaged table"),
    ),
    Defect(
        "a list fails for one table",
        _replaced(endpoints, "suppress", lambda *_: nullcontext()),
        ("a list fails", "an error of the server"),
    ),
    Defect(
        "a join whose answer is lost", _replaced(endpoints, "claimed_token", _other_token), ("a lost join", *FOREIGN)
    ),
    Defect(
        "crossing offers do not agree",
        lambda: _decides(offers.MakeOffer, _crossing_offers_do_not_agree),
        ("crossing offers",),
        theme="haggling",
    ),
    Defect(
        "what was declined is offered again",
        lambda: patch.dict(evolve.EVOLVERS, {events.OfferDeclined: _declined_is_forgotten}),
        ("offered again",),
        theme="haggling",
    ),
    Defect(
        "a repeated move is refused",
        lambda: _decides(MakeMove, _a_repeated_move_is_stale),
        ("a move that was made is refused",),
        theme="connections",
    ),
    Defect(
        "a spectator speaks in the name of a player",
        _replaced(seats, "alike", lambda *_: False),
        ("in the name of another",),
    ),
    Defect(
        "tokens that were given back open their seats",
        lambda: patch.dict(evolve.EVOLVERS, {events.TokensGivenBack: lambda *_: None}),
        (*FOREIGN, *ASTRAY, "the history is another"),
    ),
    Defect(
        "a game that is over goes on",
        lambda: _everywhere("check_going_on", lambda *_: None),
        ("a finished game goes on",),
        theme="haggling",
    ),
    Defect("a second rematch", lambda: _decides(seats.NoteRematch, _any_rematch), FOREIGN, theme="haggling"),
    Defect(
        "somebody is invited to a seat that is played",
        lambda: _decides(seats.InviteGuest, _anybody_is_invited),
        (*FOREIGN, "a finished game goes on"),
    ),
)


@contextmanager
def _everywhere(name: str, value: Any) -> Iterator[None]:
    """Replace a function wherever it was imported to."""
    found = [patch.object(module, name, value) for module in (playing, offers, seats, timeout_policy)]
    for one in found:
        one.start()
    try:
        yield
    finally:
        for one in found:
            one.stop()
