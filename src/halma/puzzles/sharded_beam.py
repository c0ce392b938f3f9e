"""A beam over processes and machines: each shard of a level holds the positions with one part of the hashes.

A level takes two rounds of tasks. In the first one every task takes the positions of a shard and gives what they lead
to, by shards; in the second one every task takes all that leads to a shard and gives its positions, each once. Tasks
keep nothing, so that any worker can do any of them, and again if it is lost. The levels lie with whoever started it,
in files if a folder is given: then no machine needs more memory than a shard takes. They are the levels of the beam in
C++, position by position.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from halma.cluster import Cluster
from halma.puzzles.compiled import native
from halma.puzzles.levels import Levels
from halma.puzzles.task import Line

if TYPE_CHECKING:
    from halma.puzzles._native import Prices

Stop = Callable[[], bool]
Maker = Callable[[bytes], "Prices"]
#: The greatest cost and key, which admits everything.
NO_LIMIT = ((1 << 31) - 1, (1 << 64) - 1)
# Positions whose moves are looked at first, to guess what the dearest position of the next level will cost.
SAMPLE = 2_000
# More moves than this per position are no danger to the memory.
MOVES = 100
# How many times as many positions as wanted a guess should admit, because many of them will turn out to be the same.
GUESSED = 4.0

# A task has this many positions at least, or a whole level: less is not worth its way.
LEAST = 4_000

# The place of a position in its level, and the sites of a move.
Solving = tuple[int, int, int]


class ShardedBeam:
    """A beam whose levels are made by a cluster. `maker` makes its prices from `given`, here and on every machine."""

    def __init__(self, cluster: Cluster, maker: Maker, given: bytes, width: int, remembers: bool, folder: str) -> None:
        self._cluster = cluster
        self._work = (maker, given)
        self._prices = _prices(maker, given)
        self._width = width
        self._remembers = remembers
        self._levels = Levels(folder)
        self._size_of_entry = native().ENTRY_BYTES
        self.depth = 0
        self.positions = 0
        self._solution: tuple[tuple[int, int], ...] | None = None
        # Of each level, how many positions come before those of each shard.
        self._begins = [[0, *(1 for _ in _shards())]]
        self._levels.add(("level", 0), 0, native().first(self._prices))
        self._largest = 0
        # The first shards of the groups whose positions' moves are kept.
        self._children = list[int]()

    @property
    def size(self) -> int:
        """The positions of the last level."""
        return self._begins[-1][-1]

    @property
    def bytes(self) -> int:
        """What it takes in memory, at most so far."""
        self._largest = max(self._largest, self._levels.bytes)
        return self._largest

    def close(self) -> None:
        """Drop the levels."""
        self._levels.close()

    def solution(self) -> Line | None:
        """The line to the goal, once it is reached."""
        return None if self._solution is None else tuple(native().line_of(self._prices, list(self._solution)))

    # ---- levels -----------------------------------------------------------------------------------------

    def advance(self, stop: Stop) -> bool:
        """One level further; false if nothing is left or somebody stopped it."""
        admitted = GUESSED
        while True:
            limit = self._guess(admitted)
            solving = self._expand(limit, stop)
            if solving is None:
                return False
            if solving:
                parent, origin, target = min(solving)
                self._solution = (*self._moves(self.depth, parent), (origin, target))
                self.depth += 1
                return True
            made = self._merge(stop)
            if made is None:
                return False
            if limit == NO_LIMIT or made >= self._width:
                break
            # The guess was too low: what it left out belongs to the level.
            admitted *= 4
        self.positions += self.size
        return self._close_level()

    def _groups(self, depth: int) -> Iterator[range]:
        """The shards of a level, some at a time where they are small."""
        begins, shards = self._begins[depth], _shards()
        wanted = max(LEAST, begins[-1] // len(shards))
        first = 0
        for shard in shards:
            if begins[shard + 1] - begins[first] >= wanted or (shard + 1 == len(shards) and begins[-1] > begins[first]):
                yield range(first, shard + 1)
                first = shard + 1

    def _entries(self, depth: int, group: range) -> bytes:
        return b"".join(self._levels.get(("level", depth), shard) for shard in group)

    def _guess(self, admitted: float) -> tuple[int, int]:
        """A limit that leaves over some times the width, by what the first positions of the level lead to."""
        if self.size * MOVES <= admitted * self._width:
            return NO_LIMIT
        sample, count = list[bytes](), 0
        for shard in _shards():
            wanted = (SAMPLE - count) * self._size_of_entry
            name = ("level", self.depth)
            sample.append(self._levels.slice(name, shard, 0, min(wanted, self._levels.size(name, shard))))
            count += len(sample[-1]) // self._size_of_entry
        _, children = native().expand_entries(self._prices, b"".join(sample), 0, NO_LIMIT)
        costs = [native().costs_of(part) for part in children]
        return native().limit_of(costs, max(1, ceil(admitted * self._width * count / self.size)))

    def _expand(self, limit: tuple[int, int], stop: Stop) -> list[Solving] | None:
        """Keep what the positions of the level lead to; the moves that solve the puzzle, or nothing if stopped."""
        solving = list[Solving]()
        self._children.clear()

        def tasks() -> Iterator[tuple[object, ...]]:
            for group in self._groups(self.depth):
                self._children.append(group.start)
                begin = self._begins[-1][group.start]
                yield (*self._work, group.start, self._entries(self.depth, group), begin, limit)

        with closing(self._cluster.results(expand_shards, tasks())) as results:
            for first, found, parts in results:
                if stop():
                    return None
                if found is not None:
                    solving.append(found)
                self._levels.add_all(("child", first), parts)
        return solving

    def _merge(self, stop: Stop) -> int | None:
        """Make the shards of the next level, all that the guess admits; how many, or nothing if stopped."""
        made, children = 0, self._children
        self._levels.drop("made")
        self._levels.drop("costs")

        def tasks() -> Iterator[tuple[list[tuple[int, list[bytes]]]]]:
            waiting, size = list[tuple[int, list[bytes]]](), 0
            for shard in _shards():
                parts = [self._levels.get(("child", first), shard) for first in children]
                waiting.append((shard, parts))
                size += sum(map(len, parts))
                if size >= LEAST * self._size_of_entry:
                    yield (waiting,)
                    waiting, size = [], 0
            if waiting:
                yield (waiting,)

        with closing(self._cluster.results(merge_shards, tasks())) as results:
            for shards in results:
                if stop():
                    return None
                for shard, entries, costs in shards:
                    self._levels.add("made", shard, entries)
                    self._levels.add("costs", shard, costs)
                    made += len(entries) // self._size_of_entry
        for first in children:
            self._levels.drop(("child", first))
        return made

    def _close_level(self) -> bool:
        """Leave the cheapest ones, and of the levels before what is needed later."""
        limit = native().limit_of([self._levels.get("costs", shard) for shard in _shards()], self._width)
        depth, sizes = self.depth + 1, list[int]()
        for shard in _shards():
            entries = native().entries_within(self._levels.get("made", shard), limit)
            self._levels.add(("level", depth), shard, entries)
            self._levels.add(("links", depth), shard, native().links_of(entries))
            sizes.append(len(entries) // self._size_of_entry)
        self._levels.drop("made")
        self._levels.drop("costs")
        if not any(sizes):
            return False
        self._begins.append([0, *accumulate(sizes)])
        self._levels.drop(("level", depth - (2 if self._remembers else 1)))
        self.depth = depth
        return True

    # ---- lines ------------------------------------------------------------------------------------------

    def _moves(self, depth: int, place: int) -> list[tuple[int, int]]:
        """The moves to a position of a level."""
        moves, size = list[tuple[int, int]](), native().LINK_BYTES
        while depth > 0:
            begins = self._begins[depth]
            shard = bisect_right(begins, place) - 1
            link = self._levels.slice(("links", depth), shard, (place - begins[shard]) * size, size)
            place, origin, target = native().link_at(link)
            moves.insert(0, (origin, target))
            depth -= 1
        return moves

    def meet(self, other: ShardedBeam, turn: Sequence[int]) -> Line | None:
        """The way through the middle, where this beam meets the other one turned; none after the end of one."""
        if self._solution is not None or other._solution is not None:
            return None
        for depth, apart in ((self.depth - 1, True), (self.depth, False), (self.depth, True)):
            met = self._met(depth, other, turn, apart)
            if met is None:
                continue
            forward, backward, between = met
            turned = native().turned_sites(self._prices, turn)
            moves = self._moves(depth, forward) + ([] if between is None else [between])
            moves += [(turned[to], turned[of]) for of, to in reversed(other._moves(other.depth, backward))]
            return tuple(native().line_of(self._prices, moves))
        return None

    def _met(
        self, depth: int, other: ShardedBeam, turn: Sequence[int], apart: bool
    ) -> tuple[int, int, tuple[int, int] | None] | None:
        """The first position of a level that meets one of the other beam's last level, with the place of that one."""
        keys = self._common_keys(depth, other, turn, apart)
        if not keys:
            return None
        here = self._with(keys, depth, (), apart)
        there = other._with(keys, other.depth, turn, apart)
        met = native().meet_entries(self._prices, here[1], there[1], turn, apart)
        return None if met is None else (here[0][met[0]], there[0][met[1]], met[2])

    def _common_keys(self, depth: int, other: ShardedBeam, turn: Sequence[int], apart: bool) -> bytes:
        """The hashes by which positions of both levels may meet, sorted."""
        names: tuple[list[int], list[int]] = ([], [])

        def keyed() -> Iterator[tuple[object, ...]]:
            for side, (beam, level, image) in enumerate(((self, depth, ()), (other, other.depth, tuple(turn)))):
                for group in beam._groups(level):
                    names[side].append(group.start)
                    yield (*self._work, (side, group.start), beam._entries(level, group), image, apart)

        def compared() -> Iterator[tuple[list[tuple[list[bytes], list[bytes]]]]]:
            waiting, size = list[tuple[list[bytes], list[bytes]]](), 0
            for shard in _shards():
                one, two = (
                    [self._levels.get(("key", side, first), shard) for first in names[side]] for side in range(2)
                )
                waiting.append((one, two))
                size += sum(map(len, (*one, *two)))
                if size >= LEAST * self._size_of_entry:
                    yield (waiting,)
                    waiting, size = [], 0
            if waiting:
                yield (waiting,)

        for (side, first), parts in self._cluster.results(keys_of_shards, keyed()):
            self._levels.add_all(("key", side, first), parts)
        found = b"".join(self._cluster.results(compare_shards, compared()))
        for side in range(2):
            for first in names[side]:
                self._levels.drop(("key", side, first))
        return native().sorted_keys(found)

    def _with(self, keys: bytes, depth: int, turn: Sequence[int], apart: bool) -> tuple[list[int], bytes]:
        """The few positions of a level that have one of some keys, and their places in it."""
        places, parts = list[int](), list[bytes]()
        for group in self._groups(depth):
            found, entries = native().entries_with(self._prices, self._entries(depth, group), list(turn), apart, keys)
            places += [self._begins[depth][group.start] + place for place in found]
            parts.append(entries)
        return places, b"".join(parts)


