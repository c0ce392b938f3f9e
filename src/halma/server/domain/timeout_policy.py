"""Ends that the rules do not know: resigning, leaving, running out of time; and who plays a seat then."""

from __future__ import annotations

from halma.messages import mark
from halma.server.domain import clocks
from halma.server.domain.commands import Back, JudgeTime, Resign
from halma.server.domain.draft import Draft
from halma.server.domain.events import SeatFreed, SeatGone, SeatTakenBack, TimeRanOut
from halma.server.domain.model import Ending, Gone
from halma.server.domain.playing import check_going_on
from halma.server.domain.table import SKIPPER, Table
from halma.server.errors import RefusedError, no_seat

# Who plays on for somebody who is away.
STAND_IN = 4


def resign(draft: Draft, command: Resign) -> None:
    """Give a seat up."""
    _retire(draft, _seat_of(draft, command.seat), "resigned")


def _seat_of(draft: Draft, wanted: str | None) -> str:
    """The seat that is meant: the one named, the one to act, or the only one."""
    table, held = draft.table, draft.held
    if not held or (wanted is not None and wanted not in held):
        raise no_seat()
    return wanted or (table.position.seat if table.position.seat in held else held[0])


def _stand_in(table: Table) -> int:
    return STAND_IN if table.setup.fate == "computer" else SKIPPER


def _retire(draft: Draft, letter: str, how: Gone) -> None:
    """Somebody stops playing a seat for good. With two sides that is the end, with more a computer plays on."""
    table = draft.table
    check_going_on(table)
    teams, letters = table.position.rules.teams, table.position.seats
    present = [other.seat for other in table.seats if other.gone is None and other.seat != letter]
    sides = {teams[letters.index(other)] for other in present}
    people = [other for other in table.humans if other != letter]
    if len(sides) > 1 and people:
        draft.happen(SeatGone(draft.now, letter, how, stand_in=_stand_in(table)))
        return
    places: dict[str, int] = {}
    if len(sides) == 1 and len(letters) > 1:
        (side,) = sides
        winners = [other for number, other in enumerate(letters) if teams[number] == side]
        places = {other: 1 if other in winners else 1 + len(winners) for other in letters}
    ending = Ending("abandoned" if how == "left" else how, places)
    draft.happen(SeatGone(draft.now, letter, how, ending=ending))


def leave_seats(draft: Draft, letters: str) -> None:
    """Somebody gives seats back. Before the first move they are free again; later the timeout policy decides."""
    for letter in letters:
        table = draft.table
        seat = table.seat(letter)
        if table.is_over or seat.gone is not None:
            continue
        if not table.moves and seat.kind == "link":
            draft.happen(SeatFreed(draft.now, letter))
        elif table.setup.fate == "forfeit" or not set(table.humans) - {letter}:
            _retire(draft, letter, "left")
        else:
            draft.happen(SeatGone(draft.now, letter, "left", stand_in=_stand_in(table)))


def judge_time(draft: Draft, command: JudgeTime) -> None:
    """The clock of who has to act has run out: the timeout policy of the table decides."""
    while clocks.has_run_out(draft.table, command.asked):
        table = draft.table
        letter = table.position.seat
        if table.setup.fate == "forfeit":
            _retire(draft, letter, "time")
        elif table.setup.fate == "skip":
            draft.happen(TimeRanOut(draft.now, letter))
        else:
            left_alone = not set(table.humans) - {letter}
            ending = Ending("abandoned", {}) if left_alone else None
            draft.happen(TimeRanOut(draft.now, letter, STAND_IN, ending))


def come_back(draft: Draft, command: Back) -> None:
    """Somebody whose time ran out takes the seat over again from the computer."""
    letter = _seat_of(draft, command.seat)
    check_going_on(draft.table)
    if not draft.table.can_come_back(letter):
        raise RefusedError("cannot-come-back", 409, mark("You cannot take this seat back."))
    draft.happen(SeatTakenBack(draft.now, letter))
