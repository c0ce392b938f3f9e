"""The compiled module (native/module.cpp)."""

from collections.abc import Callable
from typing import TypeAlias

from halma.kernel.fast import State

# A move is kind, origin, target and captured cells; a line is scores and moves; an answer is lines, depth, nodes,
# seconds and remaining turns.
Move: TypeAlias = tuple[int, int, int, tuple[int, ...]]
Line: TypeAlias = tuple[tuple[int, ...], tuple[Move, ...]]
Answer: TypeAlias = tuple[tuple[Line, ...], int, int, float, tuple[int, ...]]

# A weight is name, default, whether it is a whole number, and meaning; a term is name, purpose, meaning and weights.
Weight: TypeAlias = tuple[str, float, bool, str]
Term: TypeAlias = tuple[str, str, str, list[str]]

# Digest, cells, seats, total advance at the beginning and at the end, whether there is anything to learn, and armies.
Layout: TypeAlias = tuple[int, int, int, int, int, bool, list[int]]

class Net:
    def fits(self, state: State) -> bool: ...
    @property
    def family(self) -> str: ...
    @property
    def digest(self) -> int: ...
    def without_wide(self) -> Net: ...

def read_net(data: bytes) -> tuple[Net | None, int]: ...
def layout(state: State) -> Layout: ...
def play_games(
    state: State, words: list[str], net: Net | None, rival_net: Net | None, stop: Callable[[], bool] | None
) -> bytes: ...
def slowness(state: State) -> int: ...
def think(
    state: State,
    nodes: int,
    seconds: float,
    depth: int,
    threads: int,
    lines: int,
    seed: int,
    weakness: list[int],
    stop: Callable[[], bool] | None,
    report: Callable[[Answer], None] | None,
    weights: dict[str, float] = ...,
    others: int = ...,
    table_megabytes: int = ...,
    net: Net | None = ...,
) -> Answer: ...
def run(state: State, seat: int, nodes: int) -> int: ...
def evaluate(state: State, weights: dict[str, float] = ..., net: Net | None = ...) -> tuple[int, ...]: ...
def terms(state: State, weights: dict[str, float] = ..., net: Net | None = ...) -> dict[str, tuple[int, ...]]: ...
def impatience(state: State, weights: dict[str, float] = ...) -> dict[str, tuple[int, ...]]: ...
def promises(state: State, weights: dict[str, float] = ...) -> tuple[int, ...]: ...
def weights() -> tuple[Weight, ...]: ...
def term_list() -> tuple[Term, ...]: ...