# ---- what a worker does ---------------------------------------------------------------------------------


def _shards() -> range:
    return range(native().SHARDS)


@lru_cache(maxsize=8)
def _prices(maker: Maker, given: bytes):
    return maker(given)


def expand_shards(
    maker: Maker, given: bytes, first: int, entries: bytes, begin: int, limit: tuple[int, int]
) -> tuple[int, Solving | None, list[bytes]]:
    """What the positions of some shards lead to, by shards."""
    solving, parts = native().expand_entries(_prices(maker, given), entries, begin, limit)
    return first, solving, parts


def merge_shards(shards: list[tuple[int, list[bytes]]]) -> list[tuple[int, bytes, bytes]]:
    """The positions of some shards with what they cost."""
    merged = [(shard, native().merge_entries(parts)) for shard, parts in shards]
    return [(shard, entries, native().costs_of(entries)) for shard, entries in merged]


def keys_of_shards(
    maker: Maker, given: bytes, name: tuple[int, int], entries: bytes, turn: tuple[int, ...], apart: bool
) -> tuple[tuple[int, int], list[bytes]]:
    """The hashes by which the positions of some shards meet others."""
    return name, native().meeting_keys(_prices(maker, given), entries, list(turn), apart)


def compare_shards(shards: list[tuple[list[bytes], list[bytes]]]) -> bytes:
    """The hashes that are on both sides."""
    return b"".join(native().common_keys(one, other) for one, other in shards)
