"""Runs of a side that has passed the others: as short as can be, and played to the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from halma.engine import Limits, think
from halma.kernel import Action, State, fast
from halma.play import Position

pytestmark = pytest.mark.skipif(not fast.available, reason="nothing was compiled")

# Positions of the star, 2 x 10, in which A has passed B: A's last pieces are on their way to the south.
RUNS = [
    "1/2/3/4/BBBBB8/BBBBB7/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 1",
    "1/2/3/4/BBBBB8/BBBBB7/11/10/9/10/11/4AA6/13/AA2/AAA/AA/A A 1",
    "1/2/3/4/BBBBB8/BBBBB7/11/10/9/5A4/11/12/5A7/A2A/AAA/AA/A A 1",
    "1/2/3/4/BBBBB8/BBBBB7/11/10/9/5A4/5A5/5A6/13/A2A/A1A/AA/A A 1",
]


def run_of(text: str) -> Position:
    return Position.from_board_text(text, "star", players=2, pieces=10)


def fewest_turns(position: Position) -> int:
    """By brute force: all positions of A's pieces turn by turn, B standing still far behind."""
    state = position.state
    target = position.rules.target(0)
    frontier: dict[bytes, State] = {state.contents(): state.copy()}
    seen = set(frontier)
    for turns in range(12):
        following: dict[bytes, State] = {}
        for contents, one in frontier.items():
            if all(cell in target for cell, code in enumerate(contents) if code == 1):
                return turns
            for move in one.legal():
                after = moved(contents, move)
                if after not in seen:
                    seen.add(after)
                    now = one.now._replace(seat=0, actor=0)
                    following[after] = type(one).resume(position.rules, after, now)  # pyright: ignore
        frontier = following
    raise AssertionError("no run was found")


def moved(contents: bytes, move: Action) -> bytes:
    after = bytearray(contents)
    after[move.target], after[move.origin] = after[move.origin], 0
    return bytes(after)


# The last one is too long for brute force.
@pytest.mark.parametrize("text", RUNS[:-1])
def test_a_run_takes_as_many_turns_as_brute_force_says(text: str) -> None:
    position = run_of(text)
    assert think(position, Limits(nodes=500_000)).remaining[0] == fewest_turns(position)


@pytest.mark.parametrize("text", RUNS)
def test_a_run_is_played_in_that_many_turns(text: str) -> None:
    position = run_of(text)
    wanted = think(position, Limits(nodes=500_000)).remaining[0]
    own = 0
    while not position.is_over:
        if position.seat == "A":
            own += 1
            position.push(think(position, Limits(nodes=500_000)).move)
        else:
            position.push_action(backward(position))
    assert own == wanted
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)


def backward(position: Position) -> Action:
    """The move of B that gets least far."""
    advance = position.rules.kinds[1].advance
    return min(position.state.legal(), key=lambda move: (advance[move.target] - advance[move.origin], move))


def blocker(position: Position) -> Action:
    """Moves as little as can be, so that the pieces at home stay there."""
    advance = position.rules.kinds[1].advance

    def nuisance(move: Action) -> tuple[bool, int, Action]:
        left_home = move.origin in position.rules.home(1) and move.target not in position.rules.home(1)
        return left_home, abs(advance[move.target] - advance[move.origin]), move

    return min((move for move in position.state.legal() if move.target >= 0), key=nuisance)


def greedy(position: Position) -> Action:
    code = position.rules.kind_codes("AB".index(position.seat))[0]
    advance = position.rules.kinds[code - 1].advance
    return max(position.state.legal(), key=lambda move: (advance[move.target] - advance[move.origin], move))


def played(position: Position, other: Callable[[Position], Action], limits: Limits) -> Position:
    while not position.is_over:
        position.push_action(think(position, limits).action if position.seat == "A" else other(position))
        assert position.turn_number < 500
    return position


@pytest.mark.parametrize("blocking", ["vacate", "swap", "fill", "free"])
def test_it_gets_on_against_somebody_who_stays_at_home(blocking: str) -> None:
    position = played(Position("star", players=2, pieces=10, blocking=blocking), blocker, Limits(nodes=4_000))
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)


@pytest.mark.parametrize("game", [{"game": "halma", "players": 2, "pieces": 13}, {"game": "star", "players": 2}])
def test_it_wins_against_greed(game: dict[str, object]) -> None:
    position = played(Position(**game), greedy, Limits(nodes=20_000))  # pyright: ignore
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)
