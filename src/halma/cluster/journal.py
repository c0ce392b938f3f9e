"""Journals of work in numbered tasks: every result is written down once, so that interrupted work goes on where it was.

JSON lines. The first one says which work it is, each of the others holds a result with its number; all end in a
checksum. Results stand in the order in which they came and are read in the order of their numbers.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from halma.locks import lock_file
from halma.messages import HalmaError, mark, reason_of

__all__ = ["JournalError", "JournalKind", "ResultJournal", "error_data", "error_of", "read_results"]

_CHECKED = re.compile(rb'(\{.+),"crc32":"([0-9a-f]{8})"\}\n', re.DOTALL)


class JournalError(HalmaError):
    """A journal that cannot be used: of other work, damaged, held by somebody else, or on a full disk."""


@dataclass(frozen=True)
class JournalKind:
    """What a journal is of: how its first line begins, the options that decide the work, and its texts."""

    named: str
    format: int
    #: What the first line says about the work, by the options of the command that decide it.
    names: Mapping[str, str]
    none: str = mark("{file} is not a journal of this kind of work.")
    held: str = mark("Other work is being written to {file}; wait for it, or choose another file.")
    other: str = mark("{file} is the journal of other work: {name} is {found} there and {wanted} here.")

    def header(self, work: Mapping[str, Any]) -> dict[str, Any]:
        """The first line of a journal."""
        return {self.named: self.format, **work}


class ResultJournal:
    """A journal that is being written. One process at a time can hold it.

    A file that is not there, or empty, becomes the journal of the work. One that holds results of the same work goes
    on. A last line that was cut off, as by a loss of power, is dropped. Anything else raises JournalError, and the file
    stays as it was.
    """

    def __init__(self, file: str | os.PathLike[str], kind: JournalKind, work: Mapping[str, Any]) -> None:
        self.file = os.fspath(file)
        self.kind = kind
        header = _line(kind.header(work))
        self._descriptor = _opened(self.file, kind)
        try:
            _lock(self._descriptor, self.file, kind)
            with _Problems(self.file, mark("Cannot read {file}: {reason}")), Path(self.file).open("rb") as stream:
                content = stream.read(len(header) + 1)
            if header.startswith(content.rstrip(b"\0")) and content != header:
                # Nothing yet, or a beginning that was cut off.
                self._offsets: dict[int, int] = {}
                self._end = 0
                self._truncate()
                self._append(header)
                self._keep_name()
            else:
                found, self._offsets, self._end = _scan(self.file, kind)
                _compare(self.file, kind, found, kind.header(work))
                self._truncate()
        except BaseException:
            self.close()
            raise

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the results that are there."""
        return frozenset(self._offsets)

    def add(self, number: int, data: Mapping[str, Any]) -> None:
        """Write down a result; when this returns it is on the disk.

        Raises JournalError if it cannot be written, ValueError if the number is there already.
        """
        if number in self._offsets:
            raise ValueError(f"number {number} is already in the journal")
        offset = self._end
        self._append(_line({"number": number, **data}))
        self._offsets[number] = offset

    def results(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The results in the order of their numbers."""
        return _results(self.file, self._offsets)

    def close(self) -> None:
        """Let go of the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> ResultJournal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, line: bytes) -> None:
        with _Problems(self.file, mark("Cannot write {file}: {reason}")):
            try:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
                os.fsync(self._descriptor)
            except OSError:
                # Half a line would be in the way of whoever goes on.
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, self._end)
                raise
        self._end += len(line)

    def _truncate(self) -> None:
        with _Problems(self.file, mark("Cannot write {file}: {reason}")):
            if os.fstat(self._descriptor).st_size > self._end:
                os.ftruncate(self._descriptor, self._end)

    def _keep_name(self) -> None:
        """A new file is only safe once its folder is on the disk too; not every system can be asked for that."""
        with contextlib.suppress(OSError):
            folder = os.open(Path(self.file).resolve().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def read_results(
    file: str | os.PathLike[str], kind: JournalKind
) -> tuple[dict[str, Any], frozenset[int], Iterator[tuple[int, dict[str, Any]]]]:
    """What a journal says about its work, the numbers that are there, and the results in the order of the numbers.

    Nothing is changed or locked: work that goes on can be looked at. Raises JournalError.
    """
    name = os.fspath(file)
    header, offsets, _ = _scan(name, kind)
    return header, frozenset(offsets), _results(name, offsets)


# ---- the file -------------------------------------------------------------------------------------------


class _Problems:
    """Turns what the system refuses into a JournalError."""

    def __init__(self, file: str, template: str) -> None:
        self.file, self.template = file, template

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise JournalError(self.template, file=self.file, reason=reason_of(error)) from error
        if isinstance(error, ValueError):
            # A name with a character that no name can have.
            raise JournalError(self.template, file=self.file, reason=f"{error}.") from error


def _opened(file: str, kind: JournalKind) -> int:
    with _Problems(file, mark("Cannot write {file}: {reason}")):
        if Path(file).exists() and not Path(file).is_file():
            raise JournalError(kind.none, file=file)
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)


