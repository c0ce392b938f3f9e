"""A cluster of several machines, simulated on this one: Ray nodes with a core each, of which one is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from halma.cluster import open_cluster
from halma.engine import Limits, Setting, make_match, play_game, played_games
from halma.games import choose
from tests.cluster import work

cluster_utils = pytest.importorskip("ray.cluster_utils")


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A head without cores, so that all work is done elsewhere, and three machines."""
    simulated = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(3):
        simulated.add_node(num_cpus=1)
    yield simulated
    simulated.shutdown()


def test_games_are_the_same_on_several_machines_and_a_lost_one_is_made_good(machines: Any, tmp_path: Path) -> None:
    match = make_match(["greedy", "random"], Setting(choose("quick", players=2)), Limits(), 12)
    with open_cluster(machines.address) as cluster:
        assert cluster.workers == 3
        played = {game.number: game.record for game in played_games(match, cluster=cluster)}
        assert played == {number: play_game(match, number).record for number in range(12)}

        def lose_one() -> None:
            while len(list(tmp_path.iterdir())) < 3:
                time.sleep(0.01)
            machines.remove_node(machines.list_all_nodes()[-1], allow_graceful=False)
            (tmp_path / "go").touch()

        loser = threading.Thread(target=lose_one)
        loser.start()
        names = ["one", "two", "three"]
        assert sorted(cluster.results(work.wait_for, [(str(tmp_path), name) for name in names])) == sorted(names)
        loser.join()
        assert sorted(cluster.results(work.square, [(number,) for number in range(6)])) == [0, 1, 4, 9, 16, 25]
