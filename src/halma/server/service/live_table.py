"""One table in use by this process: as it is now, and everybody here who looks at it."""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from halma.server.domain import events
from halma.server.domain.events import TableEvent, encoded_event
from halma.server.domain.table import Table
from halma.server.hub.interface import Present, Watch
from halma.server.service.facts import PuzzleFact, clocks_fact, facts_of
from halma.server.service.telling import (
    History,
    extended,
    legal_bytes,
    message_of,
    presence_fact,
    snapshot_bytes,
    you_bytes,
)

# The version of the live protocol. A page that speaks another one is told to load itself anew.
PROTOCOL = 2
# Events that a viewer who comes back is told one by one; who missed more is told the whole table.
MOST_RECENT = 8
# After these the same moves are legal as before.
KEEPS_TURN = (
    events.OfferMade,
    events.OfferAgreed,
    events.OfferDeclined,
    events.SeatsNamed,
    events.LineSaid,
    events.RematchMade,
    events.HintGiven,
    events.TokensGivenBack,
)
DELETED = b'{"type":"deleted"}'
CHANGES_TOKENS = (events.SeatsTaken, events.SeatFreed, events.TokensGivenBack)


class Onlooker(Protocol):
    """Somebody who looks at a table through this process."""

    # The hashes of what they hold, and the seats it opens.
    hashes: tuple[str, ...]
    held: str

    def tell(self, data: bytes) -> None:
        """Hand a message over; it must not wait."""
        ...

    def tell_presence(self, data: bytes) -> None:
        """The same for who is there, of which only the latest counts."""
        ...


# Who asked for something, and the type of their message.
Asker = tuple[Onlooker, str]


class LiveTable:
    """A table in this process. `table` is a value: it is replaced with every event and never changed."""

    def __init__(self, table: Table, puzzle: PuzzleFact | None = None) -> None:
        self.table = table
        self.puzzle = puzzle
        # Whoever changes the table holds it until the change is stored.
        self.lock = asyncio.Lock()
        # How many wait for the lock or hold it.
        self.users = 0
        # What is being stored for somebody who did not wait for it.
        self.concluding: asyncio.Task[None] | None = None
        # Whether something may have been stored of which this process does not know.
        self.unsure = False
        self.onlookers: set[Onlooker] = set()
        self.watch: Watch | None = None
        self.present = Present()
        self.history = History()
        # What was told last, up to this version and without gaps.
        self._recent: list[bytes] = []
        # The whole table as it is now, if anybody has asked for it since the last event.
        self._snapshot: bytes | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it to stay in memory."""
        return not self.users and not self.onlookers

    async def concluded(self) -> None:
        """Wait until what is being stored for somebody who went away is told."""
        if self.concluding is not None:
            await asyncio.wait([self.concluding])

    # ---- changing ---------------------------------------------------------------------------------------

    def step(
        self, event: TableEvent, after: Table, now: float, *, wanted: bool, asker: Asker | None = None
    ) -> bytes | None:
        """Go on to the table after an event and tell everybody here; the message, if somebody may want it."""
        before = self.table
        self._go_on(after)
        message = None
        if wanted or self.onlookers:
            # Working out again what is known takes less than keeping it at every table takes of the memory.
            message = message_of(event, before, after, facts_of(before), facts_of(after), now)
            self._tell(message, event, asker)
        else:
            self._recent = []
        return message

    def hear(self, message: bytes, event: TableEvent, after: Table) -> None:
        """Go on to the table after an event of which another process has told everybody."""
        self._go_on(after)
        self._tell(message, event)

    def _go_on(self, after: Table) -> None:
        self.table = after
        self._snapshot = None

    def _tell(self, message: bytes, event: TableEvent, asker: Asker | None = None) -> None:
        self._recent = [*self._recent[1 - MOST_RECENT :], message]
        keeps = isinstance(event, KEEPS_TURN)
        legal: list[bytes] | None = None
        tokens = isinstance(event, CHANGES_TOKENS)
        for onlooker in list(self.onlookers):
            if tokens:
                onlooker.held = self.table.held(onlooker.hashes)
            own: list[bytes] = []
            if not keeps and self._may_act(onlooker):
                legal = own = legal or [legal_bytes(self.table)]
            if tokens or isinstance(event, events.RematchMade):
                own = [*own, b',"you":', you_bytes(self.table, onlooker.hashes)]
            if asker is not None and asker[0] is onlooker:
                own = [*own, b',"done":"%b"' % asker[1].encode()]
            onlooker.tell(extended(message, *own) if own else message)

    def _may_act(self, onlooker: Onlooker) -> bool:
        table = self.table
        return table.position.seat in onlooker.held and not table.is_over and table.machine() is None

    # ---- looking ----------------------------------------------------------------------------------------

    def welcome(self, onlooker: Onlooker, version: int, present: Present, now: float) -> None:
        """Tell somebody what they have missed since a version, or everything; from now on they hear what happens."""
        table = self.table
        onlooker.held = table.held(onlooker.hashes)
        self.onlookers.add(onlooker)
        head = msgspec.json.encode(
            {
                "type": "welcome",
                "protocol": PROTOCOL,
                "n": table.version,
                "ply": table.ply,
                "clocks": clocks_fact(table, now),
                "presence": presence_fact(present),
            }
        )
        missed = self._missed(version)
        if missed is None:
            rest = b',"table":' + self._whole()
        else:
            rest = b',"events":[' + b",".join(missed) + b"]"
        own = (b',"you":', you_bytes(table, onlooker.hashes))
        legal = (legal_bytes(table),) if self._may_act(onlooker) else ()
        onlooker.tell(extended(head, rest, *own, *legal))

    def _missed(self, version: int) -> list[bytes] | None:
        """The messages after a version; None if that is not known any more."""
        if not 0 < version <= self.table.version:
            return None
        count = self.table.version - version
        return self._recent[len(self._recent) - count :] if count <= len(self._recent) else None

    def _whole(self) -> bytes:
        table = self.table
        if self._snapshot is None:
            self._snapshot = snapshot_bytes(table, self.history, self.puzzle, facts_of(table))
        return self._snapshot

    def deleted(self) -> None:
        """Tell everybody that there is no such table any more; nothing follows."""
        for onlooker in list(self.onlookers):
            onlooker.tell(DELETED)
        self.onlookers.clear()
        if self.watch is not None:
            self.watch.close()
            self.watch = None

    def gathered(self, present: Present) -> None:
        """Tell everybody who is there."""
        if present == self.present:
            return
        self.present = present
        message = msgspec.json.encode({"type": "presence", **presence_fact(present)})
        for onlooker in list(self.onlookers):
            onlooker.tell_presence(message)


def envelope(event: TableEvent, message: bytes) -> bytes:
    """An event with what is told of it, as it goes to other processes."""
    return encoded_event(event) + b"\n" + message
