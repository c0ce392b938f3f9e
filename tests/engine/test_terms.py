"""The terms of the evaluation and the table of its weights: complete, described, and none of them without effect."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from halma.engine.levels import FULL_STRENGTH
from halma.kernel import Action, ActionKind, State, resume_state
from halma.play import Position

_native = pytest.importorskip("halma.engine._native")
WEIGHTS = {name: (value, whole) for name, value, whole, _ in _native.weights()}
TERMS = {name: purpose for name, purpose, _, _ in _native.term_list()}
NODES = 40
MOST_PLIES = 240
# Turns without progress that a position is looked at with besides those that it has, as shares of the stall rule.
WAITED = (0.5, 0.9)

# For each group of weights the games whose positions are looked at.
GAMES: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "race_": (("quick", {}), ("marked", {})),
    "crowded_": (("star", {"players": 3, "pieces": 10}), ("star", {"players": 6, "pieces": 10, "blocking": "vacate"})),
    "transit_": (("star-team", {}),),
    "bridge_": (("colour", {}),),
    "figure_": (("meeting-point", {}), ("retour", {})),
    "line_": (("connection", {}),),
    "hunt": (("cat-and-mouse", {}),),
    "prey_": (("cat-and-mouse", {}),),
    "capture": (("tippy", {}),),
    "enclosed_": (("tippy", {}),),
    "run_": (("rakado", {}),),
    "off_": (("top-secret", {}),),
    "row_": (("gobang", {}),),
    "search_": (("quick", {}),),
}
# What these games never come to: somebody shut in for good, everybody closed in, a weak player who places mice.
NEVER_REACHED = frozenset(
    [
        "crowded_dead",
        "transit_shut_in",
        "bridge_missing",
        "bridge_abandoned",
        "bridge_shut_in",
        "bridge_shut_out",
        "line_held",
        "hunt_closed_step",
        "hunt_wall",
        "hunt_free_step",
        "hunt_gap_step",
        "hunt_gap_far",
        "hunt_draw",
        "hunt_order_friend",
        "hunt_order_far",
        "hunt_order_alone_far",
        "capture",
        "enclosed_3",
        "enclosed_taken",
        "enclosed_second",
        "capture_order",
        "run_lost",
        "off_no_way",
        "row_wins_behind",
    ]
)


def played(game: str, options: dict[str, Any], seed: int, at_random: float = 0.1) -> Iterator[Position]:
    """The positions of a game that the engine plays against itself, with some moves at random."""
    lot = random.Random(f"terms {game} {seed}")
    position = Position(game, seed=str(seed), **options)
    for _ in range(MOST_PLIES):
        if position.is_over:
            return
        yield position
        action = lot.choice(list(position.state.legal()))
        if lot.random() > at_random:
            kind, *rest = _native.think(position.state, NODES, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None)[0][
                0
            ][1][0]
            action = Action(ActionKind(kind), *rest)
        position.push_action(action)


@lru_cache
def states(game: str, options: tuple[tuple[str, Any], ...]) -> tuple[State, ...]:
    found: list[State] = []
    for seed in range(3):
        # One of the games is mostly played at random: what good players never let happen comes up there.
        for number, position in enumerate(played(game, dict(options), seed, 0.6 if seed == 1 else 0.1)):
            # Both seats come up, since three is odd.
            if number % 3 == seed:
                found.append(position.state.copy())
                stall = position.rules.stall
                if stall is None or number % 12 != seed:
                    continue
                for share in WAITED:
                    now = position.state.now
                    idle = tuple(int(stall.turns * share) for _ in now.idle)
                    found.append(resume_state(position.rules, position.state.contents(), now._replace(idle=idle)))
    return tuple(found)


# Those of a net; tests/engine/test_nets.py looks at them.
OF_NETS = frozenset(["net_share", "net_margin"])


def values(state: State, weights: dict[str, float]) -> tuple[Any, ...]:
    return (
        _native.evaluate(state, weights),
        _native.impatience(state, weights),
        _native.promises(state, weights),
    )


def changes_something(state: State, name: str) -> bool:
    value, whole = WEIGHTS[name]
    for factor in (0, 4):
        changed = {name: round(value * factor) if whole else value * factor}
        if name.startswith("search_"):
            plain, other = (
                _native.think(state, 1500, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None, weights)
                for weights in ({}, changed)
            )
            if (plain[0], plain[2]) != (other[0], other[2]):
                return True
        elif values(state, {}) != values(state, changed):
            return True
    return False


@pytest.mark.parametrize("name", sorted(set(WEIGHTS) - NEVER_REACHED - OF_NETS))
def test_no_weight_is_dead(name: str) -> None:
    """Something is worth something else in a real game once the weight is another."""
    games = next(games for group, games in GAMES.items() if name.startswith(group))
    assert any(
        changes_something(state, name) for game, options in games for state in states(game, tuple(options.items()))
    )


def test_every_weight_is_described_and_read_by_a_term() -> None:
    read = {name for _, _, _, weights in _native.term_list() for name in weights}
    assert read == set(WEIGHTS)
    assert len(WEIGHTS) == len(_native.weights())
    assert all(meaning for *_, meaning in _native.weights())


def test_every_term_has_a_name_of_its_own_a_purpose_and_a_meaning() -> None:
    assert len(TERMS) == len(_native.term_list())
    assert set(TERMS.values()) == {"value", "waiting", "search"}
    assert all(meaning and weights for _, _, meaning, weights in _native.term_list())


@pytest.mark.parametrize(("game", "options"), [one for games in GAMES.values() for one in games])
def test_terms_add_up_to_the_value(game: str, options: dict[str, Any]) -> None:
    for state in states(game, tuple(options.items())):
        told = _native.terms(state)
        assert all(TERMS[name] == "value" for name in told)
        sums = [sum(values[seat] for values in told.values()) for seat in range(state.rules.seats)]
        assert tuple(sums) == _native.evaluate(state)


def test_a_weight_that_does_not_exist_is_refused() -> None:
    state = Position("quick").state
    with pytest.raises(ValueError, match="no weight called steps"):
        _native.evaluate(state, {"steps": 1.0})
