"""A census over processes and machines: each shard of a level holds the positions with one part of the hashes.

As with beams (`sharded_beam`), a level takes two rounds of tasks that keep nothing, and lies with whoever started it.
Of older levels their size and digest is all that proofs need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from halma.cluster import Cluster
from halma.puzzles.compiled import native
from halma.puzzles.levels import Levels

if TYPE_CHECKING:
    from halma.puzzles._native import CensusMoves

Stop = Callable[[], bool]
Maker = Callable[[bytes], "CensusMoves"]
SIZE = 8


class ShardedCensus:
    """A census whose levels are made by a cluster. `maker` makes its moves from `given`, here and on every machine."""

    def __init__(self, cluster: Cluster, maker: Maker, given: bytes, folder: str) -> None:
        self._cluster = cluster
        self._work = (maker, given)
        self._levels = Levels(folder)
        self._shards = range(native().SHARDS)
        self._sizes = [1]
        self._largest = 0
        start = native().start_cells(_moves(maker, given))
        self._digests = [native().digest_of_cells(start)]
        self._levels.add(0, native().shard_of_cells(start), start)

    @property
    def depth(self) -> int:
        """The number of the last level."""
        return len(self._sizes) - 1

    @property
    def bytes(self) -> int:
        """What it takes in memory, at most so far."""
        self._largest = max(self._largest, self._levels.bytes)
        return self._largest

    def size(self, depth: int) -> int:
        """How many positions a level has."""
        return self._sizes[depth]

    def digest(self, depth: int) -> int:
        """A sum over the positions of a level, whatever their order."""
        return self._digests[depth]

    def close(self) -> None:
        """Drop the levels."""
        self._levels.close()

    def extend(self, stop: Stop) -> bool:
        """One level further; false if somebody stopped it, after which there is nothing more to ask."""
        depth, origins = self.depth, list[int]()

        def expanded() -> Iterator[tuple[object, ...]]:
            for shard in self._shards:
                cells = self._levels.get(depth, shard)
                if cells:
                    origins.append(shard)
                    yield (*self._work, shard, cells, depth + 1)

        def merged() -> Iterator[tuple[object, ...]]:
            for shard in self._shards:
                parts = self._parts("child", origins, shard)
                if parts:
                    yield shard, parts, self._levels.get(depth, shard), self._levels.get(depth - 1, shard)

        for origin, parts in self._cluster.results(expand_cells, expanded()):
            if stop():
                return False
            self._levels.add_all(("child", origin), parts)
        size = digest = 0
        for shard, cells, some in self._cluster.results(merge_cells, merged()):
            if stop():
                return False
            size, digest = size + len(cells) // SIZE, (digest + some) % 2**64
            self._levels.add(depth + 1, shard, cells)
        for origin in origins:
            self._levels.drop(("child", origin))
        self._sizes.append(size)
        self._digests.append(digest)
        # Taking back the last move leads one level back at most, so older levels are needed no more.
        self._levels.drop(depth - 1)
        return True

    def meets(self, other: int) -> bool:
        """Whether a position of the last level is the turned image of one of the level `other`, or of its own."""
        origins = list[int]()

        def turned() -> Iterator[tuple[object, ...]]:
            for shard in self._shards:
                cells = self._levels.get(self.depth, shard)
                if cells:
                    origins.append(shard)
                    yield (*self._work, shard, cells)

        def compared() -> Iterator[tuple[list[bytes], bytes]]:
            for shard in self._shards:
                parts, level = self._parts("turned", origins, shard), self._levels.get(other, shard)
                if parts and level:
                    yield parts, level

        for origin, parts in self._cluster.results(turn_cells, turned()):
            self._levels.add_all(("turned", origin), parts)
        met = any(list(self._cluster.results(compare_cells, compared())))
        for origin in origins:
            self._levels.drop(("turned", origin))
        return met

    def _parts(self, kind: str, origins: list[int], shard: int) -> list[bytes]:
        return [part for origin in sorted(origins) if (part := self._levels.get((kind, origin), shard))]


# ---- what a worker does ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _moves(maker: Maker, given: bytes):
    return maker(given)


def expand_cells(maker: Maker, given: bytes, shard: int, cells: bytes, depth: int) -> tuple[int, list[bytes]]:
    """What the positions of a shard lead to, by shards."""
    return shard, native().expand_cells(_moves(maker, given), cells, depth)


def merge_cells(shard: int, parts: list[bytes], last: bytes, before: bytes) -> tuple[int, bytes, int]:
    """What is new of a shard, with its digest."""
    cells = native().merge_cells(parts, last, before)
    return shard, cells, native().digest_of_cells(cells)


def turn_cells(maker: Maker, given: bytes, shard: int, cells: bytes) -> tuple[int, list[bytes]]:
    """The turned images of the positions of a shard, by shards."""
    return shard, native().turned_cells(_moves(maker, given), cells)


def compare_cells(parts: list[bytes], level: bytes) -> bool:
    """Whether one of some positions is in a shard."""
    return native().have_common_cells(parts, level)
