"""A table as the referee keeps it: what events make of it, by rules of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from halma.play import Position
from halma.server.domain import events
from halma.server.domain.events import decoded_event
from halma.server.domain.model import Setup
from halma.server.domain.table import position_of
from halma.server.storage.interface import TableCreation
from halma.server.tokens import SeatToken


class BrokenRuleError(Exception):
    """Something that must never be."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.text = text


@dataclass(eq=False)
class Asked:
    """Something that somebody asked for, once."""

    kind: str
    data: dict[str, Any]
    hashes: tuple[str, ...]
    # When it reached a process, by the loop's clock.
    arrived: float | None = None
    # The version of the table then.
    version: int = 0
    used: bool = False


@dataclass
class Chair:
    """A seat."""

    letter: str
    kind: str
    level: int | None
    name: str
    joined: bool
    gone: str | None = None
    stand_in: int | None = None

    @property
    def machine(self) -> int | None:
        return self.level if self.kind == "computer" else self.stand_in


@dataclass
class Clocks:
    """What the clocks are after an event."""

    left: dict[str, float] = field(default_factory=dict[str, float])
    since: float | None = None
    # Whose is running, and those that are nobody's while a computer plays there.
    runs: str | None = None
    machines: str = ""


class Sheet:
    """A table as the referee keeps it."""

    def __init__(self, new: TableCreation) -> None:
        self.id = new.id
        self.setup = msgspec.json.decode(new.setup, type=Setup)
        self.position: Position = position_of(self.setup)
        self.tokens: dict[str, SeatToken] = {token.hash: token for token in new.tokens}
        self.chairs: dict[str, Chair] = {}
        self.moves: list[tuple[str, str, str]] = []
        self.at: list[float] = []
        self.events: list[events.TableEvent] = []
        self.asked: list[Asked] = []
        self.offer: tuple[str, str, set[str]] | None = None
        self.declined: set[tuple[str, str]] = set()
        self.ended = False
        self.undone: list[str] = []
        self.left: dict[str, float] = {}
        self.since: float | None = None
        self.skipping = False
        self.said: list[str] = []
        self.rematch: str | None = None
        # Seats whose links or tokens were ever used up, and the clocks after every event.
        self.clocks: list[Clocks] = [Clocks()]
        # All moves that were ever made: after how many, by which seat, as it was written.
        self.made: set[tuple[int, str, str]] = set()
        self.played_at = 0.0
        self.ahead = 0.0
        for data in new.events:
            self.take(decoded_event(data))

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ended or self.position.is_over

    @property
    def version(self) -> int:
        return len(self.events)

    def machine(self) -> int | None:
        if self.over or self.position.needs_roll:
            return None
        return 1 if self.skipping else self.chairs[self.position.seat].machine

    def held(self, hashes: tuple[str, ...]) -> str:
        return "".join(sorted({seat for key in hashes if key in self.tokens for seat in self.tokens[key].seats}))

    def alone(self, held: str) -> bool:
        """Whether nobody else has a say: whoever only left has none, while the game goes on."""
        others = [chair for chair in self.chairs.values() if chair.kind != "computer" and chair.letter not in held]
        return bool(held) and all(chair.gone == "left" and not self.over for chair in others)

    @property
    def people(self) -> str:
        return "".join(chair.letter for chair in self.chairs.values() if chair.kind != "computer" and not chair.gone)

    @property
    def consenting(self) -> set[str]:
        return {
            chair.letter for chair in self.chairs.values() if chair.kind != "computer" and chair.gone in (None, "time")
        }

    @property
    def deadline(self) -> float | None:
        clock = self.setup.clock
        if clock is None or self.since is None:
            return None
        return self.since + self.left.get(self.position.seat, float(clock.seconds))

    def asks(self, kind: str, fits: Callable[[Asked], bool] = lambda _: True) -> Asked | None:
        """Something of a kind that somebody asked for and that has not been done yet."""
        for asked in self.asked:
            if asked.kind == kind and asked.arrived is not None and not asked.used and fits(asked):
                return asked
        return None

    def cause(self, what: str, *causes: tuple[str, Callable[[Asked], bool]]) -> Asked:
        """Why something has happened; it is wrong if there is no reason."""
        for kind, fits in causes:
            found = self.asks(kind, fits)
            if found is not None:
                found.used = True
                return found
        raise BrokenRuleError("without a cause", f"{what} at {self.id[:6]}, and nobody who may has asked for it")

    # ---- what happens -----------------------------------------------------------------------------------

    def take(self, event: events.TableEvent) -> None:
        TAKERS[type(event)](self, event)
        self.events.append(event)
        self.at.append(event.at)
        left = dict(self.left)
        machines = "".join(chair.letter for chair in self.chairs.values() if chair.machine is not None)
        runs = self.position.seat if self.since is not None and not self.over else None
        self.clocks.append(Clocks(left, self.since, runs, machines))

    # ---- clocks -----------------------------------------------------------------------------------------

    def restart(self, now: float) -> None:
        clock = self.setup.clock
        all_there = all(chair.joined for chair in self.chairs.values())
        if clock is None or not all_there or self.over or self.machine() is not None:
            self.since = None
        elif self.since is None:
            self.since = now

    @property
    def running_turn(self) -> tuple[str, int]:
        return self.position.seat, self.position.turn_number

    def hand_over(self, turn: tuple[str, int], now: float) -> None:
        clock, before = self.setup.clock, turn[0]
        if turn == self.running_turn and not self.over:
            return
        if clock is not None and self.since is not None:
            if clock.kind == "fischer":
                left = self.left.get(before, float(clock.seconds)) - (now - self.since)
                self.left[before] = max(0.0, left) + clock.increment
            self.since = None
        self.skipping = False
        self.restart(now)

    def shown(self, version: int, seat: str, now: float) -> float | None:
        """What the clock of a seat shows after an event, at some time."""
        clock, clocks = self.setup.clock, self.clocks[version]
        if clock is None or seat in clocks.machines:
            return None
        left = clocks.left.get(seat, float(clock.seconds))
        if clocks.since is not None and clocks.runs == seat:
            left -= now - clocks.since
        return max(0.0, left)


