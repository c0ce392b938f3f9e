"""How much anybody may ask for: buckets that fill up again, and counts of what is open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 10_000


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._most = float(at_once)
        self._left = float(at_once)
        self._clock = clock
        self._at = clock()

    def take(self, count: float = 1) -> bool:
        """Take some, if they are there."""
        return self.delay(count) == 0

    def delay(self, count: float = 1) -> float:
        """Take some; if they are not there, none, and the seconds after which they will be."""
        # Whoever asks for more than there can be gets it when the bucket is full.
        count = min(count, self._most)
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return (count - self._left) / self._rate
        self._left -= count
        return 0.0


class Buckets:
    """A bucket for every address; those that were not seen for long are forgotten."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._shape = (per_second, at_once)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._buckets.setdefault(address, Bucket(*self._shape))
        self._buckets.move_to_end(address)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address."""
        return self.of(address).take()


class Places:
    """So many places for every address at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place, if there is one."""
        if self._taken[address] >= self._most:
            return False
        self._taken[address] += 1
        return True

    def give(self, address: str) -> None:
        """Give a place back."""
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            del self._taken[address]
