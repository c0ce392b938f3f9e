"""Games written down: PGN-shaped text and JSON lines, with variations and comments; see docs/notation.md."""

from halma.play.records.headers import RecordHeaders, option_name, tag_name
from halma.play.records.player import RecordCounter, RecordCounts, RecordPlayer
from halma.play.records.record import Record, RecordBuilder
from halma.play.records.stream import RecordReader, read_headers, read_record, read_records, skip_record
from halma.play.records.tree import GameNode
from halma.play.records.visitor import SKIP, RecordVisitor, Skip
from halma.play.records.writers import JsonWriter, TextWriter

__all__ = [
    "SKIP",
    "GameNode",
    "JsonWriter",
    "Record",
    "RecordBuilder",
    "RecordCounter",
    "RecordCounts",
    "RecordHeaders",
    "RecordPlayer",
    "RecordReader",
    "RecordVisitor",
    "Skip",
    "TextWriter",
    "option_name",
    "read_headers",
    "read_record",
    "read_records",
    "skip_record",
    "tag_name",
]
