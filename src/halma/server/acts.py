"""What people do at a table with their seats: come, go, give themselves a name, talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from halma.messages import mark
from halma.server import clocks, wire
from halma.server.errors import RefusedError
from halma.server.model import Said
from halma.server.table import Notice, Table
from halma.server.texts import LONGEST_LINE, LONGEST_NAME, alike, cleaned
from halma.server.timeout_policy import leave
from halma.server.tokens import SeatToken, claimed_token, hashed, new_token

# Lines of chat of every seat, and of all spectators together: they shall not leave the players without a word.
MOST_LINES = 1000


def join_seat(table: Table, link: str | None, wish: wire.Join, now: float) -> tuple[str, str]:
    """Give somebody a seat with a new token: the one of the link that was sent along, or a free one.

    Whoever sends a claim may ask again if the answer got lost, and gets the same seat and token.
    """
    token = new_token() if wish.claim is None else claimed_token(table.id, link or "", wish.claim)
    if hashed(token) in table.seat_tokens:
        return table.seat_tokens[hashed(token)].seats, token
    key = hashed(link) if link else ""
    invited = table.seat_tokens.get(key)
    if invited is not None and not invited.owner:
        seat = invited.seats
        _revoke(table, key)
    else:
        seat = _free_seat(table, wish.seat, used=bool(link) and invited is None)
        # Nobody else who knows the link of this seat shall play it.
        _revoke_links(table, seat)
    _grant(table, token, seat)
    arrive(table, seat, now)
    if cleaned(wish.name, LONGEST_NAME):
        table.seat(seat).name = cleaned(wish.name, LONGEST_NAME)
    table.changed(Notice("view"))
    return seat, token


def _free_seat(table: Table, wanted: str | None, *, used: bool) -> str:
    """The seat that somebody without an invitation gets. Raises RefusedError if there is none."""
    if not table.setup.public:
        if used:
            raise RefusedError("invitation-used", 403, mark("This invitation has already been used or withdrawn."))
        raise RefusedError("private-table", 403, mark("This table is private: you need a link to take a seat."))
    free = [seat.seat for seat in table.state.seats if seat.kind == "link" and not seat.joined]
    if table.is_over or not free:
        raise RefusedError("table-full", 409, mark("All seats at this table are taken."))
    if wanted is not None and wanted not in free:
        raise RefusedError("no-free-seat", 409, mark("That seat is not free."))
    return wanted or free[0]


def invite(table: Table, letter: str, present: Collection[str], now: float) -> str:
    """A new link for a seat that nobody plays yet; the one before it opens nothing any more.

    That is a seat to which nobody has come, or whose guest is not there before the first move: their device may have
    lost what opens it.
    """
    if letter not in table.position.seats or table.seat(letter).kind != "link":
        raise RefusedError("not-for-guests", 409, mark("Nobody has been invited to this seat."))
    table.going_on()
    seat = table.seat(letter)
    if seat.joined and (table.moves or letter in present):
        raise RefusedError("seat-taken", 409, mark("Someone is playing this seat."))
    _revoke_links(table, letter)
    token = new_token()
    _grant(table, token, letter)
    seat.joined, seat.name = False, ""
    clocks.restarted(table, now)
    table.changed(Notice("view"))
    return token


def has_link(table: Table, letter: str) -> bool:
    """Whether a link that was given out opens a seat."""
    return any(seat_token.seats == letter and not seat_token.owner for seat_token in table.seat_tokens.values())


def _grant(table: Table, token: str, seat: str) -> None:
    seat_token = SeatToken(hashed(token), seat)
    table.seat_tokens[seat_token.hash] = seat_token
    table.granted.append(seat_token)


def _revoke_links(table: Table, seat: str) -> None:
    for key in [
        key for key, seat_token in table.seat_tokens.items() if seat_token.seats == seat and not seat_token.owner
    ]:
        _revoke(table, key)


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
        if key in table.seat_tokens:
            _revoke(table, key)
    # A seat that somebody else holds too is not empty.
    leave(table, "".join(seat for seat in seats if seat not in table.held(table.seat_tokens)), now)


def _revoke(table: Table, key: str) -> None:
    del table.seat_tokens[key]
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
        raise RefusedError("chat-full", 409, mark("The chat at this table is full."))
    shown = (table.seat(seat).name if seat else "") or cleaned(name, LONGEST_NAME)
    if any(alike(shown, player.name) for player in table.state.seats if player.seat != seat):
        # Nobody speaks in the name of another player; such a line stands there without one.
        shown = ""
    table.chat.append(Said(len(table.chat), seat, shown, line, now))
    table.changed(Notice("chat", number=len(table.chat) - 1))
