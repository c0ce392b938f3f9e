"""What people hold: positions with history, moves, outcomes, notation and records."""

from halma.play.dice import DiceSource, GivenDice, SeededDice
from halma.play.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    RecordError,
)
from halma.play.legal_moves import LegalMoves
from halma.play.move import Move
from halma.play.notation import MoveKind
from halma.play.outcome import Event, Outcome
from halma.play.perft import perft
from halma.play.position import Position
from halma.play.records import Record, Turn, read_records
from halma.play.refusal import Refusal
from halma.play.validation import PositionProblem

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
    "MoveKind",
    "Outcome",
    "Position",
    "PositionProblem",
    "Record",
    "RecordError",
    "Refusal",
    "SeededDice",
    "Turn",
    "perft",
    "read_records",
]
