"""What somebody means who writes down the way of a piece: both kernels give the same answer, in every game."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from halma.games import Choice, choose, games
from halma.kernel import Action, ActionKind, State, fast, reference
from halma.play.dice import dice_count
from halma.rules import Ruleset

pytestmark = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")

CHOICES = [
    *(choose(game) for game in games()),
    choose("star", blocking="swap"),
    choose("quick", players=4),
]
TURNS, WAYS = 60, 6


def rolled(rules: Ruleset, state: State, chance: random.Random) -> tuple[int, ...]:
    if rules.placing is not None and state.now.hands[state.now.seat]:
        free = [cell for cell in rules.placing.zones[state.now.seat] if not state.contents()[cell]]
        return tuple(sorted(chance.sample(sorted(free), state.now.hands[state.now.seat])))
    return tuple(chance.randint(1, 6) for _ in range(dice_count(rules)))


def damaged(way: tuple[int, ...], cells: int, chance: random.Random) -> tuple[int, ...]:
    """A way that may or may not be one: other cells, cells left out, there and back again, off the board."""
    changed = list(way)
    at = chance.randrange(len(changed))
    match chance.randrange(6):
        case 0:
            changed[at] = chance.randrange(cells)
        case 1:
            changed.insert(at, chance.randrange(cells))
        case 2:
            del changed[at]
        case 3:
            changed += changed[-2:-1] + changed[-1:]
        case 4:
            changed.append(cells)
        case _:
            changed.reverse()
    return tuple(changed) or (0,)


def compare(slow: reference.State, quick: fast.State, chance: random.Random) -> int:
    """Ways of legal actions and ways like them; how many of them name one."""
    cells, named = len(slow.rules.board), 0
    actions = sorted(slow.legal())
    for action in chance.sample(actions, min(WAYS, len(actions))):
        way = slow.path(action)
        for attempt in (action, action._replace(captured=()), action._replace(kind=ActionKind.HOP)):
            assert set(quick.matching(attempt)) == set(slow.matching(attempt))
        if not way:
            continue
        for written in (way, (way[0], way[-1]), *(damaged(way, cells, chance) for _ in range(4))):
            assert quick.captured_on(written) == slow.captured_on(written), written
            found = slow.find_way(written)
            assert quick.find_way(written) == found, written
            named += found is not None
    return named


@pytest.mark.parametrize("choice", CHOICES, ids=[f"{choice.game}-{number}" for number, choice in enumerate(CHOICES)])
def test_both_kernels_read_the_same_ways(choice: Choice) -> None:
    rules = games()[choice.game].ruleset(choice)
    slow, quick = reference.State(rules), fast.State(rules)
    chance = random.Random(f"{choice}")
    named = 0
    for _ in range(TURNS):
        if slow.is_over:
            break
        if slow.needs_roll:
            values = rolled(rules, slow, chance)
            slow.roll(values)
            quick.roll(values)
            continue
        named += compare(slow, quick, chance)
        action = chance.choice(sorted(slow.legal()))
        # Captures come up seldom otherwise.
        action = max(slow.legal(), key=lambda each: len(each.captured)) if chance.random() < 0.3 else action
        way = slow.path(action)
        expected = slow.find_way(way) if way else None
        played = quick.push_way(way) if way else None
        assert played == expected
        if played is None:
            quick.push(action)
            slow.apply(action)
        else:
            assert slow.push_way(way) == played
        assert quick.contents() == slow.contents() and quick.now == slow.now
    placing_only = rules.placing is not None and not any(kind.movement for kind in rules.kinds)
    assert named or placing_only


def test_a_chain_names_what_it_captures() -> None:
    """Two chains with the same ends that capture other pieces: the ends alone name none."""
    rules = games()["solitaire"].ruleset(choose("solitaire"))
    for kernel in (reference, fast):
        chance = random.Random(1)
        state = kernel.State(rules)
        ambiguous = 0
        for _ in range(400):
            legal = sorted(state.legal())
            if not legal or state.is_over:
                state = kernel.State(rules)
                continue
            for action in islice(legal, 20):
                alike = [other for other in legal if (other.origin, other.target) == (action.origin, action.target)]
                way = state.path(action)
                if len(alike) > 1:
                    ambiguous += 1
                    assert state.find_way((action.origin, action.target)) is None
                assert len(way) == 2 or state.find_way(way) == action
            state.apply(chance.choice(legal))
        assert ambiguous


def test_what_is_no_way_is_refused() -> None:
    rules = games()["halma"].ruleset(choose("halma"))
    state = fast.State(rules)
    for way in ((), (0,), (300, 1), (255, 255), (256, 255)):
        if max(way, default=0) > len(rules.board):
            with pytest.raises(ValueError, match="not on the board"):
                state.find_way(way)
        else:
            assert state.find_way(way) is None and state.push_way(way) is None
    for wrong in (3, "ab", [None]):
        with pytest.raises(TypeError):
            state.find_way(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="kind"):
        state.matching(Action(99, 0, 0))  # type: ignore[arg-type]
    assert state.matching(Action(ActionKind.PASS)) == ()
