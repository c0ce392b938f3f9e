"""One process at a time: a lock on an open file that goes with the process, however that ends."""

from __future__ import annotations

import sys

__all__ = ["lock_file"]

if sys.platform == "win32":
    import msvcrt
    import os

    # What is locked cannot be read by others there, so it lies behind everything a file holds.
    _BEHIND = 1 << 40

    def lock_file(file: int) -> None:
        """Lock an open file, given by its descriptor, without waiting. Raises OSError if somebody else holds it."""
        before = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, _BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, before, os.SEEK_SET)

else:
    import fcntl

    def lock_file(file: int) -> None:
        """Lock an open file, given by its descriptor, without waiting. Raises OSError if somebody else holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
