"""Beams and exact searches for a task, with what makes a position look good."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import Any, cast

from halma.cluster import Cluster
from halma.kernel.fast.compile import compiled
from halma.puzzles.bounds import heights_of, lower_bound
from halma.puzzles.compiled import available, native
from halma.puzzles.levels import scratch_problem
from halma.puzzles.sharded_beam import ShardedBeam
from halma.puzzles.task import Line, Task
from halma.rules import Cells, Ruleset

Stop = Callable[[], bool]
# Hears how deep a search is, how many positions it has looked at, and its bytes.
Tell = Callable[[int, int, int], None]
SCALE = 100
# Of the cost of a cell: how the square of the way left and of the distance from the axis count. The square board's
# axis is a diagonal, along which a hop gains twice as much.
WAY_SQUARED = 0.03
ACROSS_SQUARED = {"star": 0.1, "squares": 0.2}
KEPT_FREE = 4 * SCALE
MOST_IN_PYTHON = 30_000
# What an entry of a beam takes in memory, with its tables and the links of all levels, and without these links.
BYTES_PER_WIDTH = 1_150
BYTES_PER_WIDTH_WITH_FOLDER = 600


@dataclass(frozen=True)
class Weights:
    """What it costs to stand on a cell, and what an unfilled cell of the goal costs."""

    cells: tuple[int, ...]
    marks: tuple[int, ...]
    empty: int = 0


def _centre(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def weights(task: Task, goal: Cells, across: float | None = None, squared: float = WAY_SQUARED) -> Weights:
    """The way left, its square, and the square of the distance from the axis between the two ends."""
    board = task.board
    points = [board.point(cell) for cell in range(len(board))]
    start = _centre([points[cell] for cell in task.start])
    end = _centre([points[cell] for cell in goal])
    length = hypot(end[0] - start[0], end[1] - start[1])
    towards = ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length > 1e-9 else (1.0, 0.0)
    # A diagonal of the square board counts files and ranks, a line of the star counts rows.
    unit = abs(towards[0]) + abs(towards[1]) if board.style != "star" else 2 / 3**0.5
    along = [(x * towards[0] + y * towards[1]) * unit for x, y in points]
    aside = [(x - end[0]) * towards[1] - (y - end[1]) * towards[0] for x, y in points]
    far = max(along[cell] for cell in goal)
    factor = ACROSS_SQUARED.get(board.style, 0.2) if across is None else across
    away = task.distances(goal)
    ahead: list[float] = [abs(far - place) for place in along]
    cells = [left + squared * left**2 + factor * beside**2 for left, beside in zip(ahead, aside, strict=True)]
    # A goal in a corner is reached by going on; one in the middle can be missed, and a line along an edge too.
    middling = sorted(cells[cell] for cell in goal)[len(goal) // 2]
    before = sum(cells[cell] < middling for cell in range(len(board)) if cell not in goal)
    corner = far > max(along) - 1e-6 and 2 * before < len(goal)
    if not corner:
        cells = [0.25 * left + 2 * steps + 0.1 * steps**2 for left, steps in zip(ahead, away, strict=True)]
    costs = [round(SCALE * cost) for cost in cells]
    marks = [0] * len(board)
    if task.mark_goal is not None:
        mark_away = task.distances(frozenset((task.mark_goal,)))
        marks = [round(SCALE * 0.5 * steps) for steps in mark_away]
        # The mark's own cell is kept free for it.
        costs[task.mark_goal] += KEPT_FREE
        marks[task.mark_goal] -= 2 * KEPT_FREE
    return Weights(tuple(costs), tuple(marks), 0 if corner else SCALE)


@lru_cache(maxsize=64)
def _compiled_game(rules: Ruleset):
    """The rules as the compiled searches read them: the same numbers as for the fast kernel."""
    return native().Game(compiled(rules))


def compiled_task(task: Task, *, shun: Cells = frozenset()):
    """The task as the compiled searches take it. Pieces may not enter the cells of `shun` from elsewhere."""
    heights, gain = heights_of(task)
    return native().Task(
        _compiled_game(task.rules),
        sorted(task.start),
        -1 if task.mark is None else task.mark,
        [sorted(goal) for goal in task.goals],
        -1 if task.mark_goal is None else task.mark_goal,
        sorted(task.keep),
        sorted(shun),
        heights,
        gain,
    )


@dataclass
class BeamSettings:
    """How wide, how random, and whether the two halves may meet."""

    width: int
    noise: int = 0
    seed: int = 0
    meets: bool = False
    across: float | None = None
    squared: float = WAY_SQUARED
    #: More of them make it faster, and nothing else.
    threads: int = 1
    #: Where what is seldom read lies; in memory if this is empty.
    folder: str = ""
    #: Who makes the levels; this process, if it is None.
    cluster: Cluster | None = None


def beam(task: Task, settings: BeamSettings, longest: int, stop: Stop, tell: Tell | None = None) -> Line | None:
    """A solution of at most `longest` moves, if the beam finds one. `tell` hears depth, positions and bytes."""
    turns = task.turns if settings.meets else ()
    width, remembers, folder = settings.width, bool(turns), settings.folder
    if settings.cluster is None:
        try:
            search = native().Beam(_prices(task, settings), width, remembers, settings.threads, folder)
            return _followed(search, turns, longest, stop, tell)
        except OSError as error:
            raise scratch_problem(folder, error) from error
    given = pickle.dumps((replace(task), replace(settings, cluster=None)))
    with closing(ShardedBeam(settings.cluster, prices_of, given, width, remembers, folder)) as search:
        return _followed(search, turns, longest, stop, tell)


def prices_of(given: bytes):
    """What positions cost in a beam, from its task and settings as they are sent to workers."""
    task, settings = cast("tuple[Task, BeamSettings]", pickle.loads(given))
    return _prices(task, settings)


def _prices(task: Task, settings: BeamSettings):
    goal = task.goals[0]
    found = weights(task, goal, settings.across, settings.squared)
    # Half of a solution that is read backwards must not break the rule of the target either.
    shun = task.start if settings.meets and task.turns and task.keep else frozenset[int]()
    return native().Prices(
        compiled_task(task, shun=shun),
        found.cells,
        found.marks,
        found.empty,
        settings.noise,
        settings.seed,
        task.mirror or (),
    )


def _followed(
    search: Any, turns: Sequence[tuple[int, ...]], longest: int, stop: Stop, tell: Tell | None
) -> Line | None:
    """A beam level by level to a solution, if it finds one."""
    while search.solution() is None and search.depth < longest:
        if not search.advance(stop):
            return None
        if tell is not None:
            tell(search.depth, search.positions, search.bytes)
        if search.depth * 5 >= longest * 2 and search.depth * 2 <= longest + 1:
            for turn in turns:
                line = search.meet(search, turn)
                if line is not None and len(line) <= longest:
                    return tuple(line)
    line = search.solution()
    return None if line is None else tuple(line)


@dataclass(frozen=True)
class Exact:
    """What a search from both ends found out."""

    line: Line | None
    # No solution is shorter than this.
    bound: int
    positions: int


def exact(
    task: Task,
    limit: int,
    *,
    most: int = 2_000_000,
    threads: int = 1,
    stop: Stop = lambda: False,
    tell: Callable[[int], None] | None = None,
) -> Exact:
    """The shortest solution of at most `limit` moves; what is not found within `most` positions stays open.

    `tell` hears how many positions there are so far.
    """
    if not available():
        return _plain_deepening(task, limit, most=min(most, MOST_IN_PYTHON), stop=stop)
    best: Line | None = None
    bounds: list[int] = []
    positions = 0

    def stops(tried: int) -> bool:
        if tell is not None:
            tell(positions + tried)
        return stop()

    for goal in task.goals:
        one = task.between(task.start, goal, task.mark, task.mark_goal)
        allowed = limit if best is None else len(best) - 1
        line, bound, tried = compiled_task(one).exact(allowed, most, threads, stops)
        positions += tried
        if line is not None:
            best = tuple(line)
        bounds.append(bound)
    return Exact(best, min(bounds), positions)


def _plain_deepening(task: Task, limit: int, *, most: int, stop: Stop) -> Exact:
    """A solution as short as the bound is asked for first, then one move more: that leaves out most positions."""
    allowed = min(limit, lower_bound(task)[0])
    while True:
        found = plain_exact(task, allowed, most=most, stop=stop)
        if found.line is not None or found.bound <= allowed or allowed == limit:
            return found
        allowed += 1


def plain_exact(task: Task, limit: int, *, most: int, stop: Stop) -> Exact:
    """The same in plain Python, from the start only: for small cases where nothing was compiled."""
    start = (task.start, task.mark)
    came: dict[tuple[Cells, int | None], tuple[tuple[Cells, int | None], tuple[int, int]] | None] = {start: None}
    level = [start]
    for depth in range(limit + 1):
        for state in level:
            if state[1] == task.mark_goal and any(goal <= state[0] for goal in task.goals):
                line: list[tuple[int, int]] = []
                step = came[state]
                while step is not None:
                    line.insert(0, step[1])
                    step = came[step[0]]
                return Exact(tuple(line), depth, len(came))
        following: list[tuple[Cells, int | None]] = []
        for pieces, marked in level:
            if stop() or len(came) > most:
                return Exact(None, depth + 1, len(came))
            for origin, target in task.moves(pieces):
                after = (pieces - {origin} | {target}, target if marked == origin else marked)
                lacking = min(len(goal - after[0]) for goal in task.goals)
                if after not in came and lacking <= limit - depth - 1:
                    came[after] = ((pieces, marked), (origin, target))
                    following.append(after)
        level = following
    return Exact(None, limit + 1, len(came))


def one_by_one(task: Task) -> Line | None:
    """A solution that fills one cell of the goal after the other, the farthest first: long, but quick to find.

    Beams follow the crowd; they lose their way where the goal's cells lie far apart.
    """
    (goal,) = task.goals
    pieces, marked, line = task.start, task.mark, list[tuple[int, int]]()
    away = task.distances(task.start)
    for cell in sorted(goal - pieces, key=lambda cell: (cell != task.mark_goal, -away[cell])):
        left = task.distances(frozenset((cell,)))
        free = [piece for piece in pieces if (piece == marked if cell == task.mark_goal else piece not in goal)]
        ways = (_way(task, pieces, origin, cell) for origin in sorted(free, key=lambda origin: left[origin]))
        way = next((way for way in ways if way), None)
        if way is None:
            return None
        line += way
        pieces = pieces - {way[0][0]} | {cell}
        marked = cell if marked == way[0][0] else marked
    return tuple(line) if marked == task.mark_goal else None


def _way(task: Task, pieces: Cells, origin: int, aim: int) -> list[tuple[int, int]]:
    """The moves of one piece to a cell, the others standing still; nothing if there is no way."""
    came, waiting = {origin: origin}, deque([origin])
    while waiting and aim not in came:
        cell = waiting.popleft()
        for following in task.destinations(pieces - {origin} | {cell}, cell):
            if following not in came:
                came[following] = cell
                waiting.append(following)
    way: list[tuple[int, int]] = []
    while aim in came and aim != origin:
        way.insert(0, (came[aim], aim))
        aim = came[aim]
    return way


def improve(
    task: Task,
    line: Line,
    *,
    most: int,
    longest: int,
    stop: Stop,
    tell: Callable[[Line], None],
    threads: int = 1,
) -> Line:
    """Replace stretches of a solution by shorter ones until no stretch of so many moves can be shortened."""
    size = 3
    while size <= min(longest, len(line)):
        shortened = False
        states = list(task.states(line))
        for first in range(len(line) - size + 1):
            if stop():
                return line
            (start, marked), (goal, mark_goal) = states[first], states[first + size]
            window = task.between(start, goal, marked, mark_goal)
            found = exact(window, size - 1, most=most, threads=threads, stop=stop)
            if found.line is not None:
                line = line[:first] + found.line + line[first + size :]
                tell(line)
                shortened = True
                break
        size = 3 if shortened else size + 1
    return line
