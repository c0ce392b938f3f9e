"""Visitors that look at a record without making a tree of it: one plays it through, one counts."""

from __future__ import annotations

from dataclasses import dataclass

from halma.play import notation
from halma.play.position import Position
from halma.play.records.headers import RecordHeaders
from halma.play.records.record import check_result
from halma.play.records.tree import play_entry
from halma.play.records.visitor import SKIP, RecordVisitor, Skip


class RecordPlayer(RecordVisitor[Position]):
    """Plays a record through while it is read and checks every turn and the result. Its result is the last position.

    Variations are left out unless `variations` is true; then they are played through as well.

    >>> from halma import read_records
    >>> text = '[Game "quick"]\\n1. e2-f3 2. l15-k14 *'
    >>> next(read_records(text, visitor=RecordPlayer)).turn_number
    3
    """

    def __init__(self, *, variations: bool = False) -> None:
        self._variations = variations
        self._position: Position | None = None
        self._number = 0
        # Before the last turn of this line, and of those around it: position and number of turns.
        self._before: tuple[Position, int] | None = None
        self._around: list[tuple[Position, int, tuple[Position, int]]] = []

    def end_tags(self, headers: RecordHeaders) -> Skip | None:
        self._position = headers.starting_position()
        return None

    def visit_turn(self, text: str) -> Skip | None:
        position = self._played()
        if self._variations:
            self._before = (position.copy(), self._number)
        self._number += not notation.is_chance(text)
        play_entry(position, text, self._number)
        return None

    def begin_variation(self) -> Skip | None:
        if not self._variations:
            return SKIP
        assert self._before is not None
        self._around.append((self._played(), self._number, self._before))
        before, self._number = self._before
        self._position = before.copy()
        return None

    def end_variation(self) -> None:
        self._position, self._number, self._before = self._around.pop()

    def visit_result(self, result: str) -> None:
        check_result(result, self._played().outcome())

    def result(self) -> Position:
        return self._played()

    def _played(self) -> Position:
        if self._position is None:
            raise ValueError("no record has been read")
        return self._position


@dataclass
class RecordCounts:
    """How much stands in records."""

    records: int = 0
    turns: int = 0
    variations: int = 0
    comments: int = 0
    annotations: int = 0


class RecordCounter(RecordVisitor[RecordCounts]):
    """Counts what it is told; one counter can be given all records of a file. Rolls and lots are not turns.

    >>> from halma import read_records
    >>> counter = RecordCounter()
    >>> for _ in read_records('[Game "quick"]\\n1. e2-f3! (1. d3-d4 {quiet}) *', visitor=lambda: counter): pass
    >>> counter.result()
    RecordCounts(records=1, turns=2, variations=1, comments=1, annotations=1)
    """

    def __init__(self) -> None:
        self._counts = RecordCounts()

    def begin_record(self) -> Skip | None:
        self._counts.records += 1

    def visit_turn(self, text: str) -> Skip | None:
        self._counts.turns += not notation.is_chance(text)

    def begin_variation(self) -> Skip | None:
        self._counts.variations += 1

    def visit_comment(self, comment: str) -> None:
        self._counts.comments += 1

    def visit_annotation(self, annotation: int) -> None:
        self._counts.annotations += 1

    def result(self) -> RecordCounts:
        return self._counts
