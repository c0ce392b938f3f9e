"""A one-player game as a problem: pieces on cells, steps and hops, and the cells that have to be filled."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from halma.boards import Board
from halma.kernel.reference.move_tables import Mover, MoveTables, Pairs, move_tables_for
from halma.kernel.reference.movement import chain
from halma.messages import HalmaError, mark
from halma.play import Position
from halma.rules import Cells, Connected, Figure, Home, Hop, Kind, Ruleset, StayInTarget, Step

Line = tuple[tuple[int, int], ...]


class NoPuzzleError(HalmaError):
    """A game that is not played alone, or not with steps and hops that capture nothing."""


def _plain(kind: Kind) -> bool:
    """Whether pieces make a step or hops over a neighbour, and take nothing."""
    words = tuple(type(word) for word in kind.movement)
    return words == (Step, Hop) and not any(
        word.captures or word.long or word.then_step for word in kind.movement if isinstance(word, Hop)
    )


def _image(permutation: tuple[int, ...], cells: Cells) -> Cells:
    return frozenset(permutation[cell] for cell in cells)


@dataclass(frozen=True, eq=False)
class Task:
    """Bring the pieces onto one of the goals. A marked piece has a cell of its own to reach.

    The pieces move as the first kind of the rules does: one step, or hops over anything.
    """

    rules: Ruleset
    start: Cells
    goals: tuple[Cells, ...]
    mark: int | None = None
    mark_goal: int | None = None
    #: Pieces on these cells may not end a move elsewhere.
    keep: Cells = frozenset()

    @classmethod
    def of(cls, position: Position) -> Task:
        """The problem of finishing from a position."""
        rules = position.rules
        goal = rules.goal
        if rules.seats != 1 or not _plain(rules.kinds[0]) or not isinstance(goal, Home | Figure | Connected):
            raise NoPuzzleError(
                mark("{game} is not a puzzle that can be solved here: only games for one player are."),
                game=position.choice.game,
            )
        contents = position.state.contents()
        pieces = frozenset(cell for cell, code in enumerate(contents) if code)
        marked = next((cell for cell, code in enumerate(contents) if code == 2), None)
        target = rules.kinds[0].target
        if isinstance(goal, Home):
            goals = (target,)
        else:
            goals = (goal.cells,) if isinstance(goal, Figure) else goal.lines[0]
        stays = any(isinstance(word, StayInTarget) for word in rules.restrictions)
        (mark_goal,) = rules.kinds[1].goal[0].cells if marked is not None else (None,)
        return cls(rules, pieces, goals, marked, mark_goal, target if stays else frozenset())

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self.rules.board

    @cached_property
    def _tables(self) -> MoveTables:
        """Where pieces can go, as the kernels look it up."""
        return move_tables_for(self.rules)

    @cached_property
    def _movers(self) -> tuple[Mover, Mover]:
        step, hop = self._tables.movers[1]
        return step, hop

    @property
    def hops(self) -> tuple[Pairs, ...]:
        """For each cell the hops that could start there: over which cell, to which cell."""
        return self._movers[1].hops

    def between(self, start: Cells, goal: Cells, mark: int | None = None, mark_goal: int | None = None) -> Task:
        """The same board and restrictions with other ends."""
        return replace(self, start=start, goals=(goal,), mark=mark, mark_goal=mark_goal)

    def free(self) -> Task:
        """The same without restrictions: every move can be taken back."""
        return replace(self, keep=frozenset())

    @property
    def solved(self) -> bool:
        """Whether nothing is left to do."""
        return any(goal <= self.start for goal in self.goals) and self.mark == self.mark_goal

    def destinations(self, pieces: Cells, origin: int) -> set[int]:
        """Where a piece can go among the others."""
        return self._destinations(self._contents(pieces | {origin}), origin)

    def moves(self, pieces: Cells) -> Iterator[tuple[int, int]]:
        """Every move of every piece, as origin and target."""
        contents = self._contents(pieces)
        return ((origin, target) for origin in pieces for target in self._destinations(contents, origin))

    def _contents(self, pieces: Cells) -> bytearray:
        contents = bytearray(self._tables.off + 1)
        for cell in pieces:
            contents[cell] = 1
        return contents

    def _destinations(self, contents: bytearray, origin: int) -> set[int]:
        step, hop = self._movers
        found = {land for land in step.steps[origin] if not contents[land]}
        found.update(chain(hop, contents, origin))
        found.discard(origin)
        return found & self.keep if origin in self.keep else found

    def states(self, line: Sequence[tuple[int, int]]) -> Iterator[tuple[Cells, int | None]]:
        """The pieces and the mark at the start and after every move of a line."""
        pieces, marked = self.start, self.mark
        yield pieces, marked
        for origin, target in line:
            pieces = pieces - {origin} | {target}
            marked = target if marked == origin else marked
            yield pieces, marked

    def distances(self, cells: Cells) -> tuple[int, ...]:
        """How many steps each cell is away from the nearest of some cells."""
        found = dict.fromkeys(cells, 0)
        waiting = deque(cells)
        while waiting:
            cell = waiting.popleft()
            for following in self._tables.neighbours[cell]:
                if following not in found:
                    found[following] = found[cell] + 1
                    waiting.append(following)
        return tuple(found[cell] for cell in range(len(self.board)))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All ways to turn and mirror the board onto itself, as permutations of its cells."""
        return tuple(sorted(symmetry.cells for symmetry in self.board.symmetries.values()))

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries that lead from the start to the goal and back: the puzzle read backwards is the same one."""
        if len(self.goals) != 1 or self.mark is not None:
            return ()
        (goal,) = self.goals
        return tuple(
            turn for turn in self.symmetries if _image(turn, self.start) == goal and _image(turn, goal) == self.start
        )

    @cached_property
    def mirrors(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries that leave both the start and the goal as they are."""
        if len(self.goals) != 1 or self.mark is not None:
            return ()
        ends = (self.start, self.goals[0])
        return tuple(mirror for mirror in self.symmetries if all(_image(mirror, end) == end for end in ends))

    @cached_property
    def mirror(self) -> tuple[int, ...] | None:
        """A symmetry that leaves both ends and the way between them as they are, if there is one but the identity."""
        identity = tuple(range(len(self.board)))
        return next((mirror for mirror in self.mirrors if mirror != identity), None)
