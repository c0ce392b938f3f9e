"""What people do with their seats: come, go, invite, give themselves a name, talk."""

from __future__ import annotations

from halma.messages import mark
from halma.server.domain.commands import Arrive, Chat, InviteGuest, Leave, NoteRematch, Rename, TakeSeat
from halma.server.domain.draft import Draft
from halma.server.domain.events import LineSaid, RematchMade, SeatFreed, SeatsNamed, SeatsTaken, TokensGivenBack
from halma.server.domain.playing import check_going_on
from halma.server.domain.table import Table
from halma.server.domain.texts import LONGEST_LINE, LONGEST_NAME, alike, cleaned
from halma.server.domain.timeout_policy import leave_seats
from halma.server.errors import RefusedError, no_seat, no_token
from halma.server.tokens import SeatToken

# Lines of chat of every seat, and of all spectators together: they shall not leave the players without a word.
MOST_LINES = 1000


def take_seat(draft: Draft, command: TakeSeat) -> None:
    """Give somebody a seat with a new token: the one of the link that was sent along, or a free one.

    Whoever comes with the same token again, because the answer got lost, gets the same seat.
    """
    table, key = draft.table, command.token
    if key in table.seat_tokens:
        draft.seat = table.seat_tokens[key].seats
        return
    link = next((hashed for hashed in draft.who if hashed in table.seat_tokens), None)
    invited = table.seat_tokens[link] if link is not None else None
    if link is not None and invited is not None and not invited.owner:
        seat, revoked = invited.seats, (link,)
    else:
        seat = _free_seat(table, command.seat, used=bool(draft.who) and invited is None)
        # Nobody else who knows the link of this seat shall play it.
        revoked = _links(table, seat)
    name = cleaned(command.name, LONGEST_NAME)
    draft.happen(SeatsTaken(draft.now, seat, name, (SeatToken(key, seat),), revoked))
    draft.seat = seat


def _free_seat(table: Table, wanted: str | None, *, used: bool) -> str:
    """The seat that somebody without an invitation gets. Raises RefusedError if there is none."""
    if not table.setup.public:
        if used:
            raise RefusedError("invitation-used", 403, mark("This invitation has already been used or withdrawn."))
        raise RefusedError("private-table", 403, mark("This table is private: you need a link to take a seat."))
    free = [seat.seat for seat in table.seats if seat.kind == "link" and not seat.joined]
    if table.is_over or not free:
        raise RefusedError("table-full", 409, mark("All seats at this table are taken."))
    if wanted is not None and wanted not in free:
        raise RefusedError("no-free-seat", 409, mark("That seat is not free."))
    return wanted or free[0]


def _links(table: Table, seat: str) -> tuple[str, ...]:
    return tuple(key for key, token in table.seat_tokens.items() if token.seats == seat and not token.owner)


def invite_guest(draft: Draft, command: InviteGuest) -> None:
    """A new link for a seat that nobody plays yet; the one before it opens nothing any more.

    That is a seat to which nobody has come, or whose guest is not there before the first move: their device may have
    lost what opens it.
    """
    table, letter = draft.table, command.seat
    if not table.knows(draft.who):
        raise no_token()
    if not table.is_owner(draft.who):
        raise no_seat()
    if letter not in table.position.seats or table.seat(letter).kind != "link":
        raise RefusedError("not-for-guests", 409, mark("Nobody has been invited to this seat."))
    check_going_on(table)
    if table.seat(letter).joined and (table.moves or letter in command.present):
        raise RefusedError("seat-taken", 409, mark("Someone is playing this seat."))
    draft.happen(SeatFreed(draft.now, letter, (SeatToken(command.token, letter),), _links(table, letter)))


def arrive(draft: Draft, _: Arrive) -> None:
    """Somebody has come to seats that waited for a link; once all are there, the clock runs."""
    waited = "".join(letter for letter in draft.held if not draft.table.seat(letter).joined)
    if waited:
        draft.happen(SeatsTaken(draft.now, waited))


def leave(draft: Draft, _: Leave) -> None:
    """Give back what some tokens open. They open nothing any more."""
    known = tuple(key for key in draft.who if key in draft.table.seat_tokens)
    if not known:
        raise no_seat()
    seats = draft.held
    draft.happen(TokensGivenBack(draft.now, known))
    # A seat that somebody else holds too is not empty.
    kept = draft.table.held(draft.table.seat_tokens)
    leave_seats(draft, "".join(seat for seat in seats if seat not in kept))


def rename(draft: Draft, command: Rename) -> None:
    """Give seats a name."""
    held = draft.held
    if not held or (command.seat is not None and command.seat not in held):
        raise no_seat()
    seats, name = command.seat or held, cleaned(command.name, LONGEST_NAME)
    if any(draft.table.seat(seat).name != name for seat in seats):
        draft.happen(SeatsNamed(draft.now, seats, name))


def say(draft: Draft, command: Chat) -> None:
    """A line of chat: by the name of the seat, or a spectator's own."""
    table = draft.table
    if not table.setup.chat:
        raise RefusedError("chat-off", 403, mark("There is no chat at this table."))
    line = cleaned(command.text, LONGEST_LINE)
    if not line:
        raise RefusedError("nothing-said", 422, mark("The message is empty."))
    seat = draft.held[:1] or None
    # Spectators share one part of the room, so that they cannot take it from those who play.
    if sum(said.seat == seat for said in table.chat) >= MOST_LINES:
        raise RefusedError("chat-full", 409, mark("The chat at this table is full."))
    shown = (table.seat(seat).name if seat else "") or cleaned(command.name, LONGEST_NAME)
    if any(alike(shown, player.name) for player in table.seats if player.seat != seat):
        # Nobody speaks in the name of another player; such a line stands there without one.
        shown = ""
    draft.happen(LineSaid(draft.now, line, seat, shown))


def note_rematch(draft: Draft, command: NoteRematch) -> None:
    """The rematch is played at another table: once for a table, when its game is over."""
    if not draft.table.is_over:
        raise RefusedError("not-over", 409, mark("The game is not over yet."))
    if draft.table.rematch is not None:
        raise RefusedError("rematch-made", 409, mark("The rematch has already been set up."))
    draft.happen(RematchMade(draft.now, command.table))
