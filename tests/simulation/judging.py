"""Whether something may happen at a table: everything needs a cause.

Somebody asked for it who was allowed to, a clock ran out, or it was a computer's turn. The rules are those of
docs/server.md; nothing here asks the server what it thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halma.play.notation import PASS_TEXT
from halma.server.domain import events
from halma.server.domain.events import decoded_event
from halma.server.storage.interface import Append

from .sheet import Asked, BrokenRuleError, Sheet

# By how much clocks may be off: what a question to the database takes at most when nothing is wrong.
TOLERANCE = 0.15


def happened(sheet: Sheet, change: Append, ahead: float) -> None:
    """Several events were stored together, when the time of the storage was so far ahead of the loop's."""
    sheet.ahead = ahead
    for data in change.events:
        event = decoded_event(data)
        judge(sheet, event)
        sheet.take(event)
    index = change.index
    wanted = (sheet.over, sheet.machine() is not None, sheet.deadline)
    if (index.over, index.thinking is not None, index.deadline) != wanted:
        raise BrokenRuleError("index", f"is stored as {index}, and should be {wanted}")


def judge(sheet: Sheet, event: events.TableEvent) -> None:
    """Whether this may happen now."""
    if isinstance(event, events.MovePlayed) and event.at < max(sheet.played_at, sheet.since or 0.0) - 1e-6:
        raise BrokenRuleError("time goes back", f"{event} before {sheet.played_at} or {sheet.since}")
    if sheet.over and type(event) not in AFTER_THE_END:
        raise BrokenRuleError("a finished game goes on", f"{event}")
    JUDGES[type(event)](sheet, event)


def _may_play(sheet: Sheet, event: events.MovePlayed) -> None:
    seat, typed = sheet.position.seat, event.typed or event.moves[0]
    ply, deadline = len(sheet.moves), sheet.deadline

    def moves(asked: Asked) -> bool:
        if asked.data["ply"] != ply or asked.data["text"].strip() != typed or seat not in sheet.held(asked.hashes):
            return False
        assert asked.arrived is not None
        return deadline is None or asked.arrived + sheet.ahead <= deadline + TOLERANCE

    def again(asked: Asked) -> bool:
        return bool(sheet.undone) and sheet.alone(sheet.held(asked.hashes))

    if sheet.machine() is None:
        late = sheet.asks("move", lambda asked: asked.data["ply"] == ply and asked.data["text"].strip() == typed)
        try:
            sheet.cause(f"{seat} played {typed}", ("move", moves), ("redo", again))
        except BrokenRuleError:
            if late is not None and seat in sheet.held(late.hashes):
                raise BrokenRuleError("late", f"{seat} played {typed} after {deadline}") from None
            raise
    elif sheet.asks("redo", again) is None and sum(text != PASS_TEXT for text in event.moves) != 1:
        raise BrokenRuleError("without a cause", f"a computer made {event.moves}")


def _may_take_back(sheet: Sheet, event: events.MovesTakenBack) -> None:
    if (
        sheet.offer is not None
        and sheet.offer[0] == "takeback"
        and sheet.consenting <= sheet.offer[2]
        and not sheet.over
    ):
        return
    sheet.cause(
        f"moves were taken back to {event.ply}",
        ("undo", lambda asked: asked.data["ply"] == len(sheet.moves) and sheet.alone(sheet.held(asked.hashes))),
    )


def _may_offer(sheet: Sheet, event: events.OfferMade) -> None:
    if sheet.offer is not None:
        raise BrokenRuleError("two offers", f"{event} while there is {sheet.offer}")
    if (event.what, event.seat) in sheet.declined:
        raise BrokenRuleError("offered again", f"{event} was declined")
    if event.what == "draw" and any(chair.machine is not None for chair in sheet.chairs.values()):
        raise BrokenRuleError("a draw with a computer", f"{event}")
    own = {event.seat, *event.agreed}
    sheet.cause(
        f"{event.seat} offered {event.what}",
        ("offer", lambda asked: asked.data["what"] == event.what and own <= {*sheet.held(asked.hashes)}),
    )


