"""Chance in batches: random numbers that depend on a seed and a count only, the same in Python and in C++."""

from __future__ import annotations

from collections.abc import Sequence

_WORD = (1 << 64) - 1
_FACES = 6


class RandomStream:
    """The generator of the compiled kernel (random_play.hpp), number for number."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, all equally likely."""
        while True:
            product = (self.next() >> 32) * count
            if product & 0xFFFFFFFF >= (1 << 32) % count:
                return product >> 32


def stream_key(seed: int, *numbers: int) -> int:
    """The seed of one stream of random numbers, out of the seed of all and what tells the stream from others."""
    key = RandomStream(seed).next()
    for number in numbers:
        key = RandomStream(key ^ (number & _WORD)).next()
    return key


class BatchDice:
    """The rolls and lots of one game of a batch: `Position(choice, dice=games.dice(3))` throws what game 3 throws."""

    def __init__(self, seed: int, game: int, episode: int) -> None:
        self._key = stream_key(seed, game, episode)

    def value(self, number: int) -> int:
        """What the n-th die shows."""
        return RandomStream(stream_key(self._key, number)).below(_FACES) + 1

    def lot(self, number: int, cells: Sequence[int], count: int) -> tuple[int, ...]:
        """So many of the cells, every choice of them equally likely."""
        random, free, drawn = RandomStream(stream_key(self._key, number)), sorted(cells), list[int]()
        for _ in range(min(count, len(free))):
            at = random.below(len(free))
            drawn.append(free[at])
            free[at] = free[-1]
            free.pop()
        return tuple(sorted(drawn))
