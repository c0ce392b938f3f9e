"""What can go wrong while learning, told to whoever has started it."""

from __future__ import annotations

from halma.messages import HalmaError


class LearnError(HalmaError):
    """Nothing can be learnt like this: a game without a race, a folder of another run, a damaged file."""
