"""SQLite's write-ahead log, as far as it takes to see that a part of it would be dropped.

SQLite reads the log up to the first page that does not fit its checksum and forgets the rest: that is how it gets rid
of a transaction that was being written when the power failed. Damage in the middle looks the same to it.
See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
import sys
from array import array

HEADER = 32
FRAME_HEADER = 24
# The last bit tells in which order of bytes the checksums are reckoned.
MAGICS = (0x377F0682, 0x377F0683)
WORD = 0xFFFFFFFF
Sums = tuple[int, int]


def lost_commits(wal: bytes) -> int:
    """How many transactions stand at or behind the first damaged page of a log."""
    if len(wal) < HEADER:
        return 0
    magic, _, page, _, *salts, first, second = struct.unpack(">8I", wal[:HEADER])
    if magic not in MAGICS or not page:
        return 0
    big = bool(magic & 1)
    sums = _checksum(wal[:24], (0, 0), big)
    sound, lost = sums == (first, second), 0
    for start in range(HEADER, len(wal) - FRAME_HEADER - page + 1, FRAME_HEADER + page):
        frame = wal[start : start + FRAME_HEADER]
        _, committed, *frame_salts, first, second = struct.unpack(">6I", frame)
        if frame_salts != salts:
            # Left from before the log was begun anew, or damaged.
            sound = False
            continue
        if sound:
            sums = _checksum(
                wal[start + FRAME_HEADER : start + FRAME_HEADER + page], _checksum(frame[:8], sums, big), big
            )
            sound = sums == (first, second)
        # The last page of a transaction tells how large the database is after it.
        lost += not sound and committed > 0
    return lost


def _checksum(data: bytes, sums: Sums, big: bool) -> Sums:
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    first, second = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & WORD
        second = (second + odd + first) & WORD
    return first, second
