"""Boards in a terminal."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.text import Text

from halma import draw
from halma.games import Format
from halma.play import Position
from tests.draw.helpers import FORMATS, played, started


def board_lines(drawn: str) -> list[str]:
    return drawn.split("\n\n", maxsplit=1)[0].splitlines()


@pytest.mark.parametrize(("game", "form"), FORMATS, ids=str)
def test_every_piece_of_every_game_is_shown(game: str, form: Format) -> None:
    position = played(started(game, form), 12)
    drawn = draw.text(position, colour=False, coordinates=False)
    shown = Counter(character for line in board_lines(drawn) for character in line if character.isalpha())
    assert shown == Counter(position.pieces.values())
    signs = sum(line.count(sign) for line in board_lines(drawn) for sign in "·×")
    assert signs == len(position.board) - len(position.pieces)
    coloured = draw.text(position)
    assert isinstance(coloured, Text)
    assert all(len(line) <= 80 for line in coloured.plain.splitlines())


def test_the_square_board_has_its_coordinates() -> None:
    lines = board_lines(draw.text(Position("dutch"), colour=False))
    assert lines[0].split() == ["9", *"BBBBBBBBB"]
    assert lines[4].split() == ["5", *"·" * 9]
    assert lines[-1].split() == list("abcdefghi")
    assert lines[-1].index("c") == lines[0].index("B") + 6


def test_the_star_is_a_star_with_letters_and_numbers() -> None:
    lines = board_lines(draw.text(Position("star"), colour=False))
    assert lines[0].split() == ["a", "A", "1"]
    assert lines[8].split() == ["i", *"·" * 9, "9"]
    assert lines[4].split() == ["e", *"····AAAAA····", "13"]
    assert lines[0].index("A") == lines[16].index("B")


def test_the_last_move_stands_in_brackets() -> None:
    position = Position("solitaire")
    position.push("d6-d4")
    lines = draw.text(position, colour=False).splitlines()
    assert "(·)" in lines[1] and "×" in lines[2] and "[A]" in lines[3]
    assert lines[-1] == "A x1"
    assert "[A]" not in draw.text(position, colour=False, last_move=False)


def test_touched_cells_stand_in_angles() -> None:
    position = Position("halma")
    for move in ["c1-e3", "p13-n11", "b2-d4-f2", "p14-n12-n10", "d1-f3", "o14-m12-o10-m10"]:
        position.push(move)
    # The last way touches m12 and o10 between its ends.
    assert draw.text(position, colour=False).count("<") == 2


def test_chosen_reachable_and_marked_cells_are_shown() -> None:
    drawn = draw.text(Position("dutch"), colour=False, chosen="c2", reachable=["c3"], marked=["a1"])
    lines = drawn.splitlines()
    assert "{A}" in lines[7] and "+" in lines[6] and "!A!" in lines[8]


def test_seats_have_their_colours() -> None:
    drawn = draw.text(Position("dutch"))
    colours = {
        str(span.style.color.name) for span in drawn.spans if not isinstance(span.style, str) and span.style.color
    }
    assert len(colours) == 2


def test_hands_captures_and_dice_are_written_as_in_the_notation() -> None:
    placed = Position("cat-and-mouse")
    placed.push("@h8")
    assert draw.text(placed, colour=False).splitlines()[-1] == "A @1 x0   B @19 x0"
    thrown = Position("dice", dice=None)
    thrown.give_roll((3, 5))
    assert draw.text(thrown, colour=False).splitlines()[-1] == "[3,5]"


def test_a_turned_board_has_the_own_corner_below_on_the_left() -> None:
    lines = board_lines(draw.text(Position("halma", players=4), colour=False, turned="B"))
    assert lines[15].split()[:2] == ["a", "B"]
    assert lines[16].split()[0] == "16"
