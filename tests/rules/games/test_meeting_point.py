"""Meeting point: alone, from a large court into a figure."""

from __future__ import annotations

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import LARGE, arrange, cells, ended_by, ends, square_neighbours, where

FIGURES = {
    # The block f6 to j10 without three fields at each of two opposite corners.
    "block": cells("f6:h6 f7:i7 f8:j8 g9:j9 h10:j10"),
    "t": cells("f10:l10 h6:j9"),
    "heart": cells("g10 h10 j10 k10 f9:l9 g8:k8 h7:j7"),
}
DRAWN = cells("a8:p8 a9:c9")
LAST = {"block": "k11-j10", "t": "e10-f10", "heart": "e9-f9"}


@rule("3.23")
def test_nineteen_pieces_start_in_a_large_court():
    position = Position("meeting-point")
    assert where(position, "A") == LARGE["a1"]
    assert position.seats == "A"


@rule("3.23")
def test_base_moves():
    position = arrange("meeting-point", {"A": "c9 c10 | k1:p4"})
    assert ends(position, "c9") == square_neighbours("c9") - {"c10"} | {"c11"}


@rule("3.23")
def test_pieces_may_leave_the_figure_again():
    position = arrange("meeting-point", {"A": "f6 | k1:p4"})
    assert ends(position, "f6") == square_neighbours("f6")


@rule("3.23")
@pytest.mark.parametrize("figure", FIGURES)
def test_forming_the_figure_solves_it(figure: str):
    assert len(FIGURES[figure]) == 19
    before, after = LAST[figure].split("-")
    position = arrange("meeting-point", {"A": FIGURES[figure] - {after} | {before}}, figure=figure)
    assert position.outcome() is None
    position.push(LAST[figure])
    assert ended_by(position) == "solved"


@rule("3.23")
def test_the_block_is_the_default():
    position = arrange("meeting-point", {"A": FIGURES["block"] - {"j10"} | {"k11"}})
    position.push("k11-j10")
    assert ended_by(position) == "solved"


@rule("3.23")
@pytest.mark.parametrize("figure", FIGURES)
def test_another_figure_does_not_solve_it(figure: str):
    asked = {"block": "t", "t": "heart", "heart": "block"}[figure]
    before, after = LAST[figure].split("-")
    position = arrange("meeting-point", {"A": FIGURES[figure] - {after} | {before}}, figure=asked)
    position.push(LAST[figure])
    assert position.outcome() is None


@rule("3.23")
def test_a_figure_the_user_draws():
    position = arrange("meeting-point", {"A": DRAWN - {"c9"} | {"d10"}}, figure=",".join(sorted(DRAWN)))
    position.push("d10-c9")
    assert ended_by(position) == "solved"


@rule("3.23")
@pytest.mark.parametrize(
    "drawing",
    [
        ",".join(sorted(DRAWN)[:18]),  # a field is missing
        ",".join([*sorted(DRAWN), "h12"]),  # one too many
        ",".join([*sorted(DRAWN)[:18], sorted(DRAWN)[0]]),  # one twice
        ",".join([*sorted(DRAWN)[:18], "a17"]),  # not on the board
        "circle",
    ],
)
def test_a_bad_drawing_is_refused(drawing: str):
    with pytest.raises(OptionError):
        Position("meeting-point", figure=drawing)
