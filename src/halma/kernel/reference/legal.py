"""Which moves are legal: movement, then restrictions, swaps and the duty to clear the home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from halma.kernel.actions import Action, ActionKind
from halma.kernel.reference.move_tables import MoveTables
from halma.kernel.reference.movement import destinations
from halma.kernel.reference.restrictions import Check, check_for
from halma.rules import Duty, Hop

if TYPE_CHECKING:
    from halma.kernel.reference.state import State


@lru_cache(maxsize=64)
def checks_for(tables: MoveTables) -> tuple[Check, ...]:
    """The checks of all restrictions of a game."""
    return tuple(check_for(tables, word) for word in tables.rules.restrictions)


def own_cells(state: State, seat: int) -> list[int]:
    """Where the pieces of a seat stand."""
    codes = state.rules.kind_codes(seat)
    return [cell for cell, content in enumerate(state.board) if content in codes]


def allowed(state: State, actions: list[Action]) -> list[Action]:
    """The actions that no restriction forbids."""
    board = state.board
    for check in checks_for(state.tables):
        actions = [a for a in actions if check(board, board[a.origin], a.origin, a.target) is None]
    return actions


def ordinary(state: State, seat: int) -> list[Action]:
    """Moves of a seat's pieces by movement and restrictions, without swap, duty or dice."""
    found: list[Action] = []
    for cell in own_cells(state, seat):
        found += destinations(state.tables, state.board, cell)
    return allowed(state, found)


# ---- the duty to clear the home -------------------------------------------------------------------------


def at_home(state: State, seat: int) -> list[int]:
    """The cells of its own home on which pieces of a seat still stand."""
    found: list[int] = []
    for code in state.rules.kind_codes(seat):
        found += (cell for cell in state.tables.home[code] if state.board[cell] == code)
    return sorted(found)


def must_clear(state: State, seat: int) -> list[int]:
    """The cells a seat has the duty to clear, if it has that duty on the position as it is."""
    if not state.rules.has_duty:
        return []
    out = state.now.out
    others = (other for other in range(state.rules.seats) if other != seat and other not in out)
    if all(at_home(state, other) for other in others):
        return []
    return at_home(state, seat)


def clearing(state: State, actions: Iterable[Action]) -> list[Action]:
    """Of some actions those that do the duty: out of the home, or else further advanced inside it."""
    tables, board = state.tables, state.board
    leaving: list[Action] = []
    forward: list[Action] = []
    for action in actions:
        content = board[action.origin]
        home, advance = tables.home[content], tables.advance[content]
        if action.origin in home:
            if action.target not in home:
                leaving.append(action)
            elif advance[action.target] > advance[action.origin]:
                forward.append(action)
    return leaving or forward


def dutiful(state: State, seat: int, actions: list[Action]) -> list[Action]:
    """The actions that are left under the duty to clear."""
    if not must_clear(state, seat):
        return actions
    found = clearing(state, actions)
    return actions if not found and state.rules.blocking.duty is Duty.LENIENT else found


# ---- swapping -------------------------------------------------------------------------------------------


def swaps(state: State, seat: int, moves: list[Action]) -> Iterator[Action]:
    """Changes of place with pieces that still stand in their home, the mover's target."""
    swap = state.rules.blocking.swap
    if swap is None:
        return
    tables, board = state.tables, state.board
    enters = {action.origin for action in moves if action.target in tables.target[board[action.origin]]}
    for cell in own_cells(state, seat):
        content = board[cell]
        if cell in tables.target[content] or cell in enters:
            continue
        for near in tables.neighbours[cell]:
            met = board[near]
            if not met or near not in tables.target[content] or near not in tables.home[met]:
                continue
            same_shade = swap.same_shade is None or (cell in swap.same_shade) == (near in swap.same_shade)
            if seat not in tables.owners[met] and same_shade:
                yield Action(ActionKind.SWAP, cell, near)


# ---- all together ---------------------------------------------------------------------------------------


def _can_coincide(state: State, cell: int) -> bool:
    """Whether moves of the piece on a cell with different starts or ends can lead to the same position."""
    movers = state.tables.movers[state.board[cell]]
    return state.rules.exit is not None or any(isinstance(mover.word, Hop) and mover.word.captures for mover in movers)


def _result_key(state: State, action: Action) -> tuple[object, ...]:
    """The position a move leads to: the cells it changes, and how many pieces the player gains."""
    board, leaving = state.board, state.rules.exit
    leaves = leaving is not None and action.target in leaving.cells
    changes = dict.fromkeys((action.origin, *action.captured), 0)
    if not leaves and action.target == action.origin:
        # The piece captures on a way that ends where it began: no matter which piece did so.
        del changes[action.origin]
    elif not leaves:
        changes[action.target] = board[action.origin]
    gain = len(action.captured) + (leaving is not None and leaves and leaving.counts)
    return frozenset(changes.items()), gain


def _one_for_each_position(state: State, actions: list[Action]) -> list[Action]:
    """Moves with different starts or ends can lead to the same position; the lowest start and end stand for them."""
    if not any(_can_coincide(state, action.origin) for action in actions):
        return actions
    found: dict[tuple[object, ...], Action] = {}
    for action in sorted(actions, key=lambda action: (action.origin, action.target)):
        found.setdefault(_result_key(state, action), action)
    return list(found.values())


def equivalents(state: State, attempt: Action) -> tuple[Action, ...]:
    """The listed moves that lead to the same position as a move that is not listed itself."""
    whose = state.lends_to(state.now.seat)
    if whose not in state.tables.owners[state.board[attempt.origin]] or not _can_coincide(state, attempt.origin):
        return ()
    meant = {
        _result_key(state, action)
        for action in allowed(state, destinations(state.tables, state.board, attempt.origin))
        if action.target == attempt.target and attempt.captured in ((), action.captured)
    }
    return tuple(action for action in state.legal() if _result_key(state, action) in meant)


def moves(state: State, seat: int) -> list[Action]:
    """The moves of a seat, without dice, at its turn. Who is home moves the partner's pieces."""
    whose = state.lends_to(seat)
    found = ordinary(state, whose)
    found += swaps(state, whose, found)
    return _one_for_each_position(state, dutiful(state, whose, found))
