"""The search that checks proofs: its own base rule is that of rules.md, and it finds what is there."""

from __future__ import annotations

from typing import Any

import pytest

from halma.play import Position
from halma.puzzles.search_again import SolutionFoundError, _Moves, search_again  # pyright: ignore[reportPrivateUsage]
from halma.rules import StayInTarget


def standing(position: Position) -> tuple[frozenset[int], int | None]:
    """Where the pieces are, and the marked one."""
    contents = position.state.contents()
    marked = next((cell for cell, code in enumerate(contents) if code == 2), None)
    return frozenset(cell for cell, code in enumerate(contents) if code), marked


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("star-highscore", {"pieces": 6}),
        ("star-highscore", {"pieces": 10}),
        ("highscore", {}),
        ("marked", {"players": 1}),
    ],
)
def test_moves_are_those_of_the_rules(game: str, options: dict[str, Any]) -> None:
    """rules.md, the base rule and `vacate`: along a game, and backwards."""
    position = Position(game, **options)
    rules = position.rules
    stays = any(isinstance(word, StayInTarget) for word in rules.restrictions)
    keep = rules.kinds[0].target if stays else frozenset[int]()
    moves = _Moves(position.board, keep)
    for turn in range(60):
        before = moves.packed(standing(position))
        expected: set[int] = set()
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            expected.add(moves.packed(standing(after)))
            if turn % 10 == 0:
                assert before in moves.after(moves.packed(standing(after)), backwards=True)
        assert set(moves.after(before, backwards=False)) == expected
        # The largest advance, so that the pieces travel and some arrive.
        kind = rules.kinds[0]
        ahead = sorted(position.state.legal())
        position.push_action(max(ahead, key=lambda one: kind.advance[one.target] - kind.advance[one.origin]))
        if position.is_over:
            break


def test_it_finds_a_way_of_just_so_many_moves() -> None:
    """Two moves apart along a line of play: not with one, but with two."""
    position = Position("star-highscore", pieces=6)
    start = standing(position)
    for move in ("c1-d1", "c3-d4"):
        position.push(move)
    goal = standing(position)
    none = frozenset[int]()
    assert search_again(position.board, start, goal, none, 1, (0, 0), None, lambda _: None)
    with pytest.raises(SolutionFoundError):
        search_again(position.board, start, goal, none, 2, (0, 0), None, lambda _: None)


def test_it_says_when_it_stopped_early() -> None:
    position = Position("star-highscore", pieces=6)
    start, goal = standing(position), (position.rules.kinds[0].target, None)
    assert not search_again(position.board, start, goal, frozenset(), 12, (0, 0), 100, lambda _: None)
