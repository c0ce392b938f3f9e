"""One contract for every game, number of players and option: what must hold whatever the rules are."""

from __future__ import annotations

import random

import pytest

from halma.games import Choice, games
from halma.kernel import Action, Phase
from halma.play import IllegalMoveError, Move, MoveKind, Position, Record, SeededDice, read_records
from halma.rules import SEATS
from tests.variants import all_choices, label

PLIES = 80
CHOICES = [pytest.param(choice, id=label(choice)) for choice in all_choices()]


def walk(choice: Choice, seed: str, plies: int = PLIES) -> Position:
    """A random game, so far or to its end."""
    position = Position(choice, seed=seed)
    choose = random.Random(seed)
    while plies and not position.is_over:
        position.push(choose.choice(position.legal_moves))
        plies -= 1
    return position


def resulting(position: Position, move: Action) -> tuple[object, ...]:
    """What a move leads to, without whose turn number it is."""
    state = position.state
    state.apply(move)
    key = (state.contents(), state.now)
    state.undo()
    return key


@pytest.mark.parametrize("choice", CHOICES)
def test_full_undo_leads_back_to_the_start(choice: Choice) -> None:
    position = walk(choice, "undo")
    start = Position(choice, seed="undo")
    texts = [event.text for event in position.history if event.move]
    undone = 0
    while any(event.move for event in position.history):
        position.pop()
        undone += 1
    assert undone == len(texts)
    assert position == start
    assert position.board_text() == start.board_text()
    for text in texts:
        position.push(text)
    assert position == walk(choice, "undo")


@pytest.mark.parametrize("choice", CHOICES)
def test_copies_are_independent(choice: Choice) -> None:
    position = walk(choice, "copy", 20)
    twin = position.copy()
    assert twin == position and twin.key == position.key
    text = position.board_text()
    for _ in range(10):
        if not twin.is_over:
            twin.push(twin.legal_moves[0])
    assert position.board_text() == text
    assert (twin == position) == (twin.board_text() == text)


@pytest.mark.parametrize("choice", CHOICES)
def test_text_is_read_back(choice: Choice) -> None:
    position = Position(choice, seed="text")
    choose = random.Random("text")
    for _ in range(PLIES // 2):
        again = Position.from_board_text(position.board_text(), choice)
        assert again == position
        assert again.board_text() == position.board_text()
        assert set(again.legal_moves) == set(position.legal_moves)
        if position.is_over:
            break
        position.push(choose.choice(position.legal_moves))


@pytest.mark.parametrize("choice", CHOICES)
def test_records_are_read_back_and_played_through(choice: Choice) -> None:
    position = walk(choice, "record")
    names = {seat: f'{seat} "the\\{{first}}" ♟' for seat in position.seats}
    record = Record.of(position, names=names, tags={"Place": "here"})
    assert list(read_records(record.to_text())) == [record]
    assert list(read_records(record.to_json())) == [record]
    again = record.position()
    assert again.state.contents() == position.state.contents()
    assert again.outcome() == position.outcome()
    # A record ends with a turn; a roll that follows it has not been used yet.
    if not position.roll:
        assert again == position


@pytest.mark.parametrize("choice", CHOICES)
def test_legal_moves_are_legal_and_all_others_are_refused_with_a_reason(choice: Choice) -> None:
    position = Position(choice, seed="refuse")
    choose = random.Random("refuse")
    cells = position.board.names
    for number in range(PLIES // 3):
        if position.is_over:
            break
        legal = set(position.legal_moves)
        for move in choose.sample(sorted(legal), min(8, len(legal))):
            assert position.refusal(move) is None
            assert position.parse(str(move)) == move == Move.from_text(str(move))
            assert position.parse(move.text(path=True)) == move
        ends = {(move.origin, move.target) for move in legal if move.kind is MoveKind.MOVE}
        attempts = [Move(choose.choice(cells), choose.choice(cells)) for _ in range(12)]
        own = list(position.pieces)
        attempts += [Move(choose.choice(own), choose.choice(cells)) for _ in range(12) if own]
        for attempt in attempts:
            refused = position.refusal(attempt)
            if refused is None and (attempt.origin, attempt.target) not in ends:
                # Where the mover leaves the game, a move can lead to the same position as a listed one.
                assert choice.game == "captive-2" and position.parse(str(attempt)) in legal
                continue
            assert (refused is None) == ((attempt.origin, attempt.target) in ends)
            if refused is not None:
                assert str(refused) and "{" not in str(refused)
                with pytest.raises(IllegalMoveError):
                    position.push(attempt)
        swap = Move(choose.choice(own or cells), choose.choice(cells), kind="swap")
        set_down = [Move(target=choose.choice(cells), kind=kind) for kind in ("place", "huff")]
        for attempt in (swap, *set_down, Move(kind="pass"), Move(kind="done")):
            assert (position.refusal(attempt) is None) == (attempt in legal)
        position.push(choose.choice(sorted(legal)))
        assert number >= 0


@pytest.mark.parametrize("choice", CHOICES)
def test_no_position_is_reached_twice_by_two_listed_moves(choice: Choice) -> None:
    position = Position(choice, dice=SeededDice("twice"))
    choose = random.Random("twice")
    for _ in range(PLIES // 4):
        if position.is_over:
            break
        moves = position.state.legal()
        sample = moves if len(moves) < 60 else choose.sample(moves, 60)
        reached = [resulting(position, move) for move in sample]
        assert len(set(reached)) == len(reached)
        assert len(set(moves)) == len(moves) == len(set(position.legal_moves))
        position.push_action(choose.choice(moves))


@pytest.mark.parametrize("choice", CHOICES)
def test_there_is_always_somebody_to_move_or_an_outcome(choice: Choice) -> None:
    position = Position(choice, seed="outcome")
    choose = random.Random("outcome")
    for _ in range(PLIES):
        assert (position.outcome() is not None) == position.is_over
        if position.is_over:
            break
        assert position.seat in position.seats
        assert len(position.legal_moves) > 0
        position.push(choose.choice(position.legal_moves))
    check_outcome(position)


def check_outcome(position: Position) -> None:
    """Places are those of a ranking in which equal seats share a place."""
    outcome = position.outcome()
    if outcome is None:
        return
    assert position.state.now.phase == Phase.OVER
    assert len(position.legal_moves) == 0
    places = sorted(outcome.places.values())
    if not places:
        assert outcome.termination.value == "unsolved" and len(position.seats) == 1
        return
    assert len(places) == len(position.seats)
    for number, place in enumerate(places, 1):
        assert place == (number if number == 1 or place != places[number - 2] else places[number - 2])
    assert bool(outcome.winners) != outcome.drawn
    assert all(seat in SEATS for seat in outcome.winners)


ENDING = [game.id for game in games().values() if max(game.players) > 1 or game.id in ("solitaire", "retour")]


@pytest.mark.parametrize("game", ENDING)
def test_random_play_comes_to_an_end(game: str) -> None:
    """The stall rule ends what random play does not; only puzzles can be played for ever."""
    position = Position(game, seed=1)
    choose = random.Random(game)
    for _ in range(20000):
        if position.is_over:
            break
        position.push(choose.choice(position.legal_moves))
    assert position.is_over
    check_outcome(position)
