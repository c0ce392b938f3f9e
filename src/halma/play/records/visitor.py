"""What a reader of records calls, part by part: the base of everything that reads, writes, counts or checks them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from halma.play.records.headers import RecordHeaders

ResultT_co = TypeVar("ResultT_co", covariant=True)


class Skip(Enum):
    """The type of `SKIP`."""

    SKIP = "skip"


SKIP: Final = Skip.SKIP
"""What a visitor returns to be spared the rest of a variation or of a game."""


class RecordVisitor(Generic[ResultT_co]):
    """Is told a record part by part, in the order in which it is written. Override what you need, and `result`.

    First come `begin_record`, `visit_tag` for every tag and `end_tags`; then comments, turns with their annotations,
    and variations; at the end `visit_result`. A variation stands after the turn that it replaces, and may hold others.
    Whoever calls makes sure that variations begin after a turn, have one, and end.

    `begin_record`, `end_tags` and `visit_turn` may return `SKIP` to leave the rest of the game out, and
    `begin_variation` to leave out that variation. Of what is left out nothing more is told.

    >>> class LongestTurn(RecordVisitor[str]):
    ...     def __init__(self):
    ...         self.longest = ""
    ...     def begin_variation(self):
    ...         return SKIP
    ...     def visit_turn(self, text):
    ...         self.longest = max(self.longest, text, key=len)
    ...     def result(self):
    ...         return self.longest
    >>> from halma import read_records
    >>> text = '[Game "quick"]\\n1. e2-f3 (1. d3-d4 2. l15-k14-j13) 2. l15-k14 *'
    >>> list(read_records(text, visitor=LongestTurn))
    ['l15-k14']
    """

    def begin_record(self) -> Skip | None:
        """A record begins."""

    def visit_tag(self, name: str, value: str) -> None:
        """A tag of the record, as the text form writes it: `Game`, `Players`, `SeatA`, `X-Event`, …"""

    def end_tags(self, headers: RecordHeaders) -> Skip | None:
        """All tags are known; `headers` is what they mean."""

    def visit_comment(self, comment: str) -> None:
        """A comment on the last turn; before the first turn of the game or of a variation, on what follows."""

    def visit_turn(self, text: str) -> Skip | None:
        """A turn, a roll or a lot, as it is written."""

    def visit_annotation(self, annotation: int) -> None:
        """The number of an annotation of the last turn, as PGN has them: 1 is `!`, 2 is `?`, …"""

    def begin_variation(self) -> Skip | None:
        """A variation begins: what follows replaces the last turn."""

    def end_variation(self) -> None:
        """The variation ends, and what comes next follows the turn that it replaced."""

    def visit_result(self, result: str) -> None:
        """The record ends, with this result."""

    def result(self) -> ResultT_co:
        """What the visitor has made of the record."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it makes of a record: define result()")
