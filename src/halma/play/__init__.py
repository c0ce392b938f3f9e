"""What people hold: positions with history, moves, outcomes, notation and records."""

from halma.play.dice import DiceSource, GivenDice, SeededDice
from halma.play.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    RecordError,
)
from halma.play.perft import perft
from halma.play.position import Event, LegalMoves, Move, Outcome, Position
from halma.play.records import Record, Turn, read_records
from halma.play.refusal import Refusal

__all__ = [
    "AmbiguousMoveError",
    "DiceSource",
    "Event",
    "GivenDice",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "RecordError",
    "Refusal",
    "SeededDice",
    "Turn",
    "perft",
    "read_records",
]
