"""Solitaire and retour with complete knowledge: a tablebase of every winnable position of the 33-hole board.

The chance is that of somebody who chooses each single hop at random, all possible hops being equally likely, until none
is left. Retour is solitaire read backwards: exchanging pieces and holes turns each of its hops into one of solitaire.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from halma.boards import cross_board
from halma.games import games
from halma.kernel.fast.compile import compiled
from halma.kernel.reference.move_tables import move_tables_for
from halma.puzzles import cache as cached_files
from halma.puzzles.compiled import native
from halma.rules import Ruleset

CELLS = 33
ALL = (1 << CELLS) - 1
CENTRE = 1 << cross_board().index["d4"]
START = ALL ^ CENTRE
# A position that no game from the start reaches is searched for so long; then it stays undecided.
MOST_SEARCHED = 500_000
_MAGIC = b"halma solitaire 1\n"
_HEADER = struct.Struct(f"<{len(_MAGIC)}s{CELLS}I")


@dataclass(frozen=True)
class SolitaireHop:
    """One hop: the cells as bits."""

    origin: int
    over: int
    target: int

    @property
    def cells(self) -> int:
        return 1 << self.origin | 1 << self.over | 1 << self.target

    def fits(self, position: int) -> bool:
        """Whether it can be made: two pieces in a row, and a hole behind them."""
        return bool(position >> self.origin & 1 and position >> self.over & 1 and not position >> self.target & 1)


@cache
def _rules() -> Ruleset:
    game = games()["solitaire"]
    return game.ruleset(game.choose())


@cache
def compiled_solitaire():
    """The compiled searches of solitaire."""
    return native().Solitaire(compiled(_rules()))


@cache
def hops() -> tuple[SolitaireHop, ...]:
    """All hops of the rules."""
    (mover,) = move_tables_for(_rules()).movers[1]
    return tuple(
        SolitaireHop(origin, over, target) for origin, pairs in enumerate(mover.hops) for over, target in pairs
    )


@cache
def _images() -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(1 << cell for cell in symmetry.cells) for symmetry in cross_board().symmetries.values())


def canonical(position: int) -> int:
    """The least of the eight images of a position."""
    cells = [cell for cell in range(CELLS) if position >> cell & 1]
    return min(sum(image[cell] for cell in cells) for image in _images())


@dataclass(frozen=True)
class Knowledge:
    """What is known of a position."""

    winnable: bool | None
    # Moves still needed at best, a chain counting as one, and the chance of random hops; None outside the tablebase.
    moves: int | None = None
    chance: float | None = None


class Tablebase:
    """The classes of winnable positions by number of pieces, with moves and chances; read from a file as needed."""

    def __init__(self, content: bytes | mmap.mmap) -> None:
        if len(content) < _HEADER.size:
            raise ValueError("no tablebase of solitaire")
        magic, *counts = _HEADER.unpack_from(content)
        if magic != _MAGIC or len(content) != _size(counts):
            raise ValueError("no tablebase of solitaire")
        view = memoryview(content)
        self.counts = tuple(counts)
        total, at = sum(counts), _padded(_HEADER.size)
        self._classes = view[at : at + 8 * total].cast("Q")
        self._chances = view[at + 8 * total : at + 16 * total].cast("d")
        self._moves = view[at + 16 * total : at + 17 * total]
        self._starts = [sum(counts[:pieces]) for pieces in range(CELLS + 1)]

    @classmethod
    def open(cls, path: Path) -> Tablebase:
        """The tablebase in a file. Raises OSError or ValueError where there is none."""
        with path.open("rb") as stream:
            return cls(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))

    def classes(self, pieces: int) -> memoryview:
        """The sorted classes with so many pieces."""
        return self._classes[self._starts[pieces] : self._starts[pieces + 1]]

    def find(self, position: int) -> Knowledge | None:
        """What the tablebase knows of a position, if it is in it."""
        pieces = position.bit_count()
        if not 0 < pieces < CELLS:
            return None
        least, end = canonical(position), self._starts[pieces + 1]
        at = bisect_left(self._classes, least, self._starts[pieces], end)
        if at == end or self._classes[at] != least:
            return None
        return Knowledge(True, self._moves[at], self._chances[at])


def _padded(size: int) -> int:
    return (size + 7) // 8 * 8


def _size(counts: list[int]) -> int:
    return _padded(_HEADER.size) + 17 * sum(counts)


def build() -> bytes:
    """Compute the tablebase, as it is kept in a file."""
    levels = compiled_solitaire().tablebase()
    counts = [len(classes) // 8 for classes, _, _ in levels]
    parts = [_HEADER.pack(_MAGIC, *counts).ljust(_padded(_HEADER.size), b"\0")]
    for kind in (0, 2, 1):
        parts += [level[kind] for level in levels]
    return b"".join(parts)


@cache
def tablebase() -> Tablebase:
    """The tablebase, from the user's cache folder; it is built when it is asked for the first time.

    Several programs may build it at the same time: each writes a file of its own and puts it in the place of what is
    there, which is the same. Where nothing can be written, the tablebase is used without a file.
    """
    path = cached_files.folder() / "solitaire-1.table"
    try:
        return Tablebase.open(path)
    except (OSError, ValueError):
        content = build()
    try:
        cached_files.write(path, content)
        return Tablebase.open(path)
    except (OSError, ValueError):
        return Tablebase(content)


def known(position: int) -> Knowledge:
    """What is known of a solitaire position given as bits."""
    found = tablebase().find(position)
    if found is not None:
        return found
    if position == 0 or position & ~ALL:
        return Knowledge(False, chance=0.0)
    # Not on any way from the start to the goal: lost, or not reachable from the start at all.
    answer = compiled_solitaire().search(position, MOST_SEARCHED)
    return Knowledge(None if answer < 0 else bool(answer), chance=0.0 if answer == 0 else None)


def good_hops(position: int) -> list[tuple[SolitaireHop, Knowledge]]:
    """The hops after which the position is still winnable, with what is known then."""
    # Whatever follows a position of the tablebase is reachable too: what the tablebase lacks then is lost.
    look = tablebase().find if tablebase().find(position) is not None else known
    after = ((hop, look(position ^ hop.cells)) for hop in hops() if hop.fits(position))
    return [(hop, knowledge) for hop, knowledge in after if knowledge is not None and knowledge.winnable]


def chains(position: int) -> list[tuple[tuple[SolitaireHop, ...], int]]:
    """Every chain of one piece, with the position after it."""
    found: list[tuple[tuple[SolitaireHop, ...], int]] = []

    def go_on(chain: tuple[SolitaireHop, ...], now: int) -> None:
        for hop in hops():
            if hop.fits(now) and (not chain or chain[-1].target == hop.origin):
                longer, after = (*chain, hop), now ^ hop.cells
                found.append((longer, after))
                go_on(longer, after)

    go_on((), position)
    return found


def shortest(position: int) -> list[tuple[SolitaireHop, ...]]:
    """A solution in the fewest moves, chain by chain; empty if there is none in the tablebase."""
    moves: list[tuple[SolitaireHop, ...]] = []
    now = tablebase().find(position)
    while now is not None and now.moves:
        for chain, after in chains(position):
            following = tablebase().find(after)
            if following is not None and following.moves == now.moves - 1:
                moves.append(chain)
                position, now = after, following
                break
    return moves
