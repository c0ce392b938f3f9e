"""Seats that the computer plays in `halma play`."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Iterable, Mapping

from halma.cli.parameters import ValueTypedError
from halma.engine import LEVELS, Limits
from halma.engine.players import LEVEL, Actions, searched_turn
from halma.messages import mark
from halma.play import Position
from halma.rules import SEATS

USUAL_LEVEL = 4


class Opponents:
    """The levels of the seats that the computer plays."""

    def __init__(self, levels: Mapping[str, int], seed: str | None = None) -> None:
        self.levels = levels
        self._seed = secrets.randbits(31) if seed is None else random.Random(f"halma computer {seed}").getrandbits(31)

    def plays(self, position: Position) -> bool:
        """Whether it is the computer's turn."""
        return not position.is_over and not position.needs_roll and position.seat in self.levels

    def turn(self, position: Position) -> Actions:
        """What the computer plays."""
        return searched_turn(position, Limits(level=self.levels[position.seat]), self._seed)

    def names(self, known: Mapping[str, str]) -> dict[str, str]:
        """The names of the seats, with those of the computer; a record keeps them."""
        return {**known, **{seat: f"{LEVEL}:{level}" for seat, level in self.levels.items()}}


def asked_levels(asked: Iterable[str], seats: str) -> dict[str, int]:
    """Reads which seats the computer plays and how well: B:4, or CD:2 for several, or B alone."""
    levels: dict[str, int] = {}
    for text in asked:
        found = re.fullmatch(rf"([{SEATS}]+)(?::([{LEVELS[0]}-{LEVELS[-1]}]))?", text.upper())
        if found is None or not set(found[1]) <= set(seats):
            raise ValueTypedError(
                mark(
                    "{option} takes seats of the game ({seats}) and a level from {least} to {most}, such as "
                    "{example}, not “{value}”."
                ),
                option="--computer",
                seats=seats,
                least=LEVELS[0],
                most=LEVELS[-1],
                example=f"{seats[-1]}:{USUAL_LEVEL}",
                value=text,
            )
        levels |= dict.fromkeys(found[1], int(found[2] or USUAL_LEVEL))
    return levels


def named_levels(names: Mapping[str, str]) -> dict[str, int]:
    """The seats that the computer played in a game that goes on."""
    found = {seat: re.fullmatch(rf"{LEVEL}:([{LEVELS[0]}-{LEVELS[-1]}])", name) for seat, name in names.items()}
    return {seat: int(level[1]) for seat, level in found.items() if level is not None}
