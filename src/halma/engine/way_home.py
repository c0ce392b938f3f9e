"""How far the last pieces of a race are from the fields that are still open for them."""

from __future__ import annotations

from functools import lru_cache

from halma.boards import Board
from halma.kernel import State
from halma.rules import Home, Ruleset

# No way leads there.
_FAR = 1_000


@lru_cache(maxsize=16)
def steps_between(board: Board) -> tuple[tuple[int, ...], ...]:
    """Steps from every cell to every other one on an empty board."""
    near = tuple(board.neighbours(cell) for cell in range(len(board)))
    found: list[tuple[int, ...]] = []
    for start in range(len(board)):
        steps = [_FAR] * len(board)
        steps[start] = 0
        row = [start]
        # The row grows while it is read.
        for cell in row:
            for other in near[cell]:
                if steps[other] == _FAR:
                    steps[other] = steps[cell] + 1
                    row.append(other)
        found.append(tuple(steps))
    return tuple(found)


def is_race(rules: Ruleset) -> bool:
    """Whether pieces run to a goal."""
    return isinstance(rules.goal, Home)


def way_home(state: State, seat: int) -> tuple[int, int]:
    """How many pieces of a seat are not home, and how many steps they are from the nearest open fields together."""
    rules, contents = state.rules, state.contents()
    steps = steps_between(rules.board)
    away = far = 0
    for code in rules.kind_codes(seat):
        goal = frozenset[int]().union(*(part.cells for part in rules.kinds[code - 1].goal))
        still = [cell for cell in range(len(rules.board)) if contents[cell] == code and cell not in goal]
        away += len(still)
        # A field that somebody else holds may still be left; one of the own kind is taken.
        fields = [field for field in goal if contents[field] != code]
        free = [field for field in fields if not contents[field]] or fields
        for cell in still:
            far += min((steps[cell][field] for field in free), default=0)
    return away, far
