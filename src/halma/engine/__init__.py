"""Opponents for every game: search, levels, analysis, hints, the engine protocol and matches.

`think` searches a position and says what it found, within `Limits`; `hint` gives reasons; `analyse` compares lines.
`make_match` and `played_games` let players play each other.
`SimpleEngine` drives other programs, `check_engine` tests them.

>>> from halma import Position
>>> from halma.engine import Limits, think
>>> position = Position("quick")
>>> thought = think(position, Limits(level=1))
>>> thought.move in position.legal_moves
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from halma.engine.levels import LimitsError
from halma.engine.think import NothingToThinkError, think
from halma.engine.thought import DECIDED, LEVELS, WIN, Limits, Line, Thought

if TYPE_CHECKING:
    from halma.engine.analyses import AnalysedGame, analysed_games, analysis_journal
    from halma.engine.analysis import Analysis, Continuation, Judged, analyse, analyse_record, costliest
    from halma.engine.answers import EngineInfo, PlayResult
    from halma.engine.async_client import AsyncEngine, AsyncEngineAnalysis
    from halma.engine.calibration import chances
    from halma.engine.check import CheckStatus, CheckText, EngineCheck, check_engine
    from halma.engine.client import EngineAnalysis, SimpleEngine
    from halma.engine.hints import Hint, hint
    from halma.engine.journal import Journal, JournalError, read_journal
    from halma.engine.match import Match, MatchError, close_players, make_match, make_player, play_game, played_games
    from halma.engine.options import EngineOption, EngineOptionError
    from halma.engine.players import Player, PlayerFailureError, UnknownPlayerError
    from halma.engine.process import EngineError, EngineProcess, EngineTerminatedError, EngineTimeoutError
    from halma.engine.protocol import Session
    from halma.engine.referee import Clock, Entry, Forfeit, Played, Setting
    from halma.engine.standings import Standing, Standings
    from halma.engine.statistics import Sprt, elo, wilson
    from halma.engine.why import Because, Why

__all__ = [
    "DECIDED",
    "LEVELS",
    "WIN",
    "AnalysedGame",
    "Analysis",
    "AsyncEngine",
    "AsyncEngineAnalysis",
    "Because",
    "CheckStatus",
    "CheckText",
    "Clock",
    "Continuation",
    "EngineAnalysis",
    "EngineCheck",
    "EngineError",
    "EngineInfo",
    "EngineOption",
    "EngineOptionError",
    "EngineProcess",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Entry",
    "Forfeit",
    "Hint",
    "Journal",
    "JournalError",
    "Judged",
    "Limits",
    "LimitsError",
    "Line",
    "Match",
    "MatchError",
    "NothingToThinkError",
    "PlayResult",
    "Played",
    "Player",
    "PlayerFailureError",
    "Session",
    "Setting",
    "SimpleEngine",
    "Sprt",
    "Standing",
    "Standings",
    "Thought",
    "UnknownPlayerError",
    "Why",
    "analyse",
    "analyse_record",
    "analysed_games",
    "analysis_journal",
    "chances",
    "check_engine",
    "close_players",
    "costliest",
    "elo",
    "hint",
    "make_match",
    "make_player",
    "play_game",
    "played_games",
    "read_journal",
    "think",
    "wilson",
]

# Where the names are that are loaded on demand: who only searches needs no processes, and few need asyncio.
_HOMES = {
    "AnalysedGame": "analyses",
    "Analysis": "analysis",
    "AsyncEngine": "async_client",
    "AsyncEngineAnalysis": "async_client",
    "Because": "why",
    "CheckStatus": "check",
    "CheckText": "check",
    "Clock": "referee",
    "Continuation": "analysis",
    "EngineAnalysis": "client",
    "EngineCheck": "check",
    "EngineError": "process",
    "EngineInfo": "answers",
    "EngineOption": "options",
    "EngineOptionError": "options",
    "EngineProcess": "process",
    "EngineTerminatedError": "process",
    "EngineTimeoutError": "process",
    "Entry": "referee",
    "Forfeit": "referee",
    "Hint": "hints",
    "Journal": "journal",
    "JournalError": "journal",
    "Judged": "analysis",
    "Match": "match",
    "MatchError": "match",
    "PlayResult": "answers",
    "Played": "referee",
    "Player": "players",
    "PlayerFailureError": "players",
    "Session": "protocol",
    "Setting": "referee",
    "SimpleEngine": "client",
    "Sprt": "statistics",
    "Standing": "standings",
    "Standings": "standings",
    "UnknownPlayerError": "players",
    "Why": "why",
    "analyse": "analysis",
    "analyse_record": "analysis",
    "chances": "calibration",
    "analysed_games": "analyses",
    "analysis_journal": "analyses",
    "check_engine": "check",
    "close_players": "match",
    "costliest": "analysis",
    "elo": "statistics",
    "hint": "hints",
    "make_match": "match",
    "make_player": "match",
    "play_game": "match",
    "played_games": "match",
    "read_journal": "journal",
    "wilson": "statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'halma.engine' has no attribute {name!r}")
    return getattr(import_module(f"halma.engine.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
