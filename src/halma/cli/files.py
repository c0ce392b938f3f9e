"""Reading and writing files, with what can go wrong told in the person's language."""

from __future__ import annotations

import sys
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
        raise FileProblemError(mark("{file} cannot be read: {reason}"), file=file, reason=reason) from error
    if len(content) > LARGEST:
        raise FileProblemError(mark("{file} is too large for a record."), file=file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblemError(mark("{file} is not a text file in UTF-8."), file=file) from error


def write(file: str, content: str | bytes) -> None:
    """Write a whole file."""
    try:
        Path(file).write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else f"{error}."
        raise FileProblemError(mark("{file} cannot be written: {reason}"), file=file, reason=reason) from error


def read_games(file: str) -> list[Record]:
    """The records in a file: at least one."""
    return games_in(read_text(file), file)


def games_in(text: str, file: str) -> list[Record]:
    """The records in the text of a file: at least one."""
    records = read_records(text)
    if not records:
        raise FileProblemError(mark("There is no game in {file}."), file=file)
    return records


def _spare_others(file: str) -> None:
    """Refuse to overwrite what is no record."""
    if Path(file).exists():
        try:
            read_records(read_text(file))
        except HalmaError as error:
            raise FileProblemError(
                mark("{file} is there already and is not a record of games; it is left as it is."), file=file
            ) from error


def save_game(file: str, record: Record) -> None:
    """Write a record: JSON if the name of the file says so, otherwise text. Only another record is overwritten."""
    _spare_others(file)
    json = Path(file).suffix.lower() in (".json", ".jsonl")
    write(file, record.to_json() + "\n" if json else record.to_text())


class Collection:
    """A file to which one record after the other is added."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._json = Path(file).suffix.lower() in (".json", ".jsonl")
        _spare_others(file)
        write(file, "")

    def add(self, record: Record) -> None:
        """Write a record behind the others."""
        try:
            with Path(self.file).open("ab") as stream:
                stream.write((record.to_json() + "\n" if self._json else record.to_text() + "\n").encode())
        except OSError as error:
            raise FileProblemError(
                mark("{file} cannot be written: {reason}"), file=self.file, reason=reason_of(error)
            ) from error
