"""Thinking: the best moves of a position, found by the compiled search or, without it, by a short look-ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from halma.engine import lookahead
from halma.engine.levels import level_of, nodes_of
from halma.engine.nets import NetError, chosen_net
from halma.engine.thought import Limits, Line, Thought
from halma.kernel import Action, ActionKind, fast
from halma.messages import HalmaError, mark
from halma.play import Position
from halma.rules import REASON_TEXTS, Reason

try:
    from halma.engine import _native
except ImportError:
    _native = None  # pyright: ignore[reportAssignmentType, reportConstantRedefinition]

if TYPE_CHECKING:
    from halma.engine._native import Answer, Net


class NothingToThinkError(HalmaError):
    """A position in which nothing can be played."""


def think(
    position: Position,
    limits: Limits,
    *,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
    report: Callable[[Thought], None] | None = None,
) -> Thought:
    """The best moves of a position, which stays as it is.

    Levels and node limits give the same answer for the same seed on any machine, with one thread. `stop` is asked now
    and then; once it says true, the best answer so far is given. `report` gets what is known after each depth. With a
    net that cannot be used the written evaluation plays, and `fault` of the answer says why.
    Raises NothingToThinkError if the game is over or the dice are to be thrown, LimitsError for impossible limits, and
    ValueError if neither a limit nor `stop` would ever end the search.
    """
    check_request(position, limits)
    level = level_of(limits).among(len(set(position.rules.teams)))
    if stop is None and limits.is_endless:
        raise ValueError("a search needs a limit (level, nodes, movetime or depth) or something that stops it")
    check_thinkable(position)
    if _native is None or not fast.available:  # pyright: ignore[reportUnnecessaryComparison]
        return lookahead.think(position, limits, level, seed=seed, stop=stop, report=report)
    state, asked = _fast_state(position), position.copy()
    net, fault = _net(limits, state)
    wanted = (limits.nodes, nodes_of(level, _native.slowness(state)))
    nodes = min((number for number in wanted if number), default=0)
    answer = _native.think(
        state,
        nodes,
        min((seconds for seconds in (limits.movetime, level.seconds) if seconds), default=0.0),
        min((turns for turns in (limits.depth, level.depth) if turns), default=0),
        limits.threads,
        limits.lines,
        seed & (2**64 - 1),
        level.weakness,
        stop,
        None if report is None else lambda told: report(_thought(told, asked, fault)),
        table_megabytes=limits.hash_megabytes,
        net=net,
    )
    return _thought(answer, asked, fault)


def net_fault(position: Position, limits: Limits) -> NetError | None:
    """Why the net that limits ask for cannot be used in a game; None if it can, or if none is asked for."""
    if _native is None or not fast.available:  # pyright: ignore[reportUnnecessaryComparison]
        return lookahead.net_fault(limits)
    return _net(limits, fast.State(position.rules))[1]


def _net(limits: Limits, state: fast.State) -> tuple[Net | None, NetError | None]:
    """The net that limits ask for, or why it cannot be used."""
    try:
        return chosen_net(limits, state), None
    except NetError as error:
        return None, error


def check_request(position: object, limits: object) -> None:
    """Make sure that a search is asked for as it must be. Raises TypeError."""
    if not isinstance(position, Position):
        raise TypeError(f"a position is needed, not {type(position).__name__}")
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are given as Limits(…), not as {type(limits).__name__}")


def check_thinkable(position: Position) -> None:
    """Make sure that there is a choice to make. Raises NothingToThinkError."""
    if position.is_over:
        raise NothingToThinkError(mark("The game is over: there is nothing to think about."))
    if position.needs_roll:
        raise NothingToThinkError(REASON_TEXTS[Reason.LOT_FIRST if position.lot_count else Reason.ROLL_FIRST])


def _fast_state(position: Position) -> fast.State:
    """The position in the fast kernel, with everything that happened before."""
    if isinstance(position.state, fast.State):
        return position.state
    start = position.beginning().state
    state = fast.State.resume(position.rules, start.contents(), start.now)
    for event in position.history:
        if event.action is None:
            state.roll(event.roll or tuple(position.board.index[name] for name in event.scattered))
        else:
            state.apply(event.action)
    return state


def _thought(answer: Answer, position: Position, fault: NetError | None) -> Thought:
    lines, depth, nodes, seconds, remaining = answer
    return Thought(
        lines=tuple(
            Line(scores, tuple(Action(ActionKind(move[0]), *move[1:]) for move in moves), position)
            for scores, moves in lines
        ),
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        remaining=tuple(None if turns < 0 else turns for turns in remaining),
        fault=fault,
    )
