"""Solving a puzzle: a quick exact search, then wider and wider beams, improved and bounded, as long as one likes."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from halma.cluster import Cluster
from halma.play import Position
from halma.puzzles import cache
from halma.puzzles.bounds import Argument, Arrival, lower_bound
from halma.puzzles.census import census
from halma.puzzles.compiled import available
from halma.puzzles.search import (
    BYTES_PER_WIDTH,
    BYTES_PER_WIDTH_WITH_FOLDER,
    WAY_SQUARED,
    BeamSettings,
    beam,
    exact,
    improve,
    one_by_one,
)
from halma.puzzles.task import Line, Task

FIRST_WIDTH = 1_000
# The widest beams: in memory, and in shards that lie in files.
LAST_WIDTH = 4_000_000
LAST_WIDTH_IN_FILES = 300_000_000
# What an entry of the exact search takes in memory at most, with its table, while its list moves to a larger place.
BYTES_PER_ENTRY = 136
LONGEST = 200
# Positions of the exact search that comes first.
QUICK = 300_000
MOST_COUNTED = 9
# How many times as wide a beam may be that lies in files, of which each worker holds a few shards of sixty-four.
WIDER_IN_FILES = 16
GIGABYTE = 1 << 30


@dataclass(frozen=True)
class Progress:
    """What is known so far, for whoever watches."""

    best: int | None
    bound: int
    positions: int
    bytes: int
    depth: int
    width: int


@dataclass(frozen=True)
class CensusLevel:
    """A level of a census: how many positions up to symmetry, and a digest of them."""

    size: int
    digest: int


@dataclass
class Solution:
    """The best line found, and how short a solution could be at all."""

    task: Task
    line: Line | None
    bound: int
    #: What proves the bound: counting, a search from both ends, or a census of all positions.
    arguments: tuple[Argument, ...] = ()
    searched: bool = False
    levels: tuple[CensusLevel, ...] = ()
    positions: int = 0
    #: Why the checkpoint could not be written, if so.
    unsaved: OSError | None = None

    @property
    def optimal(self) -> bool:
        """Whether no solution can be shorter."""
        return self.line is not None and len(self.line) == self.bound


@dataclass
class SolveLimits:
    """How long, with how much memory, and whether a proof is wanted even if it takes long."""

    seconds: float = 60.0
    memory: float = 8.0
    prove: bool = False
    #: Where to go on later; None keeps nothing.
    checkpoint: Path | None = None
    seed: int = 0
    #: More of them make it faster, and nothing else.
    threads: int = 1
    #: Where what is seldom read lies, so that memory goes further; in memory if this is empty.
    scratch: str = ""
    #: Who shares in the beams and the census; this process, if it is None. Each worker may take the memory.
    cluster: Cluster | None = None
    watch: Callable[[Progress], None] = field(default=lambda _: None)

    @property
    def bytes(self) -> int:
        """The memory it may take."""
        return int(self.memory * GIGABYTE)


def checkpoint_of(position: Position) -> Path:
    """The file in the cache folder where the search from a position goes on."""
    rows = position.board_text().split(" ")[0]
    key = json.dumps([position.choice.game, position.choice.options, rows], sort_keys=True)
    return cache.folder() / "solve" / f"{sha256(key.encode()).hexdigest()[:16]}.json"


class Solver:
    """One search, from its beginning or from its checkpoint."""

    def __init__(self, position: Position, limits: SolveLimits) -> None:
        task = Task.of(position)
        self.task = task
        self.limits = limits
        bound, arguments = lower_bound(task)
        self.found = Solution(task, () if task.solved else None, 0 if task.solved else bound, arguments)
        self.rounds = 0
        self._end = time.monotonic() + limits.seconds
        self._bytes = 0
        self._now = (0, 0)
        self._load()

    def run(self) -> Solution:
        """Search until the time is over, the solution is proven, or somebody interrupts it; what is found is kept."""
        found = self.found
        try:
            if not found.optimal:
                self._search_from_both_ends(min(QUICK, self.limits.bytes // BYTES_PER_ENTRY))
            while not found.optimal and (self._out_of_nothing() or not self._stop()):
                if found.line is not None and not available():
                    # What was found before is more than nothing.
                    break
                self._round()
                self._save()
                if self.limits.prove and self.rounds >= 3:
                    self._prove()
        except KeyboardInterrupt:
            pass
        self._save()
        return found

    def _stop(self) -> bool:
        best = None if self.found.line is None else len(self.found.line)
        self.limits.watch(Progress(best, self.found.bound, self.found.positions, self._bytes, *self._now))
        return time.monotonic() > self._end

    def _out_of_nothing(self) -> bool:
        """The first, narrow beam runs to its end, so that there is an answer however short the time is."""
        return self.rounds == 0 and self.found.line is None

    def _beam_stops(self) -> bool:
        return self._stop() and not self._out_of_nothing()

    def _take(self, line: Line | None) -> None:
        if line is not None and (self.found.line is None or len(line) < len(self.found.line)):
            self.found.line = line

    def _search_from_both_ends(self, most: int) -> None:
        """Ask for a solution as short as the bound, then for one move more, and so on, as far as it goes."""
        found = self.found

        def tell(positions: int) -> None:
            self._bytes = max(self._bytes, positions * BYTES_PER_ENTRY)
            found.positions = before + positions

        while not found.optimal:
            before = found.positions
            answer = exact(self.task, found.bound, most=most, threads=self.limits.threads, stop=self._stop, tell=tell)
            found.positions = before + answer.positions
            self._take(answer.line)
            if answer.bound <= found.bound:
                return
            found.bound, found.searched, found.levels = answer.bound, True, ()

    def _round(self) -> None:
        """A beam, wider from round to round and then with other weights, and its improvement."""
        found, rng = self.found, random.Random(f"halma solve {self.limits.seed} {self.rounds}")
        widest = max(FIRST_WIDTH, self._widest())
        # Doublings that the memory allows, then again narrower ones in other ways.
        doublings = [width for step in range(10) if (width := FIRST_WIDTH * 4**step) <= widest]
        width = (
            doublings[min(self.rounds, len(doublings) - 1)]
            if self.rounds < len(doublings)
            else rng.choice(doublings[-3:])
        )
        settings = BeamSettings(width, meets=bool(self.task.turns))
        if self.rounds >= len(doublings):
            settings = BeamSettings(
                width,
                rng.choice((0, 30, 100, 200)),
                rng.randrange(1 << 30),
                squared=rng.choice((0.0, 0.02, WAY_SQUARED, 0.05)),
            )

        settings = replace(
            settings, threads=self.limits.threads, folder=self.limits.scratch, cluster=self.limits.cluster
        )

        def tell(depth: int, positions: int, size: int) -> None:
            self._now, self._bytes = (depth, width), size
            found.positions = before + positions
            self._stop()

        best: tuple[Task, Line] | None = None
        for goal in self.task.goals:
            one = self.task.between(self.task.start, goal, self.task.mark, self.task.mark_goal)
            longest = LONGEST if found.line is None else len(found.line) - 1
            before = found.positions
            line = beam(one, settings, longest, self._beam_stops, tell)
            if line is None and self._out_of_nothing():
                line = one_by_one(one)
            if line is not None:
                self._take(line)
                best = (one, line)
        if best is not None:
            self._take(self._improved(*best))
        self.rounds += 1

    def _widest(self) -> int:
        """How wide a beam may be with the memory that there is."""
        limits = self.limits
        if limits.cluster is not None and limits.scratch:
            # Nobody holds more than a few shards at a time.
            return min(LAST_WIDTH_IN_FILES, limits.bytes * WIDER_IN_FILES // BYTES_PER_WIDTH)
        return min(LAST_WIDTH, limits.bytes // (BYTES_PER_WIDTH_WITH_FOLDER if limits.scratch else BYTES_PER_WIDTH))

    def _improved(self, task: Task, line: Line) -> Line:
        limits = self.limits
        return improve(task, line, most=200_000, longest=9, stop=self._stop, tell=self._take, threads=limits.threads)

    def _prove(self) -> None:
        if self.found.line is None:
            return
        if not self._census():
            self._search_from_both_ends(self.limits.bytes // BYTES_PER_ENTRY)

    def _census(self) -> bool:
        """All positions of a few pieces on a small board, level by level up to the middle of a solution."""
        task, found = self.task, self.found
        arrival = next((one for one in found.arguments if isinstance(one, Arrival)), None)
        fits = len(task.board) <= 126 and len(task.start) <= MOST_COUNTED
        if not fits or not task.turns or arrival is None or found.line is None:
            return False
        limit, before = len(found.line) - 1, found.positions
        own = self.limits
        with census(task, arrival, limit, threads=own.threads, scratch=own.scratch, cluster=own.cluster) as counted:
            while 2 * counted.depth < limit:
                if not counted.extend(self._stop):
                    return True
                sizes = [counted.size(depth) for depth in range(counted.depth + 1)]
                found.positions = before + sum(sizes)
                self._now, self._bytes = (counted.depth, sizes[-1]), counted.bytes
                if counted.meets(counted.depth - 1) or (2 * counted.depth <= limit and counted.meets(counted.depth)):
                    # There is a shorter one: the beams have to find it first.
                    return True
                shortest = min(limit, 2 * counted.depth) + 1
                if shortest > found.bound:
                    found.bound, found.searched = shortest, False
                    found.levels = tuple(CensusLevel(size, counted.digest(depth)) for depth, size in enumerate(sizes))
                # The next level grows as this one has.
                if counted.bytes * sizes[-1] > self.limits.bytes * sizes[-2]:
                    return True
        return True

    # ---- going on later ---------------------------------------------------------------------------------

    def _save(self) -> None:
        if self.limits.checkpoint is None or self.found.line is None:
            return
        data = {"line": self.found.line, "rounds": self.rounds}
        try:
            cache.write(self.limits.checkpoint, json.dumps(data).encode())
        except OSError as error:
            # The solution is worth more than its checkpoint.
            self.found.unsaved = error

    def _load(self) -> None:
        if self.limits.checkpoint is None:
            return
        try:
            data = json.loads(self.limits.checkpoint.read_bytes())
            line = tuple((int(origin), int(target)) for origin, target in data["line"])
            rounds = max(0, int(data["rounds"]))
        except (OSError, ValueError, TypeError, KeyError, OverflowError):
            return
        # What the file says is played through before it counts.
        states = list(self.task.states(line))
        for (origin, target), (pieces, _) in zip(line, states, strict=False):
            if origin not in pieces or target not in self.task.destinations(pieces, origin):
                return
        last, marked = states[-1]
        if any(goal <= last for goal in self.task.goals) and marked == self.task.mark_goal:
            self._take(line)
            self.rounds = rounds


def solve(position: Position, limits: SolveLimits | None = None) -> Solution:
    """The shortest line from a position to its goal that can be found within some limits.

    >>> from halma.puzzles import SolveLimits, make, solve
    >>> puzzle = make("home", "example", moves=2)
    >>> solution = solve(puzzle.position, SolveLimits(seconds=5))
    >>> len(solution.line), solution.optimal
    (2, True)
    """
    return Solver(position, limits or SolveLimits()).run()
