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
from halma.play.records import (
    SKIP,
    GameNode,
    Record,
    RecordBuilder,
    RecordCounter,
    RecordCounts,
    RecordHeaders,
    RecordPlayer,
    RecordReader,
    RecordVisitor,
    Skip,
    read_headers,
    read_record,
    read_records,
    skip_record,
)
from halma.play.refusal import Refusal
from halma.play.validation import PositionProblem

__all__ = [
    "SKIP",
    "AmbiguousMoveError",
    "DiceSource",
    "Event",
    "GameNode",
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
    "RecordBuilder",
    "RecordCounter",
    "RecordCounts",
    "RecordError",
    "RecordHeaders",
    "RecordPlayer",
    "RecordReader",
    "RecordVisitor",
    "Refusal",
    "SeededDice",
    "Skip",
    "perft",
    "read_headers",
    "read_record",
    "read_records",
    "skip_record",
]
