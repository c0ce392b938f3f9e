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
) -> Answer: ...
def evaluate(state: State, weights: dict[str, float] = ...) -> tuple[int, ...]: ...
def terms(state: State, weights: dict[str, float] = ...) -> dict[str, tuple[int, ...]]: ...
def impatience(state: State, weights: dict[str, float] = ...) -> dict[str, tuple[int, ...]]: ...
def promises(state: State, weights: dict[str, float] = ...) -> tuple[int, ...]: ...
def weights() -> tuple[Weight, ...]: ...
def term_list() -> tuple[Term, ...]: ...
