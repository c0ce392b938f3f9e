"""Opponents for every game: search, levels, analysis, hints, the engine protocol and matches.

`think` searches a position and says what it found, within `Limits`; `hint` gives reasons; `analyse` compares lines.
`make_match` and `played_games` let players play each other.

>>> from halma import Position
>>> from halma.engine import Limits, think
>>> position = Position("quick")
>>> thought = think(position, Limits(level=1))
>>> thought.move in position.legal_moves
True
"""

from halma.engine.analysis import Analysis, Continuation, Judged, analyse, analyse_record, chances
from halma.engine.hints import Hint, hint
from halma.engine.levels import LimitsError
from halma.engine.match import Match, MatchError, make_match, make_player, played_games
from halma.engine.players import Player, PlayerFailureError, UnknownPlayerError
from halma.engine.protocol import Session
from halma.engine.referee import Clock, Entry, Forfeit, Played, Setting
from halma.engine.statistics import Sprt, elo, wilson
from halma.engine.think import NothingToThinkError, think
from halma.engine.thought import DECIDED, LEVELS, WIN, Limits, Line, Thought
from halma.engine.why import Because, Why

__all__ = [
    "DECIDED",
    "LEVELS",
    "WIN",
    "Analysis",
    "Because",
    "Clock",
    "Continuation",
    "Entry",
    "Forfeit",
    "Hint",
    "Judged",
    "Limits",
    "LimitsError",
    "Line",
    "Match",
    "MatchError",
    "NothingToThinkError",
    "Played",
    "Player",
    "PlayerFailureError",
    "Session",
    "Setting",
    "Sprt",
    "Thought",
    "UnknownPlayerError",
    "Why",
    "analyse",
    "analyse_record",
    "chances",
    "elo",
    "hint",
    "make_match",
    "make_player",
    "played_games",
    "think",
    "wilson",
]
