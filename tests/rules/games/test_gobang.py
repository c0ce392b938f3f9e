"""Gobang: five in a row, by placing and then by moving."""

from __future__ import annotations

import pytest

from halma.play import Position
from tests.law import rule

from .helpers import arrange, cells, ended_by, ends, origins, square_neighbours, texts, where, winners

LINES = {
    "row": "d4 e4 f4 g4 h4",
    "file": "d4 d5 d6 d7 d8",
    "diagonal": "d4 e5 f6 g7 h8",
    "other diagonal": "d8 e7 f6 g5 h4",
}
# Squares so far apart that no five of them stand in a row.
SCATTERED = "a16 c16 e16 g16 i16 k16 m16 o16 a14 c14 e14 g14"
SCATTERED_TOO = "b2 b4 b6 b8 b10 b12 d2 d10 d12 f2 f10 f12"


def placings(a: str, b: str = SCATTERED) -> Position:
    """A places on the given squares, B on others in between."""
    position = Position("gobang")
    for own, other in zip(a.split(), b.split(), strict=False):
        position.push(f"@{own}")
        if position.outcome() is None:
            position.push(f"@{other}")
    return position


@rule("5.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twelve_pieces_each_are_placed_in_turn_on_the_square_board(players: int):
    position = Position("gobang", players=players)
    seats = "ABCD"[:players]
    assert position.hands == dict.fromkeys(seats, 12)
    for seat, square in zip(seats, ("a1", "c5", "p16", "h8"), strict=False):
        assert position.seat == seat
        assert len(position.legal_moves) == 256 - len(position.pieces)
        position.push(f"@{square}")
        assert position.pieces[square] == seat
    assert position.seat == "A"
    assert position.hands == dict.fromkeys(seats, 11)


@rule("5.1")
def test_nobody_moves_while_there_are_pieces_in_the_hand():
    armies = {"A": SCATTERED_TOO.rsplit(" ", 1)[0], "B": SCATTERED.rsplit(" ", 1)[0]}
    position = arrange("gobang", armies, extras="hands=1,1")
    assert all(text.startswith("@") for text in texts(position))
    assert len(texts(position)) == 256 - 22


@rule("5.1")
def test_when_all_are_placed_a_piece_moves_one_square_in_any_direction_and_never_hops():
    position = arrange(
        "gobang", {"A": f"h8 {SCATTERED_TOO.rsplit(' ', 1)[0]}", "B": f"h9 {SCATTERED.rsplit(' ', 1)[0]}"}
    )
    assert ends(position, "h8") == square_neighbours("h8") - {"h9"}
    assert origins(position) <= where(position, "A")


@rule("5.1")
@pytest.mark.parametrize("line", LINES)
def test_five_in_a_row_file_or_diagonal_win(line: str):
    position = placings(LINES[line])
    assert (winners(position), ended_by(position)) == ("A", "five-in-a-row")


@rule("5.1")
def test_four_do_not_win():
    assert placings("d4 e4 f4 g4").outcome() is None


@rule("5.1")
def test_more_than_five_win_too():
    position = placings("d4 e4 f4 h4 i4 g4")
    assert winners(position) == "A"


@rule("5.1")
def test_five_with_a_gap_or_another_colour_between_do_not_win():
    assert placings("d4 e4 f4 h4 i4").outcome() is None
    assert placings("d4 e4 f4 h4 i4", "g4 a16 c16 e16 g16").outcome() is None


@rule("5.1")
def test_a_row_does_not_go_round_the_edge():
    assert placings("n1 o1 p1 a2 b2").outcome() is None


@rule("5.1")
def test_five_made_by_moving_win():
    position = arrange("gobang", {"A": "d4 e4 f4 g4 h5 a1 a3 a5 a7 a9 a11 a13", "B": SCATTERED})
    assert position.outcome() is None
    position.push("h5-h4")
    assert (winners(position), ended_by(position)) == ("A", "five-in-a-row")


@rule("5.2")
def test_team_six_pieces_each():
    assert Position("gobang", players=4, teams=True).hands == dict.fromkeys("ABCD", 6)


@rule("5.2")
def test_team_a_and_c_against_b_and_d_share_a_colour():
    position = Position("gobang", players=4, teams=True)
    for square in ("d4", "d14", "e4", "f14"):
        position.push(f"@{square}")
    assert where(position, "A") == {"d4", "e4"}
    assert where(position, "B") == {"d14", "f14"}


@rule("5.2")
def test_team_the_five_of_both_partners_win_for_both():
    position = Position("gobang", players=4, teams=True)
    for square in ("d4", "a16", "e4", "c16", "f4", "e16", "g4", "g16", "h4"):
        assert position.outcome() is None
        position.push(f"@{square}")
    assert winners(position) == "AC"


@rule("5.2")
def test_team_partners_may_move_any_piece_of_their_colour():
    for seat, letter in zip("ABCD", "ABAB", strict=True):
        position = arrange("gobang", {"A": SCATTERED_TOO, "B": SCATTERED}, seat, players=4, teams=True)
        own = cells(SCATTERED_TOO if letter == "A" else SCATTERED)
        assert origins(position) == own
