"""A lot is nobody's move: opponents think up to it, and go on after it."""

from __future__ import annotations

import pytest

from halma.engine import WIN, Limits, lookahead, think
from halma.engine.analysis import analyse
from halma.engine.levels import level_of
from halma.engine.think import NothingToThinkError
from halma.kernel import REFERENCE, fast, use_kernel
from halma.play import Position

FEW = Limits(nodes=300)


def waiting() -> Position:
    position = Position("cat-and-mouse", scatter=True, dice=None)
    position.push("@h8")
    position.push("@i9")
    return position


@pytest.mark.parametrize("before", ["", "@h8"])
@pytest.mark.skipif(not fast.available, reason="the search is not compiled here")
def test_cats_are_placed_with_the_lot_ahead(before: str) -> None:
    position = Position("cat-and-mouse", scatter=True, dice=None)
    if before:
        position.push(before)
    thought = think(position, Limits(nodes=300, depth=4))
    assert thought.move in position.legal_moves
    # Nobody looks past the lot, and that nothing can be played then is neither won nor lost.
    assert all(abs(score) < WIN for score in thought.lines[0].scores)
    assert len(thought.lines[0].moves) <= position.hands["A"]


def test_the_look_ahead_without_a_compiler_copes_too() -> None:
    position = Position("cat-and-mouse", scatter=True, dice=None)
    position.push("@h8")
    limits = Limits(level=3)
    assert lookahead.think(position, limits, level_of(limits)).move in position.legal_moves


def test_there_is_nothing_to_think_while_the_lot_is_missing() -> None:
    with pytest.raises(NothingToThinkError, match="by lot"):
        think(waiting(), FEW)


@pytest.mark.skipif(not fast.available, reason="the search is not compiled here")
def test_a_game_of_the_reference_kernel_is_thought_about_with_its_lot() -> None:
    use_kernel(REFERENCE)
    try:
        position = Position("cat-and-mouse", scatter=True, seed=5)
        position.push("@h8")
        position.push("@i9")
        assert think(position, FEW).move in position.legal_moves
        assert analyse(position, FEW).lines
    finally:
        use_kernel(None)


@pytest.mark.skipif(not fast.available, reason="the search is not compiled here")
def test_random_play_in_the_kernel_draws_lots() -> None:
    state = Position("cat-and-mouse", scatter=True, dice=None).state
    assert isinstance(state, fast.State)
    turns, result = state.random_playout(1, 5000)
    assert turns > 2 and result is not None
