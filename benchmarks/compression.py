"""What it would cost and save to compress live messages: python benchmarks/compression.py

A game of halma by lot between two people by the clock, 120 moves: what a spectator is told of a move, what is told to
who has to act (with the legal moves), and the whole table as it is told when a game is opened. “Kept” means that a
connection remembers what was sent before (zlib's memory then stays with it), “fresh” that every message stands alone.
"""

import random
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.test_viewers import Watched

from halma.server.domain.commands import MakeMove
from halma.server.domain.model import ClockSetting

MOVES = 120
SECONDS = 0.5
# The smallest window that the standard allows in practice, and the usual one.
WINDOWS = (12, 15)
CONNECTIONS = 500


def told() -> dict[str, list[bytes]]:
    """What is told, by kind."""
    watched, chance = Watched(clock=ClockSetting("fischer", 600, 5)), random.Random(5)
    spectator, player = watched.come(), watched.come("AB")
    for number in range(MOVES):
        table = watched.live.table
        move = chance.choice(table.position.legal_moves)
        watched.do(MakeMove(table.ply, str(move)), now=1.7e9 + 7.3 * number)
    return {"a move": spectator.told[1:], "with legal moves": player.told[1:], "the whole table": watched.come().told}


def measured(messages: list[bytes], compressor: Callable[[], "zlib._Compress"]) -> tuple[float, float]:
    """Microseconds and bytes of a message."""
    count = size = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        for message in messages:
            packed = compressor()
            size += len(packed.compress(message)) + len(packed.flush(zlib.Z_SYNC_FLUSH)) - 4
            count += 1
    return (time.process_time() - began) / count * 1e6, size / count


def memory() -> int:
    """The memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def main() -> None:
    kinds = told()
    # All are kept, so that no memory is counted that was free already.
    kept: list[object] = []
    for window in WINDOWS:
        before = memory()
        for _ in range(CONNECTIONS):
            packed = zlib.compressobj(wbits=-window)
            packed.compress(kinds["a move"][0])
            packed.flush(zlib.Z_SYNC_FLUSH)
            kept.append(packed)
        print(f"window {window}: {(memory() - before) / CONNECTIONS / 1000:.0f} kB a connection")
        for name, messages in kinds.items():
            plain = sum(map(len, messages)) / len(messages)
            fresh = measured(messages, lambda window=window: zlib.compressobj(wbits=-window))
            going = zlib.compressobj(wbits=-window)
            same = measured(messages, lambda going=going: going)
            print(
                f"  {name}: {plain:.0f} bytes; fresh {fresh[1]:.0f} bytes in {fresh[0]:.0f} µs, "
                f"kept {same[1]:.0f} bytes in {same[0]:.0f} µs"
            )


if __name__ == "__main__":
    main()
