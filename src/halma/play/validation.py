"""Whether a position that was read can occur in its game: one function for each question.

The parser has seen to the form of every field. Here the fields are compared with the rules, with the board and with
each other, so that whatever is let through can be played, shown and written again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from halma.kernel import Situation
from halma.kernel.reference import State as ReferenceState
from halma.kernel.reference import endings, legal
from halma.messages import mark
from halma.play.errors import InvalidPositionError
from halma.play.validation_end import check_goal_is_open, check_result
from halma.rules import (
    SEATS,
    Duty,
    Hop,
    Retrace,
    Ruleset,
    Run,
    RunDie,
    Step,
)


def most_advance(rules: Ruleset, seat: int) -> int:
    """No seat can have a greater total advance: all its pieces on its most advanced cells."""
    total = 0
    for code in rules.kind_codes(seat):
        farthest = sorted(rules.kinds[code - 1].advance, reverse=True)
        total += sum(farthest[: rules.army[code - 1]])
    return total


def most_idle(rules: Ruleset) -> int:
    """No seat can have made more turns without progress while the game went on."""
    if rules.stall is None:
        return 0
    if not rules.stall.by_advance:
        # Whatever counts as progress counts for everybody.
        return rules.stall.turns
    # Somebody else has got on, and nobody gets on more often than there are steps of advance.
    return rules.stall.turns * (1 + sum(most_advance(rules, seat) for seat in range(rules.seats)))


@dataclass(frozen=True)
class PositionProblem:
    """Why a position cannot occur in its game. The code never changes; screens translate the text."""

    code: str
    template: str
    data: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.data)


def problems_of(rules: Ruleset, contents: Sequence[int], now: Situation) -> list[PositionProblem]:
    """Everything that cannot occur in the game: at most one problem for each question; none if it can."""
    state = ReferenceState.standing(rules, contents, now)
    found: list[PositionProblem] = []
    for code, check in _CHECKS.items():
        try:
            check(state)
        except InvalidPositionError as error:
            found.append(PositionProblem(code, error.template, error.data))
    return found


def check_situation(rules: Ruleset, contents: Sequence[int], now: Situation) -> None:
    """Refuse what cannot occur in the game. Raises InvalidPositionError."""
    state = ReferenceState.standing(rules, contents, now)
    for check in _CHECKS.values():
        check(state)


# ---- pieces ---------------------------------------------------------------------------------------------


def _can_go(state: ReferenceState, code: int) -> bool:
    """Whether pieces of a kind can have gone from the game."""
    rules, movers = state.rules, state.tables.movers
    kind = rules.kinds[code - 1]
    if rules.enclosing is not None or rules.exit is not None:
        return True
    if any(isinstance(word, Step | Hop) and word.leaves for word in kind.movement):
        # Nobody leaves before all pieces are placed.
        return not any(state.now.hands)
    if rules.blocking.duty is Duty.LOSE_AND_LIFT and set(kind.seats) <= set(state.now.out):
        return True
    for other in range(1, len(rules.kinds) + 1):
        for mover in movers[other]:
            if isinstance(mover.word, Run) and rules.kinds[other - 1].seats != kind.seats:
                return True
            if isinstance(mover.word, Hop) and mover.word.captures and mover.hoppable[code]:
                return True
    # Whoever misses a capture loses a piece.
    return isinstance(rules.dice, RunDie)


def _check_pieces(state: ReferenceState) -> None:
    """The right number of pieces: all of them where none can go, never more than there are."""
    rules, contents = state.rules, state.contents()
    in_hand = [0] * len(rules.kinds)
    if rules.placing is not None:
        for seat, kind in enumerate(rules.placing.kinds):
            if state.now.hands[seat] > rules.placing.counts[seat]:
                raise InvalidPositionError(
                    mark("Seat {seat} has at most {count} pieces in hand."),
                    seat=SEATS[seat],
                    count=rules.placing.counts[seat],
                )
            in_hand[kind] += state.now.hands[seat]
    grows = any(isinstance(word, Retrace) for kind in rules.kinds for word in kind.movement)
    for code, everything in enumerate(rules.army, 1):
        found = contents.count(code) + in_hand[code - 1]
        # A move backwards leaves its start empty, so the board is never full.
        most = len(rules.board) - 1 if grows else everything
        if not everything <= found <= most and (found > most or grows or not _can_go(state, code)):
            raise InvalidPositionError(
                mark("{letter} has {count} pieces in this game; the text has {found}.")
                if everything == most
                else mark("{letter} has {count} to {most} pieces in this game; the text has {found}."),
                letter=rules.kinds[code - 1].letter,
                count=everything,
                most=most,
                found=found,
            )
    if rules.seats == 1 and not any(contents) and not any(state.now.hands):
        raise InvalidPositionError(mark("There are no pieces in this position."))


def _check_hands(state: ReferenceState) -> None:
    """While pieces are placed it is the turn of whoever is next to place, and none has moved yet."""
    rules, now = state.rules, state.now
    words = rules.placing
    if words is None or not any(now.hands):
        return
    # A game that ends by a placing ends before the next seat's turn.
    seats = range(rules.seats) if now.result is not None else (now.seat,)
    if not any(_hands_fit(state, seat) for seat in seats):
        raise InvalidPositionError(
            mark("“{key}” does not fit: the seats take turns placing one piece, and it is seat {seat}’s turn.")
            if words.in_turn
            else mark(
                "“{key}” does not fit: each seat places all its pieces before the next one, and it is seat "
                "{seat}’s turn."
            ),
            key="hands",
            seat=SEATS[now.seat],
        )
    for cell, content in enumerate(state.contents()):
        zones = [zone for kind, zone in zip(words.kinds, words.zones, strict=True) if kind + 1 == content]
        if zones and not any(cell in zone for zone in zones):
            raise InvalidPositionError(
                mark("While pieces are still being placed, none can stand on {cell}."), cell=rules.board.names[cell]
            )


def _hands_fit(state: ReferenceState, seat: int) -> bool:
    """Whether the hands are as they are when a seat is to place."""
    assert state.rules.placing is not None
    hands, counts = state.now.hands, state.rules.placing.counts
    if state.rules.placing.in_turn:
        # Whoever follows has as many left, until those who have placed in this round already.
        order = [hands[(seat + distance) % len(hands)] for distance in range(len(hands))]
        return order == sorted(order, reverse=True) and order[0] - order[-1] <= 1
    placing = next((other for other in range(len(hands)) if hands[other]), seat)
    return placing == seat and hands[seat + 1 :] == counts[seat + 1 :]


def _check_scores(state: ReferenceState) -> None:
    """Nobody has captured or lost more pieces than are gone."""
    rules, now = state.rules, state.now
    gone = sum(rules.army) - sum(map(bool, state.contents())) - sum(now.hands)
    if sum(now.captured) > max(0, gone):
        raise InvalidPositionError(
            mark("“{key}” adds up to {count}, but only {gone} pieces are gone."),
            key="captured",
            count=sum(now.captured),
            gone=max(0, gone),
        )
    if rules.enclosing is None:
        return
    if sum(now.lost) != sum(now.captured):
        raise InvalidPositionError(
            mark(
                "Every captured piece was lost by someone, but “captured” adds up to {captured} and “lost” to {lost}."
            ),
            captured=sum(now.captured),
            lost=sum(now.lost),
        )
    for seat in range(rules.seats):
        if now.lost[seat] > endings.pieces_off(state, seat):
            raise InvalidPositionError(
                mark("Seat {seat} has lost {gone} pieces, not {count}."),
                seat=SEATS[seat],
                gone=endings.pieces_off(state, seat),
                count=now.lost[seat],
            )
        if now.captured[seat] > sum(now.lost) - now.lost[seat]:
            raise InvalidPositionError(
                mark("Seat {seat} has captured more pieces than the others have lost."), seat=SEATS[seat]
            )


# ---- seats and counters ---------------------------------------------------------------------------------


def _check_seats(state: ReferenceState) -> None:
    """Who is out or has finished, and who is left."""
    rules, now = state.rules, state.now
    playing = state.in_play()
    for seat in now.out:
        if seat in now.finished:
            raise InvalidPositionError(mark("Seat {seat} cannot be both out and finished."), seat=SEATS[seat])
        if rules.blocking.duty is Duty.LOSE_AND_LIFT and legal.at_home(state, seat):
            raise InvalidPositionError(
                mark("Seat {seat} is out, so none of its pieces can stand in its home."), seat=SEATS[seat]
            )
    for seat in now.finished:
        # A target that was filled up may have been left by others again.
        if not rules.blocking.fill and not endings.is_home(state, seat):
            raise InvalidPositionError(
                mark("Seat {seat} cannot have finished: not all of its pieces are in the target."), seat=SEATS[seat]
            )
    if now.result is None:
        if now.seat not in playing:
            raise InvalidPositionError(mark("Seat {seat} is no longer in play."), seat=SEATS[now.seat])
        if (now.out or now.finished) and (len(playing) < 2 or (now.out and rules.has_teams)):
            raise InvalidPositionError(mark("With these seats out or finished the game would be over."))
    most = rules.seats if now.result is not None else len(playing) - 1
    if now.passes > most:
        raise InvalidPositionError(
            mark("“{key}” needs a number from {least} to {most}, not “{value}”."),
            key="passes",
            least=0,
            most=most,
            value=now.passes,
        )


def _check_progress(state: ReferenceState) -> None:
    """The counters of the stall rule."""
    rules, now = state.rules, state.now
    if rules.stall is None:
        return
    if rules.stall.by_advance and not now.used:
        totals = state.totals()
        for seat in range(rules.seats):
            if now.best[seat] < totals[seat]:
                raise InvalidPositionError(
                    mark("The best total advance of seat {seat} cannot be {value}: it is {total} now."),
                    seat=SEATS[seat],
                    value=now.best[seat],
                    total=totals[seat],
                )
    playing = state.in_play()
    # From the seat to move on; whoever has moved since the last progress counts one more.
    counts = [now.idle[seat] for seat in sorted(playing, key=lambda seat: (seat - now.seat) % rules.seats)]
    in_turn = counts == sorted(counts) or now.result is not None
    if not rules.stall.by_advance and playing and (max(counts) - min(counts) > 1 or not in_turn):
        raise InvalidPositionError(
            mark("“idle” does not fit: progress counts for every seat here, and the seats move in turn.")
        )
    if now.result is None and playing and min(counts) >= rules.stall.turns:
        raise InvalidPositionError(
            mark("After {count} turns of every seat without progress the game would be over."), count=rules.stall.turns
        )


def _check_dice(state: ReferenceState) -> None:
    """What was rolled, and what has been done with it."""
    now = state.now
    given = {
        "roll": now.roll,
        "used": now.used,
        "steps": now.steps,
        "hopped": now.hopped,
        "divisions": now.divisions,
        "huff": now.huffable,
    }
    if now.result is not None or not now.roll:
        for key, value in given.items():
            if value:
                raise InvalidPositionError(
                    mark("“{key}” is not allowed after the end of the game.")
                    if now.result is not None
                    else mark("“{key}” needs a roll, as in “roll=…”."),
                    key=key,
                )
    codes = state.rules.kind_codes(now.seat)
    for key, cells in (("used", now.used), ("huff", now.huffable)):
        if any(state.board[cell] not in codes for cell in cells) or len(set(cells)) < len(cells):
            raise InvalidPositionError(
                mark("“{key}” takes cells with a piece of seat {seat}, each at most once."),
                key=key,
                seat=SEATS[now.seat],
            )
    if len(now.used) != now.steps + now.hopped:
        raise InvalidPositionError(
            mark("“used” names {count} pieces, but “steps” and “hopped” say that {found} have acted."),
            count=len(now.used),
            found=now.steps + now.hopped,
        )
    if any(steps < now.steps for steps, _ in now.divisions):
        raise InvalidPositionError(
            mark("“{key}” needs a number from {least} to {most}, not “{value}”."),
            key="steps",
            least=0,
            most=min(steps for steps, _ in now.divisions),
            value=now.steps,
        )


def check_roll(rules: Ruleset, before: Situation, after: Situation, *, playable: bool) -> None:
    """Once a state is built: a roll is only thrown by a seat that has a turn, and lapses at once if it is of no use."""
    if before.roll and (after.seat != before.seat or after.result is not None):
        raise InvalidPositionError(
            mark("Seat {seat} cannot have rolled: its game ends before its turn."), seat=SEATS[before.seat]
        )
    if isinstance(rules.dice, RunDie) and before.roll and not playable:
        raise InvalidPositionError(
            mark("The roll {value} is of no use here and would have lapsed."), value=before.roll[0]
        )


# One check for each question, under the code of its problem.
_CHECKS: dict[str, Callable[[ReferenceState], None]] = {
    "pieces": _check_pieces,
    "hands": _check_hands,
    "scores": _check_scores,
    "seats": _check_seats,
    "progress": _check_progress,
    "dice": _check_dice,
    "goal": check_goal_is_open,
    "result": check_result,
}