def _lock(descriptor: int, file: str, kind: JournalKind) -> None:
    try:
        lock_file(descriptor)
    except OSError as error:
        raise JournalError(kind.held, file=file) from error


def _line(data: Mapping[str, Any]) -> bytes:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    return body + b',"crc32":"%08x"}\n' % zlib.crc32(body)


def _read_line(line: bytes) -> dict[str, Any] | None:
    """What a line says; None if it is damaged."""
    found = _CHECKED.fullmatch(line)
    if found is None or zlib.crc32(found[1]) != int(found[2], 16):
        return None
    return cast("dict[str, Any]", json.loads(found[1] + b"}"))


def _scan(file: str, kind: JournalKind) -> tuple[dict[str, Any], dict[int, int], int]:
    """What a journal says about its work, where each result begins, and where the last whole line ends."""
    offsets: dict[int, int] = {}
    header: dict[str, Any] | None = None
    end = 0
    with _Problems(file, mark("Cannot read {file}: {reason}")), Path(file).open("rb") as stream:
        damaged: int | None = None
        for number, line in enumerate(stream, 1):
            if damaged is not None:
                raise JournalError(mark("Line {line} of the journal {file} is damaged."), line=damaged, file=file)
            data = _read_line(line)
            if header is None:
                if data is None or data.get(kind.named) != kind.format:
                    raise JournalError(kind.none, file=file)
                header = data
            elif data is None:
                # The last line may have been cut off; then its task is done again.
                damaged = number
                continue
            else:
                done = data.get("number")
                if not isinstance(done, int) or done in offsets:
                    raise JournalError(mark("Line {line} of the journal {file} is damaged."), line=number, file=file)
                offsets[done] = end
            end += len(line)
    if header is None:
        raise JournalError(kind.none, file=file)
    return header, offsets, end


def _results(file: str, offsets: Mapping[int, int]) -> Iterator[tuple[int, dict[str, Any]]]:
    with _Problems(file, mark("Cannot read {file}: {reason}")), Path(file).open("rb") as stream:
        for number in sorted(offsets):
            stream.seek(offsets[number])
            data = _read_line(stream.readline())
            if data is None:
                raise JournalError(
                    mark("Result {number} of the journal {file} is damaged."), number=number + 1, file=file
                )
            yield number, data


def _compare(file: str, kind: JournalKind, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for key, name in kind.names.items():
        if found.get(key) != wanted[key]:
            raise JournalError(
                kind.other, file=file, name=name, found=_shown(found.get(key)), wanted=_shown(wanted[key])
            )


def _shown(value: object) -> str:
    """A part of the description of some work as a person would type it."""
    if isinstance(value, dict):
        limits = cast("dict[str, Any]", value)
        if "spec" in limits:
            given = {**limits["limits"]}
            return f"{limits['name']} ({_shown({key: one for key, one in given.items() if one is not None})})"
        return " ".join(f"{key}={one}" for key, one in limits.items())
    if isinstance(value, list):
        return ", ".join(_shown(one) for one in cast("list[Any]", value))
    return str(value)


# ---- messages as data -------------------------------------------------------------------------------------


def error_data(error: HalmaError) -> dict[str, Any]:
    """A message with its data, so that it can still be said in any language."""
    data = {
        name: error_data(value) if isinstance(value, HalmaError) else value if isinstance(value, int) else str(value)
        for name, value in error.data.items()
    }
    return {"template": error.template, "data": data}


def error_of(data: Mapping[str, Any]) -> HalmaError:
    """The message again."""
    values = {name: error_of(value) if isinstance(value, dict) else value for name, value in data["data"].items()}  # type: ignore[reportUnknownArgumentType]
    return HalmaError(data["template"], **values)
