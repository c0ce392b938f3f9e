"""Levels: how much an opponent looks at, and what it overlooks. The same on any machine."""

from __future__ import annotations

from dataclasses import dataclass, replace

from halma.engine.thought import LEVELS, Limits
from halma.messages import HalmaError, mark


class LimitsError(HalmaError):
    """Limits that make no sense."""


@dataclass(frozen=True)
class Level:
    """How strong an opponent is."""

    nodes: int
    # However slow the nodes of a game are, so many are looked at if the level has them.
    least: int = 400
    # The nodes decide, so that a level plays the same on any machine. On a slow one, or in a position that takes long,
    # nobody waits longer than so many seconds for it; 0 for no limit.
    seconds: float = 0.0
    # How many turns it looks ahead at most; 0 for no limit.
    depth: int = 0
    # ---- mistakes ----
    # How many of the long ways it overlooks, in hundredths.
    blindness: int = 0
    # How many steps are not a long way: 2 is a single hop, 4 a chain of two. 0 counts all hops as long, but sees twice
    # as many of them.
    sight: int = 0
    # By how much it misjudges, in hundredths of a turn.
    noise: int = 0
    # The same where more than two sides play: there looking at more positions alone makes a level hardly any stronger.
    noise_among_several: int = 0
    # How little care it takes of stragglers, in hundredths.
    neglect: int = 0
    # What it seems to be worth to go on with the piece that was moved before, in hundredths of a turn.
    habit: int = 0
    # How many turns before the end it begins to plan its way home; 0 is as soon as nobody is in the way.
    planned: int = 0

    def among(self, sides: int) -> Level:
        """The level as it plays where so many sides do."""
        return self if sides < 3 else replace(self, noise=max(self.noise, self.noise_among_several))

    @property
    def weakness(self) -> list[int]:
        """The mistakes as the compiled search takes them."""
        return [self.blindness, self.sight, self.noise, self.neglect, self.habit, self.planned]


FULL_STRENGTH = Level(nodes=0)
BRIEF, PATIENT = 1.0, 3.0
# Who makes mistakes plays every turn of a line out; the others value the last turn of a race without playing it, which
# counts many more nodes in the same time.
_LEVELS = {
    1: Level(100, depth=1, blindness=100, sight=2, noise=60, neglect=100, habit=50, planned=1, seconds=BRIEF),
    2: Level(250, depth=1, blindness=100, sight=3, noise=30, neglect=90, habit=20, planned=1, seconds=BRIEF),
    3: Level(500, depth=1, blindness=85, sight=3, noise=40, neglect=40, planned=3, seconds=BRIEF),
    4: Level(1_000, blindness=25, noise=10, noise_among_several=100, seconds=BRIEF),
    5: Level(40_000, least=1_500, noise_among_several=60, seconds=BRIEF),
    6: Level(130_000, least=5_000, noise_among_several=20, seconds=BRIEF),
    7: Level(900_000, least=15_000, seconds=BRIEF),
    8: Level(6_000_000, seconds=PATIENT),
    9: Level(15_000_000, seconds=PATIENT),
}


def nodes_of(level: Level, slowness: int) -> int:
    """How many nodes a level looks at where a node takes so many times as long, so that games take alike."""
    return max(level.nodes // slowness, min(level.nodes, level.least))


def level_of(limits: Limits) -> Level:
    """The level that limits ask for; full strength without one. Raises LimitsError for limits that make no sense."""
    for name in ("level", "nodes", "depth", "threads", "lines", "hash_megabytes"):
        number = getattr(limits, name)
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise TypeError(f"{name} is a whole number, not {number!r}")
    if limits.movetime is not None and not isinstance(limits.movetime, int | float):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"movetime is a number of seconds, not {limits.movetime!r}")
    if limits.level is not None and limits.level not in LEVELS:
        raise LimitsError(
            mark("There is no level {value}. Levels: {first} to {last}."),
            value=limits.level,
            first=LEVELS[0],
            last=LEVELS[-1],
        )
    for name in ("nodes", "movetime", "depth", "threads", "lines", "hash_megabytes"):
        value = getattr(limits, name)
        if value is not None and value <= 0:
            raise LimitsError(mark("{name} must be greater than 0, not {value}."), name=name, value=value)
    return FULL_STRENGTH if limits.level is None else _LEVELS[limits.level]
