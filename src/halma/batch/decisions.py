"""Moves with the same ends that capture different pieces: told apart by further decisions of the same seat.

The id of such a move only says where it starts and where it ends. If several legal moves share it, the seat is asked
about one captured piece after another, always the first cell in board order on which the moves that are left differ:
`take` it (`xe5`) or leave it (`.`). However many moves share their ends, each has exactly one such sequence of ids.
"""

from __future__ import annotations

from typing import NamedTuple

from halma.kernel import Action


class OpenCapture(NamedTuple):
    """Legal moves with the same ends, of which further decisions choose one; there are at least two."""

    moves: tuple[Action, ...]

    @property
    def origin(self) -> int:
        """Where the piece comes from."""
        return self.moves[0].origin

    @property
    def target(self) -> int:
        """Where the piece ends."""
        return self.moves[0].target

    @property
    def decided(self) -> frozenset[int]:
        """The cells that will be captured whatever is decided next."""
        return frozenset(self.moves[0].captured).intersection(*(move.captured for move in self.moves[1:]))

    @property
    def asked(self) -> int:
        """The cell that is decided next."""
        every = frozenset[int]().union(*(move.captured for move in self.moves))
        return min(every - self.decided)

    def answered(self, take: bool) -> tuple[Action, ...]:
        """The moves that are left after the cell was taken or not."""
        cell = self.asked
        return tuple(move for move in self.moves if (cell in move.captured) == take)
