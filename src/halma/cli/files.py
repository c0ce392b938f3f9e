"""Reading and writing files, with what can go wrong told in the person's language."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from halma.messages import HalmaError, mark, reason_of
from halma.play import Record, read_records

STANDARD_INPUT = "-"
LARGEST = 64 * 1024 * 1024


class FileProblemError(HalmaError):
    """A file that cannot be read or written."""


def read_text(file: str) -> str:
    """The text of a file, or of the standard input for “-”."""
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else f"{error}."
        raise FileProblemError(mark("Cannot read {file}: {reason}"), file=file, reason=reason) from error
    if len(content) > LARGEST:
        raise FileProblemError(mark("{file} is too large to be a record."), file=file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblemError(mark("{file} is not a UTF-8 text file."), file=file) from error


@contextmanager
def writing(file: str) -> Generator[None]:
    """Tell what goes wrong while a file is being written."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else f"{error}."
        raise FileProblemError(mark("Cannot write {file}: {reason}"), file=file, reason=reason) from error


def write(file: str, content: str | bytes) -> None:
    """Write a whole file."""
    with writing(file):
        Path(file).write_bytes(content.encode() if isinstance(content, str) else content)


def read_games(file: str) -> list[Record]:
    """The records in a file: at least one."""
    return games_in(read_text(file), file)


def games_in(text: str, file: str) -> list[Record]:
    """The records in the text of a file: at least one."""
    records = list(read_records(text))
    if not records:
        raise FileProblemError(mark("There is no game in {file}."), file=file)
    return records


def holds_something(file: str) -> bool:
    """Whether something would be lost if a file were written anew. Devices and pipes hold nothing."""
    try:
        return Path(file).is_file() and Path(file).stat().st_size > 0
    except (OSError, ValueError):
        # Writing will say what is wrong with it.
        return False


def refuse_to_replace(*files: str | None, force: bool) -> None:
    """Refuse a file that holds something or cannot be made, before any work is done for it.

    None is a file nobody asked for.
    """
    for file in files:
        if file is None:
            continue
        with writing(file):
            if Path(file).is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), file)
            if not stat.S_ISDIR(Path(file).parent.stat().st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), file)
        if not force and holds_something(file):
            raise FileProblemError(
                mark("{file} already exists and was not changed; {option} replaces it."), file=file, option="--force"
            )


def refuse_same_file(*files: str | None) -> None:
    """Refuse a file that is given twice, of which one would destroy the other. Devices and pipes may be."""
    seen: set[Path] = set()
    for file in files:
        if file is None or file == STANDARD_INPUT:
            continue
        try:
            path = Path(file).resolve()
            device = path.exists() and not path.is_file()
        except (OSError, RuntimeError, ValueError):
            # Reading or writing will say what is wrong with it.
            continue
        if path in seen and not device:
            raise FileProblemError(mark("{file} is given twice; choose another file for one of them."), file=file)
        seen.add(path)


def save_game(file: str, record: Record) -> None:
    """Write a record: JSON if the name of the file says so, otherwise text."""
    json = Path(file).suffix.lower() in (".json", ".jsonl")
    write(file, record.to_json() + "\n" if json else record.to_text())


class Collection:
    """A file to which one record after the other is added, behind the games it holds or instead of them."""

    def __init__(self, file: str, *, append: bool = False) -> None:
        self.file = file
        self._json = Path(file).suffix.lower() in (".json", ".jsonl")
        if not append or not holds_something(file):
            write(file, "")
            return
        # What is no record of games must not become a mixture of both.
        before = read_text(file)
        for _ in read_records(before):
            pass
        if not before.endswith("\n" if self._json else "\n\n"):
            self._add("\n")

    def add(self, record: Record) -> None:
        """Write a record behind the others."""
        self._add(record.to_json() + "\n" if self._json else record.to_text() + "\n")

    def _add(self, text: str) -> None:
        with writing(self.file), Path(self.file).open("ab") as stream:
            stream.write(text.encode())
