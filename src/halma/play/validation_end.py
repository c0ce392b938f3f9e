"""Whether a position that was read shows the end it speaks of, or one that it does not."""

from __future__ import annotations

from halma.kernel.reference import State as ReferenceState
from halma.kernel.reference import dice, endings, legal, placing
from halma.messages import mark
from halma.play.errors import InvalidPositionError
from halma.play.validation_fields import fields_of, loses_seats
from halma.rules import (
    SEATS,
    AllOff,
    Connected,
    Home,
    InARow,
    NoMove,
    Ruleset,
    RunDie,
    Termination,
    TooFew,
)

# Ends that the goal of the game brings about.
BY_GOAL = (
    Termination.FILLED,
    Termination.CONNECTED,
    Termination.IN_A_ROW,
    Termination.ALL_OFF,
    Termination.TOO_FEW,
    Termination.SOLVED,
)


def _reached_goal(state: ReferenceState) -> int | None:
    """A seat in play that has reached the goal of the game on the board as it is."""
    return next((seat for seat in state.in_play() if _has_reached_goal(state, seat)), None)


def _has_reached_goal(state: ReferenceState, seat: int) -> bool:
    """Whether a seat has reached the goal, whichever piece was moved last; only a line of pieces depends on it."""
    ends = legal.own_cells(state, seat) if isinstance(state.rules.goal, InARow) else [-1]
    return any(endings.goal_is_reached(state, seat, end) for end in ends)


def check_goal_is_open(state: ReferenceState) -> None:
    if state.now.result is not None:
        return
    # The win of a turn with dice is judged at its end.
    seat = None if state.now.used else _reached_goal(state)
    if seat is not None:
        raise InvalidPositionError(
            mark("Seat {seat} has reached the goal, so the game is over; a finished game has “result=…”."),
            seat=SEATS[seat],
        )


def _terminations(rules: Ruleset) -> tuple[Termination, ...]:
    """The ways in which a game can end."""
    alone = rules.no_move is NoMove.UNSOLVED
    known = {
        Termination.FILLED: isinstance(rules.goal, Home) and not alone,
        Termination.FILLED_UP: rules.blocking.fill,
        Termination.BLOCKED_OUT: loses_seats(rules) and rules.seats > 1,
        Termination.STALL: rules.stall is not None,
        Termination.ALL_PASSED: "passes" in fields_of(rules),
        Termination.ALL_OFF: isinstance(rules.goal, AllOff),
        Termination.CONNECTED: isinstance(rules.goal, Connected) and not alone,
        Termination.IN_A_ROW: isinstance(rules.goal, InARow),
        Termination.CAPTURED_MOST: rules.enclosing is not None or rules.no_move is NoMove.END,
        Termination.MOST_HOME: isinstance(rules.dice, RunDie),
        Termination.SHUT_IN: rules.no_move is NoMove.SHUT_IN,
        Termination.TOO_FEW: isinstance(rules.goal, TooFew),
        Termination.SOLVED: alone,
        Termination.UNSOLVED: alone,
    }
    return tuple(termination for termination, can_be in known.items() if can_be)


def check_result(state: ReferenceState) -> None:
    """How the game ended: possible in this game, seen on the board where it can be seen, with places that fit."""
    rules, result = state.rules, state.now.result
    if result is None:
        return
    possible = _terminations(rules)
    if result.termination not in possible:
        raise InvalidPositionError(
            mark("“{key}” takes one of {allowed}, not “{value}”."),
            key="result",
            allowed=", ".join(termination.value for termination in possible),
            value=result.termination.value,
        )
    places = result.places
    # Equal seats share a place, and the following ones stay free.
    ranked = all(place == 1 + sum(other < place for other in places) for place in places)
    partners = all(
        places[one] == places[other]
        for one in range(len(places))
        for other in range(len(places))
        if rules.teams[one] == rules.teams[other]
    )
    placed = len(places) == (0 if result.termination is Termination.UNSOLVED else rules.seats)
    can_be_drawn = result.termination in (Termination.STALL, Termination.ALL_PASSED) and places.count(1) > 1
    if not (ranked and partners and placed and (can_be_drawn or not result.drawn)):
        raise InvalidPositionError(mark("The places in “{key}” do not match how the game ended."), key="result")
    if not _shows_end(state, result.termination):
        raise InvalidPositionError(
            mark("The result says “{value}”, but the board does not show it."), value=result.termination.value
        )


def _shows_end(state: ReferenceState, termination: Termination) -> bool:
    """Whether the board shows how the game ended, as far as it can be seen without the moves before."""
    seats = range(state.rules.seats)
    match termination:
        case _ if termination in BY_GOAL:
            return any(_has_reached_goal(state, seat) for seat in seats)
        case Termination.FILLED_UP:
            return any(endings.is_filled_up(state, seat) or endings.is_home(state, seat) for seat in seats)
        case Termination.BLOCKED_OUT:
            return bool(state.now.out)
        case Termination.CAPTURED_MOST if state.rules.enclosing is not None:
            return not placing.can_still_enclose(state)
        case Termination.UNSOLVED | Termination.CAPTURED_MOST | Termination.SHUT_IN:
            return not legal.moves(state, state.now.seat)
        case Termination.MOST_HOME:
            return not dice.anyone_can_run(state)
        case _:
            return True
