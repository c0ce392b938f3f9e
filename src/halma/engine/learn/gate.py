"""Whether a net is better: it plays the net that is shipped, or the written evaluation, until the result is clear."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, islice

from halma.cluster import Cluster
from halma.engine.learn.games import DROPPED, Plan, play_games, read_games
from halma.engine.learn.run import LearningRun
from halma.engine.statistics import Sprt, elo, wilson

# A net that wins so many times its fair share is worth a place; one that wins its share is not.
WORTH = 1.06
# Longer games are worth nothing to either side.
MOST_TURNS = 1000


@dataclass(frozen=True)
class GateStyle:
    """How a gate is played: by time, or by nodes, which gives the same games anywhere.

    A race of two ends where the armies have passed each other: the way home is the same for both sides.
    """

    milliseconds: int = 20
    nodes: int = 0
    #: The others may look at more in the same time, since a net has its price; 0 for as many.
    rival_nodes: int = 0
    #: No more games than this, and no more seconds.
    games: int = 2000
    seconds: float = math.inf

    def words(self) -> tuple[str, ...]:
        """The same as native/learn/play_plan.hpp has it."""
        return (
            "rivalry=100",
            "every=0",
            "blunders=0",
            "opening_least=4",
            "opening_most=8",
            f"nodes={self.nodes}",
            f"rival_nodes={self.rival_nodes or self.nodes}",
            f"milliseconds={0 if self.nodes else self.milliseconds}",
            f"rival_milliseconds={0 if self.nodes else self.milliseconds}",
            f"most_turns={MOST_TURNS}",
        )


@dataclass
class GateScore:
    """The result so far, from the side of the net."""

    seats: int
    points: list[float] = field(default_factory=list[float])
    results: Counter[str] = field(default_factory=Counter[str])

    @property
    def share(self) -> float:
        """Of all points."""
        return sum(self.points) / len(self.points) if self.points else 0.0

    @property
    def fair(self) -> float:
        """The share of somebody who plays as well as the others."""
        return 1 / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return wilson(sum(self.points), len(self.points))

    def verdict(self) -> bool | None:
        """Whether the net is better; None while that is open."""
        elo0, elo1 = elo(self.fair), elo(min(0.95, self.fair * WORTH))
        assert elo0 is not None and elo1 is not None
        verdict = Sprt(elo0, elo1).verdict(self.points)
        return None if verdict is None else verdict == "elo1"


def gate(
    run: LearningRun, cluster: Cluster, net: bytes, rival_net: bytes | None, style: GateStyle, seed: int = 0
) -> Generator[GateScore, None, None]:
    """Let a net play, one seat against others without it. Tells the score after some games at a time.

    The openings come in rounds: in each of them the net has every seat once. Only whole rounds count.
    """
    plan, begin = Plan(run.choice, seed, style.words(), net, rival_net, run.program), time.monotonic()
    score = GateScore(run.layout.seats)
    yield score
    at_a_time = 2 * run.layout.seats
    waiting: dict[int, list[float]] = {}
    firsts = (first for first in islice(count(0, at_a_time), max(1, style.games // at_a_time)))
    with closing(cluster.results(_play, ((plan, first, at_a_time) for first in firsts))) as played:
        expected = 0
        for first, results in played:
            # In the order of their numbers, so that it does not matter who was quicker.
            waiting[first] = results
            for points in _ready(waiting, expected, at_a_time):
                expected += at_a_time
                score.points += points
                score.results.update("won" if point == 1 else "lost" if point == 0 else "drawn" for point in points)
            yield score
            if score.verdict() is not None or time.monotonic() - begin > style.seconds:
                return


def _ready(waiting: dict[int, list[float]], expected: int, step: int) -> Iterator[list[float]]:
    while expected in waiting:
        yield waiting.pop(expected)
        expected += step


def _play(plan: Plan, first: int, games: int) -> tuple[int, list[float]]:
    """What the net got in some games."""
    played = read_games(play_games(plan, first, games), "gate")
    seats, points = played.layout.seats, list[float]()
    for game in played.games:
        places = [int(place) for place in game["places"][:seats]]
        own = next(seat for seat in range(seats) if int(game["learner"]) >> seat & 1)
        if game["ended"] == DROPPED:
            points.append(1 / seats)
        else:
            points.append(float(places[own] == 1) / places.count(1))
    return first, points
