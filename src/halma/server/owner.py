"""One server per database: every table has one owner."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from halma.messages import mark
from halma.server.errors import RefusedError


@contextmanager
def sole_owner(database: Path) -> Generator[None]:
    """Hold a database for this process; the lock goes with the process, however that ends."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with database.with_name(database.name + ".lock").open("wb") as file:
        try:
            _lock(file.fileno())
        except OSError as error:
            raise RefusedError(
                "in-use",
                503,
                mark("Another server uses {file} already; stop it, or choose another file."),
                file=database,
            ) from error
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
