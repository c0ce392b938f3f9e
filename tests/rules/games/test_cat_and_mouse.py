"""Cat and mouse: two cats hunt nineteen mice, which try to shut them in."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from halma.games import OptionError
from halma.play import InvalidMoveError, Position, Record, read_records
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, origins, play, square_neighbours, texts, where, winners

BASKET = {"h8", "h9", "i8", "i9"}
FAR_MICE = "a16:p16"


@rule("5.7")
def test_a_puts_the_cats_one_by_one_on_two_of_the_four_middle_squares():
    position = Position("cat-and-mouse")
    assert position.hands == {"A": 2, "B": 19}
    assert (position.seat, texts(position)) == ("A", {f"@{cell}" for cell in BASKET})
    position.push("@h8")
    assert (position.seat, texts(position)) == ("A", {f"@{cell}" for cell in BASKET - {"h8"}})
    position.push("@i9")
    assert where(position, "A") == {"h8", "i9"}


@rule("5.7")
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


@rule("5.7")
def test_mice_may_be_put_next_to_the_cats():
    position = play(Position("cat-and-mouse"), "@h8 @i9")
    assert {"@h9", "@i8", "@g7", "@a1"} <= texts(position)


NINETEEN = "a1,a2,b5,b16,c3,d4,e5,f6,g7,j10,k11,k12,l12,m13,n14,o15,p1,p2,p16"


def scattered(lot: str = NINETEEN, **options: Any) -> Position:
    position = play(Position("cat-and-mouse", scatter=True, dice=None, **options), "@h8 @i9")
    position.give_chance(f"scatter {lot}")
    return position


@rule("5.7")
def test_scatter_puts_all_mice_by_lot_at_once_after_the_cats_and_the_cats_move_first():
    position = play(Position("cat-and-mouse", scatter=True, seed=7), "@h8 @i9")
    assert position.hands == {"A": 0, "B": 0}
    assert len(where(position, "B")) == 19
    assert where(position, "A") == {"h8", "i9"}
    # Nobody has had a turn by it.
    assert (position.seat, position.turn_number) == ("A", 3)
    assert origins(position) <= {"h8", "i9"}


@rule("5.7")
def test_the_lot_waits_for_both_cats():
    position = Position("cat-and-mouse", scatter=True, dice=None)
    position.push("@h8")
    assert not position.needs_roll
    position.push("@i9")
    assert position.needs_roll
    assert (position.seat, position.lot_count, len(position.lot_cells)) == ("B", 19, 254)
    refused = position.refusal("@a1")
    assert refused is not None and refused.code == "lot-first"
    assert texts(position) == set()


@rule("5.7")
def test_a_lot_is_written_by_letter_then_number():
    position = scattered(",".join(reversed(NINETEEN.split(","))))
    assert position.history[-1].text == f"scatter {NINETEEN}"
    assert where(position, "B") == set(NINETEEN.split(","))


@rule("5.7")
def test_undo_and_redo_meet_the_same_lot_and_another_seed_another_one():
    position = play(Position("cat-and-mouse", scatter=True, seed="a"), "@h8 @i9")
    mice = where(position, "B")
    assert position.pop().target == "i9"
    assert where(position, "B") == set()
    position.push("@i9")
    assert where(position, "B") == mice
    other = play(Position("cat-and-mouse", scatter=True, seed="b"), "@h8 @i9")
    assert where(other, "B") != mice


@pytest.mark.parametrize(
    "lot",
    [
        NINETEEN.rpartition(",")[0],  # eighteen
        NINETEEN + ",h1",  # twenty
        NINETEEN.replace("p16", "a1"),  # one twice
        NINETEEN.replace("p16", "h8"),  # on a cat
        NINETEEN.replace("p16", "q17"),  # no such square
        "",
    ],
)
@rule("5.7")
def test_a_lot_that_does_not_fit_is_refused_and_changes_nothing(lot: str):
    position = play(Position("cat-and-mouse", scatter=True, dice=None), "@h8 @i9")
    before = position.board_text()
    with pytest.raises(InvalidMoveError):
        position.give_chance(f"scatter {lot}")
    assert position.board_text() == before
    position.give_chance(f"scatter {NINETEEN}")
    with pytest.raises(InvalidMoveError):
        position.give_chance(f"scatter {NINETEEN}")


@rule("5.7", "5.9")
def test_after_the_lot_the_cats_can_always_move():
    """Shutting in two cats in the middle takes their neighbours and all squares behind those: more than 19."""
    for one, other in combinations(sorted(BASKET), 2):
        needed: set[str] = set()
        for cat, friend in ((one, other), (other, one)):
            for near in square_neighbours(cat) - {friend}:
                file, rank = ord(near[0]) * 2 - ord(cat[0]), int(near[1:]) * 2 - int(cat[1:])
                needed |= {near, f"{chr(file)}{rank}"}
        assert len(needed - {one, other}) > 19
    around = cells("g7:i10") - {"h8", "h9"}
    behind = cells("f6 h6 j6 f7 j7 f8 j8 f9 j9")
    position = play(Position("cat-and-mouse", scatter=True, dice=None), "@h8 @h9")
    position.give_chance("scatter " + ",".join(sorted(around | behind)))
    assert position.outcome() is None
    # Held all around, the cats have hops left, each over a mouse with a free square behind it.
    assert {"h9-f11", "h9-h11", "h9-j11", "h8-f10", "h8-j10"} <= texts(position)


@rule("5.7")
def test_a_position_that_waits_for_the_lot_is_read_back():
    position = play(Position("cat-and-mouse", scatter=True, dice=None), "@h8 @i9")
    again = Position.from_board_text(position.board_text(), "cat-and-mouse", scatter=True)
    assert again == position
    assert again.lot_count == 19


@rule("5.7")
def test_a_record_with_a_lot_is_read_back_in_both_forms():
    position = play(Position("cat-and-mouse", scatter=True, seed=3), "@h8 @i9")
    position.push(min(texts(position)))
    record = Record.of(position)
    assert [turn.text for turn in record.turns][:2] == ["@h8", "@i9"]
    assert record.turns[2].text.startswith("scatter ") and record.turns[2].is_chance
    for text in (record.to_text(), record.to_json()):
        (read,) = read_records(text)
        assert read == record
        assert read.position().pieces == position.pieces


@rule("5.7", "1.12")
def test_the_rules_say_who_begins():
    with pytest.raises(OptionError):
        Position("cat-and-mouse", first="B")


@rule("5.7")
def test_in_turn_one_piece():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": FAR_MICE})
    assert origins(position) == {"h8", "d4"}
    position.push("h8-h9")
    assert position.seat == "B"
    assert origins(position) == where(position, "B")
    position.push("a16-a15")
    assert position.seat == "A"


@rule("5.8")
def test_cats_step_one_square_in_eight_directions():
    assert ends(arrange("cat-and-mouse", {"A": "h8 d4", "B": FAR_MICE}), "h8") == square_neighbours("h8")


@rule("5.8")
def test_cats_hop_over_mice_and_capture_them_several_in_succession():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": f"h9 i11 {FAR_MICE}"})
    # Over h9 to h10, over i11 to j12; a cat need not hop, and may stop after the first.
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"} | {"h10", "j12"}
    position.push("h8-j12")
    assert not {"h9", "i11", "h8"} & set(position.pieces)
    assert len(where(position, "B")) == 16


@rule("5.8")
def test_cats_do_not_hop_over_cats():
    position = arrange("cat-and-mouse", {"A": "h8 h9", "B": FAR_MICE})
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"}


@rule("5.8")
def test_mice_step_one_square_in_eight_directions_and_never_hop():
    position = arrange("cat-and-mouse", {"A": "h9 d4", "B": f"h8 i8 {FAR_MICE}"}, "B")
    assert ends(position, "h8") == square_neighbours("h8") - {"h9", "i8"}


# Cats in the corner on a1 and b1. Their free neighbours are a2, b2, c2 and c1; the hops over these would land on
# a3, b3, c3, d3 and d1.
NINE_MICE = "a2 b2 c2 c1 a3 b3 c3 d3 d1"


@rule("5.9")
def test_mice_win_when_no_cat_can_move():
    before = NINE_MICE.replace("d1", "e1")
    position = arrange("cat-and-mouse", {"A": "a1 b1", "B": before}, "B")
    position.push("e1-d1")
    assert (winners(position), ended_by(position)) == ("B", "shut-in")


@rule("5.9")
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


@rule("5.9")
def test_nine_mice_is_the_least_number_that_can_shut_in_two_cats():
    squares = [(x, y) for x in range(16) for y in range(16)]
    counts = {pair: mice_needed(*pair) for pair in combinations(squares, 2)}
    assert min(counts.values()) == 9
    assert counts[(0, 0), (1, 0)] == 9


@rule("5.9")
def test_cats_win_when_only_eight_mice_are_left():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": "h9 a16:h16"})
    assert len(where(position, "B")) == 9
    position.push("h8-h10")
    assert (winners(position), ended_by(position)) == ("A", "too-few")


@rule("5.9")
def test_with_nine_mice_left_the_game_goes_on():
    position = arrange("cat-and-mouse", {"A": "h8 d4", "B": "h9 a16:i16"})
    position.push("h8-h10")
    assert len(where(position, "B")) == 9
    assert position.outcome() is None
