"""The fast kernel refuses for the same reasons as the reference kernel, names the same cells and knows the same duties.

Random walks in every game, number of players and option; at each stop a sample of all pairs of origin and target, and
of what is nearly legal.
HALMA_FAST_ATTEMPTS sets how many attempts are compared in all (150,000 unless told).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from typing import TypeVar

import pytest

from halma.games import Choice, choose, games
from halma.kernel import Action, ActionKind, fast, reference
from halma.kernel.reference.movement import destinations
from halma.rules import Reason, Ruleset, RunDie
from tests.kernel.test_fast_agrees import CHOICES, SLOW, Walk, late
from tests.variants import label

pytestmark = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")

Item = TypeVar("Item")
TOTAL_ATTEMPTS = int(os.environ.get("HALMA_FAST_ATTEMPTS", "150000"))
FARTHEST_STOP = 60
STOPS = 4
PAIRS = 6


def attempts_for(choice: Choice) -> int:
    """This choice's share of all attempts, at least those of a few stops."""
    alike = sum(other.game == choice.game for other in CHOICES)
    share = (1 / len(CHOICES) + 1 / len(games()) / alike) / 2
    return max(150, ceil(TOTAL_ATTEMPTS * share * (0.3 if choice.game in SLOW else 1)))


def attempts(slow: reference.State, chance: random.Random) -> Iterator[Action]:
    """Pairs of origin and target from pieces of who is to move, each kind of action, and legal ones changed a bit."""
    rules = slow.rules
    cells, off = range(len(rules.board)), len(rules.board)
    occupied = [cell for cell in cells if slow.board[cell]]
    own = [cell for cell in occupied if slow.now.seat in slow.tables.owners[slow.board[cell]]] or occupied
    pairs = [*product(own or cells, range(off + 1))]
    for origin, target in some(pairs, PAIRS, chance):
        yield Action(chance.choice((ActionKind.STEP, ActionKind.HOP)), origin, target)
    for kind in ActionKind:
        yield Action(kind, chance.choice(cells), chance.choice((*cells, off)))
    beside = [(origin, near) for origin in own for near in slow.tables.neighbours[origin] if slow.board[near]]
    entering = [(origin, near) for origin, near in beside if near in slow.tables.target[slow.board[origin]]]
    for origin, near in (*some(beside, 2, chance), *some(entering, 3, chance)):
        yield Action(ActionKind.SWAP, origin, near)
        yield Action(ActionKind.STEP, origin, near)
    for origin, target in some(run_ends(slow, own), 3, chance):
        yield Action(ActionKind.RUN, origin, target)
    for origin in {*some(own, 2, chance), *some(slow.now.used, 1, chance)}:
        # Where the piece could go, whether or not something else forbids it.
        for action in some(everything(slow, origin), 5, chance):
            yield action
            yield action._replace(captured=tuple(sorted(chance.sample(cells, 2))))
    for action in some(slow.legal(), 3, chance):
        yield action
        if action.origin >= 0:
            yield action._replace(captured=action.captured[:1])
            yield action._replace(origin=chance.choice(occupied))
            yield action._replace(target=chance.choice((*cells, off)))


def some(items: Sequence[Item], most: int, chance: random.Random) -> list[Item]:
    return chance.sample(items, min(most, len(items)))


def run_ends(slow: reference.State, own: Sequence[int]) -> list[tuple[int, int]]:
    """Occupied cells as far from some pieces as the die shows, whatever stands between."""
    if not isinstance(slow.rules.dice, RunDie) or not slow.now.roll:
        return []
    distance = slow.now.roll[0]
    movers = [(origin, mover) for origin in own for mover in slow.tables.movers[slow.board[origin]]]
    rays = [(origin, ray) for origin, mover in movers for ray in mover.rays[origin] if len(ray) >= distance]
    return [(origin, ray[distance - 1]) for origin, ray in rays if slow.board[ray[distance - 1]]]


def everything(slow: reference.State, origin: int) -> list[Action]:
    """Where the movement of a piece leads by itself, with any roll."""
    found: dict[Action, None] = {}
    for distance in range(1, 7):
        found.update(dict.fromkeys(destinations(slow.tables, slow.board, origin, distance)))
    return list(found)


def compare(walk: Walk, chance: random.Random) -> Counter[Reason]:
    """One stop of a walk: what was refused, by reason."""
    slow, quick = walk.slow, walk.quick
    reasons: Counter[Reason] = Counter()
    assert quick.duty() == slow.duty()
    for attempt in attempts(slow, chance):
        expected = slow.refusal(attempt)
        found = quick.refusal(attempt)
        assert found == expected, attempt
        meant = quick.matching(attempt)
        assert (set(meant), len(meant)) == (set(slow.matching(attempt)), len(slow.matching(attempt))), attempt
        assert (found is None) == bool(meant), attempt
        if expected is not None:
            reasons[expected.reason] += 1
    for action in some(slow.legal(), 3, chance):
        assert quick.path(action) == slow.path(action)
    return reasons


def refused(choice: Choice, wanted: int) -> Counter[Reason]:
    """Walks with stops until so many attempts have been compared."""
    rules: Ruleset = games()[choice.game].ruleset(choice)
    chance = random.Random(f"refusals {label(choice)}")
    reasons: Counter[Reason] = Counter()
    while reasons.total() < wanted:
        walk = late(rules, chance) if chance.random() < 0.5 else None
        if walk is None:
            first = chance.randrange(rules.seats)
            walk = Walk(rules, reference.State(rules, first), fast.State(rules, first))
        eager = chance.choice((0.0, 0.3, 0.9))
        going, stop, stops = True, chance.choice((0, chance.randrange(FARTHEST_STOP))), 0
        while stops < STOPS and (going or not stops):
            while going and walk.plies < stop:
                going = walk.play(chance, eager)
            # Whoever has to roll is told so whatever is tried: most stops are for what comes after it.
            if walk.slow.needs_roll and chance.random() < 0.7:
                going = walk.play(chance, eager)
            reasons += compare(walk, chance)
            stop, stops = walk.plies + chance.randint(1, 6), stops + 1
    return reasons


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_both_kernels_refuse_alike(choice: Choice) -> None:
    assert refused(choice, attempts_for(choice))


# Between them these have every reason, each often enough; where other games have one too, it comes up seldom.
VARIED = [
    choose("star-rakado", capture="forced"),
    choose("star-rakado", capture="huff"),
    choose("dice"),
    choose("colour", simple=True),
    choose("colour", blocking="swap"),
    choose("le-zug"),
    choose("star-team"),
    choose("captive-2"),
    choose("cat-and-mouse", scatter=True),
    choose("tippy"),
    choose("quick", blocking="swap"),
    choose("marked", blocking="swap"),
    choose("super", blocking="swap"),
    choose("star", blocking="vacate"),
]


def test_every_reason_is_compared() -> None:
    reasons = sum((refused(choice, 6000) for choice in VARIED), Counter[Reason]())
    assert set(reasons) == set(Reason)
