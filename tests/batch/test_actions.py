"""Action ids: one number for everything that can be done on a board, with its text both ways."""

from typing import Any

import pytest

from halma.batch import ActionSpace
from halma.boards import Board, cross_board, points_board, square_board, star_board
from halma.games import choose
from halma.kernel import Action, ActionKind
from halma.play import InvalidMoveError
from tests.variants import all_choices

BOARDS = [square_board(), points_board(), star_board(), square_board(9), cross_board()]


def cell(board: Board, name: str) -> int:
    return board.names.index(name)


def test_a_move_is_numbered_by_its_origin_and_target() -> None:
    # The star is numbered in reading order: d1 is the seventh point (6), e5 the fifth of the row that begins with 10.
    assert ActionSpace(star_board()).id("d1-e5") == 6 * 121 + 14
    # The square board is numbered rank by rank: c3 is 2 * 16 + 2.
    assert ActionSpace(square_board()).id("c3-e5") == (2 * 16 + 2) * 256 + 4 * 16 + 4


def test_the_blocks_follow_each_other_as_documented() -> None:
    space = ActionSpace(star_board())
    n = 121
    texts = ["--", ".", "a1-off", "xa1", "@a1"]
    assert [space.id(text) for text in texts] == [n * n, n * n + 1, n * n + 2, n * n + 2 + n, n * n + 2 + 2 * n]
    # a1 is the north tip; its south-east neighbour lies in the third of the six directions.
    assert space.id("a1~b2") == n * n + 2 + 3 * n + 2
    assert space.size == n * n + 2 + 3 * n + 6 * n


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_every_id_has_a_text_that_is_read_back(board: Board) -> None:
    space = ActionSpace(board)
    # All of a small board, every 97th of a large one, and all that are no moves.
    moves = range(0, len(board) ** 2, 1 if len(board) < 100 else 97)
    missing = 0
    texts: set[str] = set()
    for number in (*moves, *range(len(board) ** 2, space.size)):
        try:
            text = space.text(number)
        except ValueError:
            assert number in space.blocks["swap"]
            missing += 1
            continue
        assert space.id_of_text(text) == space.id(space.action(number)) == number
        assert text not in texts
        texts.add(text)
    neighbours = sum(len(board.neighbours(one)) for one in range(len(board)))
    assert missing == len(board.directions) * len(board) - neighbours


def test_a_space_ends_with_the_last_block_its_game_uses() -> None:
    square, star = 256, 121
    ends: dict[str, dict[str, Any]] = {
        "halma": {"size": square**2 + 1},
        "dice": {"size": square**2 + 2},
        "top-secret": {"size": square**2 + 2 + 3 * square},
        "gobang": {"size": square**2 + 2 + 3 * square},
        "rakado": {"size": square**2 + 2 + 2 * square},
        "captive-2": {"size": star**2 + 2 + 2 * star},
        "solitaire": {"size": 33**2 + 2 + 2 * 33},
    }
    for game, expected in ends.items():
        assert ActionSpace(game).size == expected["size"], game
    assert ActionSpace("star", blocking="swap").size == ActionSpace(star_board()).size
    assert ActionSpace("rakado", capture="forced").size == square**2 + 1


def test_ids_are_the_same_for_every_game_on_a_board() -> None:
    for choice in all_choices():
        space = ActionSpace(choice)
        assert space.blocks == ActionSpace(space.board).blocks
        assert space.size <= ActionSpace(space.board).size


def test_moves_of_every_form_have_an_id() -> None:
    space = ActionSpace(square_board())
    board = space.board
    ends = cell(board, "c3"), cell(board, "e5")
    for kind in (ActionKind.STEP, ActionKind.HOP, ActionKind.RUN, ActionKind.RETRACE):
        assert space.id(Action(kind, *ends)) == space.id("c3-e5")
    # A written way and written captures are named by the ends.
    assert space.id("c3-c5-e5") == space.id("c3-e5xd4") == space.id("c3-e5")


def test_rolls_are_numbered_too() -> None:
    two, one = ActionSpace("dice"), ActionSpace("rakado")
    assert (two.roll_count, one.roll_count, ActionSpace("halma").roll_count) == (36, 6, 0)
    assert [two.roll_id(two.roll(number)) for number in range(36)] == list(range(36))
    assert two.roll(0) == (1, 1) and two.roll(1) == (1, 2) and two.roll(6) == (2, 1) and two.roll(35) == (6, 6)
    assert [one.roll(number) for number in range(6)] == [(value,) for value in range(1, 7)]


def test_bad_input_is_refused_with_what_was_expected() -> None:
    space = ActionSpace("star", players=2, pieces=10)
    for number in (-1, 14642, 10**9):
        with pytest.raises(ValueError, match="ids go from 0 to 14641"):
            space.text(number)
    with pytest.raises(TypeError, match="whole number"):
        space.text("d1-e5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text of a move"):
        space.id_of_text(740)  # type: ignore[arg-type]
    for text in ("", "e5", "a1-z9", "a1-b9"):
        with pytest.raises(InvalidMoveError):
            space.id_of_text(text)
    with pytest.raises(ValueError, match="no neighbours"):
        space.id("a1~q1")
    with pytest.raises(ValueError, match="no cell 121"):
        space.id(Action(ActionKind.PLACE, target=121))
    with pytest.raises(TypeError, match="not int"):
        ActionSpace(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a board has none"):
        ActionSpace(star_board(), players=2)
    with pytest.raises(ValueError, match="no dice"):
        space.roll(0)
    dice = ActionSpace(choose("dice"))
    for values in ((1,), (1, 7), (1, 2, 3)):
        with pytest.raises(ValueError, match="2 numbers from 1 to 6"):
            dice.roll_id(values)
    with pytest.raises(ValueError, match="0 to 35"):
        dice.roll(36)
