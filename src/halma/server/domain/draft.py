"""A table while something is being decided: what happens is noted, and takes effect at once on a copy."""

from __future__ import annotations

from halma.server.domain.clocks import running_turn
from halma.server.domain.events import MovePlayed, SeatFreed, SeatsTaken, TableEvent, TokensGivenBack
from halma.server.domain.evolve import evolve, evolve_made
from halma.server.domain.table import Table
from halma.server.tokens import SeatToken


class Draft:
    """What a command leads to: events, and the table after them. The table it began with stays as it was."""

    def __init__(self, table: Table, who: tuple[str, ...], now: float) -> None:
        self.before = table
        self.table = table
        self.who = who
        # Clocks of several machines differ by a little, and time may be put right; nothing happens before what has
        # happened, and no clock runs backwards.
        self.now = max(now, table.moves[-1].at if table.moves else now, now if table.since is None else table.since)
        # What happened, each with the table after it.
        self.steps: list[tuple[TableEvent, Table]] = []
        # Of a seat that was taken: which one.
        self.seat = ""

    @property
    def held(self) -> str:
        """The seats of whoever asks."""
        return self.table.held(self.who)

    def happen(self, event: TableEvent) -> None:
        """Note an event; the table is as it is after it."""
        self.table = self.table.copy()
        evolve(self.table, event)
        self.steps.append((event, self.table))

    def played(self, event: MovePlayed, seats: str, after: Table) -> None:
        """Note moves; `after` is a copy of the table, in whose position these seats have made them already."""
        evolve_made(after, event, seats, running_turn(self.table))
        self.table = after
        self.steps.append((event, after))

    @property
    def events(self) -> list[TableEvent]:
        """What happened."""
        return [event for event, _ in self.steps]

    @property
    def granted(self) -> list[SeatToken]:
        """The tokens that are given out."""
        return [
            token for event, _ in self.steps if isinstance(event, SeatsTaken | SeatFreed) for token in event.granted
        ]

    @property
    def revoked(self) -> list[str]:
        """The hashes of tokens that open nothing more."""
        return [
            key
            for event, _ in self.steps
            if isinstance(event, SeatsTaken | SeatFreed | TokensGivenBack)
            for key in event.revoked
        ]
