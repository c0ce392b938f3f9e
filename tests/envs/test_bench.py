"""What `halma bench` tells of environments, and that the environment it compares with does the same."""

import random
from typing import Any

import numpy as np
import pytest

from halma.batch import EncodedGame
from halma.engine import bench
from halma.engine.openspiel_peers import SingleHopEnv, WholeTurnEnv

pyspiel: Any = pytest.importorskip("pyspiel")
NAME = "env.star-2x10.steps_per_s"


def test_environments_are_measured_and_compared_with_openspiel() -> None:
    found = bench.bench(f"ratio.{NAME}", seconds=0.001, rounds=1)
    assert found[f"ratio.openspiel.{NAME}"] == found[NAME] / found[f"openspiel.{NAME}"] > 0


def test_environments_are_left_out_without_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    find = bench.find_spec
    monkeypatch.setattr(bench, "find_spec", lambda name: None if name == "pettingzoo" else find(name))
    assert not any("env." in name for name, _ in bench.measurements())


def test_the_environment_over_openspiel_offers_the_same_turns() -> None:
    """Both are led through the same turns: the same masks, the same pieces, for as long as the rules agree."""
    theirs, ours = WholeTurnEnv(), EncodedGame("star", players=2, pieces=10, blocking="free")
    theirs.reset()
    chance = random.Random(3)
    for _ in range(60):
        seen, _, over = theirs.last()
        assert not over and theirs.seat == ours.seat
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == ours.legal_ids()
        assert (seen["observation"][:2] == ours.observation()[:2]).all()
        action = chance.choice(legal)
        theirs.step(action)
        ours.play(action)


def test_single_hops_are_played_as_openspiel_numbers_them() -> None:
    env, chance = SingleHopEnv(), random.Random(1)
    env.reset()
    state = pyspiel.load_game("chinese_checkers(players=2)").new_initial_state()
    for _ in range(60):
        seen, _, _ = env.last()
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions()
        action = chance.choice(state.legal_actions())
        env.step(action)
        state.apply_action(action)
        assert env.seat == state.current_player()
