"""Chances to win, as the engine's own games show them: a curve for each game and size, fitted by benchmarks/calibration.py.

A lead says little as long as the way is long and nearly everything when somebody is about to come home.
"""

from __future__ import annotations

from halma.games import Choice
from halma.games.options import TEAMS


def form_of(choice: Choice) -> str:
    """A game with its size, as a position text begins with it: `star 2x15`."""
    return f"{choice.game} {choice.players}x{choice.pieces}"
