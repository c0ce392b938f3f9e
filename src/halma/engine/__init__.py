"""Opponents for every game: search, levels, analysis, hints, the engine protocol and matches."""

from halma.engine.levels import LimitsError
from halma.engine.think import NothingToThinkError, think
from halma.engine.thought import LEVELS, WIN, Limits, Line, Thought

__all__ = ["LEVELS", "WIN", "Limits", "LimitsError", "Line", "NothingToThinkError", "Thought", "think"]
