"""Lower bounds by counting, with what is needed to check them.

Matching. A move carries one piece, either one step or hops; hops keep the parity of both lattice coordinates. So a
piece needs no move to its own cell, one to a neighbouring cell or one of its parity, and two to any other. However the
pieces are shared out among the goal's cells, the sum is at least the least cost of a matching; numbers for rows and
columns that add up to it, and whose pairwise sums exceed no cost, prove that nothing is cheaper.

Arrival. Measure cells along a direction. A hop over a piece lands at most `gain` beyond it, a step ends at most `gain`
beyond its start, so the foremost piece gets at most `gain` further in a move. Before the goal's nearest cell can be
reached, that takes some moves in which nothing arrives; afterwards every cell of the goal takes a move of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from halma.puzzles.task import Task
from halma.rules import Cells

FAR = 1_000


@dataclass(frozen=True)
class Matching:
    """Numbers for the pieces and for the goal's cells, in board order, that prove a bound."""

    goal: Cells
    pieces: tuple[int, ...]
    cells: tuple[int, ...]

    @property
    def bound(self) -> int:
        """The number of moves that any solution takes at least."""
        return sum(self.pieces) + sum(self.cells)


@dataclass(frozen=True)
class Arrival:
    """A direction in which the goal is so far away that some moves pass before anything arrives."""

    goal: Cells
    direction: tuple[int, int]
    waits: int

    @property
    def bound(self) -> int:
        """The number of moves that any solution takes at least."""
        return self.waits + len(self.goal)


#: What proves a bound by counting.
Argument = Matching | Arrival


def lower_bound(task: Task) -> tuple[int, tuple[Argument, ...]]:
    """The best bound by counting, and one argument for each goal."""
    best: list[Argument] = []
    for goal in task.goals:
        arguments: list[Argument] = [matching(task, goal)]
        arrived = arrival(task, goal)
        if arrived is not None:
            arguments.append(arrived)
        best.append(max(arguments, key=lambda argument: argument.bound))
    return min(argument.bound for argument in best), tuple(best)


def needed(task: Task, piece: int, cell: int) -> int:
    """The fewest moves that could bring a piece to a cell, whatever stands elsewhere."""
    if (piece == task.mark) != (cell == task.mark_goal) and task.mark is not None:
        return FAR
    if piece == cell:
        return 0
    (x, y), (to_x, to_y) = task.board.coordinates[piece], task.board.coordinates[cell]
    if cell in task.board.neighbours(piece):
        return 1
    if task.board.style == "star":
        # In half spacings along the rows: hops change x + y by multiples of 4 and y by multiples of 2.
        same = (to_y - y) % 2 == 0 and (to_x + to_y - x - y) % 4 == 0
    else:
        same = (to_x - x) % 2 == 0 and (to_y - y) % 2 == 0
    return 1 if same else 2


def matching(task: Task, goal: Cells) -> Matching:
    """The least number of moves by sharing out pieces among cells (the Hungarian method)."""
    rows, columns = sorted(task.start), sorted(goal)
    size = len(rows)
    cost = [[needed(task, piece, cell) for cell in columns] for piece in rows]
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    holder = [0] * (size + 1)
    for row in range(1, size + 1):
        holder[0], column = row, 0
        slack, way, used = [FAR * FAR] * (size + 1), [0] * (size + 1), [False] * (size + 1)
        while holder[column]:
            used[column] = True
            current = holder[column]
            for other in range(1, size + 1):
                if not used[other]:
                    reduced = cost[current - 1][other - 1] - row_price[current] - column_price[other]
                    if reduced < slack[other]:
                        slack[other], way[other] = reduced, column
            free = [other for other in range(1, size + 1) if not used[other]]
            following = min(free, key=lambda other: slack[other])
            step = slack[following]
            for other in range(size + 1):
                if used[other]:
                    row_price[holder[other]] += step
                    column_price[other] -= step
                else:
                    slack[other] -= step
            column = following
        while column:
            holder[column] = holder[way[column]]
            column = way[column]
    return Matching(goal, tuple(row_price[1:]), tuple(column_price[1:]))


def arrival(task: Task, goal: Cells) -> Arrival | None:
    """The direction in which most moves pass before a piece can arrive, if there is one."""
    best: Arrival | None = None
    for direction in ((a, b) for a in (-2, -1, 0, 1, 2) for b in (-2, -1, 0, 1, 2) if (a, b) != (0, 0)):
        waits = waiting(task, goal, direction)
        if waits > 0 and (best is None or waits > best.waits):
            best = Arrival(goal, direction, waits)
    return best


def waiting(task: Task, goal: Cells, direction: tuple[int, int]) -> int:
    """How many moves pass at least before a cell of the goal can be reached."""
    a, b = direction
    measure = [a * x + b * y for x, y in task.board.coordinates]
    gain = max(a * x + b * y for x, y in task.board.directions)
    distance = min(measure[cell] for cell in goal) - max(measure[cell] for cell in task.start)
    return max(0, -(-distance // gain) - 1)


def heights_of(task: Task) -> tuple[list[int], int]:
    """How far on each cell is in the direction of the best arrival argument, and how far a move gains; or nothing."""
    arrived = arrival(task, task.goals[0]) if len(task.goals) == 1 else None
    if arrived is None:
        return [], 1
    a, b = arrived.direction
    gain = max(a * x + b * y for x, y in task.board.directions)
    return [a * x + b * y for x, y in task.board.coordinates], gain
