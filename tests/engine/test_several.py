"""The searches for several seats and for dice give what trying everything gives, on a short look ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from halma.engine import Limits, think
from halma.engine.levels import FULL_STRENGTH
from halma.kernel import Action, Phase, State, resume_state
from halma.play import Position

_native = pytest.importorskip("halma.engine._native")
PARANOID, BEST_REPLY, MAX_N = 1, 2, 3
BEST_SHARE = 90  # as in sides.hpp
FACES = range(1, 7)


def searched(position: Position, others: int, depth: int = 2) -> tuple[int, ...]:
    """The values of the best line, all moves looked at."""
    answer = _native.think(position.state, 0, 0.0, depth, 1, 1, 0, FULL_STRENGTH.weakness, None, None, {}, others)
    return answer[0][0][0]


def relative(values: Sequence[int], seat: int) -> float:
    """By how much a seat is ahead of the best and of the mean of the others."""
    rest = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - (BEST_SHARE * max(rest) + (100 - BEST_SHARE) * sum(rest) / len(rest)) / 100


def worths(state: State) -> list[float]:
    values = _native.evaluate(state)
    return [relative(values, seat) for seat in range(len(values))]


def after(state: State, action: Action) -> State:
    twin = state.copy()
    twin.apply(action)
    return twin


def given_turn(state: State, seat: int) -> State:
    """The same position with another seat to move."""
    return resume_state(state.rules, state.contents(), state.now._replace(seat=seat, actor=seat))


def max_n(state: State, root: int) -> float:
    """Everybody plays for himself."""
    found = []
    for action in state.legal():
        reply = after(state, action)
        best = max((worths(after(reply, answer)) for answer in reply.legal()), key=lambda own: own[reply.now.seat])
        found.append(best[root])
    return max(found)


def paranoid(state: State, root: int) -> float:
    """The next one plays against the side that thinks."""
    replies = (after(state, action) for action in state.legal())
    return max(min(worths(after(reply, answer))[root] for answer in reply.legal()) for reply in replies)


def best_reply(state: State, root: int) -> float:
    """Any one of the others plays against the side that thinks."""
    found = []
    for action in state.legal():
        position = after(state, action)
        turns = [given_turn(position, seat) for seat in range(state.rules.seats) if seat != root]
        found.append(min(worths(after(turn, answer))[root] for turn in turns for answer in turn.legal()))
    return max(found)


def opening(game: str, **options: Any) -> Position:
    position = Position(game, **options)
    for number in range(5):
        position.push(position.legal_moves[(7 * number + 3) % len(position.legal_moves)])
    return position


@pytest.mark.parametrize(
    ("others", "brute"),
    [(MAX_N, max_n), (PARANOID, paranoid), (BEST_REPLY, best_reply)],
    ids=["max-n", "paranoid", "best-reply"],
)
def test_two_turns_are_looked_at_completely(others: int, brute: Callable[[State, int], float]) -> None:
    position = opening("star", players=3, pieces=10)
    root = position.state.now.seat
    # Values are whole numbers, so that means may be off by one.
    assert searched(position, others)[root] == pytest.approx(brute(position.state, root), abs=1.5)


def test_partners_play_for_their_sum() -> None:
    position = Position("star-team")
    position.push(think(position, Limits(nodes=500)).move)
    scores = think(position, Limits(nodes=2_000)).scores
    assert scores[0] == scores[2] == -scores[1] == -scores[3]


@pytest.mark.parametrize("seat", range(6))
def test_every_seat_of_six_gets_on(seat: int) -> None:
    position = Position("star", players=6, pieces=10)
    for _ in range(seat):
        position.push(position.legal_moves[0])
    before = position.total_advance(position.seat)
    moved = position.seat
    position.push(think(position, Limits(nodes=1_500)).move)
    assert position.total_advance(moved) > before


# ---- dice ----


def expected(state: State, depth: int, rules_seats: int) -> list[float]:
    """What each seat expects: the mean over the faces, then the best action of whoever is to act."""
    if depth <= 0:
        return worths(state)
    if state.needs_roll:
        sums = [0.0] * rules_seats
        for face in FACES:
            rolled = state.copy()
            rolled.roll((face,))
            for seat, value in enumerate(expected(rolled, depth - rolled.needs_roll, rules_seats)):
                sums[seat] += value / len(FACES)
        return sums
    actor = state.now.actor
    found = (expected(after(state, action), depth - 1, rules_seats) for action in state.legal())
    return max(found, key=lambda own: own[actor])


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "capture": "forced"}])
def test_rolls_count_by_their_chance(options: dict[str, Any]) -> None:
    position = Position("star-rakado", seed=4, **options)
    for number in range(24):
        position.push(position.legal_moves[(5 * number + 1) % len(position.legal_moves)])
    state = position.state
    assert state.now.phase is Phase.MOVE
    seat = state.now.actor
    told = _native.think(state, 0, 0.0, 2, 1, 1, 0, FULL_STRENGTH.weakness, None, None)[0][0][0][seat]
    assert told == pytest.approx(expected(state, 2, state.rules.seats)[seat], abs=8)


def test_a_capture_is_made_where_missing_it_is_huffed() -> None:
    position = Position.from_board_text(
        "BBBB1BBBBBBBBBBB/16/16/16/16/16/16/4B11/16/4A11/16/16/16/16/16/AAAA1AAAAAAAAAAA A 40 roll=2", "rakado"
    )
    assert think(position, Limits(nodes=20_000)).move.captures


def test_a_turn_of_two_dice_is_planned_as_a_whole() -> None:
    position = Position("dice", seed=6)
    thought = think(position, Limits(nodes=4_000))
    assert len(thought.lines[0].moves) > 1
    whole = position.copy()
    for move in thought.lines[0].moves:
        whole.push(move)
    assert whole.seat == "B"
    single = max(
        (after(position.state, action) for action in position.state.legal()), key=lambda state: state.totals()[0]
    )
    assert whole.total_advance("A") > single.totals()[0]


@pytest.mark.parametrize("players", [2, 4])
def test_the_dice_win_when_the_turn_can(players: int) -> None:
    start = Position("dice", players=players)
    rules = start.rules
    kind = rules.kinds[0]
    goal = sorted(kind.target, key=lambda cell: -kind.advance[cell])
    before = next(cell for cell in start.board.neighbours(goal[-1]) if cell not in kind.target)
    state = start.state
    contents = [0] * len(start.board)
    for cell in (*goal[:-1], before):
        contents[cell] = 1
    for seat in range(1, players):
        taken = {cell for cell, content in enumerate(contents) if content} | kind.target
        cells = [cell for cell in (*sorted(rules.kinds[seat].home), *range(100, 200)) if cell not in taken]
        for cell in cells[: rules.army[seat]]:
            contents[cell] = seat + 1
    now = state.now._replace(roll=(1, 3), phase=Phase.MOVE, divisions=((1, 3), (3, 1)))
    position = Position.of_state(start.choice, resume_state(rules, contents, now))
    position.push(think(position, Limits(nodes=3_000)).move)
    while not position.is_over and position.seat == "A" and not position.needs_roll:
        position.push(think(position, Limits(nodes=3_000)).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == ("A",)
