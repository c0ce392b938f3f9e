"""Cat and mouse: two cats hunt nineteen mice, which try to shut them in."""

from __future__ import annotations

from itertools import combinations

import pytest

from halma.games import OptionError
from halma.play import Position

from .helpers import arrange, ended_by, ends, origins, play, square_neighbours, texts, where, winners

BASKET = {"h8", "h9", "i8", "i9"}
FAR_MICE = "a16:p16"


def test_a_puts_the_cats_one_by_one_on_two_of_the_four_middle_squares():
    position = Position("cat-and-mouse")
    assert position.hands == {"A": 2, "B": 19}
    assert (position.seat, texts(position)) == ("A", {f"@{cell}" for cell in BASKET})
    position.push("@h8")
    assert (position.seat, texts(position)) == ("A", {f"@{cell}" for cell in BASKET - {"h8"}})
    position.push("@i9")
    assert where(position, "A") == {"h8", "i9"}


def test_then_b_puts_nineteen_mice_one_by_one_anywhere_and_the_cats_move_first():
    position = play(Position("cat-and-mouse"), "@h8 @i9")
    squares = [f"{file}{rank}" for rank in (1, 16) for file in "abcdefghijklmnop"]
    for number, square in enumerate(squares[:19]):
        assert position.seat == "B"
        assert len(position.legal_moves) == 254 - number
        position.push(f"@{square}")
    assert position.hands == {"A": 0, "B": 0}
    assert position.seat == "A"
    assert origins(position) == {"h8", "i9"}


def test_mice_may_be_put_next_to_the_cats():
    position = play(Position("cat-and-mouse"), "@h8 @i9")
    assert {"@h9", "@i8", "@g7", "@a1"} <= texts(position)


def test_the_rules_say_who_begins():
    with pytest.raises(OptionError):
        Position("cat-and-mouse", first="B")


def test_in_turn_one_piece():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": FAR_MICE})
    assert origins(position) == {"h8", "d4"}
    position.push("h8-h9")
    assert position.seat == "B"
    assert origins(position) == where(position, "B")
    position.push("a16-a15")
    assert position.seat == "A"


def test_cats_step_one_square_in_eight_directions():
    assert ends(arrange("cat-and-mouse", {"A": "h8 d4", "B": FAR_MICE}), "h8") == square_neighbours("h8")


def test_cats_hop_over_mice_and_capture_them_several_in_succession():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": f"h9 i11 {FAR_MICE}"})
    # Over h9 to h10, over i11 to j12; a cat need not hop, and may stop after the first.
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10", "j12"}
    position.push("h8-j12")
    assert not {"h9", "i11", "h8"} & set(position.pieces)
    assert len(where(position, "B")) == 16


def test_cats_do_not_hop_over_cats():
    position = arrange("cat-and-mouse", {"A": "h8 h9", "B": FAR_MICE})
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"}


def test_mice_step_one_square_in_eight_directions_and_never_hop():
    position = arrange("cat-and-mouse", {"A": "h9 d4", "B": f"h8 i8 {FAR_MICE}"}, "B")
    assert ends(position, "h8") == square_neighbours("h8") - {"h9", "i8"}


# Cats in the corner on a1 and b1. Their free neighbours are a2, b2, c2 and c1; the hops over these would land on
# a3, b3, c3, d3 and d1.
NINE_MICE = "a2 b2 c2 c1 a3 b3 c3 d3 d1"


def test_mice_win_when_no_cat_can_move():
    before = NINE_MICE.replace("d1", "e1")
    position = arrange("cat-and-mouse", {"A": "a1 b1", "B": before}, "B")
    position.push("e1-d1")
    assert (winners(position), ended_by(position)) == ("B", "shut-in")


@pytest.mark.parametrize("missing", NINE_MICE.split())
def test_each_of_the_nine_mice_is_needed(missing: str):
    mice = [mouse for mouse in NINE_MICE.split() if mouse != missing]
    position = arrange("cat-and-mouse", {"A": "a1 b1", "B": [*mice, "p16", "n16"]}, "B")
    position.push("p16-p15")
    assert position.outcome() is None
    assert texts(position)


def mice_needed(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many mice shut in two cats: on every neighbouring square, and behind it where a hop would land."""
    needed: set[tuple[int, int]] = set()
    for x, y in (one, other):
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                near, behind = (x + i, y + j), (x + 2 * i, y + 2 * j)
                if near not in (one, other) and max(near) < 16 and min(near) >= 0:
                    needed.add(near)
                    if max(behind) < 16 and min(behind) >= 0:
                        needed.add(behind)
    return len(needed - {one, other})


def test_nine_mice_is_the_least_number_that_can_shut_in_two_cats():
    squares = [(x, y) for x in range(16) for y in range(16)]
    counts = {pair: mice_needed(*pair) for pair in combinations(squares, 2)}
    assert min(counts.values()) == 9
    assert counts[(0, 0), (1, 0)] == 9


def test_cats_win_when_only_eight_mice_are_left():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": "h9 a16:h16"})
    assert len(where(position, "B")) == 9
    position.push("h8-h10")
    assert (winners(position), ended_by(position)) == ("A", "too-few")


def test_with_nine_mice_left_the_game_goes_on():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": "h9 a16:i16"})
    position.push("h8-h10")
    assert len(where(position, "B")) == 9
    assert position.outcome() is None
