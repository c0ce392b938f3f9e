"""A game with all its options settled: everything a kernel needs to play it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from halma.boards import Board
from halma.rules.goals import Count, Goal, NoMove, Stall
from halma.rules.movement import Cells
from halma.rules.pieces import Kind
from halma.rules.restrictions import Blocking, Duty, Restriction
from halma.rules.turns import Dice, Enclosing, Exit, Placing


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Data only. On a board an empty cell is 0 and a piece is the position of its kind in `kinds` plus one."""

    board: Board
    seats: int
    kinds: tuple[Kind, ...]
    #: Cell -> index of the kind that starts there.
    start: Mapping[int, int]
    goal: Goal | None
    restrictions: tuple[Restriction, ...] = ()
    blocking: Blocking = field(default_factory=Blocking)
    placing: Placing | None = None
    enclosing: Enclosing | None = None
    exit: Exit | None = None
    dice: Dice | None = None
    no_move: NoMove = NoMove.PASS
    count: Count = Count.NOTHING
    stall: Stall | None = None
    #: The team of each seat; without teams every seat is a team of its own.
    teams: tuple[int, ...] = ()
    #: A seat that is home moves its partner's pieces instead of its own.
    lends: bool = False
    #: The game goes on for the places after somebody has finished.
    play_on: bool = False

    def __post_init__(self) -> None:
        if not self.teams:
            object.__setattr__(self, "teams", tuple(range(self.seats)))

    def kind_codes(self, seat: int) -> tuple[int, ...]:
        """The codes of the kinds a seat moves."""
        return self._codes_by_seat[seat]

    @cached_property
    def _codes_by_seat(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(code for code, kind in enumerate(self.kinds, 1) if seat in kind.seats) for seat in range(self.seats)
        )

    @cached_property
    def army(self) -> tuple[int, ...]:
        """How many pieces of each kind the game has, on the board at the start and in the hands."""
        counts = [0] * len(self.kinds)
        for kind in self.start.values():
            counts[kind] += 1
        if self.placing is not None:
            for kind, count in zip(self.placing.kinds, self.placing.counts, strict=True):
                counts[kind] += count
        return tuple(counts)

    @cached_property
    def has_teams(self) -> bool:
        """Whether some seats are partners."""
        return len(set(self.teams)) < self.seats

    @cached_property
    def has_chance(self) -> bool:
        """Whether dice or a lot decide something in this game."""
        return self.dice is not None or (self.placing is not None and bool(self.placing.by_lot))

    @cached_property
    def has_duty(self) -> bool:
        """Whether a home has to be cleared."""
        return self.blocking.duty is not Duty.NONE

    def home(self, seat: int) -> Cells:
        """The fields a seat starts from."""
        return frozenset[int]().union(*(self.kinds[code - 1].home for code in self.kind_codes(seat)))

    def target(self, seat: int) -> Cells:
        """The fields a seat plays towards."""
        return frozenset[int]().union(*(self.kinds[code - 1].target for code in self.kind_codes(seat)))
