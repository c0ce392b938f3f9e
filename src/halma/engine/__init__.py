"""Opponents for every game: search, levels, analysis, hints, the engine protocol and matches."""

from halma.engine.thought import LEVELS, WIN, Limits, Line, Thought

__all__ = ["LEVELS", "WIN", "Limits", "Line", "Thought"]
