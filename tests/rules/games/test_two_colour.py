"""Two-colour Halma: nine pieces of one colour and ten of another."""

from __future__ import annotations

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import LARGE, arrange, ended_by, ends, is_dark, square_neighbours, texts, where, winners

DARK = sorted(cell for cell in LARGE["p16"] if is_dark(cell))
LIGHT = sorted(cell for cell in LARGE["p16"] if not is_dark(cell))
B_AWAY = {"B": "| a8:j8", "b": "| a9:j9"}


@rule("3.19")
def test_reading_the_nine_stand_on_the_corners_colour_and_the_ten_on_the_other():
    position = Position("two-colour")
    assert (len(DARK), len(LIGHT)) == (9, 10)
    assert is_dark("a1") and is_dark("p16")
    assert where(position, "A") == {cell for cell in LARGE["a1"] if is_dark(cell)}
    assert where(position, "a") == {cell for cell in LARGE["a1"] if not is_dark(cell)}
    assert (where(position, "B"), where(position, "b")) == (set(DARK), set(LIGHT))


@rule("3.19")
def test_base_rule_for_both_colours():
    position = arrange("two-colour", {"A": "h8 | k1:p4", "a": "h9 | k5:p8", "B": "| a12:f13", "b": "| a14:f15"})
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10"}
    assert ends(position, "h9") == square_neighbours("h9") - {"h8"} | {"h7"}


@rule("3.19")
def test_both_colours_on_the_fields_of_the_corresponding_colour_win():
    # o12 is light: the last of the ten steps there.
    pieces = {"A": DARK, "a": set(LIGHT) - {"o12"} | {"n11"}}
    position = arrange("two-colour", pieces | B_AWAY)
    position.push("n11-o12")
    assert (winners(position), ended_by(position)) == ("A", "filled")


@rule("3.19")
def test_the_full_court_with_two_pieces_on_the_wrong_colour_does_not_win():
    # p16 is dark, p15 light: the two there have changed places.
    pieces = {"A": set(DARK) - {"p16"} | {"p15"}, "a": set(LIGHT) - {"p15", "o12"} | {"p16", "n11"}}
    position = arrange("two-colour", pieces | B_AWAY)
    position.push("n11-o12")
    assert where(position, "A") | where(position, "a") == LARGE["p16"]
    assert position.outcome() is None


@rule("3.20")
def test_reading_the_home_is_the_whole_court_for_the_duty():
    # c4 is light, yet the dark colour's piece there is at home.
    position = arrange("two-colour", {"A": "c4 | k1:p4", "a": "| k5:p8"} | B_AWAY)
    assert texts(position) == {"c4-c5", "c4-d4", "c4-d5"}


@rule("3.20")
def test_reading_the_target_is_the_whole_court_for_the_swap():
    pieces = {"A": "k15 | f1:k3", "a": "| f4:k6", "B": DARK, "b": LIGHT}
    position = arrange("two-colour", pieces, blocking="swap")
    assert {text for text in texts(position) if "~" in text} == {"k15~l15", "k15~l16"}


def fill(dark: tuple[int, int, int], light: tuple[int, int, int]) -> Position:
    """The target under `fill`: how many of A's nine, A's ten and B's pieces stand on its dark and light fields."""
    standing: dict[str, list[str]] = {"A": [], "a": [], "B": [], "b": []}
    for fields, counts, letters in ((DARK, dark, "AaB"), (LIGHT, light, "Aab")):
        waiting = iter(fields)
        for letter, count in zip(letters, counts, strict=True):
            standing[letter] += (next(waiting) for _ in range(count))
    pools = {"A": "f1:k2", "a": "f3:k4", "B": "a7:j7", "b": "a9:j9"}
    armies = {letter: f"{' '.join(standing[letter])} | {pool}" for letter, pool in pools.items()}
    return arrange("two-colour", armies, blocking="fill")


@rule("3.20")
@pytest.mark.parametrize(
    ("dark", "light", "won"),
    [
        ((5, 0, 4), (0, 6, 4), True),
        ((4, 1, 4), (0, 6, 4), False),  # five own pieces on dark, but only four of the right colour
        ((5, 0, 4), (0, 5, 5), False),  # as many as the others are not more
        ((5, 0, 4), (1, 5, 4), False),  # six own pieces on light, but only five of the right colour
        ((5, 0, 3), (0, 6, 4), False),  # a dark field is empty
        ((9, 0, 0), (0, 5, 5), False),  # both colours are needed
    ],
)
def test_reading_fill_asks_for_the_colours_own_fields(
    dark: tuple[int, int, int], light: tuple[int, int, int], won: bool
):
    position = fill(dark, light)
    assert ended_by(position) == ("filled-up" if won else None)
    assert winners(position) == ("A" if won else "")


@rule("3.20")
def test_reading_ranking_counts_the_colours_own_fields():
    pieces = {"A": "p16 p15 | f1:k2", "a": "o16 o15 | f3:k4"}  # p15 and o16 are light, o15 and p16 dark
    assert not is_dark("p15") and is_dark("o15") and not is_dark("o16")
    assert arrange("two-colour", pieces | B_AWAY).pieces_home("A") == 2


@rule("3.20")
@pytest.mark.parametrize("blocking", ["vacate", "swap", "fill", "free"])
@pytest.mark.parametrize("letter", ["A", "a"])
def test_reading_pieces_in_the_target_court_may_leave_it(blocking: str, letter: str):
    pieces = {"A": "| f1:k2", "a": "| f3:k4"}
    position = arrange("two-colour", pieces | {letter: f"n14 {pieces[letter]}"} | B_AWAY, blocking=blocking)
    assert ends(position, "n14") == square_neighbours("n14")
