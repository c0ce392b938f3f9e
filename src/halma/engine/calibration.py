"""Chances to win, as games of the engine against itself show them.

A lead says little while the way is long, and nearly everything when somebody is about to come home. How much it says is
a curve for each game and size; `benchmarks/calibration.py` fits the curves and checks them on games they have not seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from halma.engine.thought import DECIDED, WIN
from halma.games import Choice
from halma.play import Position

# The curves for games and sizes that have none of their own: races of two sides and of several, and everything else.
RACE, CROWD, OTHER = "race", "crowd", "other"


@dataclass(frozen=True)
class Curve:
    """What a lead says in a game, in hundredths of a turn."""

    #: A seat that is so far ahead of another one wins e times as often as that,
    base: float
    #: if it is so much further ahead for each turn that is left to whoever is nearest to home,
    each_turn: float
    #: those turns raised to this power.
    power: float = 1.0
    #: How far to trust all this, as a share; the rest of the chances is the same for everybody. Between two sides a win
    #: that is seen is proved; with more of them a search looks only at what the others are likely to do.
    trust: float = 1.0

    def scale(self, remaining: Sequence[int | None]) -> float:
        """How far ahead a seat must be to win e times as often as another one."""
        left = [turns for turns in remaining if turns is not None]
        return self.base + self.each_turn * max(1, min(left, default=1)) ** self.power


def form_of(choice: Choice) -> str:
    """A game with its size, as a position text begins with it: `star 2x15`; teams are named behind it."""
    return f"{choice.game} {choice.players}x{choice.pieces}" + (" teams" if choice.teams else "")


@cache
def curves() -> dict[str, Curve]:
    """All curves, by the game and size they belong to."""
    text = files("halma.engine").joinpath("calibration.json").read_text(encoding="utf-8")
    return {name: Curve(*numbers) for name, numbers in json.loads(text)["curves"].items()}


def chances(position: Position, scores: Sequence[int], remaining: Sequence[int | None] = ()) -> tuple[float, ...]:
    """The chance of each seat to win, from what a search told of a position; partners win together.

    `remaining` are the own turns that each seat still needs at about, where a game has such a number. A finished game
    is shared by those who won it, and a drawn one by everybody.

    >>> from halma import Position
    >>> from halma.engine import chances
    >>> chances(Position("quick"), (0, 0), (40, 40))
    (0.5, 0.5)
    """
    outcome = position.outcome()
    if outcome is not None:
        teams = position.rules.teams
        won = {teams[position.seats.index(seat)] for seat in outcome.winners} or set(teams)
        return tuple((team in won) / len(won) for team in teams)
    teams, known = position.rules.teams, curves()
    usual = usual_curve(len(set(teams)), any(turns is not None for turns in remaining))
    return by_curve(known.get(form_of(position.choice), known[usual]), teams, scores, remaining)


def usual_curve(sides: int, is_race: bool) -> str:
    """The name of the curve for a game without one of its own."""
    return OTHER if not is_race else RACE if sides < 3 else CROWD


def by_curve(
    curve: Curve, teams: Sequence[int], scores: Sequence[int], remaining: Sequence[int | None]
) -> tuple[float, ...]:
    """The chances as a curve tells them: each lead is weighed against those of all others, until a win is in sight."""
    sides = sorted(set(teams))
    leads: list[float] = []
    for side in sides:
        own = [score for score, one in zip(scores, teams, strict=True) if one == side]
        leads.append(sum(own) / len(own))
    highest, scale = max(leads), curve.scale(remaining)
    if highest >= DECIDED:
        parts = [float(lead == highest) for lead in leads]
    else:
        parts = [math.exp((lead - highest) / scale) for lead in leads]
    # Who wins with this turn needs nobody else for it.
    trust = 1.0 if highest == WIN - 1 else curve.trust
    told = [trust * part / sum(parts) + (1 - trust) / len(sides) for part in parts]
    return tuple(told[sides.index(side)] for side in teams)
