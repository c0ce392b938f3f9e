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

# The clock that the time comes from was set if it is that far off from what passed here.
STEP = 1.0


@dataclass(frozen=True, slots=True)
class Era:
    """From a time of the storage on, the clock it comes from was so many seconds ahead of it."""

    number: int
    since: float
    ahead: float


def resumed(source: float, beat: float, era: Era, grace: float, latest: float) -> tuple[float, Era | None]:
    """The time of the storage for a process that starts, and the era that begins with it, if one does.

    Time stood still from the last beat on, if that was longer ago than `grace` by the clock it comes from; of the
    seconds after it `latest` may have counted.
    """
    now = source - era.ahead
    if abs(now - beat) <= grace:
        return now, None
    now = beat + latest
    return now, Era(era.number + 1, now, source - now)


def steady() -> float:
    """Seconds that pass, also while the machine sleeps where the system can tell."""
    return time.clock_gettime(BOOT) if BOOT is not None else time.monotonic()


BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)


class StorageClock:
    """The time of the storage in this process."""

    def __init__(self, source: Callable[[], float]) -> None:
        self._source = source
        self._base = 0.0
        # By how much this clock may be off.
        self._doubt = 0.0
        self._eras: Sequence[Era] = (Era(0, 0.0, 0.0),)

    @property
    def era(self) -> int:
        """The number of the era this process goes by."""
        return self._eras[-1].number

    @property
    def ahead(self) -> float:
        """How far the clock it comes from is ahead of it."""
        return self._eras[-1].ahead

    def now(self) -> float:
        return self._source() + self._base

    def calendar(self, at: float) -> float:
        """The time of day at a time of the storage."""
        found = bisect_right(self._eras, at, key=lambda era: era.since)
        return at + self._eras[max(0, found - 1)].ahead

    def set(self, now: float, eras: Sequence[Era]) -> None:
        """Go by this from now on."""
        self._base = now - self._source()
        self._eras = tuple(eras)

    def doubt(self, seconds: float) -> None:
        """It was set by what was so at some moment in so many seconds."""
        self._doubt = seconds

    def adopt(self, eras: Sequence[Era]) -> None:
        """Another era has begun, by this clock; it goes on as before."""
        self._eras = tuple(eras)

    def enter(self, eras: Sequence[Era], clock: float, error: float) -> None:
        """Another era has begun. Whoever was there all the time goes on as before; whoever was not is put right."""
        self.adopt(eras)
        self._put_right(clock, error)

    def compare(self, clock: float, error: float) -> Era | None:
        """Put this clock right by the one it comes from, which says so, give or take an error.

        If that one was set, this one goes on, and the era is returned that begins thereby. Whoever was held up while
        asking learns too little for that, and has to ask again.
        """
        if abs(clock - self.ahead - self.now()) <= STEP + error + self._doubt:
            self._put_right(clock, error)
            return None
        return Era(self.era + 1, self.now(), clock - self.now()) if error <= STEP else None

    def _put_right(self, clock: float, error: float) -> None:
        """Go to the nearest time that it can be."""
        behind = clock - self.ahead - self.now()
        if abs(behind) > error:
            self._base += behind - error if behind > 0 else behind + error
            self._doubt = error
        self._doubt = min(self._doubt, error)