def _may_agree(sheet: Sheet, event: events.OfferAgreed) -> None:
    if sheet.offer is None:
        raise BrokenRuleError("without a cause", "agreed to nothing")
    what, new = sheet.offer[0], {*event.agreed} - sheet.offer[2]

    def agrees(asked: Asked) -> bool:
        wants = asked.data["accept"] if asked.kind == "answer" else what == "draw"
        held = {*sheet.held(asked.hashes)}
        return asked.data["what"] == what and wants and held != set() and new <= held

    sheet.cause(f"{event.agreed} agreed", ("answer", agrees), ("offer", agrees))


def _may_decline(sheet: Sheet, event: events.OfferDeclined) -> None:
    by = event.declined.by
    sheet.cause(
        f"{by} declined",
        ("answer", lambda asked: not asked.data["accept"] and by in sheet.held(asked.hashes)),
    )


def _may_end(sheet: Sheet, event: events.GameEnded) -> None:
    offer = sheet.offer
    if offer is None or offer[0] != "draw" or not sheet.consenting <= offer[2]:
        raise BrokenRuleError("without a cause", f"the game ended: {event.ending}, offer {offer}")


def _may_go(sheet: Sheet, event: events.SeatGone) -> None:
    seat = event.seat
    if event.how == "resigned":
        named = lambda asked: asked.data.get("seat") in (None, seat)  # noqa: E731
        sheet.cause(f"{seat} resigned", ("resign", lambda asked: named(asked) and seat in sheet.held(asked.hashes)))
        if event.ending is not None and event.ending.places.get(seat) == 1:
            raise BrokenRuleError("wrong end", f"{seat} resigned and won")
    elif event.how == "time":
        _ran_out(sheet, event)
    elif seat in sheet.held(tuple(sheet.tokens)):
        raise BrokenRuleError("without a cause", f"{seat} left, and somebody holds it still")


def _ran_out(sheet: Sheet, event: events.SeatGone | events.TimeRanOut) -> None:
    deadline = sheet.deadline
    if deadline is None or event.seat != sheet.position.seat or event.at < deadline - 1e-6:
        raise BrokenRuleError("time ran out early", f"{event}, and it was to be {deadline}")


def _may_run_out(sheet: Sheet, event: events.TimeRanOut) -> None:
    _ran_out(sheet, event)
    fate = sheet.setup.fate
    if (event.stand_in is None) != (fate == "skip"):
        raise BrokenRuleError("wrong fate", f"{event}, and the table says {fate}")
    left_alone = fate == "computer" and not set(sheet.people) - {event.seat}
    if left_alone != (event.ending is not None and event.ending.termination == "abandoned"):
        raise BrokenRuleError("wrong end", f"{event} with {sheet.people} there")


def _may_come_back(sheet: Sheet, event: events.SeatTakenBack) -> None:
    chair = sheet.chairs[event.seat]
    if chair.gone != "time" or chair.stand_in is None or (sheet.setup.clock and sheet.setup.clock.kind == "fischer"):
        raise BrokenRuleError("without a cause", f"{event} cannot come back")
    sheet.cause(f"{event.seat} came back", ("back", lambda asked: event.seat in sheet.held(asked.hashes)))


