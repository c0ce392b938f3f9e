"""A small puzzle solved completely: how far every placement of its pieces is from the start.

On the star the side tips are left out: the hexagon and the two tips of the puzzle have 81 points. That going through
a side tip never shortens a solution is a matter of its own; a census (`solve` with a proof) looks at the whole board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from halma.boards.star import SMALL_TIP_ROWS, TIPS, tip_cells
from halma.messages import HalmaError, mark
from halma.play import Position
from halma.puzzles.compiled import native
from halma.puzzles.search import compiled_task
from halma.puzzles.task import Task
from halma.rules import Cells

MOST_PIECES = 8
MOST_PLACEMENTS = 1 << 33
MOST_CELLS = 128


class TooManyPlacementsError(HalmaError):
    """A puzzle with more placements than can be looked at one by one."""


@dataclass(frozen=True)
class Complete:
    """How many placements are so many moves away from the start, and how far the goal is."""

    total: int
    counts: tuple[int, ...]
    # None if the goal was not reached before somebody stopped.
    goal: int | None
    finished: bool


def cells_of(task: Task) -> Cells:
    """The cells that are looked at: all, but on the star no tip that the puzzle does not use."""
    cells = frozenset(range(len(task.board)))
    if task.board.style != "star":
        return cells
    used = task.start.union(*task.goals)
    tips = (tip_cells(tip, SMALL_TIP_ROWS) for tip in range(len(TIPS)))
    return cells - frozenset[int]().union(*(tip for tip in tips if not tip & used))


def complete(position: Position, stop: Callable[[], bool], tell: Callable[[int, int], None]) -> Complete:
    """Look at every placement, move by move; `tell` hears each distance and how many placements have it.

    Ctrl-C ends it like `stop`.
    """
    task = Task.of(position)
    cells, pieces = cells_of(task), len(task.start)
    total = comb(len(cells), pieces)
    if task.mark is not None or len(task.board) > MOST_CELLS or pieces > MOST_PIECES or total > MOST_PLACEMENTS:
        raise TooManyPlacementsError(
            mark("There are {total} placements of {pieces} pieces: too many to examine them all."),
            total=total,
            pieces=pieces,
        )
    # Pieces may leave the goal again here, so that every move can be taken back.
    search = native().Placements(compiled_task(task.free()), sorted(cells))
    tell(0, 1)
    going, interrupted = True, False
    try:
        while going and not stop():
            going = search.extend(stop)
            if going:
                tell(len(search.counts) - 1, search.counts[-1])
    except KeyboardInterrupt:
        interrupted = True
    counts = tuple(search.counts)
    goal = 0 if task.solved else search.goal_depth
    return Complete(total, counts, goal if goal >= 0 else None, finished=not (going or interrupted or stop()))
