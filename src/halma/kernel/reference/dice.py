"""Dice: the two dice of steps and hops, and the one die of runs with its huffing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halma.kernel.actions import Action, ActionKind, Phase
from halma.kernel.reference import legal
from halma.kernel.reference.movement import destinations, exact_hops
from halma.rules import CaptureDuty, Hop, RunDie, SplitDice

if TYPE_CHECKING:
    from halma.kernel.reference.state import State

FACES = range(1, 7)


def awaits_lot(state: State) -> bool:
    """Whether the seat to act has its whole hand put on the board by lot."""
    placing, seat = state.rules.placing, state.now.seat
    return placing is not None and seat in placing.by_lot and state.now.hands[seat] > 0


def check_lot(state: State, cells: tuple[int, ...]) -> None:
    """A lot puts every piece of the hand on a free cell of its own; raises ValueError if not."""
    placing, now = state.rules.placing, state.now
    assert placing is not None
    wanted = now.hands[now.seat]
    free = {cell for cell in placing.zones[now.seat] if not state.board[cell]}
    if len(cells) != wanted or len(set(cells)) != wanted or not free.issuperset(cells):
        raise ValueError(f"a lot puts {wanted} pieces on as many free cells")


def scatter(state: State, cells: tuple[int, ...]) -> None:
    """Put the whole hand of the seat to act on these cells. It is no turn: nobody decided anything."""
    placing, now = state.rules.placing, state.now
    assert placing is not None
    for cell in cells:
        state.put(cell, placing.kinds[now.seat] + 1)
    hands = tuple(0 if seat == now.seat else hand for seat, hand in enumerate(now.hands))
    state.now = now._replace(phase=Phase.MOVE, hands=hands)
    state.give_turn(state.following(now.seat))


def take_roll(state: State, values: tuple[int, ...]) -> None:
    """Start acting on a roll."""
    now = state.now
    if awaits_lot(state):
        scatter(state, values)
        return
    match state.rules.dice:
        case SplitDice():
            one, other = values
            divisions = ((one, other),) if one == other else ((one, other), (other, one))
            state.now = now._replace(phase=Phase.MOVE, roll=values, divisions=divisions)
        case RunDie() as word:
            state.now = now._replace(phase=Phase.MOVE, roll=values)
            if not state.legal():
                # The roll lapses: no turn was made, so neither turn number nor passes change.
                state.next_roll(now.seat if values[0] == word.again else state.following(now.seat))
        case None:
            raise AssertionError("this game has no dice")


# ---- two dice -------------------------------------------------------------------------------------------


def _division_actions(state: State, steps: int, hops: int) -> list[Action]:
    """The next actions under one division of the roll, the duty to clear included."""
    now, board, tables = state.now, state.board, state.tables
    found: list[Action] = []
    for cell in legal.own_cells(state, now.seat):
        if cell in now.used:
            continue
        if now.steps < steps:
            found += (a for a in destinations(tables, board, cell) if a.kind == ActionKind.STEP)
        if not now.hopped:
            for mover in tables.movers[board[cell]]:
                if isinstance(mover.word, Hop):
                    ends = exact_hops(mover, board, cell, hops)[-1]
                    found += (Action(ActionKind.HOP, cell, land) for land in sorted(ends) if land != cell)
    return legal.dutiful(state, now.seat, legal.allowed(state, found))


def split_actions(state: State) -> list[Action]:
    """The next actions of a turn with two dice, under any division that still fits."""
    found: dict[Action, None] = {}
    for steps, hops in state.now.divisions:
        found.update(dict.fromkeys(_division_actions(state, steps, hops)))
    return sorted(found)


def fitting_divisions(state: State, action: Action) -> tuple[tuple[int, int], ...]:
    """The divisions of the roll that allow an action on the position it meets."""
    return tuple(
        (steps, hops) for steps, hops in state.now.divisions if action in _division_actions(state, steps, hops)
    )


def use_action(state: State, action: Action, fitting: tuple[tuple[int, int], ...]) -> None:
    """Note what an action has used of the roll."""
    now = state.now
    stepped = action.kind == ActionKind.STEP
    state.now = now._replace(
        used=(*now.used, action.target),
        steps=now.steps + stepped,
        hopped=now.hopped or not stepped,
        divisions=fitting,
    )


# ---- one die --------------------------------------------------------------------------------------------


def run_actions(state: State, seat: int, distance: int) -> list[Action]:
    """The runs of a seat with a roll."""
    found = [
        action
        for cell in legal.own_cells(state, seat)
        for action in destinations(state.tables, state.board, cell, distance)
    ]
    word = state.rules.dice
    if isinstance(word, RunDie) and word.capture is CaptureDuty.FORCED:
        return [action for action in found if action.captured] or found
    return found


def anyone_can_run(state: State) -> bool:
    """Whether some seat has a move with some roll."""
    return any(run_actions(state, seat, face) for seat in range(state.rules.seats) for face in FACES)


def missed_captures(state: State, action: Action) -> tuple[int, ...]:
    """The pieces of which one is taken off for a missed capture, where they will stand after the move."""
    word = state.rules.dice
    if not isinstance(word, RunDie) or action.captured:
        return ()
    origins = {other.origin for other in state.legal() if other.captured}
    if origins and word.capture is CaptureDuty.HUFF_ANY:
        origins = set(legal.own_cells(state, state.now.seat))
    return tuple(sorted(action.target if origin == action.origin else origin for origin in origins))


def after_run(state: State, missed: tuple[int, ...]) -> None:
    """A missed capture is huffed at once by the next player; then the die goes on."""
    now = state.now
    state.now = now._replace(turn=now.turn + 1)
    if missed:
        chooser = state.following(now.seat)
        state.now = state.now._replace(phase=Phase.HUFF, actor=chooser, huffable=missed)
    else:
        _next_after(state)


def after_huff(state: State) -> None:
    """The choice of a piece to huff was a turn of the chooser."""
    state.now = state.now._replace(turn=state.now.turn + 1)
    _next_after(state)


def _next_after(state: State) -> None:
    now, word = state.now, state.rules.dice
    assert isinstance(word, RunDie)
    state.now = now._replace(phase=Phase.ROLL)
    state.next_roll(now.seat if now.roll[0] == word.again else state.following(now.seat))
