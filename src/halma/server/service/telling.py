"""What viewers are told of an event: encoded once, the same bytes for everybody who looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from halma.play import Position
from halma.server.domain import events
from halma.server.domain.model import Said
from halma.server.domain.table import Table, starting_position
from halma.server.hub.interface import Present
from halma.server.service.facts import (
    MOST_CHAT,
    EntryFact,
    PuzzleFact,
    clocks_fact,
    entries_of,
    entry_of,
    legal_of,
    origins_of,
    setup_fact,
)

_encoder = msgspec.json.Encoder()
_entries_decoder = msgspec.json.Decoder(list[EntryFact])


class History:
    """The moves of a table as viewers are told them, as they are written; only new ones are worked out."""

    __slots__ = ("_rewinds", "_written")

    def __init__(self) -> None:
        self._rewinds = 0
        self._written: list[bytes] = []

    def _read_on(self, table: Table) -> None:
        ply = len(self._written)
        if self._rewinds != table.rewinds or ply > table.ply:
            self._written, self._rewinds, ply = [], table.rewinds, 0
        if ply == table.ply:
            return
        if ply:
            position = table.position.copy()
            for _ in range(table.ply - ply):
                position.pop()
        else:
            position = starting_position(table.choice, table.setup.start, table.setup.seed)
        self._written += [_encoder.encode(entry) for entry in _entries(position, table, ply)]

    def of(self, table: Table) -> list[EntryFact]:
        """All moves of a table."""
        return _entries_decoder.decode(self.written(table))

    def written(self, table: Table) -> bytes:
        """The same as a part of a message."""
        self._read_on(table)
        return b"[" + b",".join(self._written) + b"]"


def _entries(position: Position, table: Table, ply: int) -> list[EntryFact]:
    new = table.moves[ply:]
    return entries_of(position, [played.text for played in new], ply, [played.seconds for played in new])


def _new_entries(before: Table, after: Table) -> list[EntryFact]:
    if after.ply == before.ply + 1:
        # As most often: both positions are there, and nothing has to be played through.
        played = after.moves[-1]
        return [entry_of(before.position, played.text, after.position, after.ply, played.seconds)]
    return _entries(before.position.copy(), after, before.ply)


def told_event(before: Table, event: events.TableEvent, after: Table) -> dict[str, Any]:
    """What happened, as viewers are told it: without tokens, and with what it takes to see it happen."""
    told: dict[str, Any] = {"type": type(event).__struct_config__.tag, "at": round(event.at, 3)}
    match event:
        case events.MovePlayed():
            told["entries"] = _new_entries(before, after)
        case events.MovesTakenBack(ply=ply):
            told["ply"] = ply
        case events.SeatGone(seat=seat, how=how):
            told |= {"seat": seat, "how": how}
        case events.TimeRanOut(seat=seat) | events.SeatTakenBack(seat=seat) | events.SeatFreed(seat=seat):
            told["seat"] = seat
        case events.SeatsTaken(seats=seats) | events.SeatsNamed(seats=seats):
            told["seats"] = seats
        case events.LineSaid():
            told["line"] = after.chat[-1]
        case _:
            pass
    return told


def message_of(
    event: events.TableEvent, before: Table, after: Table, known: dict[str, Any], facts: dict[str, Any], now: float
) -> bytes:
    """The message about an event, with the facts that are others than before."""
    told = told_event(before, event, after)
    changed = {name: fact for name, fact in facts.items() if known.get(name, msgspec.UNSET) != fact}
    changed |= {name: None for name in known if name not in facts}
    if changed:
        told["changed"] = changed
    message = {"type": "event", "n": after.version, "ply": after.ply, "event": told, "clocks": clocks_fact(after, now)}
    return _encoder.encode(message)


def legal_bytes(table: Table) -> bytes:
    """What whoever has to act may do, as it is put into a message: the moves, or only where they begin."""
    moves = legal_of(table.position)
    if moves is None:
        return b',"origins":' + _encoder.encode(origins_of(table.position))
    return b',"legal":' + _encoder.encode(moves)


def extended(message: bytes, *parts: bytes) -> bytes:
    """A message with something more in it, for one viewer."""
    return b"".join((message[:-1], *parts, b"}"))


def chat_of(table: Table) -> list[Said]:
    """The last lines that were said."""
    return table.chat[-MOST_CHAT:]


def snapshot_bytes(table: Table, history: History, puzzle: PuzzleFact | None, facts: dict[str, Any]) -> bytes:
    """All there is to know of a table: the same bytes for everybody who has nothing yet."""
    setup = setup_fact(table, puzzle)
    return _encoder.encode(
        setup | {"state": facts, "history": msgspec.Raw(history.written(table)), "chat": chat_of(table)}
    )


def you_bytes(table: Table, hashes: Iterable[str]) -> bytes:
    """What a viewer holds."""
    hashes = list(hashes)
    you: dict[str, Any] = {"held": table.held(hashes), "owner": table.is_owner(hashes)}
    if table.rematch is not None and (you["held"] or you["owner"]):
        # Whoever knows the address of a table may watch it, so only who plays is told.
        you["rematch"] = table.rematch
    return _encoder.encode(you)


def presence_fact(present: Present) -> dict[str, Any]:
    """Who is there."""
    return {"connected": list(present.seats), "spectators": present.spectators}
