"""Where the levels of a search lie that is made piece by piece: in memory, or in the files of a folder."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Hashable, Sequence
from pathlib import Path

from halma.messages import HalmaError, mark, reason_of


class ScratchError(HalmaError):
    """A folder in which a search cannot keep what it needs later."""


def scratch_problem(folder: str, error: OSError) -> ScratchError:
    """What to tell when a folder takes no more."""
    return ScratchError(mark("Cannot write {file}: {reason}"), file=folder, reason=reason_of(error))


class Levels:
    """Parts of levels, by the name of the level and a number. Leaving it drops them all, and their files."""

    def __init__(self, folder: str) -> None:
        self._given = folder
        self._folder: Path | None = None
        self._memory = dict[Hashable, dict[int, bytes]]()
        # One file for each name, and where in it each part lies.
        self._files = dict[Hashable, tuple[Path, dict[int, tuple[int, int]]]]()
        self._count = 0
        #: What is kept in memory.
        self.bytes = 0
        if folder:
            try:
                self._folder = Path(tempfile.mkdtemp(prefix="halma-", dir=folder))
            except OSError as error:
                raise scratch_problem(folder, error) from error

    def add(self, name: Hashable, number: int, part: bytes) -> None:
        """Keep a part."""
        if not part:
            return
        if self._folder is None:
            self._memory.setdefault(name, {})[number] = part
            self.bytes += len(part)
            return
        if name not in self._files:
            self._count += 1
            self._files[name] = (self._folder / str(self._count), {})
        file, parts = self._files[name]
        try:
            with file.open("ab") as stream:
                parts[number] = (stream.tell(), len(part))
                stream.write(part)
        except OSError as error:
            raise scratch_problem(self._given, error) from error

    def add_all(self, name: Hashable, parts: Sequence[bytes]) -> None:
        """Keep all parts under one name, numbered from 0."""
        for number, part in enumerate(parts):
            self.add(name, number, part)

    def get(self, name: Hashable, number: int) -> bytes:
        """A part; an empty one where nothing was kept."""
        return self.slice(name, number, 0, self.size(name, number))

    def size(self, name: Hashable, number: int) -> int:
        """How many bytes a part has."""
        if self._folder is None:
            return len(self._memory.get(name, {}).get(number, b""))
        return self._files[name][1].get(number, (0, 0))[1] if name in self._files else 0

    def slice(self, name: Hashable, number: int, begin: int, size: int) -> bytes:
        """Some bytes of a part."""
        if not size:
            return b""
        if self._folder is None:
            return self._memory[name][number][begin : begin + size]
        file, parts = self._files[name]
        offset, whole = parts[number]
        with file.open("rb") as stream:
            stream.seek(offset + begin)
            return stream.read(min(size, whole - begin))

    def drop(self, name: Hashable) -> None:
        """Forget the parts of a name, if there are any."""
        if name in self._files:
            self._files.pop(name)[0].unlink(missing_ok=True)
        self.bytes -= sum(map(len, self._memory.pop(name, {}).values()))

    def close(self) -> None:
        """Forget everything."""
        self._memory.clear()
        self._files.clear()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
