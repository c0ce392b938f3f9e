"""Environments for learning: every game for PettingZoo, Gymnasium and OpenSpiel.

`HalmaAEC` is a PettingZoo environment of a game for two to six seats, `HalmaSolo` a Gymnasium environment of a game for
one, `HalmaGame` a game for OpenSpiel. Each framework is imported when its name is first asked for. All of them use the
action ids, observations and rewards of `halma.batch`; see docs/learning.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halma.envs.aec import HalmaAEC
    from halma.envs.openspiel import HalmaGame, HalmaState
    from halma.envs.solo import HalmaSolo

__all__ = ["HalmaAEC", "HalmaGame", "HalmaSolo", "HalmaState", "register_gymnasium", "register_openspiel"]

_HOMES = {"HalmaAEC": "aec", "HalmaSolo": "solo", "HalmaGame": "openspiel", "HalmaState": "openspiel"}


def register_gymnasium() -> list[str]:
    """Make the games for one known to `gymnasium.make`, and tell their ids. Doing it again changes nothing.

    >>> import gymnasium
    >>> register_gymnasium()[-1]
    'halma/StarHighscore-v2'
    >>> env = gymnasium.make("halma/StarHighscore-v2", pieces=6)
    >>> observation, info = env.reset(seed=1)
    >>> int(info["action_mask"].sum())
    10
    """
    return list(import_module("halma.envs.solo").REGISTERED)


def register_openspiel() -> str:
    """Make the games known to `pyspiel.load_game`, and tell under which name. Doing it again changes nothing.

    >>> import pyspiel
    >>> register_openspiel()
    'python_halma'
    >>> game = pyspiel.load_game("python_halma(game=star,players=2,pieces=10)")
    >>> game.num_distinct_actions()
    14642
    """
    return import_module("halma.envs.openspiel").SHORT_NAME


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'halma.envs' has no attribute {name!r}")
    return getattr(import_module(f"halma.envs.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
