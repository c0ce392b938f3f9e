"""The hash of a position, the same number that the fast kernel keeps up to date (play.hpp, read_rules.hpp)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from halma.rules import Hop, Ruleset, Run

if TYPE_CHECKING:
    from halma.kernel.reference.state import State

WORD = 2**64 - 1


@lru_cache(maxsize=64)
def _keys(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """A fixed number for each content of each cell; an empty cell has none."""
    seed = 0x68616C6D61
    rows: list[tuple[int, ...]] = []
    for _ in range(len(rules.board)):
        row = [0]
        for _ in rules.kinds:
            seed = (seed + 0x9E3779B97F4A7C15) & WORD
            mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
            row.append(mixed ^ (mixed >> 31))
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=64)
def _has_extras(rules: Ruleset) -> bool:
    """Whether hands, dice or captures are part of a position."""
    words = [word for kind in rules.kinds for word in kind.movement]
    captures = any(isinstance(word, Run) or (isinstance(word, Hop) and word.captures) for word in words)
    return captures or rules.placing is not None or rules.dice is not None or rules.exit is not None


def _mix(total: int, value: int) -> int:
    total = ((total ^ value) * 0xD6E8FEB86659FD93) & WORD
    return total ^ (total >> 32)


def position_key(state: State) -> int:
    """The position as the stall rule tells it from others: board, seat to move, who is out, hands and scores."""
    now = state.now
    total = 0
    for row, content in zip(_keys(state.rules), state.board, strict=False):
        total ^= row[content]
    other = now.seat + 1
    for seat in now.out:
        other = other * 8 + seat + 1
    total ^= _mix(0x5EA7, other)
    if _has_extras(state.rules):
        for values in zip(now.hands, now.captured, now.lost, strict=True):
            for value in values:
                total = _mix(total, value)
    return total
