"""The games of a generation: played on all workers, kept as they end, and gone on with after an interruption."""

from __future__ import annotations

import math
import zlib
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass

from halma.cluster import Cluster
from halma.engine.learn.games import Plan, play_games
from halma.engine.learn.run import LearningRun

#: Games are kept in files of so many.
GAMES_A_FILE = 100


@dataclass(frozen=True)
class PlayStyle:
    """How the games of a generation are played."""

    #: Positions to search for every move; 0 looks at what every move leads to, which is much faster.
    nodes: int = 1000
    #: In so many of a hundred games the others do without the net.
    rivalry: int = 0
    #: So many samples for a hundred positions lie one or two random moves off the game.
    strays: int = 30
    #: So many of a hundred moves are random ones.
    blunders: int = 3
    #: Without a search values are off by up to so much, in hundredths of a turn.
    noise: int = 60

    def words(self) -> tuple[str, ...]:
        """The same as native/learn/play_plan.hpp has it."""
        return (
            f"nodes={self.nodes}",
            # The rival without a net sees as far.
            f"rival_nodes={self.nodes}",
            f"rivalry={self.rivalry}",
            f"strays={self.strays}",
            f"blunders={self.blunders}",
            f"noise={self.noise if not self.nodes else 0}",
        )


def self_play(
    run: LearningRun, cluster: Cluster, generation: int, games: int, style: PlayStyle, seed: int = 0
) -> Generator[int, None, None]:
    """Play the games of a generation that are missing, by the hundred. Tells after each hundred how many are there.

    The same seed gives the same games, on any number of workers. Raises LearnError for a generation that has been
    played otherwise.
    """
    plan = Plan(run.choice, seed * 1000 + generation, style.words(), run.player(generation), program=run.program)
    run.keep_plan(generation, {"seed": plan.seed, "words": list(plan.words), "net": zlib.crc32(plan.net or b"")})
    missing = [first for first in range(0, games, GAMES_A_FILE) if not run.games_file(generation, first).exists()]
    done = math.ceil(games / GAMES_A_FILE) - len(missing)
    yield done * GAMES_A_FILE
    with closing(cluster.results(_play, ((plan, first) for first in missing))) as played:
        for first, data in played:
            run.keep_games(generation, first, data)
            done += 1
            yield done * GAMES_A_FILE


def _play(plan: Plan, first: int) -> tuple[int, bytes]:
    return first, play_games(plan, first, GAMES_A_FILE)
