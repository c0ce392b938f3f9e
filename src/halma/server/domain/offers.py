"""Offers between people: a draw, or a move back. What all have agreed on is done at once."""

from __future__ import annotations

from halma.messages import mark
from halma.server.domain.commands import AnswerOffer, MakeOffer
from halma.server.domain.draft import Draft
from halma.server.domain.events import GameEnded, MovesTakenBack, OfferAgreed, OfferDeclined, OfferMade
from halma.server.domain.model import Declined, Ending
from halma.server.domain.playing import check_going_on
from halma.server.errors import RefusedError, no_seat


def make_offer(draft: Draft, command: MakeOffer) -> None:
    """Ask the others for a draw, or to take one's last move back. Offering a draw that is offered is agreeing to it."""
    table, held, what = draft.table, draft.held, command.what
    own = _playing(draft)
    check_going_on(table)
    seats = table.takes_back(held) if what == "takeback" else "".join(seat for seat in own if seat in table.humans)
    if not seats or (what == "draw" and not table.can_draw(held)):
        raise RefusedError("no-such-offer", 409, mark("That cannot be offered now."))
    offer = table.offer
    if offer is not None:
        mine = offer.seat in own
        if offer.what != what or (what == "takeback" and not mine):
            raise RefusedError("offer-open", 409, mark("Another offer is still awaiting an answer."))
        if not mine:
            answer_offer(draft, AnswerOffer(what, accept=True))
        # An offer that is made a second time is still the same.
        return
    if any(found.what == what and found.seat in own for found in table.declined):
        raise RefusedError(
            "offer-declined", 409, mark("That offer was declined. You can make it again after the next move.")
        )
    # Who held the last move asks, where somebody holds several seats.
    seat = max(seats, key=lambda letter: table.last_turn(letter) or 0)
    draft.happen(OfferMade(draft.now, what, seat, tuple(own)))
    _settle(draft)


def answer_offer(draft: Draft, command: AnswerOffer) -> None:
    """Agree to what is offered, or do not. Whoever offered may also take it back."""
    own = _playing(draft)
    offer = draft.table.offer
    if offer is None or offer.what != command.what:
        raise RefusedError("no-offer", 409, mark("There is no such offer."))
    if command.accept:
        draft.happen(OfferAgreed(draft.now, tuple(sorted({*offer.agreed, *own}))))
        _settle(draft)
    else:
        by = offer.seat if offer.seat in own else own[0]
        draft.happen(OfferDeclined(draft.now, Declined(offer.what, offer.seat, by)))


def _playing(draft: Draft) -> str:
    """The seats of whoever asks, as far as they are asked; at least one, or it is refused."""
    consenting = draft.table.consenting
    own = "".join(seat for seat in draft.held if seat in consenting)
    if not own:
        raise no_seat()
    return own


def _settle(draft: Draft) -> None:
    """Carry out what all people at the table have agreed on; computers agree to a move back."""
    table = draft.table
    offer = table.offer
    if offer is None or set(table.consenting) - set(offer.agreed):
        return
    if offer.what == "draw":
        drawn = Ending("agreed", dict.fromkeys(table.position.seats, 1), drawn=True)
        draft.happen(GameEnded(draft.now, drawn))
        return
    ply = table.last_turn(offer.seat)
    if ply is not None:
        draft.happen(MovesTakenBack(draft.now, ply))
