"""The Gymnasium environment: the upstream test for every game for one, rewards, and bad input."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from halma.envs import HalmaSolo, register_gymnasium
from halma.games import Choice, OptionError, UnknownGameError, choose, games
from halma.puzzles import Par, pars, record_of
from tests.envs.formats import formats_of

FORMATS = [choice for game in games() for choice in formats_of(game) if choice.players == 1]
IDS = register_gymnasium()


def test_every_game_for_one_is_registered_once() -> None:
    expected = {choice.game for choice in FORMATS}
    assert len(IDS) == len(expected) == 7
    assert register_gymnasium() == IDS
    for name in IDS:
        env = gymnasium.make(name).unwrapped
        assert isinstance(env, HalmaSolo)
        assert name == "halma/" + env.choice.game.title().replace("-", "") + "-v2"


@pytest.mark.parametrize("choice", FORMATS, ids=lambda choice: f"{choice.game}-{choice.pieces}")
def test_every_format_passes_the_test_of_gymnasium(choice: Choice) -> None:
    name = "halma/" + choice.game.title().replace("-", "") + "-v2"
    # Warnings are errors. The test draws ids that may not be played; the other way is walked below.
    check_env(gymnasium.make(name, pieces=choice.pieces).unwrapped)


@pytest.mark.parametrize("choice", FORMATS, ids=lambda choice: f"{choice.game}-{choice.pieces}")
def test_every_format_is_walked_with_its_masks(choice: Choice) -> None:
    env = HalmaSolo(choice, max_turns=12, illegal_actions="raise")
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    for _ in range(400):
        assert env.observation_space.contains(observation)
        assert np.flatnonzero(info["action_mask"]).tolist() == env.game.legal_ids()
        assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().dtype == np.bool_
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            assert not info["action_mask"].any()
            assert reward == env.game.rewards()[0] and truncated == (reward == 0)
            return
    raise AssertionError("it never ended")


@pytest.mark.parametrize("par", [par for par in pars() if par.record], ids=lambda par: par.id)
def test_a_puzzle_that_is_solved_pays_one(par: Par) -> None:
    solution = record_of(par)
    assert solution is not None
    env = HalmaSolo(solution.choice, illegal_actions="raise")
    env.reset()
    reward, terminated = 0.0, False
    for move in solution.position().move_stack:
        for number in env.game.ids_of(move):
            assert not terminated and reward == 0
            _, reward, terminated, _, _ = env.step(number)
    assert terminated and reward == 1.0


def test_a_puzzle_that_is_stuck_pays_minus_one() -> None:
    env, chance = HalmaSolo("solitaire", illegal_actions="raise"), random.Random(1)
    _, info = env.reset()
    terminated = False
    reward = 0.0
    while not terminated:
        _, reward, terminated, truncated, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
    # Random play leaves more than one piece.
    assert sum(content > 0 for content in env.game.state.contents()) > 1
    assert reward == -1.0


# ---- bad input ------------------------------------------------------------------------------------------


def started(**options: Any) -> HalmaSolo:
    env = HalmaSolo("connection-solo", **options)
    env.reset()
    return env


def test_an_illegal_action_loses_the_attempt_and_says_why() -> None:
    env = started()
    before = env.game.position().text()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == "action id 0 (a1-a1) is not legal now"
    assert not info["action_mask"].any() and not env.action_masks().any()
    assert env.game.position().text() == before
    with pytest.raises(ResetNeeded, match=r"the game is over: call reset\(\) to begin another"):
        env.step(env.game.legal_ids()[0])
    _, info = env.reset()
    assert info["action_mask"].any()


def test_an_illegal_action_can_raise() -> None:
    env = started(illegal_actions="raise")
    with pytest.raises(ValueError, match=r"action id 0 \(a1-a1\) is not legal now"):
        env.step(0)
    assert env.action_masks().any()


@pytest.mark.parametrize(
    ("action", "error", "text"),
    [
        (14642, ValueError, "there is no action id 14642: ids go from 0 to 14641"),
        (-1, ValueError, "there is no action id -1"),
        (0.5, TypeError, "an action id is a whole number, not float"),
        (None, TypeError, "an action id is a whole number, not NoneType"),
        (np.zeros(2, int), TypeError, "an action id is a whole number, not ndarray"),
    ],
)
def test_what_is_no_action_is_refused(action: Any, error: type[Exception], text: str) -> None:
    env = started()
    with pytest.raises(error, match=text):
        env.step(action)
    assert env.action_masks().any()


def test_nothing_can_be_done_before_the_first_reset() -> None:
    env = HalmaSolo("solitaire")
    for call in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(ResetNeeded, match=r"no game has begun: call reset\(\) first"):
            call()


def test_after_the_end_nothing_can_be_played() -> None:
    env = started(max_turns=1)
    _, reward, terminated, truncated, _ = env.step(env.game.legal_ids()[0])
    assert (reward, terminated, truncated) == (0.0, False, True)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"game": "star", "players": 3}, ValueError, r"star is played by 3 here: use halma\.envs\.HalmaAEC"),
        ({"game": "marked"}, ValueError, "marked is played by 2 here"),
        ({"game": "chess"}, UnknownGameError, "chess"),
        ({"game": "highscore", "pieces": 7}, OptionError, "7"),
        ({"game": choose("solitaire"), "pieces": 32}, TypeError, "a Choice has its options already"),
        ({"max_turns": 1.5}, ValueError, "max_turns is a whole number from 1"),
        ({"illegal_actions": "ignore"}, ValueError, "illegal_actions is 'lose' or 'raise', not 'ignore'"),
        ({"render_mode": "human"}, ValueError, "render_mode is one of ansi, svg, rgb_array or None, not 'human'"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        HalmaSolo(**arguments)
