"""The program and the independent implementation agree, move for move, on every game and option."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halma.games import Choice
from halma.play import Position
from halma.rules import SplitDice
from tests.oracle import new_game
from tests.variants import DRAWN_FIGURE, all_choices, label

PLIES = 12
# The oracle lists all whole turns of the dice one by one, which only few and small rolls allow.
DICE_TURNS = 1
SMALL_ROLL = (1, 1)
CHOICES = [pytest.param(choice, id=label(choice)) for choice in all_choices()]


def oracle_of(choice: Choice) -> Any:
    options: dict[str, Any] = dict(choice.options)
    if "figure" in options:
        drawn = options["figure"].split(",")
        options["figure"] = (
            drawn if options["figure"] == DRAWN_FIGURE else options["figure"].replace("block", "default")
        )
    if choice.game == "captive-1":
        del options["blocking"]
    return new_game(choice.game, **options)


def whole_turns(position: Position) -> set[frozenset[tuple[str, str]]]:
    """Every board that a turn of the dice can lead to."""
    found: set[frozenset[tuple[str, str]]] = set()
    seen: set[tuple[object, ...]] = set()
    turn = position.turn_number

    def explore() -> None:
        for move in position.legal_moves:
            position.push(move)
            now = position.state.now
            key = (position.state.contents(), frozenset(now.used), now.divisions, now.hopped)
            if position.turn_number != turn:
                found.add(frozenset(position.pieces.items()))
            elif key not in seen:
                seen.add(key)
                explore()
            position.pop()

    explore()
    return found


@pytest.mark.parametrize("choice", CHOICES)
def test_the_oracle_agrees(choice: Choice) -> None:
    position, other = Position(choice, dice=None), oracle_of(choice)
    choose = random.Random(f"oracle {label(choice)}")
    for _ in range(DICE_TURNS if isinstance(position.rules.dice, SplitDice) else PLIES):
        outcome = position.outcome()
        assert position.is_over == other.over
        if outcome is not None:
            assert outcome.termination.value == other.result["termination"]
            # A puzzle that stayed unsolved has no places.
            assert outcome.places == ({} if outcome.termination.value == "unsolved" else other.result["places"])
            return
        assert (position.seat, position.pieces) == (other.seat, dict(other.board))
        assert position.needs_roll == other.needs_roll
        if isinstance(position.rules.dice, SplitDice):
            roll = SMALL_ROLL
            position.give_roll(roll)
            turns = {frozenset(dict(after.board).items()): after for after in other.roll(roll).turns().values()}
            assert whole_turns(position) == set(turns)
            turn = position.turn_number
            while position.turn_number == turn:
                position.push(choose.choice(position.legal_moves))
            other = turns[frozenset(position.pieces.items())]
        elif position.lot_count:
            cells = choose.sample(position.lot_cells, position.lot_count)
            position.give_lot(cells)
            other = other.roll([position.board.names[cell] for cell in cells])
        elif position.needs_roll:
            roll = (choose.randint(1, 6),)
            position.give_roll(roll)
            other = other.roll(roll)
        else:
            moves = other.moves()
            assert position.legal_moves.texts() == sorted(moves)
            text = choose.choice(sorted(moves))
            position.push(text)
            other = moves[text]
