"""What a game that has ended is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence

from halma.kernel import Result
from halma.rules import Ruleset, Termination


def rewards_by_place(places: Sequence[int], teams: Sequence[int] | None = None) -> tuple[float, ...]:
    """Rewards from -1 to 1 that add up to 0: the share of opponents a seat has beaten minus the share that beat it.

    Seats with the same place are equal and gain nothing from each other; partners are no opponents.

    >>> rewards_by_place((1, 2))
    (1.0, -1.0)
    >>> rewards_by_place((1, 1))
    (0.0, 0.0)
    >>> rewards_by_place((1, 2, 2))
    (1.0, -0.5, -0.5)
    >>> rewards_by_place((1, 3, 1, 3), teams=(0, 1, 0, 1))
    (1.0, -1.0, 1.0, -1.0)
    """
    sides = tuple(range(len(places))) if teams is None else tuple(teams)
    if len(sides) != len(places):
        raise ValueError(f"there are {len(places)} places for {len(sides)} seats")
    found: list[float] = []
    for place, side in zip(places, sides, strict=True):
        others = [other for other, their in zip(places, sides, strict=True) if their != side]
        if not others:
            raise ValueError("a place says nothing without an opponent")
        found.append(sum((other > place) - (other < place) for other in others) / len(others))
    return tuple(found)


def rewards_of(rules: Ruleset, result: Result | None) -> tuple[float, ...]:
    """The rewards of a result: by place, or alone 1 for a solved puzzle and -1 for an attempt that failed.

    A game that goes on, or was broken off, gives 0 to everybody.
    """
    if result is None:
        return (0.0,) * rules.seats
    if rules.seats == 1:
        return (-1.0 if result.termination is Termination.UNSOLVED else 1.0,)
    return rewards_by_place(result.places, rules.teams)
