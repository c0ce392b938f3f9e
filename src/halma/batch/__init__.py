"""For learning: action ids, masks, observations and rewards of every game, and many games stepped at once in C++.

See docs/learning.md.
"""

from __future__ import annotations

from halma.extras import requires_extra

with requires_extra("envs"):
    import numpy as _numpy  # noqa: F401  # pyright: ignore[reportUnusedImport]

from halma.batch.actions import ActionSpace
from halma.batch.chance import BatchDice
from halma.batch.decisions import OpenCapture
from halma.batch.encoded_game import EncodedGame
from halma.batch.games import BatchStep, Games
from halma.batch.planes import cell_grid, observation_planes
from halma.batch.rewards import rewards_by_place, rewards_of

__all__ = [
    "ActionSpace",
    "BatchDice",
    "BatchStep",
    "EncodedGame",
    "Games",
    "OpenCapture",
    "cell_grid",
    "observation_planes",
    "rewards_by_place",
    "rewards_of",
]
