"""Opponents for every game: search, levels, analysis, hints, the engine protocol and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halma.engine.levels import LimitsError
from halma.engine.think import NothingToThinkError, think
from halma.engine.thought import LEVELS, WIN, Limits, Line, Thought

if TYPE_CHECKING:
    from halma.engine.answers import EngineInfo, PlayResult
    from halma.engine.async_client import AsyncEngine, AsyncEngineAnalysis
    from halma.engine.client import EngineAnalysis, SimpleEngine
    from halma.engine.options import EngineOption, EngineOptionError
    from halma.engine.process import EngineError, EngineTerminatedError, EngineTimeoutError

__all__ = [
    "LEVELS",
    "WIN",
    "AsyncEngine",
    "AsyncEngineAnalysis",
    "EngineAnalysis",
    "EngineError",
    "EngineInfo",
    "EngineOption",
    "EngineOptionError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Limits",
    "LimitsError",
    "Line",
    "NothingToThinkError",
    "PlayResult",
    "SimpleEngine",
    "Thought",
    "think",
]

# Where the names are that are loaded on demand: who only searches needs no processes, and few need asyncio.
_HOMES = {
    "EngineAnalysis": "client",
    "AsyncEngineAnalysis": "async_client",
    "AsyncEngine": "async_client",
    "EngineError": "process",
    "EngineInfo": "answers",
    "EngineOption": "options",
    "EngineOptionError": "options",
    "EngineTerminatedError": "process",
    "EngineTimeoutError": "process",
    "PlayResult": "answers",
    "SimpleEngine": "client",
}


def __getattr__(name: str) -> Any:
    import importlib  # noqa: PLC0415

    if name not in _HOMES:
        raise AttributeError(f"module 'halma.engine' has no attribute {name!r}")
    return getattr(importlib.import_module(f"halma.engine.{_HOMES[name]}"), name)
