"""One server per database: every table has one owner."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from halma.locks import lock_file
from halma.messages import mark, reason_of
from halma.server.errors import RefusedError


@contextmanager
def sole_owner(database: Path) -> Generator[None]:
    """Hold a database for this process; the lock goes with the process, however that ends.

    Whatever name it is called by: a symbolic link leads to the same lock, and so does another name of the same file.
    """
    file = database.resolve()
    locked = [file.with_name(file.name + ".lock")]
    if LOCKS_FILE_ITSELF:
        locked.append(file)
    with ExitStack() as held:
        for path in locked:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                # Nothing is written, but a file that is not there yet is made.
                opened = held.enter_context(open(path, "ab", opener=_for_owner))
            except OSError as error:
                raise RefusedError(
                    "unwritable",
                    503,
                    mark("Cannot open {file} for writing: {reason}"),
                    file=path,
                    reason=reason_of(error),
                ) from error
            try:
                lock_file(opened.fileno())
            except OSError as error:
                raise RefusedError(
                    "in-use",
                    503,
                    mark("Another server is already using {file}; stop it, or choose another file."),
                    file=database,
                ) from error
        yield


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


# Elsewhere than on Linux such a lock and SQLite's own locks get in each other's way.
LOCKS_FILE_ITSELF = sys.platform == "linux"
