"""What results say about strength: intervals, differences in Elo, and when enough has been played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Sprt", "elo", "expected", "wilson"]

# Two-sided 95 %.
NORMAL = 1.959964
# The likelihoods of either error of the sequential test.
ERROR = 0.05


def wilson(score: float, games: int) -> tuple[float, float]:
    """The interval of Wilson for a share, of which drawn games count by halves."""
    if not games:
        return 0.0, 1.0
    share, spread = score / games, NORMAL * NORMAL / games
    middle = (share + spread / 2) / (1 + spread)
    reach = NORMAL * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(share: float) -> float | None:
    """The difference in Elo that explains a share; None at the ends.

    >>> from halma.engine import elo
    >>> elo(0.5), round(elo(0.75))
    (0.0, 191)
    """
    return None if share <= 0 or share >= 1 else 400 * math.log10(share / (1 - share))


def expected(difference: float) -> float:
    """The share that a difference in Elo leads to."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class Sprt:
    """The sequential test of one difference in Elo against another, after some games of points 0 to 1."""

    elo0: float
    elo1: float

    def ratio(self, points: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation.

        A third of a game of each result is added, so that a row of wins has a spread too.
        """
        count = len(points) + 1
        total = sum(points) + 0.5
        mean = total / count
        squares = sum(point * point for point in points) + (1 + 0.25) / 3
        variance = squares / count - mean * mean
        first, second = expected(self.elo0), expected(self.elo1)
        return count * (second - first) * (2 * mean - first - second) / (2 * variance)

    def verdict(self, points: Sequence[float]) -> str | None:
        """Which of the two is accepted, `elo0` or `elo1`; None while that is open."""
        bound = math.log((1 - ERROR) / ERROR)
        ratio = self.ratio(points) if points else 0.0
        if ratio >= bound:
            return "elo1"
        return "elo0" if ratio <= -bound else None
