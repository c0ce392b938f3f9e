"""The most used recipes of python-chess, carried over: whoever knows that library finds everything here again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import halma


def test_make_a_position_and_a_move() -> None:
    """`chess.Board()`, `board.push_san("e4")`: a game by its name and options, a move by its text."""
    position = halma.Position("halma")
    position.push("e2-f3")
    assert position.seat == "B" and position.turn_number == 2
    three = halma.Position("star", players=3, blocking="swap")
    assert three.seats == "ABC"


def test_list_legal_moves() -> None:
    """`board.legal_moves`: counted, iterated, asked with `in`, by move or by text."""
    position = halma.Position("halma")
    assert len(position.legal_moves) == position.legal_moves.count() == 40
    assert halma.Move("e2", "f3") in position.legal_moves and "e2-f3" in position.legal_moves
    assert {move.origin for move in position.legal_moves} <= set(position.pieces)


def test_make_and_take_back() -> None:
    """`push`, `pop`, `peek`, `move_stack`."""
    position = halma.Position("halma")
    move = halma.Move.from_text("e2-f3")
    position.push(move)
    assert position.peek() == move and position.move_stack == [move]
    assert position.pop() == move
    assert position == halma.Position("halma")


def test_an_illegal_move_says_which_rule_forbids_it() -> None:
    """`board.is_legal`, `IllegalMoveError`; here the error knows the reason, the cells and the clause of the law."""
    position = halma.Position("halma")
    assert not position.is_legal("e2-e9")
    with pytest.raises(halma.IllegalMoveError) as error:
        position.push("a16-b16")
    assert error.value.refusal.reason is halma.Reason.NO_PIECE and error.value.refusal.cells == ("a16",)
    with pytest.raises(halma.InvalidMoveError):
        position.push("quux")


def test_tell_the_end_of_a_game() -> None:
    """`board.is_game_over()`, `board.outcome()`, `board.result()`."""
    position = halma.Position.from_text("solitaire 1x32 3/3/7/7/3AA2/3/3 A 31")
    assert not position.is_over and position.outcome() is None and position.result() == "*"
    position.push("e3-c3")
    assert position.is_over and position.result() == "- unsolved"
    outcome = position.outcome()
    assert outcome is not None and outcome.termination is halma.Termination.UNSOLVED and outcome.winners == ()


def test_parse_and_print_moves() -> None:
    """`Move.from_uci`, `board.parse_san`, `move.uci()`, `board.lan(move)`: one notation for all."""
    position = halma.Position("halma")
    move = position.parse("c3-e3")
    assert str(move) == "c3-e3" and move == halma.Move("c3", "e3")
    assert (move.origin, move.target, move.kind) == ("c3", "e3", halma.MoveKind.MOVE)
    position.push("e2-f3")
    position.push("l15-k14")
    long = position.parse("c3-g3")
    assert long.path == ("c3", "e3", "g3") and long.text(path=True) == "c3-e3-g3"


def test_read_and_write_a_position() -> None:
    """`board.fen()`, `Board(fen)`, `board.piece_at`, `print(board)`: the text names its game."""
    position = halma.Position("quick", play_on=True)
    position.push("e2-f3")
    text = position.text()
    assert text.startswith("quick 2x6 edition=schmidt") and text.endswith(" B 2")
    again = halma.Position.from_text(text)
    assert again == position and again.choice.game == "quick"
    assert again.piece_at("f3") == "A" and again.piece_at("e2") is None
    assert str(again).splitlines()[-2].split() == list("abcdefghijklmnop")
    with pytest.raises(halma.InvalidPositionError):
        halma.Position.from_text(text.replace(" B 2", " C 2"))


def test_copy_compare_and_look_up() -> None:
    """`board.copy(stack=False)`, `==`, `zobrist_hash`, `board.mirror()`, `board.transform(chess.flip_vertical)`."""
    position = halma.Position("halma")
    position.push("e2-f3")
    bare = position.copy(stack=False)
    assert bare == position and bare.move_stack == [] and position.move_stack != []
    seen = {position.key: "one step"}
    assert seen[bare.key] == "one step"
    assert position.transform("rotate_180").transform("rotate_180") == position
    assert position.mirror().mirror() == position


def test_play_a_random_game() -> None:
    """`while not board.is_game_over(): board.push(random.choice(list(board.legal_moves)))`."""
    chance = random.Random(1)
    position = halma.Position("captive-2", players=4, seed=1)
    while not position.is_over:
        position.push(chance.choice(position.legal_moves))
    assert position.outcome() is not None and len(position.move_stack) == position.turn_number - 1


def test_draw_a_position() -> None:
    """`chess.svg.board(board, arrows=…)`, and what a notebook shows."""
    position = halma.Position("star", players=2, pieces=10)
    picture = halma.draw.svg(position)
    assert picture.startswith("<svg") and position._repr_svg_() == picture


def test_read_games_from_a_file(tmp_path: Path) -> None:
    """`chess.pgn.read_game(file)`, `game.mainline_moves()`, and writing one."""
    position = halma.Position("quick")
    for move in ("e2-f3", "l15-k14"):
        position.push(move)
    file = tmp_path / "games.txt"
    file.write_text(halma.Record.of(position, names={"A": "Anna", "B": "Ben"}).to_text(), encoding="utf-8")
    (record,) = halma.read_records(file.read_text(encoding="utf-8"))
    assert record.names["A"] == "Anna"
    assert [str(move) for move in record.position().move_stack] == ["e2-f3", "l15-k14"]


def test_let_the_computer_play_and_judge() -> None:
    """`engine.play(board, Limit(…))`, `engine.analyse(…)`."""
    position = halma.Position("star", players=2, pieces=10)
    thought = halma.engine.think(position, halma.engine.Limits(level=1))
    assert thought.move in position.legal_moves and len(thought.scores) == 2
    position.push(thought.move)
    assert position.peek() == thought.move
    line = thought.lines[0]
    assert line.moves[0] == thought.move
