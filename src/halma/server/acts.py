"""What people do at a table with their seats: come, go, give themselves a name, talk."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from halma.messages import mark
from halma.server import clocks
from halma.server.errors import RefusedError
from halma.server.fates import leave
from halma.server.model import Said
from halma.server.table import Notice, Table
from halma.server.texts import LONGEST_LINE, LONGEST_NAME, cleaned
from halma.server.tokens import Holding, hashed, new_token

# Lines of chat of every seat, and of all spectators.
MOST_LINES = 1000


def join_seat(table: Table, hashes: Sequence[str], wanted: str | None, name: str, now: float) -> tuple[str, str]:
    """Give somebody a seat with a new token: the one of the link that was sent along, or a free one."""
    linked = [key for key in hashes if key in table.holdings and not table.holdings[key].owner]
    if linked:
        seat = table.holdings[linked[0]].seats
        _revoke(table, linked[0])
    elif not table.setup.public:
        raise RefusedError("private-table", 403, mark("This table is private: its seats are taken with a link."))
    else:
        free = [seat.seat for seat in table.changing.seats if seat.kind == "link" and not seat.joined]
        if table.is_over or not free or (wanted is not None and wanted not in free):
            raise RefusedError("no-free-seat", 409, mark("That seat is not free."))
        seat = wanted or free[0]
        # Nobody else who knows the link of this seat shall play it.
        for key in [key for key, holding in table.holdings.items() if holding.seats == seat and not holding.owner]:
            _revoke(table, key)
    token = new_token()
    holding = Holding(hashed(token), seat)
    table.holdings[holding.hash] = holding
    table.granted.append(holding)
    arrive(table, seat, now)
    if cleaned(name, LONGEST_NAME):
        table.seat(seat).name = cleaned(name, LONGEST_NAME)
    table.changed(Notice("view"))
    return seat, token


def arrive(table: Table, seats: str, now: float) -> None:
    """Somebody has come to seats that waited for a link; once all are there, the clock runs."""
    for letter in seats:
        seat = table.seat(letter)
        if not seat.joined:
            seat.joined = True
            table.changed(Notice("view"))
    clocks.restarted(table, now)


def leave_table(table: Table, hashes: Sequence[str], now: float) -> None:
    """Give back what some tokens open. They open nothing any more."""
    seats = table.held(hashes)
    for key in hashes:
        if key in table.holdings:
            _revoke(table, key)
    # A seat that somebody else holds too is not empty.
    leave(table, "".join(seat for seat in seats if seat not in table.held(table.holdings)), now)


def _revoke(table: Table, key: str) -> None:
    del table.holdings[key]
    table.revoked.append(key)


def rename(table: Table, held: str, seat: str | None, name: str) -> None:
    """Give seats a name."""
    for letter in held if seat is None else seat:
        table.seat(letter).name = cleaned(name, LONGEST_NAME)
    table.changed(Notice("view"))


def say(table: Table, held: str, name: str, text: str, now: float) -> None:
    """A line of chat: by the name of the seat, or a spectator's own."""
    if not table.setup.chat:
        raise RefusedError("chat-off", 403, mark("There is no chat at this table."))
    line = cleaned(text, LONGEST_LINE)
    if not line:
        raise RefusedError("nothing-said", 422, mark("The message is empty."))
    seat = held[:1] or None
    # Spectators share one part of the room, so that they cannot take it from those who play.
    if sum(said.seat == seat for said in table.chat) >= MOST_LINES:
        raise RefusedError("chat-full", 409, mark("The chat of this table is full."))
    shown = (table.seat(seat).name if seat else "") or cleaned(name, LONGEST_NAME)
    others = {_compared(other.name) for other in table.changing.seats if other.name and other.seat != seat}
    if _compared(shown) in others and not (seat and table.seat(seat).name):
        raise RefusedError("name-taken", 409, mark("Somebody at this table already has that name; choose another one."))
    table.chat.append(Said(len(table.chat), seat, shown, line, now))
    table.changed(Notice("chat", number=len(table.chat) - 1))


def _compared(name: str) -> str:
    """A name as people tell names apart: capitals, accents in another form and the like do not make another one."""
    return unicodedata.normalize("NFKC", name).casefold()
