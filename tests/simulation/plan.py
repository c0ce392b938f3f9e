"""What happens in a simulation, as data: what there is, and step by step what people do and what breaks.

It follows from a seed. A step means something whatever came before it, so that steps can be left out one by one.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

# Positions near the end: whoever goes on is home in a few moves.
NEARLY_OVER = {
    ("quick", 2): "16/16/12A3/11A4/12A1AA/12A3/16/16/4B11/3B12/16/16/3B2B9/4BB10/16/16 A 63",
    ("quick", 4): "10AA4/16/3DDD6A3/13A2/1D5D7A/13A2/5D10/16/16/16/16/3C10BB/6C2B6/3CC7B3/11B4/4C1C4B4 C 139",
    ("star", 3): ("1/2/3/3C/BBBBB4CC2/BBBB2C1CCC1/BB6CCC/BB5C1C/1B5C1/B7C1/2A3A2C1/3A3A2A1/2A2AAA5/AAAA/A1A/2/1 B 164"),
    ("halma", 2): (
        "13AAA/11AAAAA/11A1AAA/12AAAA/11AA1A1/16/16/16/16/16/16/2BB12/1B1BB11/BBBBB11/BBBBB11/1BBBB11 A 237"
    ),
}


class Step(Struct, frozen=True, omit_defaults=True, array_like=True):
    """Something happens, so many seconds after the step before it."""

    after: float
    what: str
    # Which person, process or table, and which of all that could be meant.
    who: int = 0
    number: int = 0
    seconds: float = 0.0


class Case(Struct, frozen=True, omit_defaults=True):
    """All that a run depends on."""

    seed: int
    game: str
    options: dict[str, Any]
    # Who sits where: here, link, claim (somebody who changes a link for a token of their own), open (somebody who comes
    # to a public table), computer.
    seats: tuple[str, ...]
    # The position it begins with, where that is not the beginning.
    start: str = ""
    clock: dict[str, Any] | None = None
    fate: str = "computer"
    # Fronts and workers; one front alone has its storage for itself.
    fronts: int = 1
    workers: int = 0
    spectators: int = 1
    # Tables besides, at which only computers play, and one that is stored damaged.
    side_tables: int = 0
    damaged: bool = False
    # How far messages scatter, in seconds.
    scatter: float = 0.02
    steps: tuple[Step, ...] = ()

    @property
    def shared(self) -> bool:
        return self.fronts > 1 or self.workers > 0

    @property
    def public(self) -> bool:
        return "open" in self.seats


GAMES: tuple[tuple[int, str, dict[str, Any], int], ...] = (
    (6, "quick", {"first": "A"}, 2),
    (2, "quick", {"players": 4, "first": "A"}, 4),
    (2, "star", {"players": 3, "first": "A"}, 3),
    (1, "dice", {}, 2),
    (1, "halma", {"first": "A"}, 2),
)
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "move", "seconds": 6},
    {"kind": "fischer", "seconds": 12, "increment": 2},
    {"kind": "correspondence", "seconds": 15},
)
# How often people do what, and how often what breaks.
DEEDS: dict[str, int] = {
    "move": 60,
    "chat": 5,
    "name": 2,
    "offer": 6,
    "answer": 12,
    "resign": 2,
    "undo": 4,
    "redo": 3,
    "back": 3,
    "leave": 1,
    "rematch": 3,
    "invite": 2,
    "join": 2,
    "list": 3,
    "lie": 6,
    "twice": 4,
    "tear": 3,
    "risk": 3,
}
FAULTS: dict[str, int] = {
    "kill": 4,
    "stop": 2,
    "pause": 3,
    "kill all": 1,
    "lose there": 4,
    "lose back": 4,
    "outage": 2,
    "slow storage": 2,
    "hub away": 2,
    "hub loses": 3,
    "hub doubles": 3,
    "hub scatters": 2,
    "clock": 2,
    "cut": 5,
    "cut unnoticed": 2,
    "stall": 2,
    "lose answer": 3,
    "wait": 4,
    "bell": 3,
}
# What happens more often than otherwise in some of the cases, so that what has to come together does: how many times as
# often; and of a hundred steps, how many break something.
THEMES: dict[str, tuple[int, dict[str, int], int | None]] = {
    "anything": (4, {}, None),
    "haggling": (2, {"offer": 6, "answer": 8, "undo": 6, "resign": 2, "back": 4}, 5),
    "connections": (2, {"tear": 8, "cut": 6, "pause": 5, "slow storage": 3}, 30),
    "clocks": (2, {"bell": 12, "wait": 2, "undo": 8, "back": 6}, 25),
    "storage": (2, {"risk": 8, "lose there": 5, "lose back": 5, "outage": 2, "hub loses": 3}, 30),
}
# The most steps of a case.
LONGEST = 28
WAITS = (3.0, 8.0, 20.0)
STEPS_OF_CLOCKS = (3600.0, -3600.0, 86_400.0, -40.0)


def _weighed(chance: Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def made_up(seed: int, theme: str = "") -> Case:
    """The case of a seed; of one theme only, if it is named."""
    chance = Random(seed)
    _, game, options, players = chance.choices(GAMES, [entry[0] for entry in GAMES])[0]
    kinds = chance.choice((("here",), ("link",), ("claim",), ("here", "link"), ("link", "claim", "open", "computer")))
    seats = [chance.choice(kinds) for _ in range(players)]
    if all(seat == "computer" for seat in seats):
        seats[0] = "link"
    fronts = chance.choice((1, 2, 2, 3))
    workers = chance.choice((0, 0, 1)) if fronts > 1 else 0
    name = chance.choices(list(THEMES), [entry[0] for entry in THEMES.values()])[0]
    _, more, breaking = THEMES[theme or name]
    if breaking is None:
        breaking = chance.choice((0, 5, 15, 30))
    deeds, faults = ({what: n * more.get(what, 1) for what, n in usual.items()} for usual in (DEEDS, FAULTS))
    steps: list[Step] = []
    for _ in range(chance.randint(LONGEST // 3, LONGEST)):
        fault = chance.random() * 100 < breaking
        what = _weighed(chance, faults if fault else deeds)
        after = chance.expovariate(2.0) if chance.random() < 0.9 else 0.0
        seconds = chance.choice((0.5, 2.0, 6.0, 15.0))
        if what == "wait":
            seconds = chance.choice(WAITS)
        elif what == "clock":
            seconds = chance.choice(STEPS_OF_CLOCKS)
        steps.append(Step(round(after, 3), what, chance.randrange(8), chance.randrange(1000), seconds))
    if chance.random() < 0.2:
        # Something after which nobody does anything that would bring it to light.
        what = chance.choice(("delete", "tear", "risk", "bell"))
        steps.append(Step(1.0, what, chance.randrange(8), chance.randrange(1000), 2.0))
    return Case(
        seed=seed,
        game=game,
        options=options,
        start=NEARLY_OVER.get((game, players), "") if chance.random() < 0.6 else "",
        seats=tuple(seats),
        clock=chance.choice(CLOCKS[1:] if "bell" in more else CLOCKS),
        fate=chance.choice(("computer", "skip", "forfeit")),
        fronts=fronts,
        workers=workers,
        spectators=chance.choice((0, 1, 1, 2)),
        side_tables=chance.choice((0, 0, 1, 2)),
        damaged=chance.random() < 0.15,
        scatter=chance.choice((0.0, 0.01, 0.05)),
        steps=tuple(steps),
    )
