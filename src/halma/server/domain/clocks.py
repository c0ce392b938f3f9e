"""Clocks: per move, with a stock and an increment (Fischer), or for correspondence. Only people's time is counted.

A clock runs from the moment everybody who was invited has come. What a table knows is what was left when the running
turn began, and when that was, in the time of the storage, which stands still while no server is there.
"""

from __future__ import annotations

from halma.server.domain.table import Table

# A seat, and the number of its turn.
Turn = tuple[str, int]


def seconds_left(table: Table, seat: str, now: float) -> float | None:
    """What the clock of a seat shows."""
    clock = table.setup.clock
    if clock is None or table.seat(seat).machine is not None:
        return None
    left = table.left.get(seat, float(clock.seconds))
    if table.since is not None and seat == table.position.seat and not table.is_over:
        left -= now - table.since
    return round(max(0.0, left), 2)


def deadline(table: Table) -> float | None:
    """When the running clock will have run out."""
    clock = table.setup.clock
    if clock is None or table.since is None:
        return None
    return table.since + table.left.get(table.position.seat, float(clock.seconds))


def has_run_out(table: Table, now: float) -> bool:
    """Whether the running clock has run out by some time."""
    found = deadline(table)
    return found is not None and found <= now


def running_turn(table: Table) -> Turn:
    """The turn that is being played."""
    return table.position.seat, table.position.turn_number


def handed_over(table: Table, before: Turn, now: float) -> None:
    """A move was made or taken back. Where another turn has begun, the clock of the one before stops.

    It may be the same seat's: of somebody who plays alone, or whose opponents can only pass.
    """
    if before != running_turn(table) or table.is_over:
        _charge(table, before[0], now)
        table.skipping = False
        restarted(table, now)


def _charge(table: Table, seat: str, now: float) -> None:
    """Take the time of a turn off the clock, and add what a finished turn earns."""
    clock = table.setup.clock
    if clock is None or table.since is None:
        return
    if clock.kind == "fischer":
        left = table.left.get(seat, float(clock.seconds)) - (now - table.since)
        table.left[seat] = max(0.0, left) + clock.increment
    else:
        # A new turn has the whole time again.
        table.left.pop(seat, None)
    table.since = None


def run_out(table: Table, seat: str, now: float) -> None:
    """Nothing is left but what the turn earns; whoever plays it now takes none of the clock."""
    clock = table.setup.clock
    if clock is not None and clock.kind == "fischer":
        table.left[seat] = float(clock.increment)
    table.since = None
    if not table.skipping:
        restarted(table, now)


def restarted(table: Table, now: float) -> None:
    """Let the clock of who has to act run, if it is a person and everybody is there."""
    clock = table.setup.clock
    runs = clock is not None and table.started and not table.is_over and table.machine() is None
    if not runs:
        table.since = None
    elif table.since is None:
        table.since = now
