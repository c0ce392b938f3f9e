"""Placing pieces from the hand, and what they capture by enclosing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halma.kernel.actions import Action

if TYPE_CHECKING:
    from halma.kernel.reference.state import State

# A piece on the edge has fewer neighbours and is safe.
ENCLOSING_NEIGHBOURS = 4


def place(state: State, action: Action) -> None:
    """Put a piece from the hand on the board and take off what it encloses."""
    placing, seat = state.rules.placing, state.now.seat
    assert placing is not None
    state.put(action.target, placing.kinds[seat] + 1)
    hands = list(state.now.hands)
    hands[seat] -= 1
    captured, lost = list(state.now.captured), list(state.now.lost)
    victims = enclosed(state, action.target)
    for victim in victims:
        captured[seat] += 1
        for owner in state.tables.owners[state.board[victim]]:
            lost[owner] += 1
        state.put(victim, 0)
    state.now = state.now._replace(hands=tuple(hands), captured=tuple(captured), lost=tuple(lost))


def enclosed(state: State, placed: int) -> list[int]:
    """The pieces of others that the piece just placed is the last to enclose."""
    enclosing = state.rules.enclosing
    if enclosing is None:
        return []
    board, orthogonal = state.board, state.tables.orthogonal
    own = board[placed]
    found: list[int] = []
    for victim in orthogonal[placed]:
        around = [board[near] for near in orthogonal[victim]]
        if board[victim] in (0, own) or len(around) < ENCLOSING_NEIGHBOURS:
            continue
        if enclosing.by_anyone:
            complete = all(content not in (0, board[victim]) for content in around)
        else:
            complete = all(content == own for content in around)
        if complete:
            found.append(victim)
    return found


def can_still_enclose(state: State) -> bool:
    """Whether the pieces in hand, placed in turn order in whatever way, can complete another capture.

    The board has room for all other placings elsewhere, so only counts and the order of turns matter. A capture
    needs every neighbour of the victim free or held by the right pieces, and at least one of them free: it is the
    last placing that captures. The victim stands there already or is placed before that last placing.
    """
    enclosing, hands, board = state.rules.enclosing, state.now.hands, state.board
    placing = state.rules.placing
    assert enclosing is not None and placing is not None
    seats = state.rules.seats
    # How many turns pass before each seat's next one.
    wait = [(seat - state.now.seat) % seats for seat in range(seats)]
    codes = [kind + 1 for kind in placing.kinds]

    def later(victim: int, hunters: list[int]) -> bool:
        """Can a victim be placed with some placing of the hunters still to follow?"""
        before = sum(hands[hunter] > 0 and wait[hunter] < wait[victim] for hunter in hunters)
        return hands[victim] > 0 and sum(hands[hunter] for hunter in hunters) > before

    for cell, near in enumerate(state.tables.orthogonal):
        if len(near) < ENCLOSING_NEIGHBOURS:
            continue
        around = [board[neighbour] for neighbour in near]
        free = around.count(0)
        if not free:
            continue
        for victim in range(seats):
            if board[cell] not in (0, codes[victim]):
                continue
            others = [seat for seat in range(seats) if seat != victim]
            # Without each other's help every hunter has to do it alone.
            for hunters in [others] if enclosing.by_anyone else [[hunter] for hunter in others]:
                held = {0, *(codes[hunter] for hunter in hunters)}
                if not held.issuperset(around) or sum(hands[hunter] for hunter in hunters) < free:
                    continue
                if board[cell] or later(victim, hunters):
                    return True
    return False
