"""Clocks: per move, with a stock and an increment (Fischer), or for correspondence. Only people's time is counted.

A clock runs from the moment everybody who was invited has come. What is stored is what was left when the running turn
began, and when that was, so a clock survives a restart; the server leaves out the time in which it was stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halma.server.table import Table


def seconds_left(table: Table, seat: str, now: float) -> float | None:
    """What the clock of a seat shows."""
    clock, changing = table.setup.clock, table.changing
    if clock is None or table.seat(seat).machine is not None:
        return None
    left = changing.left.get(seat, float(clock.seconds))
    if changing.since is not None and seat == table.position.seat and not table.is_over:
        left -= now - changing.since
    return round(max(0.0, left), 2)


def deadline(table: Table) -> float | None:
    """When the running clock will have run out."""
    clock, changing = table.setup.clock, table.changing
    if clock is None or changing.since is None:
        return None
    return changing.since + changing.left.get(table.position.seat, float(clock.seconds))


def handed_over(table: Table, before: str, now: float) -> None:
    """A move was made or taken back. Where another seat has to act now, the clock of the one before stops."""
    if before != table.position.seat or table.is_over:
        charge(table, before, now)
        table.changing.skipping = False
        restarted(table, now)


def charge(table: Table, seat: str, now: float) -> None:
    """Take the time of a turn off the clock, and add what a finished turn earns."""
    clock, changing = table.setup.clock, table.changing
    if clock is None or changing.since is None:
        return
    if clock.kind == "fischer":
        left = changing.left.get(seat, float(clock.seconds)) - (now - changing.since)
        changing.left[seat] = max(0.0, left) + clock.increment
    else:
        # A new turn has the whole time again.
        changing.left.pop(seat, None)
    changing.since = None


def run_out(table: Table, seat: str, now: float) -> None:
    """Nothing is left but what the turn earns; whoever plays it now takes none of the clock."""
    clock = table.setup.clock
    if clock is not None and clock.kind == "fischer":
        table.changing.left[seat] = float(clock.increment)
    table.changing.since = None
    if not table.changing.skipping:
        restarted(table, now)


def restarted(table: Table, now: float) -> None:
    """Let the clock of who has to act run, if it is a person and everybody is there."""
    clock = table.setup.clock
    runs = clock is not None and table.started and not table.is_over and table.machine() is None
    if not runs:
        table.changing.since = None
    elif table.changing.since is None:
        table.changing.since = now
