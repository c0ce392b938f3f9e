"""What events make of a table. The only place where a table changes; what is decided was decided before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from halma.server.domain import clocks, events
from halma.server.domain.model import Offer, PlayedMove, Said
from halma.server.domain.move_log import MoveLog
from halma.server.domain.table import Table


def evolve(table: Table, event: events.TableEvent) -> None:
    """Let a table be as it is after an event."""
    before = (table.machine(), table.since) if table.seats else None
    EVOLVERS[type(event)](table, event)
    table.version += 1
    if type(event) in NEW_TURN or before != (table.machine(), table.since):
        table.turn += 1


def evolve_made(table: Table, event: events.MovePlayed, seats: str, before: clocks.Turn) -> None:
    """The same for moves that stand in the position of the table already, made by these seats from a turn on."""
    _note_played(table, event, seats, before)
    table.version += 1
    table.turn += 1


def folded(table: Table, happened: Iterable[events.TableEvent]) -> Table:
    """A table after further events; the one given stays as it is."""
    after = table.copy()
    for event in happened:
        evolve(after, event)
    return after


def _begun(table: Table, event: events.TableBegun) -> None:
    table.seats = event.seats
    for text in event.moves:
        _push(table, text, text, event.at)
    clocks.restarted(table, event.at)


def _imported(table: Table, event: events.TableImported) -> None:
    state = event.state
    table.seats = tuple(state.seats)
    for played in event.moves:
        if table.position.seat != played.seat:
            raise ValueError("a move of another seat than the one to act")
        table.position.push(played.text)
    table.moves = MoveLog(event.moves)
    table.chat = list(event.chat)
    table.offer, table.declined, table.ending = state.offer, tuple(state.declined), state.ending
    table.undone, table.left, table.since = tuple(state.undone), dict(state.left), state.since
    table.skipping, table.rematch = state.skipping, state.rematch


def _push(table: Table, text: str, typed: str, now: float) -> None:
    seat = table.position.seat
    table.position.push(text)
    _note(table, seat, text, typed, now)


def _note(table: Table, seat: str, text: str, typed: str, now: float) -> None:
    before = table.moves[-1].at if table.moves else table.setup.created
    table.moves.append(PlayedMove(seat, text, typed, now, round(max(0.0, now - before), 3)))


def _played(table: Table, event: events.MovePlayed) -> None:
    before = clocks.running_turn(table)
    typed = event.typed or event.moves[0]
    for text in event.moves:
        _push(table, text, typed, event.at)
    _played_on(table, event, before)


def _note_played(table: Table, event: events.MovePlayed, seats: str, before: clocks.Turn) -> None:
    """The same where the moves have been made: by these seats."""
    typed = event.typed or event.moves[0]
    for seat, text in zip(seats, event.moves, strict=True):
        _note(table, seat, text, typed, event.at)
    _played_on(table, event, before)


def _played_on(table: Table, event: events.MovePlayed, before: clocks.Turn) -> None:
    table.undone = table.undone[: event.redo]
    _forget_offers(table)
    clocks.handed_over(table, before, event.at)


def _taken_back(table: Table, event: events.MovesTakenBack) -> None:
    taken: list[str] = []
    before = clocks.running_turn(table)
    while table.ply > event.ply:
        taken.append(table.moves.pop().text)
        table.position.pop()
    table.rewinds += 1
    # Moves that were taken back before follow on those that are gone now.
    table.undone = (*table.undone, *taken) if event.redo else ()
    _forget_offers(table)
    if table.ending is not None:
        table.ending = None
        # Whoever had given up or run out of time is taken up again together with the game.
        for seat in table.seats:
            table.change_seat(seat.seat, gone=None, stand_in=None)
    clocks.handed_over(table, before, event.at)


def _forget_offers(table: Table) -> None:
    """The game goes on: what was offered is settled, and everything may be offered again."""
    table.offer = None
    table.declined = ()


def _offered(table: Table, event: events.OfferMade) -> None:
    table.offer = Offer(event.what, event.seat, event.agreed)


def _agreed(table: Table, event: events.OfferAgreed) -> None:
    assert table.offer is not None
    table.offer = Offer(table.offer.what, table.offer.seat, event.agreed)


def _declined(table: Table, event: events.OfferDeclined) -> None:
    table.offer = None
    table.declined = (*table.declined, event.declined)


def _ended(table: Table, event: events.GameEnded) -> None:
    _forget_offers(table)
    table.ending = event.ending
    clocks.restarted(table, event.at)


def _gone(table: Table, event: events.SeatGone) -> None:
    table.change_seat(event.seat, gone=event.how)
    if event.stand_in is not None:
        table.change_seat(event.seat, stand_in=event.stand_in)
    table.ending = event.ending
    table.offer = None
    clocks.restarted(table, event.at)


def _time_ran_out(table: Table, event: events.TimeRanOut) -> None:
    if event.stand_in is None:
        table.skipping = True
    else:
        table.change_seat(event.seat, gone="time", stand_in=event.stand_in)
        # Its own offers and those it had not answered are nobody's any more.
        table.offer = None
        table.ending = event.ending
    clocks.run_out(table, event.seat, event.at)


def _back(table: Table, event: events.SeatTakenBack) -> None:
    table.change_seat(event.seat, gone=None, stand_in=None)
    clocks.restarted(table, event.at)


def _arrived(table: Table, event: events.SeatsTaken) -> None:
    _change_tokens(table, event)
    for letter in event.seats:
        table.change_seat(letter, joined=True, **({"name": event.name} if event.name else {}))
    clocks.restarted(table, event.at)


def _freed(table: Table, event: events.SeatFreed) -> None:
    _change_tokens(table, event)
    table.change_seat(event.seat, joined=False, name="")
    clocks.restarted(table, event.at)


def _given_back(table: Table, event: events.TokensGivenBack) -> None:
    for key in event.revoked:
        table.seat_tokens.pop(key, None)


def _change_tokens(table: Table, event: events.SeatsTaken | events.SeatFreed) -> None:
    for key in event.revoked:
        table.seat_tokens.pop(key, None)
    for seat_token in event.granted:
        table.seat_tokens[seat_token.hash] = seat_token


def _named(table: Table, event: events.SeatsNamed) -> None:
    for letter in event.seats:
        table.change_seat(letter, name=event.name)


def _said(table: Table, event: events.LineSaid) -> None:
    table.chat.append(Said(len(table.chat), event.seat, event.name, event.text, event.at))


def _rematch(table: Table, event: events.RematchMade) -> None:
    table.rematch = event.table


EVOLVERS: dict[type, Callable[[Table, Any], None]] = {
    events.TableBegun: _begun,
    events.TableImported: _imported,
    events.MovePlayed: _played,
    events.MovesTakenBack: _taken_back,
    events.OfferMade: _offered,
    events.OfferAgreed: _agreed,
    events.OfferDeclined: _declined,
    events.GameEnded: _ended,
    events.SeatGone: _gone,
    events.TimeRanOut: _time_ran_out,
    events.SeatTakenBack: _back,
    events.SeatsTaken: _arrived,
    events.SeatFreed: _freed,
    events.TokensGivenBack: _given_back,
    events.SeatsNamed: _named,
    events.LineSaid: _said,
    events.RematchMade: _rematch,
}
NEW_TURN = (events.TableBegun, events.TableImported, events.MovePlayed, events.MovesTakenBack)
