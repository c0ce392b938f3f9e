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
    clock, state = table.setup.clock, table.state
    if clock is None or table.seat(seat).machine is not None:
        return None
    left = state.left.get(seat, float(clock.seconds))
    if state.since is not None and seat == table.position.seat and not table.is_over:
        left -= now - state.since
    return round(max(0.0, left), 2)


def deadline(table: Table) -> float | None:
    """When the running clock will have run out."""
    clock, state = table.setup.clock, table.state
    if clock is None or state.since is None:
        return None
    return state.since + state.left.get(table.position.seat, float(clock.seconds))


def handed_over(table: Table, before: str, now: float) -> None:
    """A move was made or taken back. Where another seat has to act now, the clock of the one before stops."""
    if before != table.position.seat or table.is_over:
        charge(table, before, now)
        table.state.skipping = False
        restarted(table, now)


def charge(table: Table, seat: str, now: float) -> None:
    """Take the time of a turn off the clock, and add what a finished turn earns."""
    clock, state = table.setup.clock, table.state
    if clock is None or state.since is None:
        return
    if clock.kind == "fischer":
        left = state.left.get(seat, float(clock.seconds)) - (now - state.since)
        state.left[seat] = max(0.0, left) + clock.increment
    else:
        # A new turn has the whole time again.
        state.left.pop(seat, None)
    state.since = None


def run_out(table: Table, seat: str, now: float) -> None:
    """Nothing is left but what the turn earns; whoever plays it now takes none of the clock."""
    clock = table.setup.clock
    if clock is not None and clock.kind == "fischer":
        table.state.left[seat] = float(clock.increment)
    table.state.since = None
    if not table.state.skipping:
        restarted(table, now)


def restarted(table: Table, now: float) -> None:
    """Let the clock of who has to act run, if it is a person and everybody is there."""
    clock = table.setup.clock
    runs = clock is not None and table.started and not table.is_over and table.machine() is None
    if not runs:
        table.state.since = None
    elif table.state.since is None:
        table.state.since = now
