"""The compiled part of this package, where it was built, and what it is told about a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from halma.batch.actions import ActionSpace
from halma.batch.planes import planes_for
from halma.games import Choice, find_game
from halma.kernel import fast

try:
    from halma.batch import _native  # pyright: ignore[reportMissingModuleSource]
except ImportError as _error:
    _native = None  # pyright: ignore[reportAssignmentType, reportConstantRedefinition]
    _missing = str(_error)
else:
    _missing = ""


def available() -> bool:
    """Whether batches were compiled when halma was installed, and the kernel with them."""
    return _native is not None and fast.available  # pyright: ignore[reportUnnecessaryComparison]


def native() -> Any:
    """The compiled module. Raises RuntimeError where there is none."""
    if not available():
        raise RuntimeError(
            "Batches need the compiled part of halma, which was not built: reinstall halma with a C++20 compiler, "
            f"or play single games with halma.batch.EncodedGame ({_missing or fast.reason})."
        )
    return _native


@lru_cache(maxsize=64)
def layout(choice: Choice) -> tuple[Any, ...]:
    """What the compiled module is told about a game: first ids, neighbours, and the planes of each seat."""
    space, rules = ActionSpace(choice), find_game(choice.game).ruleset(choice)
    board = rules.board
    blocks = [space.blocks[name].start for name in ("pass", "done", "leave", "take", "place", "swap")]
    near = (board.shift(cell, vector) for cell in range(len(board)) for vector in board.directions)
    neighbours = [-1 if cell is None else cell for cell in near]
    planes = [
        [(int(plane.source), plane.argument, plane.scale, sorted(plane.cells)) for plane in planes_for(rules, seat)]
        for seat in range(rules.seats)
    ]
    return [*blocks, space.size], neighbours, planes


@lru_cache(maxsize=64)
def _encoder(choice: Choice) -> Any:
    return native().Encoder(fast.State(find_game(choice.game).ruleset(choice)), *layout(choice))


def encoder_for(choice: Choice, state: Any) -> Any:
    """What encodes the states of a game in C++; None where that was not built, or the reference kernel plays."""
    return _encoder(choice.starting(None)) if available() and isinstance(state, fast.State) else None
