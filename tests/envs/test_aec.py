"""The PettingZoo environment: upstream tests for every game, rewards, and bad input."""

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from halma.batch import EncodedGame, rewards_by_place
from halma.envs import HalmaAEC
from halma.games import Choice, OptionError, UnknownGameError, choose, games
from tests.envs.formats import formats_of

FORMATS = [choice for game in games() for choice in formats_of(game) if choice.players > 1]
# What PettingZoo warns about in environments that are not its own, though it recommends it: an observation with a mask.
EXPECTED = ("probably should be gymnasium.spaces.box", "not a NumPy array", "all zeros (no legal actions)")


def name_of(choice: Choice) -> str:
    return f"{choice.game}-{choice.players}x{choice.pieces}{'-teams' if choice.options.get('teams') else ''}"


def upstream_test(choice: Choice, max_turns: int, cycles: int) -> list[str]:
    """PettingZoo's own test; gives what it warned about and should not have."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        api_test(HalmaAEC(choice, max_turns=max_turns), num_cycles=cycles)
    return [str(found.message) for found in seen if not any(part in str(found.message) for part in EXPECTED)]


@pytest.mark.parametrize("choice", FORMATS, ids=name_of)
def test_every_format_passes_the_test_of_pettingzoo(choice: Choice) -> None:
    # Few turns, so that the end is met too.
    assert not upstream_test(choice, max_turns=6, cycles=8)


@pytest.mark.parametrize("choice", FORMATS, ids=name_of)
def test_every_format_follows_its_seed(choice: Choice) -> None:
    seed_test(lambda: HalmaAEC(choice), num_cycles=4)


def play_out(env: HalmaAEC, seed: int) -> dict[str, float]:
    """Random play to the end; the rewards that the agents were told."""
    chance, told = random.Random(seed), dict[str, float]()
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told[agent] = reward
            env.step(None)
        else:
            assert observation is not None and reward == 0
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"].view(np.bool_)))))
    return told


@pytest.mark.parametrize("choice", FORMATS, ids=name_of)
def test_every_format_is_played_to_its_end_and_pays_by_place(choice: Choice) -> None:
    env = HalmaAEC(choice, max_turns=None)
    told = play_out(env, 3)
    result = env.game.state.now.result
    assert result is not None and env.game.terminated
    assert tuple(told[agent] for agent in env.possible_agents) == rewards_by_place(result.places, env.game.rules.teams)
    assert abs(sum(told.values())) < 1e-9 and env.agents == []


def test_a_game_that_is_too_long_is_truncated_with_nothing_for_anybody() -> None:
    env = HalmaAEC("star", players=3, pieces=10, max_turns=5)
    told = play_out(env, 1)
    assert told == dict.fromkeys(env.possible_agents, 0.0)
    assert env.game.truncated and env.game.turn == 6


def test_the_agent_to_act_sees_what_the_game_shows() -> None:
    env, twin = HalmaAEC("captive-2", players=3), EncodedGame("captive-2", players=3)
    env.reset(seed=5)
    chance = random.Random(5)
    for _ in range(60):
        if twin.is_over:
            break
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert (seen["observation"] == twin.observation(seat)).all()
            expected = twin.legal_ids() if seat == twin.seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == expected
            assert env.observation_space(agent).contains(seen)
        assert env.agent_selection == f"player_{twin.seat}"
        assert (env.state() == twin.observation(0)).all()
        action = chance.choice(twin.legal_ids())
        env.step(action)
        twin.play(action)
    assert twin.turn > 10


def test_observations_are_not_written_again() -> None:
    env = HalmaAEC("quick")
    env.reset()
    before = env.observe("player_0")
    kept = {name: array.copy() for name, array in before.items()}
    env.step(int(np.flatnonzero(before["action_mask"])[0]))
    env.observe("player_0")
    assert all((before[name] == kept[name]).all() for name in kept)


def first_observations(env: HalmaAEC, *seeds: int | None) -> list[bytes]:
    found: list[bytes] = []
    for seed in seeds:
        env.reset(seed=seed)
        found.append(env.observe("player_0")["observation"].tobytes())
    return found


def test_chance_follows_the_seed_and_goes_on_without_one() -> None:
    env = HalmaAEC("dice")
    first = first_observations(env, 1, None, None, None, None)
    assert len(set(first)) > 1
    assert first_observations(HalmaAEC("dice"), 1, None, None, None, None) == first
    assert len(set(first_observations(env, *range(10)))) > 1


def test_who_begins_can_be_drawn() -> None:
    env = HalmaAEC("star", players=3, first="lot")
    begun = {(env.reset(seed=seed), env.agent_selection)[1] for seed in range(30)}
    assert begun == set(env.possible_agents)


@pytest.mark.parametrize("name", ["star", "star-super", "cat-and-mouse"])
def test_the_id_has_the_version_of_the_rules(name: str) -> None:
    assert str(HalmaAEC(name)) == f"halma_{name.replace('-', '_')}_v2"
    assert HalmaAEC.metadata["name"] == "halma_v2"


# ---- bad input ------------------------------------------------------------------------------------------


def started(**options: Any) -> HalmaAEC:
    env = HalmaAEC("star", players=2, pieces=10, **options)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("action", "error", "text"),
    [
        (0, ValueError, r"action id 0 \(a1-a1\) is not legal now"),
        (14642, ValueError, "there is no action id 14642: ids go from 0 to 14641"),
        (-1, ValueError, "there is no action id -1"),
        (10**30, ValueError, "there is no action id"),
        (740.0, TypeError, "an action id is a whole number, not float"),
        ("d1-e5", TypeError, "an action id is a whole number, not str"),
        (np.array([740, 741]), TypeError, "an action id is a whole number, not ndarray"),
        (None, ValueError, "player_0 has to act: None is for agents whose game is over"),
    ],
)
def test_a_bad_action_is_refused_and_changes_nothing(action: Any, error: type[Exception], text: str) -> None:
    env = started()
    before = env.game.position().text()
    with pytest.raises(error, match=text):
        env.step(action)
    assert env.game.position().text() == before and env.agent_selection == "player_0"
    number: Any = np.int32(740)
    env.step(number)
    assert env.agent_selection == "player_1"


def test_an_illegal_action_can_lose_the_game_instead() -> None:
    env = TerminateIllegalWrapper(HalmaAEC("quick"), illegal_reward=-1)
    env.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.last()
        env.step(0)
    assert all(env.terminations.values()) and env.rewards["player_0"] == -1


def test_nothing_can_be_done_before_the_first_reset() -> None:
    env = HalmaAEC("quick")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.state, env.render):
        with pytest.raises(ResetNeeded, match=r"no game has begun: call reset\(\) first"):
            call()


def test_after_the_end_agents_can_only_leave() -> None:
    env = started(max_turns=1)
    env.step(740)
    with pytest.raises(ValueError, match=r"the game is over for player_1: the only action left is None, not 740"):
        env.step(740)
    env.step(None)
    env.step(None)
    with pytest.raises(ResetNeeded, match=r"the game is over and all agents are gone: call reset\(\)"):
        env.step(None)
    env.reset()
    assert env.agents == env.possible_agents


def test_an_agent_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no agent 'A': agents are player_0, player_1"):
        started().observe("A")


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"game": "connection-solo"}, ValueError, r"connection-solo is played by one here: use halma\.envs\.HalmaSolo"),
        ({"game": "chess"}, UnknownGameError, "chess"),
        ({"game": "star", "players": 5}, OptionError, "5"),
        ({"game": "star", "colour": "red"}, OptionError, "colour"),
        ({"game": 3}, TypeError, "expected the id of a game or a Choice, not int"),
        ({"game": choose("quick"), "players": 2}, TypeError, "a Choice has its options already"),
        (
            {"game": "star", "max_turns": 0},
            ValueError,
            "max_turns is a whole number from 1, or None for no limit; not 0",
        ),
        ({"game": "star", "render_mode": "human"}, ValueError, "render_mode is one of ansi, svg, rgb_array or None"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        HalmaAEC(**arguments)


# ---- pictures -------------------------------------------------------------------------------------------


def test_pictures() -> None:
    text, svg, pixels = (started(render_mode=mode).render() for mode in ("ansi", "svg", "rgb_array"))
    assert isinstance(text, str) and "a" in text.splitlines()[0] + text
    assert isinstance(svg, str) and svg.startswith("<svg")
    assert isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 10
    assert started().render() is None