def _may_arrive(sheet: Sheet, event: events.SeatsTaken) -> None:
    if any(sheet.chairs[seat].joined for seat in event.seats) and not event.granted:
        raise BrokenRuleError("without a cause", f"{event} had come before")
    if not event.granted:
        found = [
            asked
            for asked in sheet.asked
            if asked.kind == "hello" and asked.arrived is not None and set(event.seats) <= set(sheet.held(asked.hashes))
        ]
        if not found:
            raise BrokenRuleError("without a cause", f"{event}, and nobody with the token was there")
        return
    keys = {token.hash for token in event.granted}
    asked = sheet.cause("somebody joined", ("join", lambda asked: keys == {asked.data["hash"]}))
    opened = sheet.held(asked.hashes)
    free = [chair.letter for chair in sheet.chairs.values() if chair.kind == "link" and not chair.joined]
    if event.seats != opened and not (sheet.setup.public and set(event.seats) <= set(free)):
        raise BrokenRuleError("acts for a foreign seat", f"{event} with a link for {opened or 'nothing'}")


def _may_free(sheet: Sheet, event: events.SeatFreed) -> None:
    if sheet.moves and sheet.chairs[event.seat].joined:
        raise BrokenRuleError("without a cause", f"{event} after the first move")
    if event.granted:
        owns = lambda asked: any(sheet.tokens[key].owner for key in asked.hashes if key in sheet.tokens)  # noqa: E731
        sheet.cause(
            f"{event.seat} was invited", ("invite", lambda asked: asked.data["seat"] == event.seat and owns(asked))
        )
    elif event.seat in sheet.held(tuple(sheet.tokens)):
        raise BrokenRuleError("without a cause", f"{event}, and somebody holds it still")


def _may_give_back(sheet: Sheet, event: events.TokensGivenBack) -> None:
    sheet.cause("tokens were given back", ("leave", lambda asked: set(event.revoked) <= set(asked.hashes)))


def _may_name(sheet: Sheet, event: events.SeatsNamed) -> None:
    sheet.cause(
        f"{event.seats} is called {event.name}",
        ("name", lambda asked: set(event.seats) <= set(sheet.held(asked.hashes))),
    )


def _may_say(sheet: Sheet, event: events.LineSaid) -> None:
    if event.text in sheet.said:
        raise BrokenRuleError("said twice", event.text)
    asked = sheet.cause(f"“{event.text}” was said", ("chat", lambda asked: asked.data["text"] == event.text))
    if (event.seat or "") != sheet.held(asked.hashes)[:1]:
        raise BrokenRuleError("acts for a foreign seat", f"{event}")
    others = {chair.name.casefold() for chair in sheet.chairs.values() if chair.name and chair.letter != event.seat}
    if event.name.casefold() in others:
        raise BrokenRuleError("in the name of another", f"{event}")


def _may_play_again(sheet: Sheet, event: events.RematchMade) -> None:
    if not sheet.over or sheet.rematch is not None:
        raise BrokenRuleError("without a cause", f"a second rematch, or one too early: {event}")
    sheet.cause("a rematch", ("rematch", lambda asked: any(key in sheet.tokens for key in asked.hashes)))


def _never(sheet: Sheet, event: events.TableEvent) -> None:
    raise BrokenRuleError("without a cause", f"{event} after the beginning")


JUDGES: dict[type, Callable[[Sheet, Any], None]] = {
    events.TableBegun: _never,
    events.MovePlayed: _may_play,
    events.MovesTakenBack: _may_take_back,
    events.OfferMade: _may_offer,
    events.OfferAgreed: _may_agree,
    events.OfferDeclined: _may_decline,
    events.GameEnded: _may_end,
    events.SeatGone: _may_go,
    events.TimeRanOut: _may_run_out,
    events.SeatTakenBack: _may_come_back,
    events.SeatsTaken: _may_arrive,
    events.SeatFreed: _may_free,
    events.TokensGivenBack: _may_give_back,
    events.SeatsNamed: _may_name,
    events.LineSaid: _may_say,
    events.RematchMade: _may_play_again,
}
# Only where one person plays alone is a game taken up again.
AFTER_THE_END = (
    events.MovesTakenBack,
    events.SeatsNamed,
    events.LineSaid,
    events.RematchMade,
    events.TokensGivenBack,
    events.SeatsTaken,
)
