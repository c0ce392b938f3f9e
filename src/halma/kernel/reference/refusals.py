"""Why an attempt is refused: asks the same rules that make the legal actions, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from halma.kernel.actions import Action, ActionKind, Phase
from halma.kernel.reference import dice, legal, paths
from halma.kernel.reference.movement import chain, destinations, exact_hops
from halma.rules import Hop, Reason, RunDie, SplitDice, Step, Violation

if TYPE_CHECKING:
    from halma.kernel.reference.state import State

MOVES = (ActionKind.STEP, ActionKind.HOP, ActionKind.RUN, ActionKind.RETRACE)


def refusal(state: State, attempt: Action) -> Violation | None:
    """The rule that forbids an attempt, or None if it is legal.

    Of a move only origin, target and (if any are given) captured cells are looked at, not by which kind of move it
    is made.
    """
    if matching(state, attempt):
        return None
    now = state.now
    match now.phase, attempt.kind:
        case Phase.OVER, _:
            return Violation(Reason.GAME_OVER)
        case Phase.ROLL, _:
            return Violation(Reason.LOT_FIRST if dice.awaits_lot(state) else Reason.ROLL_FIRST)
        case _, ActionKind.HUFF:
            return Violation(Reason.NOT_HUFFABLE, now.huffable)
        case Phase.HUFF, _:
            return Violation(Reason.HUFF_FIRST, now.huffable)
        case _, ActionKind.PASS:
            refused = Violation(Reason.MUST_MOVE)
        case _, ActionKind.DONE:
            refused = Violation(Reason.NOTHING_DONE)
        case _, ActionKind.PLACE:
            refused = _refused_placing(state, attempt.target)
        case _:
            refused = _not_movable(state, attempt.origin) or _refused_move(state, attempt)
    return refused


def same(action: Action, attempt: Action) -> bool:
    """Whether a legal action is what an attempt means."""
    if attempt.kind in MOVES:
        ends = action.origin == attempt.origin and action.target == attempt.target and action.kind in MOVES
        return ends and (not attempt.captured or action.captured == attempt.captured)
    return action.kind == attempt.kind and action.origin == attempt.origin and action.target == attempt.target


def matching(state: State, attempt: Action) -> tuple[Action, ...]:
    """The legal actions an attempt can mean: those it names, or else those that lead to the same position."""
    named = tuple(action for action in state.legal() if same(action, attempt))
    return named or (legal.equivalents(state, attempt) if attempt.kind in MOVES and state.legal() else ())


def find_way(state: State, way: Sequence[int]) -> Action | None:
    """The legal action that a written way names: by its ends, or, with more cells, by every hop."""
    captured = paths.captured_on(state, way) if len(way) > 2 else ()
    if captured is None or len(way) < 2:
        return None
    attempt = Action(ActionKind.HOP, way[0], way[-1], captured)
    named = [action for action in state.legal() if same(action, attempt)]
    return named[0] if len(named) == 1 else None


def duty(state: State) -> Violation | None:
    """What the player to act is obliged to, if anything: shown before one tries."""
    now = state.now
    if now.phase == Phase.HUFF:
        return Violation(Reason.HUFF_FIRST, now.huffable)
    if now.phase != Phase.MOVE:
        return None
    if now.hands[now.seat]:
        return Violation(Reason.PLACE_FIRST)
    if isinstance(state.rules.dice, RunDie):
        able = tuple(sorted({action.origin for action in state.legal() if action.captured}))
        return Violation(Reason.MUST_CAPTURE, able) if able else None
    whose = state.lends_to(now.seat)
    # Most of the time nothing is to be cleared, and then nobody has to look at all moves.
    return _clearing_duty(state, whose, state.legal()) if legal.must_clear(state, whose) else None


def _clearing_duty(state: State, seat: int, actions: Iterable[Action]) -> Violation | None:
    cells = legal.must_clear(state, seat)
    if not cells:
        return None
    doing = legal.clearing(state, (action for action in actions if action.kind in MOVES))
    if not doing:
        return None
    outside = any(action.target not in state.tables.home[state.board[action.origin]] for action in doing)
    return Violation(Reason.CLEAR_HOME if outside else Reason.CLEAR_FORWARD, tuple(cells))


def _refused_placing(state: State, target: int) -> Violation:
    placing = state.rules.placing
    if placing is None or not state.now.hands[state.now.seat]:
        return Violation(Reason.HAND_EMPTY)
    if state.board[target]:
        return Violation(Reason.OCCUPIED, (target,))
    return Violation(Reason.PLACE_ZONE, tuple(sorted(placing.zones[state.now.seat])))


def _not_movable(state: State, origin: int) -> Violation | None:
    """Why the piece on a cell may not be moved at all."""
    now, board, tables = state.now, state.board, state.tables
    owners = tables.owners[board[origin]]
    if now.hands[now.seat]:
        return Violation(Reason.PLACE_FIRST)
    if not board[origin]:
        return Violation(Reason.NO_PIECE, (origin,))
    if state.lends_to(now.seat) not in owners:
        return Violation(Reason.PARTNER_ONLY if now.seat in owners else Reason.NOT_YOURS, (origin,))
    return Violation(Reason.ALREADY_USED, (origin,)) if origin in now.used else None


def _refused_move(state: State, attempt: Action) -> Violation:
    board, tables, origin, target = state.board, state.tables, attempt.origin, attempt.target
    whose = state.lends_to(state.now.seat)
    if attempt.kind == ActionKind.SWAP:
        return _refused_swap(state, whose, origin, target)
    if isinstance(state.rules.dice, RunDie):
        return _refused_run(state, origin, target)
    reachable = [action for action in destinations(tables, board, origin) if action.target == target]
    if isinstance(state.rules.dice, SplitDice):
        reachable = reachable or _by_exact_hops(state, origin, target)
    if not reachable:
        return _unreachable(state, origin, target)
    if attempt.captured and all(action.captured != attempt.captured for action in reachable):
        return Violation(Reason.NO_SUCH_PATH, attempt.captured)
    for check in legal.checks_for(tables):
        refused = check(board, board[origin], origin, target)
        if refused is not None:
            return refused
    # What movement and restrictions allow, only the duty or the dice can forbid.
    return _clearing_duty(state, whose, state.legal()) or Violation(Reason.WRONG_COUNT)


def _by_exact_hops(state: State, origin: int, target: int) -> list[Action]:
    """Hops of a length the dice may give, which may go back and forth."""
    for mover in state.tables.movers[state.board[origin]]:
        if isinstance(mover.word, Hop) and target != origin:
            for count, ends in enumerate(exact_hops(mover, state.board, origin, dice.FACES[-1])):
                if count and target in ends:
                    return [Action(ActionKind.HOP, origin, target)]
    return []


def _unreachable(state: State, origin: int, target: int) -> Violation:
    board, tables = state.board, state.tables
    movers = tables.movers[board[origin]]
    if target == tables.off:
        leaves = any(isinstance(mover.word, Step | Hop) and mover.word.leaves for mover in movers)
        return Violation(Reason.UNREACHABLE, (origin,)) if leaves else Violation(Reason.CANNOT_LEAVE)
    if origin == target:
        return Violation(Reason.SAME_PLACE, (origin,))
    if board[target]:
        return Violation(Reason.OCCUPIED, (target,))
    by_shade = [mover for mover in movers if mover.origins is not None]
    if by_shade:
        # From the other shade of square the piece could do it: it would step where it now hops, or the reverse.
        hops_here = any(isinstance(mover.word, Hop) and origin in (mover.origins or ()) for mover in by_shade)
        could_hop = any(isinstance(mover.word, Hop) and target in chain(mover, board, origin) for mover in by_shade)
        if could_hop or target in tables.neighbours[origin]:
            return Violation(Reason.LIGHT_HOPS if hops_here else Reason.DARK_STEPS, (origin,))
    if _backwards(state, origin, target):
        return Violation(Reason.FORWARD_ONLY, (origin, target))
    return Violation(Reason.UNREACHABLE, (origin, target))


def _backwards(state: State, origin: int, target: int) -> bool:
    """Whether a piece that only goes forward was asked to go back or aside."""
    tables, content = state.tables, state.board[origin]
    advance = tables.advance[content]
    return tables.forward_only[content] and advance[target] <= advance[origin]


def _refused_run(state: State, origin: int, target: int) -> Violation:
    if target == state.tables.off:
        return _unreachable(state, origin, target)
    tables, board, distance = state.tables, state.board, state.now.roll[0]
    actions = [action for action in destinations(tables, board, origin, distance) if action.target == target]
    if actions:
        able = tuple(sorted({action.origin for action in state.legal() if action.captured}))
        return Violation(Reason.MUST_CAPTURE, able)
    for mover in tables.movers[board[origin]]:
        for ray in mover.rays[origin]:
            if target not in ray:
                continue
            length = ray.index(target) + 1
            if length != distance:
                return Violation(Reason.WRONG_DISTANCE, (origin, target))
            blockers = tuple(cell for cell in ray[: length - 1] if board[cell])
            if blockers:
                return Violation(Reason.BLOCKED_WAY, blockers)
            if state.now.seat in tables.owners[board[target]]:
                return Violation(Reason.OCCUPIED, (target,))
            if target in tables.target[board[target]]:
                return Violation(Reason.SAFE_IN_GOAL, (target,))
            return Violation(Reason.GOAL_PIECE, (origin,))
    return _unreachable(state, origin, target)


def _refused_swap(state: State, whose: int, origin: int, target: int) -> Violation:
    board, tables, swap = state.board, state.tables, state.rules.blocking.swap
    if swap is None:
        return Violation(Reason.NO_SWAP)
    content, met = board[origin], board[target]
    fits = (
        origin not in tables.target[content]
        and target in tables.target[content]
        and target in tables.neighbours[origin]
        and met
        and whose not in tables.owners[met]
        and target in tables.home[met]
    )
    if not fits:
        return Violation(Reason.SWAP_TARGET, (origin, target))
    if swap.same_shade is not None and (origin in swap.same_shade) != (target in swap.same_shade):
        return Violation(Reason.SAME_SHADE, (origin, target))
    return Violation(Reason.SWAP_NOT_NEEDED, (origin,))
