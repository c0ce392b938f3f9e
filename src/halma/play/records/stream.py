"""Reads records one after the other, however many there are, from a text, a file or lines."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from halma.messages import mark
from halma.play.errors import RecordError
from halma.play.records.forms import json_headers, tell_json, tell_text
from halma.play.records.headers import RecordHeaders, headers_of
from halma.play.records.record import Record, RecordBuilder
from halma.play.records.tokens import ENDED, UNENDED, unescaped
from halma.play.records.visitor import RecordVisitor

ResultT = TypeVar("ResultT")
Source = str | os.PathLike[str] | Iterable[str]
"""A text, the path of a file, an open text file or lines."""

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\.)*)"\]')
_BEGINS_JSON = re.compile(r'\{\s*(?:"|\})')
_COMMENT_END = re.compile(r"[^}\\]*+(?:\\.[^}\\]*+)*+\}")
# What may stand before a record without belonging to it.
_BLANK = "\ufeff \t\r\n\f\v"


@dataclass
class _Raw:
    """A record as it was found: either a line of JSON, or tags and the lines that follow them."""

    line: int
    json: str | None = None
    tags: dict[str, str] = field(default_factory=dict[str, str])
    body: list[str] = field(default_factory=list[str])
    body_line: int = 0
    error: RecordError | None = None

    def tell(self, visitor: RecordVisitor[Any]) -> None:
        self._check()
        if self.json is not None:
            tell_json(self.json, visitor)
        else:
            tell_text(self.tags, "".join(self.body), self.body_line, visitor)

    def headers(self) -> RecordHeaders:
        self._check()
        return json_headers(self.json) if self.json is not None else headers_of(self.tags)

    def _check(self) -> None:
        if self.error is not None:
            raise self.error


class RecordReader(Iterator[ResultT], Generic[ResultT]):
    """Reads records one at a time, so that a file of any size takes the memory of one game.

    It is an iterator; `read`, `read_headers` and `skip` read the next record in the way somebody wants. Used in a
    `with` statement it closes a file that it opened itself. `number` and `line` say how far it has come.
    """

    def __init__(
        self,
        source: Source,
        visitor: Callable[[], RecordVisitor[ResultT]],
        on_error: Callable[[RecordError], object] | None = None,
    ) -> None:
        for name, given in (("visitor", visitor), ("on_error", on_error)):
            if given is not None and not callable(given):
                raise TypeError(f"{name} is called, so it cannot be a value of type {type(given).__name__}")
        self._visitor = visitor
        self._on_error = on_error
        self._own: io.TextIOBase | None = None
        self._lines = self._opened(source)
        # A line that was read but belongs to the next record.
        self._pushed: str | None = None
        self.number = 0
        self.line = 0

    def _opened(self, source: Source) -> Iterator[str]:
        if isinstance(source, str):
            # Only real line ends part lines: names may hold whatever else Unicode calls one.
            return iter(io.StringIO(source, newline="\n"))
        if isinstance(source, os.PathLike):
            self._own = Path(source).open(encoding="utf-8-sig", newline="\n")  # noqa: SIM115 - closed by close()
            return iter(self._own)
        if isinstance(source, bytes | bytearray) or not hasattr(source, "__iter__"):
            kind = type(source).__name__
            raise TypeError(f"records are read from text, a path, a text file or lines, not from {kind}")
        return iter(source)

    # ---- reading ----------------------------------------------------------------------------------------

    def __iter__(self) -> RecordReader[ResultT]:
        return self

    def __next__(self) -> ResultT:
        while (raw := self._raw()) is not None:
            visitor = self._visitor()
            if self._try(raw, lambda raw=raw, visitor=visitor: raw.tell(visitor)):
                return visitor.result()
        self.close()
        raise StopIteration

    def read(self) -> ResultT | None:
        """The next record, or None if there is none."""
        return next(self, None)

    def read_headers(self) -> RecordHeaders | None:
        """What the next record says besides its turns, which are not looked at; None if there is no record."""
        found: list[RecordHeaders] = []
        while (raw := self._raw()) is not None:
            if self._try(raw, lambda raw=raw: found.append(raw.headers())):
                return found[0]
        return None

    def skip(self) -> bool:
        """Leave out the next record, whatever is in it. False if there is none."""
        return self._raw() is not None

    def close(self) -> None:
        """Close the file, if the reader has opened one."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> RecordReader[ResultT]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # A reader whose maker failed has no file yet.
        if getattr(self, "_own", None) is not None:
            self.close()

    def _try(self, raw: _Raw, tell: Callable[[], None]) -> bool:
        """Whether a record could be read. If not, the error names the place, and is raised or handed over."""
        try:
            tell()
            return True
        except RecordError as reason:
            error = self._placed(reason, reason.line or raw.line)
            if self._on_error is None:
                raise error from reason
            self._on_error(error)
            return False

    def _placed(self, reason: RecordError, line: int) -> RecordError:
        """An error with the place where it is."""
        error = RecordError(mark("Game {game}, line {line}: {reason}"), game=self.number, line=line, reason=reason)
        error.game, error.line = self.number, line
        return error

    # ---- finding records in lines -----------------------------------------------------------------------

    def _next_line(self) -> str | None:
        if self._pushed is not None:
            line, self._pushed = self._pushed, None
        else:
            try:
                line = next(self._lines, None)
            except UnicodeDecodeError as error:
                raise self._placed(RecordError(mark("The file is not UTF-8 text.")), self.line + 1) from error
            if line is not None and not isinstance(line, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(f"a line is text, not {type(line).__name__}; open the file in text mode")
        if line is not None:
            self.line += 1
        return line

    def _push(self, line: str) -> None:
        self._pushed = line
        self.line -= 1

    def _raw(self) -> _Raw | None:
        """The next record as it stands in the lines."""
        while (line := self._next_line()) is not None:
            text = line.strip(_BLANK)
            if text:
                break
        else:
            return None
        self.number += 1
        raw = _Raw(self.line)
        if text.startswith("{"):
            raw.json = text
        elif _TAG.fullmatch(text):
            self._push(line)
            self._collect(raw)
        else:
            raw.error = RecordError(mark('A record starts with tags such as [Game "halma"]; this line is not a tag.'))
            self._leave_out()
        return raw

    def _leave_out(self) -> None:
        """Go on to where a record can begin."""
        while (line := self._next_line()) is not None:
            text = line.strip(_BLANK)
            if _TAG.fullmatch(text) or _BEGINS_JSON.match(text):
                self._push(line)
                return

    def _collect(self, raw: _Raw) -> None:
        """The tags and the lines of a record: up to its mark at the end of a line, or to the tags of the next."""
        in_comment = False
        while (line := self._next_line()) is not None:
            text = line.strip()
            found = _TAG.fullmatch(text.lstrip("\ufeff")) if text[-2:] == '"]' else None
            if found is not None:
                if raw.body:
                    self._push(line)
                    return
                self._add_tag(raw, found[1], unescaped(found[2]))
            elif text:
                if not raw.body:
                    raw.body_line = self.line
                raw.body.append(line if line.endswith("\n") else line + "\n")
                if in_comment or "{" in text:
                    in_comment = _leaves_comment_open(text, in_comment)
                if not in_comment and text[-1] in (UNENDED, ENDED) and text[-2:-1] in ("", " ", "\t", "}", ")"):
                    return
            elif raw.body:
                raw.body.append("\n")

    def _add_tag(self, raw: _Raw, name: str, value: str) -> None:
        if name in raw.tags and raw.error is None:
            raw.error = RecordError(mark("The tag {tag} is repeated."), tag=name)
            raw.error.line = self.line
        raw.tags[name] = value


def _leaves_comment_open(text: str, in_comment: bool) -> bool:
    """Whether a comment goes on after a line; braces inside it are escaped."""
    at = 0
    while True:
        if in_comment:
            found = _COMMENT_END.match(text, at)
            if found is None:
                return True
            at = found.end()
        at = text.find("{", at) + 1
        if not at:
            return False
        in_comment = True


# ---- for callers ------------------------------------------------------------------------------------------


@overload
def read_records(
    source: Source, *, on_error: Callable[[RecordError], object] | None = None
) -> RecordReader[Record]: ...
@overload
def read_records(
    source: Source,
    *,
    visitor: Callable[[], RecordVisitor[ResultT]],
    on_error: Callable[[RecordError], object] | None = None,
) -> RecordReader[ResultT]: ...
def read_records(
    source: Source,
    *,
    visitor: Callable[[], RecordVisitor[Any]] = RecordBuilder,
    on_error: Callable[[RecordError], object] | None = None,
) -> RecordReader[Any]:
    """Read the games of a text (`str`), of a file (`Path` or open text file) or of lines, one after the other.

    Both forms are read: PGN-shaped text and JSON lines. What cannot be read raises RecordError with the number of the
    line and of the game; with `on_error` the error is handed over instead, the game is left out, and reading goes on.
    A `visitor` (a class of visitors, one is made for each game) is told what is read, instead of making a `Record`.

    >>> from halma import read_records
    >>> text = '[Game "quick"]\\n1. e2-f3 *\\n\\n[Game "chess"]\\n1. e4 *\\n\\n[Game "star"]\\n*'
    >>> problems = []
    >>> [record.choice.game for record in read_records(text, on_error=problems.append)]
    ['quick', 'star']
    >>> problems[0].game, problems[0].line
    (2, 4)
    """
    return RecordReader(source, visitor, on_error)


class _TextFile(Protocol):
    def readline(self) -> str: ...
    def seekable(self) -> bool: ...
    def tell(self) -> int: ...
    def seek(self, position: int, /) -> object: ...


def read_record(source: Source) -> Record | None:
    """Read one game: the next one of an open text file, the first one of anything else. None if there is none.

    >>> import io
    >>> from halma import read_record
    >>> file = io.StringIO('[Game "quick"]\\n1. e2-f3 *\\n\\n[Game "star"]\\n*\\n')
    >>> while record := read_record(file):
    ...     print(record.choice.game, len(record.turns))
    quick 1
    star 0
    """
    return _read_one(source, lambda reader: reader.read())


def read_headers(source: Source) -> RecordHeaders | None:
    """Read what a game says besides its turns, as `read_record` reads a game. The turns are not looked at."""
    return _read_one(source, lambda reader: reader.read_headers())


def skip_record(source: Source) -> bool:
    """Leave out the next game of an open text file, whatever is in it. False if there is none."""
    return _read_one(source, lambda reader: reader.skip())


def _read_one(source: Source, read: Callable[[RecordReader[Record]], ResultT]) -> ResultT:
    if not hasattr(source, "readline"):
        with RecordReader(source, RecordBuilder) as reader:
            return read(reader)
    file = cast(_TextFile, source)
    places: list[int] = []

    def lines() -> Iterator[str]:
        seekable = file.seekable()
        while True:
            if seekable:
                places[:] = [file.tell()]
            line = file.readline()
            if not line:
                return
            yield line

    reader = RecordReader(lines(), RecordBuilder)
    try:
        return read(reader)
    finally:
        if reader._pushed is not None:  # pyright: ignore[reportPrivateUsage]
            # The first line of the next game has been read: it is given back.
            if not places:
                raise ValueError(
                    "this file cannot go back to the end of a game that does not end with “*” or “#”; use read_records"
                )
            file.seek(places[0])
