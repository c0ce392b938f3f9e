"""Who can sit at a table: levels of the search, and two simple players to measure them by."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from halma import engine
from halma.engine.thought import LEVELS, Limits, Thought
from halma.engine.way_home import is_race, way_home
from halma.kernel import Action, State
from halma.messages import HalmaError, mark
from halma.play import Position

Actions = tuple[Action, ...]
GREEDY, RANDOM, LEVEL, COMMAND = "greedy", "random", "level", "cmd"


class UnknownPlayerError(HalmaError):
    """A name that no player has."""


class PlayerFailureError(HalmaError):
    """A player that gives no legal turn, and so loses the game. The code never changes."""

    def __init__(self, code: str, template: str, **data: object) -> None:
        self.code = code
        super().__init__(template, **data)


class Player(Protocol):
    """Plays whole turns. The position it is given has no dice of its own, so nobody can look ahead at rolls."""

    @property
    def name(self) -> str:
        """What the standings call it."""
        ...

    def begin(self, position: Position, seed: int) -> None:
        """A game starts. Raises PlayerFailureError."""
        ...

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        """The actions of the turn that is to be played. Raises PlayerFailureError."""
        ...

    def close(self) -> None:
        """Stop whatever runs for this player."""
        ...


def whole_turn(position: Position, act: Callable[[Position], Sequence[Action]]) -> Actions:
    """Play actions on a copy until the turn is over; `act` gives one or more of them at a time."""
    ahead = position.copy()
    ahead.dice = None
    turn = ahead.turn_number
    played: list[Action] = []
    while ahead.turn_number == turn and not ahead.is_over:
        for action in act(ahead):
            ahead.push_action(action)
            played.append(action)
            if ahead.turn_number != turn or ahead.is_over:
                break
    return tuple(played)


def gains(state: State, moves: Sequence[Action]) -> list[int]:
    """How much each move adds to the advance of the piece that is moved."""
    advance = [(), *(kind.advance for kind in state.rules.kinds)]
    contents, cells = state.contents(), len(state.rules.board)
    found: list[int] = []
    for move in moves:
        table = advance[contents[move.origin]] if 0 <= move.origin < cells else ()
        found.append(table[move.target] - table[move.origin] if table and move.target < cells else 0)
    return found


class BuiltIn:
    """A player that needs no preparation."""

    def begin(self, position: Position, seed: int) -> None:
        pass

    def close(self) -> None:
        pass


class Greedy(BuiltIn):
    """The largest gain of advance in one move, and at the end of a race the last pieces home.

    Among equals: the most captures, then the piece that is furthest behind, then the lowest numbers of origin, target
    and captured cells. So the choice is fixed in games without advance too. With dice it acts action by action.
    """

    name = GREEDY
    # So many pieces that are not home yet look for the open fields instead of running on.
    LAST_PIECES = 8

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        return whole_turn(position, lambda now: (self.choose(now.state),))

    def choose(self, state: State) -> Action:
        """The best single action."""
        moves = state.legal()
        advance = [(), *(kind.advance for kind in state.rules.kinds)]
        contents, cells = state.contents(), len(state.rules.board)
        found = gains(state, moves)
        seat = state.now.actor
        homewards = is_race(state.rules) and (max(found) <= 0 or way_home(state, seat)[0] <= self.LAST_PIECES)

        def rank(entry: tuple[Action, int]) -> tuple[object, ...]:
            move, gain = entry
            table = advance[contents[move.origin]] if 0 <= move.origin < cells else ()
            behind = table[move.origin] if table else 0
            far = _after(state, move, seat) if homewards else ()
            return (far, -gain, -len(move.captured), behind, move.origin, move.target, move.captured, move.kind)

        return min(zip(moves, found, strict=True), key=rank)[0]


def _after(state: State, move: Action, seat: int) -> tuple[int, ...]:
    """How far a seat is from home after a move. Going back to what was there before is no way there."""
    state.apply(move)
    try:
        result = state.now.result
        if result is not None:
            return (0 if result.places and result.places[seat] == 1 else 1, 0, 0)
        return (int(state.occurrences > 1), *way_home(state, seat))
    finally:
        state.undo()


class Random(BuiltIn):
    """Every legal action with the same likelihood; the same seed plays the same."""

    name = RANDOM

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        chance = random.Random(f"halma player {seed} {position.turn_number}")
        return whole_turn(position, lambda now: (chance.choice(sorted(now.state.legal())),))


class LevelPlayer(BuiltIn):
    """The search at one of its levels."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"{LEVEL}:{level}"

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        return searched_turn(position, replace(limits, level=self.level), seed)


def searched_turn(
    position: Position,
    limits: Limits,
    seed: int,
    stop: Callable[[], bool] | None = None,
    report: Callable[[Position, Thought], None] | None = None,
) -> Actions:
    """The turn that the search plays. If its best line ends before the turn does, it thinks again in what time is left.

    `report` is also told which position is being thought about.
    """
    begin = time.perf_counter()

    def act(now: Position) -> Sequence[Action]:
        left = limits
        if limits.movetime is not None:
            left = replace(limits, movetime=max(0.001, limits.movetime - (time.perf_counter() - begin)))
        here = now.copy()
        tell = None if report is None else partial(report, here)
        return engine.think(here, left, seed=seed, stop=stop, report=tell).lines[0].actions

    return whole_turn(position, act)


def built_in(name: str) -> Player:
    """The player of a name such as `level:3`, `greedy` or `random`. Raises UnknownPlayerError."""
    if name == GREEDY:
        return Greedy()
    if name == RANDOM:
        return Random()
    kind, _, number = name.partition(":")
    if kind == LEVEL and number in map(str, LEVELS):
        return LevelPlayer(int(number))
    raise UnknownPlayerError(
        mark("There is no player “{name}”. Players: {allowed}."),
        name=name,
        allowed=f"{LEVEL}:{LEVELS[0]} … {LEVEL}:{LEVELS[-1]}, {GREEDY}, {RANDOM}, {COMMAND}:…",
    )
