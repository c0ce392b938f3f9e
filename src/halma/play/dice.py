"""Where rolls and lots come from: a seed, or a given list."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Protocol

from halma.rules import Ruleset, SplitDice


class DiceSource(Protocol):
    """Gives the n-th value that chance decides in a game, so that undo and redo meet the same rolls and lots."""

    def value(self, number: int) -> int:
        """What the n-th die shows."""
        ...

    def lot(self, number: int, cells: Sequence[int], count: int) -> tuple[int, ...]:
        """So many of the cells, every choice of them equally likely."""
        ...


class SeededDice:
    """Dice that depend on a seed and on nothing else."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = os.urandom(16).hex() if seed is None else seed

    def __deepcopy__(self, memo: object) -> SeededDice:
        # It never changes.
        return self

    def value(self, number: int) -> int:
        """What a die shows, by the number of dice thrown before it."""
        return random.Random(f"halma dice {self.seed} {number}").randint(1, 6)

    def lot(self, number: int, cells: Sequence[int], count: int) -> tuple[int, ...]:
        """The cells of a lot, by the number of those drawn before it."""
        return _drawn(f"halma scatter {self.seed} {number}", cells, count)


class GivenDice:
    """Dice that show a given list of values, over and over."""

    def __init__(self, values: Sequence[int]) -> None:
        if not values or any(value not in range(1, 7) for value in values):
            raise ValueError(f"dice show numbers from 1 to 6, not {list(values)}")
        self.values = tuple(values)

    def __deepcopy__(self, memo: object) -> GivenDice:
        # It never changes.
        return self

    def value(self, number: int) -> int:
        """What a die shows, by the number of dice thrown before it."""
        return self.values[number % len(self.values)]

    def lot(self, number: int, cells: Sequence[int], count: int) -> tuple[int, ...]:
        """The cells of a lot, by the number of those drawn before it."""
        return _drawn(f"halma scatter {self.values} {number}", cells, count)


def _drawn(seed: str, cells: Sequence[int], count: int) -> tuple[int, ...]:
    return tuple(sorted(random.Random(seed).sample(sorted(cells), count)))


def dice_count(rules: Ruleset) -> int:
    """How many dice a roll of a game takes."""
    if rules.dice is None:
        return 0
    return 2 if isinstance(rules.dice, SplitDice) else 1
