"""Where a piece can go by its movement alone, before any restriction: one function for each word."""

from __future__ import annotations

from halma.kernel.actions import Action, ActionKind
from halma.kernel.reference.move_tables import Mover, MoveTables
from halma.rules import Hop, Retrace, Run, Step

Contents = bytearray


def landings(mover: Mover, board: Contents, cell: int) -> list[tuple[int, int]]:
    """The hops that are open from a cell: over which cell, to which cell."""
    hoppable = mover.hoppable
    if not mover.rays:
        return [(over, land) for over, land in mover.hops[cell] if hoppable[board[over]] and not board[land]]
    found: list[tuple[int, int]] = []
    for ray in mover.rays[cell]:
        for distance, over in enumerate(ray):
            if board[over]:
                behind = ray[distance + 1 : 2 * distance + 2]
                # The landing lies as far behind the hopped piece as the start lies before it.
                if hoppable[board[over]] and len(behind) == distance + 1 and not any(board[free] for free in behind):
                    found.append((over, behind[-1]))
                break
    return found


def chain(mover: Mover, board: Contents, cell: int) -> dict[int, int]:
    """All cells that hops in succession reach, each with the cell it was first reached from."""
    content, board[cell] = board[cell], 0
    came_from = {cell: cell}
    frontier = [cell]
    for at in frontier:
        for _, land in landings(mover, board, at):
            if land not in came_from:
                came_from[land] = at
                frontier.append(land)
    board[cell] = content
    return came_from


def exact_hops(mover: Mover, board: Contents, cell: int, count: int) -> list[set[int]]:
    """The cells that can be reached by exactly 0, 1, … count hops, back and forth allowed."""
    content, board[cell] = board[cell], 0
    reached = [{cell}]
    for _ in range(count):
        reached.append({land for at in reached[-1] for _, land in landings(mover, board, at)})
    board[cell] = content
    return reached


def capturing_chains(mover: Mover, board: Contents, cell: int) -> dict[tuple[int, frozenset[int]], tuple[int, ...]]:
    """The ends of hops that remove what they hop over, with the captured cells, and a way for each."""
    content, board[cell] = board[cell], 0
    found: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
    frontier: list[tuple[int, frozenset[int], tuple[int, ...]]] = [(cell, frozenset(), (cell,))]
    for at, captured, way in frontier:
        lifted = [(gone, board[gone]) for gone in captured]
        for gone in captured:
            board[gone] = 0
        for over, land in landings(mover, board, at):
            end = (land, captured | {over})
            if end not in found:
                found[end] = (*way, land)
                frontier.append((*end, found[end]))
        for gone, piece in lifted:
            board[gone] = piece
    board[cell] = content
    return found


def _step(mover: Mover, board: Contents, cell: int) -> list[Action]:
    return [Action(ActionKind.STEP, cell, land) for land in mover.steps[cell] if not board[land]]


def _hop(mover: Mover, board: Contents, cell: int) -> list[Action]:
    assert isinstance(mover.word, Hop)
    if mover.word.captures:
        ends = capturing_chains(mover, board, cell)
        return [Action(ActionKind.HOP, cell, land, tuple(sorted(captured))) for land, captured in ends]
    reached = chain(mover, board, cell)
    del reached[cell]
    ends = dict.fromkeys(reached)
    if mover.steps:
        # One step may follow the hops.
        ends.update(dict.fromkeys(land for end in reached for land in mover.steps[end] if not board[land]))
    return [Action(ActionKind.HOP, cell, land) for land in ends]


def _retrace(mover: Mover, board: Contents, cell: int) -> list[Action]:
    rays = (ray for ray in mover.rays[cell] if len(ray) > 1)
    return [Action(ActionKind.RETRACE, cell, ray[1]) for ray in rays if not board[ray[0]] and not board[ray[1]]]


def _run(mover: Mover, tables: MoveTables, board: Contents, cell: int, distance: int) -> list[Action]:
    owners = tables.owners[board[cell]]
    in_goal = cell in tables.target[board[cell]]
    found: list[Action] = []
    for ray in mover.rays[cell]:
        if len(ray) < distance or any(board[between] for between in ray[: distance - 1]):
            continue
        land = ray[distance - 1]
        met = board[land]
        if not met:
            found.append(Action(ActionKind.RUN, cell, land))
        # Pieces on their own goal neither capture nor are captured.
        elif tables.owners[met] != owners and not in_goal and land not in tables.target[met]:
            found.append(Action(ActionKind.RUN, cell, land, (land,)))
    return found


def destinations(tables: MoveTables, board: Contents, cell: int, distance: int = 0) -> list[Action]:
    """Everything a piece can do by its movement; `distance` is the die of a run."""
    found: list[Action] = []
    movers = tables.movers[board[cell]]
    for mover in movers:
        if mover.origins is not None and cell not in mover.origins:
            continue
        if mover.within is not None and cell not in mover.within:
            continue
        match mover.word:
            case Step():
                actions = _step(mover, board, cell)
            case Hop():
                actions = _hop(mover, board, cell)
            case Run():
                actions = _run(mover, tables, board, cell, distance)
            case Retrace():
                actions = _retrace(mover, board, cell)
        if mover.within is not None:
            actions = [action for action in actions if action.target in mover.within]
        found += actions
    if len(movers) > 1:
        # Two ways to the same position are the same move.
        return list({(action.target, action.captured): action for action in reversed(found)}.values())
    return found