# ---- what events lead to ---------------------------------------------------------------------------------


def _begin(sheet: Sheet, event: events.TableBegun) -> None:
    for seat in event.seats:
        sheet.chairs[seat.seat] = Chair(seat.seat, seat.kind, seat.level, seat.name, seat.joined)
    for text in event.moves:
        sheet.moves.append((sheet.position.seat, text, text))
        sheet.position.push(text)
    sheet.restart(event.at)


def _play(sheet: Sheet, event: events.MovePlayed) -> None:
    turn, actor, typed = sheet.running_turn, sheet.position.seat, event.typed or event.moves[0]
    sheet.made.add((len(sheet.moves), actor, typed))
    for text in event.moves:
        sheet.moves.append((sheet.position.seat, text, typed))
        sheet.position.push(text)
    del sheet.undone[event.redo :]
    sheet.offer, sheet.declined, sheet.played_at = None, set(), event.at
    sheet.hand_over(turn, event.at)


def _take_back(sheet: Sheet, event: events.MovesTakenBack) -> None:
    turn = sheet.running_turn
    if not event.redo:
        sheet.undone.clear()
    while len(sheet.moves) > event.ply:
        text = sheet.moves.pop()[1]
        sheet.position.pop()
        if event.redo:
            sheet.undone.append(text)
    sheet.offer, sheet.declined = None, set()
    if sheet.ended:
        sheet.ended = False
        for chair in sheet.chairs.values():
            chair.gone = chair.stand_in = None
    sheet.hand_over(turn, event.at)


def _offer(sheet: Sheet, event: events.OfferMade) -> None:
    sheet.offer = (event.what, event.seat, set(event.agreed))


def _agree(sheet: Sheet, event: events.OfferAgreed) -> None:
    assert sheet.offer is not None
    sheet.offer = (*sheet.offer[:2], set(event.agreed))


def _decline(sheet: Sheet, event: events.OfferDeclined) -> None:
    sheet.offer = None
    sheet.declined.add((event.declined.what, event.declined.seat))


def _finish(sheet: Sheet, event: events.GameEnded) -> None:
    sheet.offer, sheet.declined, sheet.ended = None, set(), True
    sheet.restart(event.at)


def _go(sheet: Sheet, event: events.SeatGone) -> None:
    chair = sheet.chairs[event.seat]
    chair.gone, sheet.offer = event.how, None
    chair.stand_in = event.stand_in if event.stand_in is not None else chair.stand_in
    sheet.ended = event.ending is not None
    sheet.restart(event.at)


def _run_out(sheet: Sheet, event: events.TimeRanOut) -> None:
    if event.stand_in is None:
        sheet.skipping = True
    else:
        chair = sheet.chairs[event.seat]
        chair.gone, chair.stand_in, sheet.offer = "time", event.stand_in, None
        sheet.ended = event.ending is not None
    clock = sheet.setup.clock
    if clock is not None and clock.kind == "fischer":
        sheet.left[event.seat] = float(clock.increment)
    sheet.since = None
    sheet.restart(event.at)


def _come_back(sheet: Sheet, event: events.SeatTakenBack) -> None:
    sheet.chairs[event.seat].gone = sheet.chairs[event.seat].stand_in = None
    sheet.restart(event.at)


def _arrive(sheet: Sheet, event: events.SeatsTaken) -> None:
    _tokens(sheet, event)
    for seat in event.seats:
        sheet.chairs[seat].joined = True
        sheet.chairs[seat].name = event.name or sheet.chairs[seat].name
    sheet.restart(event.at)


def _free(sheet: Sheet, event: events.SeatFreed) -> None:
    _tokens(sheet, event)
    sheet.chairs[event.seat].joined, sheet.chairs[event.seat].name = False, ""
    sheet.restart(event.at)


def _give_back(sheet: Sheet, event: events.TokensGivenBack) -> None:
    for key in event.revoked:
        sheet.tokens.pop(key, None)


def _tokens(sheet: Sheet, event: events.SeatsTaken | events.SeatFreed) -> None:
    for key in event.revoked:
        sheet.tokens.pop(key, None)
    sheet.tokens |= {token.hash: token for token in event.granted}


def _name(sheet: Sheet, event: events.SeatsNamed) -> None:
    for seat in event.seats:
        sheet.chairs[seat].name = event.name


def _say(sheet: Sheet, event: events.LineSaid) -> None:
    sheet.said.append(event.text)


def _play_again(sheet: Sheet, event: events.RematchMade) -> None:
    sheet.rematch = event.table


TAKERS: dict[type, Callable[[Sheet, Any], None]] = {
    events.TableBegun: _begin,
    events.MovePlayed: _play,
    events.MovesTakenBack: _take_back,
    events.OfferMade: _offer,
    events.OfferAgreed: _agree,
    events.OfferDeclined: _decline,
    events.GameEnded: _finish,
    events.SeatGone: _go,
    events.TimeRanOut: _run_out,
    events.SeatTakenBack: _come_back,
    events.SeatsTaken: _arrive,
    events.SeatFreed: _free,
    events.TokensGivenBack: _give_back,
    events.SeatsNamed: _name,
    events.LineSaid: _say,
    events.RematchMade: _play_again,
}
