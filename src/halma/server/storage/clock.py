"""The time of the storage: goes on evenly while any process is alive, and stands still while none is.

Every process reckons it by a steady clock of its own. Whenever it had to be put right against the clock it comes from
(nobody was alive, or somebody set that clock), an era begins: how far that clock was ahead of it from then on. So the
time of day of anything that was ever stored can still be told.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Era:
    """From a time of the storage on, the clock it comes from was so many seconds ahead of it."""

    number: int
    since: float
    ahead: float


def steady() -> float:
    """Seconds that pass, also while the machine sleeps where the system can tell."""
    return time.clock_gettime(BOOT) if BOOT is not None else time.monotonic()


BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)


class StorageClock:
    """The time of the storage in this process."""

    def __init__(self, source: Callable[[], float]) -> None:
        self._source = source
        self._base = 0.0
        self._eras: Sequence[Era] = (Era(0, 0.0, 0.0),)

    @property
    def era(self) -> int:
        """The number of the era this process goes by."""
        return self._eras[-1].number

    @property
    def ahead(self) -> float:
        return self._eras[-1].ahead

    def now(self) -> float:
        return self._source() + self._base

    def calendar(self, at: float) -> float:
        """The time of day at a time of the storage."""
        found = bisect_right(self._eras, at, key=lambda era: era.since)
        return at + self._eras[max(0, found - 1)].ahead

    def set(self, now: float, eras: Sequence[Era] | None = None) -> None:
        """Go by this from now on."""
        self._base = now - self._source()
        if eras is not None:
            self._eras = tuple(eras) or self._eras

    def shift(self, seconds: float) -> None:
        """Put the clock right by a little."""
        self._base += seconds
