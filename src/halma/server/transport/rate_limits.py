"""How much anybody may ask for: buckets that fill up again, and counts of what is open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network

from halma.server.hub.interface import Hub

MOST_ADDRESSES = 10_000
# An allowance is had from the hub in so many portions.
PORTIONS = 20.0


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_rate")

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


@lru_cache(MOST_ADDRESSES)
def network_of(address: str) -> str:
    """What counts as one address: whoever has IPv6 has a network of 2⁶⁴ addresses, each as good as the other."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    mapped = found.ipv4_mapped
    return str(mapped) if mapped is not None else str(ip_network((found, 64), strict=False))


class SharedAllowance:
    """So much for every address, through all processes together: had from the hub in portions, and spent here.

    Most of what is asked for costs no way to the hub. Where it is away, every process counts for itself.
    """

    def __init__(self, hub: Hub, name: str, per_second: float, at_once: float, hashed: Callable[[str], str]) -> None:
        self._hub = hub
        self._name = name
        self._shape = (per_second, float(at_once))
        # Nobody who can look into the hub reads there who plays.
        self._hashed = hashed
        self._portion = max(1.0, at_once / PORTIONS)
        # What was had and is not spent.
        self._left: OrderedDict[str, float] = OrderedDict()

    def spend(self, key: str, count: float = 1) -> bool:
        """Take some of what was had before, if that is enough."""
        left = self._left.get(key, 0.0)
        if left < count:
            return False
        self._left[key] = left - count
        return True

    async def delay(self, key: str, count: float = 1) -> float:
        """Take some; if they are not there, none, and the seconds after which they will be."""
        if self.spend(key, count):
            return 0.0
        name, (per_second, at_once) = f"{self._name}:{self._hashed(key)}", self._shape
        # Whoever asks for more than there can be gets it when the allowance is full.
        missing = min(count, at_once) - self._left.get(key, 0.0)
        portion = max(missing, self._portion)
        wait = await self._hub.take(name, portion, per_second, at_once)
        if wait and portion > missing:
            portion = missing
            wait = await self._hub.take(name, portion, per_second, at_once)
        if wait:
            return wait
        self._left[key] = max(0.0, self._left.pop(key, 0.0) + portion - min(count, at_once))
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0

    async def take(self, key: str, count: float = 1) -> bool:
        """Take some, if they are there."""
        return await self.delay(key, count) == 0


class Places:
    """So many places for every address at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place, if there is one."""
        address = network_of(address)
        if self._taken[address] >= self._most:
            return False
        self._taken[address] += 1
        return True

    @property
    def taken(self) -> int:
        """How many places are taken, by all addresses."""
        return self._taken.total()

    def give(self, address: str) -> None:
        """Give a place back."""
        address = network_of(address)
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            del self._taken[address]
