"""A game written down: what its tags say, and its turns as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeVar

from halma.games import Choice
from halma.messages import mark
from halma.play import notation
from halma.play.errors import RecordError
from halma.play.outcome import Outcome
from halma.play.position import Position
from halma.play.records.headers import UNFINISHED, RecordHeaders
from halma.play.records.tree import GameNode, play_entry, visit_tree
from halma.play.records.visitor import SKIP, RecordVisitor, Skip
from halma.play.records.writers import JsonWriter, TextWriter

ResultT = TypeVar("ResultT")
# How a game can end without its rules ending it.
BY_AGREEMENT = ("agreed", "resigned", "abandoned", "time")


class Record(RecordHeaders):
    """A game written down. Reading checks its form; playing it through checks its rules.

    >>> from halma import Position, Record
    >>> position = Position("quick")
    >>> position.push("e2-f3")
    >>> record = Record.of(position, names={"A": "Anna"})
    >>> record.turns[0].comment = "a quiet start"
    >>> print(record.to_text().splitlines()[-1])
    1. e2-f3 {a quiet start} *
    >>> record.position() == position
    True
    """

    # The turns change.
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        choice: Choice,
        turns: Iterable[str] = (),
        *,
        names: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        start: str | None = None,
        result: str = UNFINISHED,
    ) -> None:
        super().__init__(choice, names or {}, tags or {}, start, result)
        self.root = GameNode()
        self.root._start = self.starting_position  # pyright: ignore[reportPrivateUsage]
        self.root.add_line(turns)

    @classmethod
    def of(
        cls,
        position: Position,
        names: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        result: str | None = None,
    ) -> Record:
        """The game that led to a position, with the whole way of every move."""
        if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a record is made of a Position, not of {type(position).__name__}")
        _check_names(names, position.seats)
        outcome = position.outcome()
        start = position.beginning()
        return cls(
            position.choice,
            _turns(position),
            names=dict(names or {}),
            tags=dict(tags or {}),
            start=None if start == Position(position.choice, dice=None) else start.board_text(),
            result=result or (str(outcome) if outcome else UNFINISHED),
        )

    @property
    def turns(self) -> tuple[GameNode, ...]:
        """The turns, rolls and lots of the main line."""
        return tuple(self.root.mainline())

    # ---- playing it through -----------------------------------------------------------------------------

    def positions(self) -> Iterator[Position]:
        """The position at the start and after every turn. Raises RecordError at the turn where the game breaks."""
        for position in self.replay():
            yield position.copy()

    def replay(self) -> Iterator[Position]:
        """The same as `positions`, but each time the same object, moved on: copy what you want to keep."""
        for position, whole_turn in self._entries():
            if whole_turn:
                yield position

    def position(self) -> Position:
        """The position at the end, with a roll that is still to be used. Raises RecordError if the game breaks."""
        *_, (last, _) = self._entries()
        return last

    def _entries(self) -> Iterator[tuple[Position, bool]]:
        """The position at the start, then the same one after every turn and roll, and whether no roll led there."""
        position = self.starting_position()
        yield position, True
        number = 0
        for turn in self.root.mainline():
            chance = notation.is_chance(turn.text)
            number += not chance
            play_entry(position, turn.text, number)
            yield position, not chance
        check_result(self.result, position.outcome())

    # ---- telling and writing ----------------------------------------------------------------------------

    def accept(self, visitor: RecordVisitor[ResultT]) -> ResultT:
        """Tell a visitor the whole record, as if it were being read, and give back its result."""
        if visitor.begin_record() is SKIP:
            return visitor.result()
        for name, value in self.as_tags().items():
            visitor.visit_tag(name, value)
        if visitor.end_tags(self) is not SKIP and visit_tree(self.root, visitor):
            visitor.visit_result(self.result)
        return visitor.result()

    def to_text(self) -> str:
        """The PGN-shaped form: tags, then numbered turns, one game in one paragraph."""
        return self.accept(TextWriter())

    def to_json(self) -> str:
        """One line of JSON."""
        return self.accept(JsonWriter())

    # ---- comparing and copying --------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._parts() == other._parts()

    def _parts(self) -> tuple[Any, ...]:
        tree = _Flat()
        visit_tree(self.root, tree)
        return (self.choice, dict(self.names), dict(self.tags), self.start, self.result), tree.result()

    def __reduce__(self) -> tuple[Any, ...]:
        # A chain of nodes would be followed deeper than Python allows.
        return _restored, (type(self), *self._parts())

    def __deepcopy__(self, _memo: dict[int, Any]) -> Record:
        return _restored(type(self), *self._parts())

    def __repr__(self) -> str:
        return f"<Record {self.choice.game}, {len(self.turns)} turns, {self.result}>"


class RecordBuilder(RecordVisitor[Record]):
    """Makes a `Record` with everything the reader says."""

    def __init__(self) -> None:
        self._record: Record | None = None
        # Comments are joined when the next thing comes: there can be very many of them.
        self._comments: list[str] = []
        self._starting = ""
        self._fresh = False

    def end_tags(self, headers: RecordHeaders) -> Skip | None:
        record = Record(
            headers.choice, names=headers.names, tags=headers.tags, start=headers.start, result=headers.result
        )
        self._begin(record)
        return None

    def _begin(self, record: Record) -> None:
        self._record = record
        self._node = record.root
        self._branches: list[GameNode] = []

    def visit_turn(self, text: str) -> Skip | None:
        if self._comments:
            self._flush()
        before = self._node
        self._node = node = GameNode(text, before)
        before.variations.append(node)
        if self._fresh:
            node.starting_comment, self._starting, self._fresh = self._starting, "", False
        return None

    def visit_annotation(self, annotation: int) -> None:
        if annotation not in self._node.annotations:
            self._node.annotations += (annotation,)

    def visit_comment(self, comment: str) -> None:
        self._comments.append(comment)

    def begin_variation(self) -> Skip | None:
        self._flush()
        self._branches.append(self._node)
        assert self._node.parent is not None
        self._node, self._fresh = self._node.parent, True
        return None

    def end_variation(self) -> None:
        self._flush()
        self._node = self._branches.pop()

    def visit_result(self, result: str) -> None:
        self._flush()

    def _flush(self) -> None:
        if not self._comments:
            return
        if self._fresh:
            self._starting = " ".join(self._comments).strip()
        else:
            self._node.comment = " ".join(filter(None, (self._node.comment, *self._comments))).strip()
        self._comments.clear()

    def result(self) -> Record:
        if self._record is None:
            raise ValueError("no record has been read")
        return self._record


class _Flat(RecordVisitor[tuple[tuple[str, object], ...]]):
    """A tree as one list of what a visitor is told, to compare and to copy it."""

    def __init__(self) -> None:
        self._told: list[tuple[str, object]] = []

    def visit_turn(self, text: str) -> Skip | None:
        self._told.append(("turn", text))

    def visit_annotation(self, annotation: int) -> None:
        self._told.append(("annotation", annotation))

    def visit_comment(self, comment: str) -> None:
        self._told.append(("comment", comment))

    def begin_variation(self) -> Skip | None:
        self._told.append(("begin", None))

    def end_variation(self) -> None:
        self._told.append(("end", None))

    def result(self) -> tuple[tuple[str, object], ...]:
        return tuple(self._told)


def _restored(kind: type[Record], headers: tuple[Any, ...], told: tuple[tuple[str, Any], ...]) -> Record:
    choice, names, tags, start, result = headers
    record = kind(choice, names=names, tags=tags, start=start, result=result)
    builder = RecordBuilder()
    builder._begin(record)  # pyright: ignore[reportPrivateUsage]
    for what, value in told:
        match what:
            case "turn":
                builder.visit_turn(value)
            case "annotation":
                builder.visit_annotation(value)
            case "comment":
                builder.visit_comment(value)
            case "begin":
                builder.begin_variation()
            case _:
                builder.end_variation()
    builder.visit_result(result)
    return record


def check_result(claimed: str, outcome: Outcome | None) -> None:
    """Refuse a result that a game does not have. Raises RecordError."""
    if outcome is not None and claimed != str(outcome):
        raise RecordError(
            mark("The record claims the result “{claimed}”, but the game ends as “{found}”."),
            claimed=claimed,
            found=outcome,
        )
    if outcome is None and claimed != UNFINISHED and (claimed.split() or [""])[-1] not in BY_AGREEMENT:
        raise RecordError(
            mark("The record claims the result “{claimed}”, but the game has not ended."), claimed=claimed
        )


def _turns(position: Position) -> Iterator[str]:
    """Events as turns: the actions of one turn with dice are joined by commas."""
    by_turn = groupby(position.history, key=lambda event: (event.turn_number, event.move is None))
    for (number, chance), events in by_turn:
        actions = [event.text for event in events]
        if chance:
            yield from actions
        else:
            done = [text for text in actions if text != notation.DONE_TEXT]
            # A comma at the end says that the turn is still open.
            still_open = number == position.turn_number and not position.is_over
            yield ",".join(done) + ("," if still_open else "")


def _check_names(names: Mapping[str, str] | None, seats: str) -> None:
    """Refuse names of players that no record could hold. Raises TypeError, and ValueError for other seats."""
    if names is not None and not isinstance(names, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"names are given by seat, such as {{'A': 'Anna'}}, not as {type(names).__name__}")
    for seat, name in (names or {}).items():
        if len(seat) != 1 or seat not in seats:
            raise ValueError(f"the seats of this game are {', '.join(seats)}, not {seat!r}")
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"the name of a player is a str, not {type(name).__name__}")
