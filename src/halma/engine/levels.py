"""Levels: how much an opponent looks at, and what it overlooks. The same on any machine."""

from __future__ import annotations

from dataclasses import dataclass

from halma.engine.thought import LEVELS, Limits
from halma.messages import HalmaError, mark
from halma.rules import Home, Ruleset


class LimitsError(HalmaError):
    """Limits that make no sense."""


@dataclass(frozen=True)
class Level:
    """How strong an opponent is."""

    nodes: int
    # Hundredths: how many of the long ways are overlooked, by how much values are off, how little care stragglers get.
    blindness: int = 0
    noise: int = 0
    neglect: int = 0

    @property
    def weakness(self) -> list[int]:
        """The mistakes as the compiled search takes them."""
        return [self.blindness, self.noise, self.neglect]


FULL_STRENGTH = Level(nodes=0)
# Nodes of a race of two sides, where the last turn of a line is valued without being played.
_LEVELS = {
    1: Level(800, blindness=80, noise=60, neglect=100),
    2: Level(2_000, blindness=60, noise=40, neglect=60),
    3: Level(6_000, blindness=40, noise=20, neglect=30),
    4: Level(25_000, blindness=20),
    5: Level(130_000),
    6: Level(800_000),
    7: Level(5_000_000),
    8: Level(30_000_000),
}
# Elsewhere a node takes so many times as long, and a level looks at as many fewer.
SLOWER_RACE, SLOWER = 25, 250


def nodes_of(level: Level, rules: Ruleset) -> int:
    """How many nodes a level looks at in a game, so that it takes about as long in all of them."""
    if not isinstance(rules.goal, Home):
        return max(level.nodes // SLOWER, min(level.nodes, 200))
    plain = len(set(rules.teams)) == 2 and rules.dice is None
    return level.nodes if plain else max(level.nodes // SLOWER_RACE, min(level.nodes, 200))


def level_of(limits: Limits) -> Level:
    """The level that limits ask for; full strength without one. Raises LimitsError for limits that make no sense."""
    if limits.level is not None and limits.level not in LEVELS:
        raise LimitsError(
            mark("There is no level {value}. Levels: {first} to {last}."),
            value=limits.level,
            first=LEVELS[0],
            last=LEVELS[-1],
        )
    for name in ("nodes", "movetime", "depth", "threads", "lines"):
        value = getattr(limits, name)
        if value is not None and value <= 0:
            raise LimitsError(mark("{name} must be greater than 0, not {value}."), name=name, value=value)
    return FULL_STRENGTH if limits.level is None else _LEVELS[limits.level]
