"""A look one turn ahead in plain Python, for machines on which the search could not be compiled."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from halma.engine.levels import Level
from halma.engine.nets import DEFAULT_NET, NO_NET, WITHOUT_ENGINE, NetError
from halma.engine.thought import WIN, Limits, Line, Thought
from halma.kernel import Action, State
from halma.play import Position
from halma.rules import Ruleset

# The worth of one step of advance, of a piece in its target and of a captured piece, in hundredths of a turn.
STEP, AT_HOME, CAPTURED = 20, 30, 200


def think(
    position: Position,
    limits: Limits,
    level: Level,
    *,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
    report: Callable[[Thought], None] | None = None,
) -> Thought:
    """The moves after which the position is worth most, judged at once."""
    begin = time.monotonic()
    position = position.copy()
    state = position.state.copy()
    seat = state.now.actor
    chance = random.Random(f"halma look-ahead {seed} {position.board_text()}")
    found: list[Line] = []
    for action in state.legal():
        found.append(Line(_tried(state, action, seat, chance, level), (action,), position))
        late = limits.movetime is not None and time.monotonic() - begin >= limits.movetime
        if late or (stop is not None and stop()):
            break
    found.sort(key=lambda line: -line.scores[seat])
    remaining = tuple(None for _ in range(position.rules.seats))
    seconds = time.monotonic() - begin
    thought = Thought(tuple(found[: limits.lines]), 1, len(found), seconds, remaining, net_fault(limits))
    if report is not None:
        report(thought)
    return thought


def net_fault(limits: Limits) -> NetError | None:
    """Nets are for the compiled search."""
    return None if limits.net in (None, DEFAULT_NET, NO_NET) else NetError(WITHOUT_ENGINE)


def _tried(state: State, action: Action, seat: int, chance: random.Random, level: Level) -> tuple[int, ...]:
    """What an action is worth to each seat."""
    state.apply(action)
    scores = worth(state)
    state.undo()
    if level.noise:
        scores[seat] += chance.randint(-level.noise, level.noise)
    return tuple(scores)


def worth(state: State) -> list[int]:
    """What a position is worth to each seat by the data of its goal."""
    rules, now = state.rules, state.now
    result = now.result
    if result is not None:
        if result.drawn or not result.places:
            return [0] * rules.seats
        return [WIN if place == 1 else -WIN for place in result.places]
    totals = state.totals()
    values = [
        STEP * totals[seat] + AT_HOME * state.pieces_home(seat) + CAPTURED * (now.captured[seat] - now.lost[seat])
        if now.captured
        else STEP * totals[seat] + AT_HOME * state.pieces_home(seat)
        for seat in range(rules.seats)
    ]
    return [own - _others(rules, values, seat) for seat, own in enumerate(values)]


def _others(rules: Ruleset, values: list[int], seat: int) -> int:
    """The best of the other teams."""
    others = [value for other, value in enumerate(values) if rules.teams[other] != rules.teams[seat]]
    return max(others, default=0)
