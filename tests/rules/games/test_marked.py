"""Marked Halma: the piece from the home corner must come to the target's corner."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import LARGE, SMALL, arrange, ended_by, ends, square_neighbours, texts, where, winners

COURT = LARGE["p16"]
B_AWAY = {"B": "| a8:j8 a9:h9", "b": "j9"}


@rule("3.10")
def test_base_rule_a_marked_piece_moves_like_the_others():
    armies = {"A": "h9 | k1:p4", "a": "h8", "B": "| a12:f16", "b": "a11"}
    position = arrange("marked", armies, blocking="free")
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10"}


@rule("3.10")
@pytest.mark.parametrize(
    ("players", "courts"),
    [
        (1, [("a1", LARGE)]),
        (2, [("a1", LARGE), ("p16", LARGE)]),
        (4, [(corner, SMALL) for corner in ("a1", "a16", "p16", "p1")]),
    ],
)
def test_the_piece_on_the_home_corner_is_marked(players: int, courts: list[tuple[str, dict[str, set[str]]]]):
    position = Position("marked", players=players)
    for seat, (corner, court) in zip("ABCD", courts, strict=False):
        assert where(position, seat.lower()) == {corner}
        assert where(position, seat) == court[corner] - {corner}


def nearly_home(mark: str, **options: Any) -> Position:
    """All of A in the target but one plain piece, which can step in."""
    pieces = {"A": COURT - {mark, "o12"} | {"n11"}, "a": mark}
    return arrange("marked", pieces if options.get("players") == 1 else pieces | B_AWAY, **options)


@rule("3.10")
def test_the_mark_on_the_targets_corner_wins():
    position = nearly_home("p16")
    position.push("n11-o12")
    assert (winners(position), ended_by(position)) == ("A", "filled")


@rule("3.10")
def test_the_mark_elsewhere_in_the_target_does_not_win():
    position = nearly_home("o16")
    position.push("n11-o12")
    assert position.outcome() is None


@rule("3.10")
def test_of_four_each_mark_has_its_own_corner():
    court = SMALL["p1"]
    others = {"A": "| a8:l8", "a": "m8", "C": "| a10:l10", "c": "m10", "D": "| a12:l12", "d": "m12"}
    for mark, won in (("p1", "B"), ("o1", "")):
        pieces = {"B": court - {mark, "o4"} | {"n5"}, "b": mark}
        position = arrange("marked", others | pieces, "B", players=4, blocking="free")
        position.push("n5-o4")
        assert winners(position) == won


@rule("3.10")
def test_alone_the_mark_must_reach_the_corner_too():
    solved, unsolved = nearly_home("p16", players=1), nearly_home("o16", players=1)
    solved.push("n11-o12")
    unsolved.push("n11-o12")
    assert (ended_by(solved), ended_by(unsolved)) == ("solved", None)


@rule("2.16")
def test_alone_there_is_no_blocking_rule():
    with pytest.raises(OptionError):
        Position("marked", players=1, blocking="free")


HELD_BY_B = {"l16", "l15", "m14", "n13", "o12", "p12", "m16", "m15", "n14"}


def filled_up(mark: str) -> Position:
    """The target full, ten fields held by A and nine by B; nine of A's pieces are elsewhere."""
    held = COURT - HELD_BY_B - {mark}
    pieces = {"A": f"{' '.join(held)} | f1:k2", "a": mark, "B": f"{' '.join(HELD_BY_B)} | a8:j8", "b": "a10"}
    return arrange("marked", pieces, blocking="fill")


@rule("3.10", "2.14")
def test_under_fill_the_mark_on_the_corner_wins():
    position = filled_up("p16")
    assert (winners(position), ended_by(position)) == ("A", "filled-up")


@rule("3.10", "2.14")
@pytest.mark.parametrize("mark", ["o16", "o15"])
def test_under_fill_the_mark_elsewhere_in_the_target_does_not_win(mark: str):
    assert filled_up(mark).outcome() is None


@rule("3.10", "2.14")
def test_under_fill_the_mark_outside_the_target_does_not_win():
    held = COURT - HELD_BY_B
    pieces = {"A": f"{' '.join(held)} | f1:k2", "a": "h5", "B": f"{' '.join(HELD_BY_B)} | a8:j8", "b": "a10"}
    assert arrange("marked", pieces, blocking="fill").outcome() is None


@rule("3.10")
@pytest.mark.parametrize("blocking", ["vacate", "swap", "fill", "free"])
@pytest.mark.parametrize("mover", ["A", "a"])
def test_reading_pieces_in_the_target_may_leave_it(blocking: str, mover: str):
    away = {"A": "n14 | f1:k4", "a": "f5"} if mover == "A" else {"A": "| f1:k4", "a": "n14"}
    position = arrange("marked", away | B_AWAY, blocking=blocking)
    assert ends(position, "n14") == square_neighbours("n14")


@rule("3.10", "2.11")
def test_the_duty_to_clear_holds_for_the_mark():
    position = arrange("marked", {"A": "| l5:p10", "a": "e2"} | B_AWAY)
    assert texts(position) == {"e2-e3", "e2-f1", "e2-f2", "e2-f3"}


@rule("3.10", "2.20")
def test_a_stalled_game_counts_the_mark_anywhere_in_the_target():
    assert nearly_home("o16").pieces_home("A") == 18
