"""Moves that lead to the same position are one move (2.5), in every game that takes hopped pieces off."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halma.play import Position, perft
from tests.law import rule
from tests.oracle import new_game

# Cats on i8 and i9 can each capture all four mice before them and come back to where they began.
TWO_ROUND_TRIPS = "16/16/16/16/16/16/16/5B1BA7/5B1BA7/16/16/16/16/16/16/B1B1B1B1B7 A 1"
CAPTURING = [
    ("solitaire", {}),
    ("captive-2", {}),
    ("captive-2", {"keep_mover": True}),
    ("captive-2", {"inside": True}),
    ("captive-2", {"inside": True, "keep_mover": True}),
    ("cat-and-mouse", {}),
]


def oracle_moves(position: Position) -> list[str]:
    """The moves of the independent implementation on the same board, nothing being left to place."""
    options: dict[str, Any] = dict(position.choice.options)
    game = new_game(position.choice.game, **options)
    cells = ["."] * game.game_board.size
    for name, letter in position.pieces.items():
        cells[game.game_board.index[name]] = letter
    return sorted(game.copy(cells="".join(cells), hands=dict.fromkeys(game.seats, 0), seat="A").moves())


def check(position: Position) -> None:
    """No two moves lead to the same position, and the independent implementation lists the same ones."""
    reached: list[object] = []
    for move in position.legal_moves:
        position.push(move)
        reached.append((position.pieces, position.captured, position.outcome()))
        position.pop()
    assert all(one not in reached[:number] for number, one in enumerate(reached))
    if not position.is_over:
        assert position.legal_moves.texts() == oracle_moves(position)


@rule("2.5")
def test_two_cats_that_capture_the_same_mice_and_come_back_make_one_move() -> None:
    """2.5: i8 and i9 both come back, and afterwards nobody can say which of them went."""
    position = Position.from_board_text(TWO_ROUND_TRIPS, "cat-and-mouse")
    check(position)
    assert perft(position, 1) == 27
    round_trips = [move for move in position.legal_moves if move.origin == move.target]
    assert [str(move) for move in round_trips] == ["i8-i8"]


@rule("2.5")
def test_the_way_of_the_other_cat_means_the_listed_move() -> None:
    """2.5: how a piece got there is shown, not counted."""
    position = Position.from_board_text(TWO_ROUND_TRIPS, "cat-and-mouse")
    assert position.parse("i9-i9") == position.parse("i9-g9-e9-g7-i9") == position.parse("i8-i8")


def random_board(start: Position, chance: random.Random) -> str:
    """Few pieces close together, so that they can come back to where they began or capture each other."""
    board, pieces = start.board, dict.fromkeys(start.pieces, next(iter(start.pieces.values()), ""))
    if start.choice.game == "cat-and-mouse":
        near = [name for name in board.names if name[0] in "fghijk" and name[1:] in ("6", "7", "8", "9", "10", "11")]
        pieces = dict(zip(chance.sample(near, 18), "AABBBBBBBBBBBBBBBB", strict=True))
    else:
        pieces = {name: pieces[name] for name in chance.sample(sorted(pieces), chance.randint(4, 14))}
    return "/".join("".join(pieces.get(board.names[cell], "1") for cell in row) for row in board.rows) + " A 1"


@rule("2.5")
@pytest.mark.parametrize(("game", "options"), CAPTURING)
def test_no_position_is_listed_twice_where_hopped_pieces_go(game: str, options: dict[str, Any]) -> None:
    """2.5, on boards made by lot."""
    chance = random.Random(f"same position {game} {options}")
    start = Position(game, **options)
    for _ in range(60):
        text = random_board(start, chance)
        try:
            position = Position.from_board_text(text, start.choice)
        except ValueError:
            # Solved by lot.
            continue
        check(position)
