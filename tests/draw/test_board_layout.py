"""Boards turned for the one who looks, and the outlines of their regions."""

from __future__ import annotations

from typing import Any

import pytest

from halma.boards import Board, points_board, square_board, star_board
from halma.boards.chequered import CORNERS, LARGE_COURT, corner_court
from halma.boards.star import LARGE_TIP_ROWS, tip_cells
from halma.draw.board_layout import BoardLayout
from halma.draw.outlines import around_points, around_squares
from halma.draw.scene import SettledOptions, scene_of
from halma.play import Position


def seen_from(seat: str, game: str, **options: Any) -> BoardLayout:
    return scene_of(Position(game, **options), SettledOptions(turned=seat)).layout


def nearest(layout: BoardLayout) -> list[str]:
    """The cells of the lowest row on the sheet, from the left."""
    places = sorted((round(-layout.at(cell)[1], 1), layout.at(cell)[0], cell) for cell in range(len(layout.board)))
    return [layout.board.names[cell] for down, _, cell in places if down == places[0][0]]


@pytest.mark.parametrize(("seat", "corner"), [("A", "a1"), ("B", "a16"), ("C", "p16"), ("D", "p1")])
def test_the_own_corner_lies_below_on_the_left(seat: str, corner: str) -> None:
    assert nearest(seen_from(seat, "halma", players=4))[0] == corner


@pytest.mark.parametrize(("seat", "tip"), [*zip("ABCDEF", ("a1", "e13", "m13", "q1", "m1", "e1"), strict=True)])
def test_the_own_tip_lies_below(seat: str, tip: str) -> None:
    assert nearest(seen_from(seat, "star", players=6)) == [tip]


def test_the_own_rows_lie_below() -> None:
    assert nearest(seen_from("A", "dutch"))[0] == "a1"
    assert nearest(seen_from("B", "dutch"))[0] == "i9"
    assert nearest(seen_from("B", "le-zug"))[0] == "q17"


def test_two_facing_tips_both_lie_on_the_own_side() -> None:
    layout = seen_from("A", "star", tips="facing")
    heights = {layout.at(layout.board.index[cell])[1] for cell in ("e1", "e13")}
    assert len({round(height, 3) for height in heights}) == 1
    assert min(heights) > layout.reach


def test_of_two_opposite_tips_the_first_colour_lies_below() -> None:
    assert nearest(seen_from("A", "star", tips="paired")) == ["e13"]


def test_a_board_without_homes_is_not_turned() -> None:
    assert seen_from("B", "gobang").steps == 0
    assert scene_of(Position("halma"), SettledOptions()).layout.steps == 0


@pytest.mark.parametrize("board", [square_board(), points_board(), star_board()], ids=lambda board: board.id)
def test_every_turn_puts_cells_on_the_places_of_cells(board: Board) -> None:
    def places(steps: int) -> set[tuple[int, int]]:
        layout = BoardLayout(board, steps)
        return {(round(x), round(y)) for x, y in map(layout.at, range(len(board)))}

    assert len(places(0)) == len(board)
    assert all(places(steps) == places(0) for steps in range(board.rotations))


def test_turned_labels_still_name_their_cells() -> None:
    layout = BoardLayout(square_board(), 1)
    names = {(round(label.x), round(label.y)): label.text for label in layout.labels()}
    x, y = layout.at(layout.board.index["c7"])
    assert [text for (at, _), text in names.items() if at == round(x)] == ["7"]
    assert [text for (_, at), text in names.items() if at == round(y)] == ["c"]


def test_the_outline_of_a_court_is_one_line_from_edge_to_edge() -> None:
    board = square_board()
    for corner in range(CORNERS):
        (line,) = around_squares(board, corner_court(board, corner, LARGE_COURT), rim=False)
        assert len(line) == 9
        assert all(min(abs(x + 0.5), abs(x - 15.5), abs(y + 0.5), abs(y - 15.5)) == 0 for x, y in (line[0], line[-1]))


def test_the_outline_of_a_court_with_the_rim_is_closed() -> None:
    board = square_board()
    (line,) = around_squares(board, corner_court(board, 0, LARGE_COURT), rim=True)
    assert line[0] == line[-1] and len(line) == 11


def test_squares_that_touch_in_a_corner_are_both_outlined() -> None:
    board = square_board()
    lines = around_squares(board, board.cells("c3 d4"), rim=True)
    corners = {corner for line in lines for corner in line}
    assert len(corners) == 7


def test_the_outline_of_a_tip_is_a_triangle() -> None:
    layout = BoardLayout(star_board())
    assert len(around_points(layout.at(cell) for cell in tip_cells(0, LARGE_TIP_ROWS))) == 3
