"""The way a move takes, recovered when somebody asks: always one with the fewest hops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halma.kernel.actions import Action, ActionKind
from halma.kernel.reference.move_tables import Mover
from halma.kernel.reference.movement import capturing_chains, chain, exact_hops, landings
from halma.rules import Hop

if TYPE_CHECKING:
    from halma.kernel.reference.state import State


def path(state: State, action: Action) -> tuple[int, ...]:
    """The cells a piece touches, its start and its end included; nothing for actions that move none."""
    if action.origin < 0:
        return ()
    if action.kind != ActionKind.HOP:
        return (action.origin, action.target)
    for mover in state.tables.movers[state.board[action.origin]]:
        if isinstance(mover.word, Hop):
            way = _hops(state, mover, mover.word, action)
            if way:
                return way
    return (action.origin, action.target)


def _hops(state: State, mover: Mover, word: Hop, action: Action) -> tuple[int, ...]:
    board, origin, target = state.board, action.origin, action.target
    if word.captures:
        return capturing_chains(mover, board, origin).get((target, frozenset(action.captured)), ())
    if state.now.divisions:
        return _exact(state, mover, origin, target)
    reached = chain(mover, board, origin)
    end = target
    if target not in reached and mover.steps:
        # The last leg is the step that may follow the hops.
        end = next((cell for cell in reached if cell != origin and target in mover.steps[cell]), target)
    if end not in reached:
        return ()
    way = [end]
    while way[-1] != origin:
        way.append(reached[way[-1]])
    way.reverse()
    return tuple(way) if end == target else (*way, target)


def _exact(state: State, mover: Mover, origin: int, target: int) -> tuple[int, ...]:
    """A way of as many hops as one of the dice shows."""
    board = state.board
    counts = [hops for _, hops in state.now.divisions]
    layers = exact_hops(mover, board, origin, max(counts))
    for count in sorted(counts):
        if target in layers[count]:
            way = [target]
            content, board[origin] = board[origin], 0
            for layer in reversed(layers[:count]):
                way.append(next(cell for cell in sorted(layer) if way[-1] in _ends(mover, board, cell)))
            board[origin] = content
            return tuple(reversed(way))
    return ()


def _ends(mover: Mover, board: bytearray, cell: int) -> set[int]:
    return {land for _, land in landings(mover, board, cell)}


def captured_on(state: State, way: Sequence[int]) -> tuple[int, ...] | None:
    """What hops along a written way capture; None if the piece cannot go that way."""
    board, origin = state.board, way[0]
    if origin == state.tables.off:
        return None
    for mover in state.tables.movers[board[origin]]:
        if not isinstance(mover.word, Hop):
            continue
        lifted: list[tuple[int, int]] = [(origin, board[origin])]
        board[origin] = 0
        captured: list[int] = []
        at: int | None = origin
        for position, land in enumerate(way[1:], 1):
            over = next((over for over, end in landings(mover, board, at) if end == land), None)
            last_step = position == len(way) - 1 and position > 1 and bool(mover.steps) and land in mover.steps[at]
            if over is None and not (last_step and not board[land]):
                at = None
                break
            if over is not None and mover.word.captures:
                lifted.append((over, board[over]))
                board[over] = 0
                captured.append(over)
            at = land
        for cell, content in reversed(lifted):
            board[cell] = content
        if at is not None:
            return tuple(sorted(captured))
    return None
