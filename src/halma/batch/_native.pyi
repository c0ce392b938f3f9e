"""The compiled module (native/module.cpp)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Of each seat that looks, its planes: source, argument, scale and cells.
_Planes = Sequence[Sequence[tuple[int, int, int, Sequence[int]]]]

class Encoder:
    def __init__(self, start: Any, blocks: Sequence[int], neighbours: Sequence[int], planes: _Planes, /) -> None: ...
    def legal_ids(self, state: Any) -> list[int]: ...
    def mark(self, state: Any, last_turn: int, out: NDArray[np.uint8]) -> None: ...
    def play(self, state: Any, number: int, last_turn: int) -> int: ...
    @staticmethod
    def actor(state: Any) -> int: ...
    def matching(self, state: Any, number: int) -> list[int]: ...
    def observe(
        self,
        state: Any,
        viewer: int,
        ends: Sequence[int],
        decided: Sequence[int],
        asked: int,
        out: NDArray[np.float32],
    ) -> None: ...

class Games:
    def __init__(
        self,
        start: Any,
        blocks: Sequence[int],
        neighbours: Sequence[int],
        planes: _Planes,
        *,
        seed: int,
        max_turns: int,
        first: int,
        auto_reset: bool,
        absolute: bool,
        threads: int,
        masks: NDArray[np.uint8] | None,
        packed: bool,
        observations: NDArray[np.float32] | None,
        final_observations: NDArray[np.float32] | None,
        rewards: NDArray[np.float32],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
        seats: NDArray[np.int8],
        turns: NDArray[np.int32],
        episode_turns: NDArray[np.int32],
        sampled: NDArray[np.int64],
    ) -> None: ...
    def reset(self, wanted: NDArray[np.bool_] | None) -> None: ...
    def reseed(self, seed: int) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> tuple[int, int, bool] | None: ...
    def sample(self) -> None: ...
    def legal_ids(self, game: int) -> list[int]: ...
    def episode(self, game: int) -> int: ...
    def copy_state(self, game: int, into: Any) -> None: ...
