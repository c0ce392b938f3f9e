"""Offers between people: a draw, or a move back. What all have agreed on is done at once."""

from __future__ import annotations

from typing import Literal

from halma.messages import mark
from halma.server import clocks
from halma.server.errors import RefusedError, no_seat
from halma.server.model import Declined, Ending, Offer
from halma.server.table import Notice, Table


def make_offer(table: Table, held: str, what: Literal["draw", "takeback"], now: float) -> None:
    """Ask the others for a draw, or to take one's last move back. Offering a draw that is offered is agreeing to it."""
    own = _playing(table, held)
    table.going_on()
    seats = table.takes_back(held) if what == "takeback" else "".join(seat for seat in own if seat in table.humans)
    if not seats or (what == "draw" and not table.can_draw(held)):
        raise RefusedError("no-such-offer", 409, mark("That cannot be offered now."))
    offer = table.state.offer
    if offer is not None:
        mine = offer.seat in own
        if offer.what != what or (what == "takeback" and not mine):
            raise RefusedError("offer-open", 409, mark("Another offer is still awaiting an answer."))
        if not mine:
            answer_offer(table, held, what, True, now)
        # An offer that is made a second time is still the same.
        return
    if any(found.what == what and found.seat in own for found in table.state.declined):
        raise RefusedError(
            "offer-declined", 409, mark("That offer was declined. You can make it again after the next move.")
        )
    # Who held the last move asks, where somebody holds several seats.
    seat = max(seats, key=lambda letter: table.last_turn(letter) or 0)
    table.state.offer = Offer(what, seat, list(own))
    table.changed(Notice("offer"))
    _settle(table, now)


def answer_offer(table: Table, held: str, what: Literal["draw", "takeback"], accept: bool, now: float) -> None:
    """Agree to what is offered, or do not. Whoever offered may also take it back."""
    own = _playing(table, held)
    offer = table.state.offer
    if offer is None or offer.what != what:
        raise RefusedError("no-offer", 409, mark("There is no such offer."))
    if accept:
        offer.agreed = sorted({*offer.agreed, *own})
    else:
        by = offer.seat if offer.seat in own else own[0]
        table.state.offer = None
        table.state.declined.append(Declined(what, offer.seat, by))
    table.changed(Notice("offer"))
    _settle(table, now)


def _playing(table: Table, held: str) -> str:
    """The seats among some whose holder is asked; at least one, or it is refused."""
    own = "".join(seat for seat in held if seat in table.consenting)
    if not own:
        raise no_seat()
    return own


def _settle(table: Table, now: float) -> None:
    """Carry out what all people at the table have agreed on; computers agree to a move back."""
    offer = table.state.offer
    if offer is None or set(table.consenting) - set(offer.agreed):
        return
    table.forget_offers()
    if offer.what == "draw":
        table.state.ending = Ending("agreed", dict.fromkeys(table.position.seats, 1), drawn=True)
        clocks.restarted(table, now)
        table.changed(Notice("view"))
    else:
        ply = table.last_turn(offer.seat)
        if ply is not None:
            table.truncate(ply, now)
