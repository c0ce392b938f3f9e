"""What the environments of all frameworks share: the choice of a game, its name, and pictures of it."""

from __future__ import annotations

import io
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halma import draw
from halma.batch import EncodedGame
from halma.extras import requires_extra
from halma.games import RULES_VERSION, Choice, choose

#: After so many turns a game is broken off, unless told otherwise.
MAX_TURNS = 1000
ANSI, SVG, RGB_ARRAY = RENDER_MODES = ("ansi", "svg", "rgb_array")


def choice_of(game: str | Choice, options: dict[str, Any]) -> Choice:
    """A game with its options settled. Raises TypeError, or a HalmaError that says what there is."""
    if isinstance(game, Choice):
        if options:
            raise TypeError("a Choice has its options already")
        return game
    if not isinstance(game, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"expected the id of a game or a Choice, not {type(game).__name__}")
    return choose(game, **options)


def with_version(name: str, separator: str = "_v") -> str:
    """A name with the version of the rules: what was learned under one version may not hold under another."""
    return f"{name}{separator}{RULES_VERSION}"


def checked_max_turns(max_turns: Any) -> int | None:
    """The number of turns after which a game is broken off; None for never."""
    if max_turns is not None and (not isinstance(max_turns, int) or max_turns < 1):
        raise ValueError(f"max_turns is a whole number from 1, or None for no limit; not {max_turns!r}")
    return max_turns


def whole_id(action: Any) -> int:
    """An action id as a number of Python; NumPy's whole numbers are taken too."""
    try:
        return index(action)
    except TypeError:
        raise TypeError(f"an action id is a whole number, not {type(action).__name__}") from None


def checked_render_mode(mode: str | None) -> str | None:
    """A render mode that there is."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def rendered(game: EncodedGame, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A picture of a game; None without a render mode."""
    if mode is None:
        return None
    position = game.position()
    if mode == ANSI:
        return draw.text(position, colour=False)
    if mode == SVG:
        return draw.svg(position)
    picture = draw.png(position)
    with requires_extra("envs"):
        from PIL import Image  # noqa: PLC0415
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))
