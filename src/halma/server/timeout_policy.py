"""Ends that the rules do not know: resigning, leaving, running out of time; and who plays a seat then."""

from __future__ import annotations

from typing import Literal

from halma.messages import mark
from halma.server import clocks
from halma.server.errors import RefusedError
from halma.server.model import Ending
from halma.server.table import SKIPPER, Notice, Table

# Who plays on for somebody who is away.
STAND_IN = 4


def retire(table: Table, letter: str, gone: Literal["left", "resigned", "time"], now: float) -> None:
    """Somebody stops playing a seat for good. With two sides that is the end, with more a computer plays on."""
    table.going_on()
    seat, teams = table.seat(letter), table.position.rules.teams
    seat.gone = gone
    present = [other.seat for other in table.state.seats if other.gone is None]
    sides = {teams[table.position.seats.index(other)] for other in present}
    if len(sides) <= 1 or not table.humans:
        places: dict[str, int] = {}
        if len(sides) == 1 and len(table.position.seats) > 1:
            (side,) = sides
            winners = [other for number, other in enumerate(table.position.seats) if teams[number] == side]
            places = {other: 1 if other in winners else 1 + len(winners) for other in table.position.seats}
        table.state.ending = Ending("abandoned" if gone == "left" else gone, places)
    else:
        seat.stand_in = STAND_IN if table.setup.fate == "computer" else SKIPPER
    table.state.offer = None
    clocks.restarted(table, now)
    table.changed(Notice("view"))


def leave(table: Table, letters: str, now: float) -> None:
    """Somebody gives seats back. Before the first move they are free again; later its timeout policy decides."""
    for letter in letters:
        seat = table.seat(letter)
        if table.is_over or seat.gone is not None:
            continue
        if not table.moves and seat.kind == "link":
            seat.joined, seat.name = False, ""
            clocks.restarted(table, now)
        elif table.setup.fate == "forfeit" or not set(table.humans) - {letter}:
            retire(table, letter, "left", now)
        else:
            seat.gone = "left"
            seat.stand_in = STAND_IN if table.setup.fate == "computer" else SKIPPER
            table.state.offer = None
            clocks.restarted(table, now)
    table.changed(Notice("view"))


def time_is_up(table: Table, now: float) -> None:
    """The clock of who has to act has run out: the timeout policy of the table decides."""
    seat = table.seat(table.position.seat)
    if table.setup.fate == "forfeit":
        retire(table, seat.seat, "time", now)
        return
    if table.setup.fate == "computer":
        seat.gone, seat.stand_in = "time", STAND_IN
        # Its own offers and those it had not answered are nobody's any more.
        table.state.offer = None
        if not table.humans:
            table.state.ending = Ending("abandoned", {})
    else:
        table.state.skipping = True
    clocks.run_out(table, seat.seat, now)
    table.changed(Notice("view"))


def can_come_back(table: Table, letter: str) -> bool:
    """Whether somebody may take a seat over again. A stock of time that is used up does not come back."""
    seat, clock = table.seat(letter), table.setup.clock
    stood_in = seat.gone == "time" and seat.stand_in is not None
    return stood_in and not table.is_over and clock is not None and clock.kind != "fischer"


def come_back(table: Table, letter: str, now: float) -> None:
    """Somebody whose time ran out takes the seat over again from the computer."""
    seat = table.seat(letter)
    table.going_on()
    if not can_come_back(table, letter):
        raise RefusedError("cannot-come-back", 409, mark("You cannot take this seat back."))
    seat.gone, seat.stand_in = None, None
    clocks.restarted(table, now)
    table.changed(Notice("view"))
