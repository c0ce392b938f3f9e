"""Tippy: enclosing the others' pieces, in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import OptionError, choose
from halma.play import Position
from tests.law import rule

from .helpers import arrange, ended_by, play, winners

POINTS = {"edition": "ravensburger"}
# Three of the four neighbours of h8; the fourth is i8.
THREE = "g8 h7 h9"


def table(a: str, b: str, c: str = "", *, seat: str = "A", extras: str = "", **options: Any) -> Position:
    armies = {"A": a, "B": b} | ({"C": c} if options.get("players") == 3 else {})
    return arrange("tippy", armies, seat, extras=extras, **options)


@rule("5.4")
@pytest.mark.parametrize(
    ("players", "edition", "fields"),
    [
        (2, "schmidt", 256),
        (3, "schmidt", 256),
        (2, "ravensburger", 289),
        (3, "ravensburger", 289),
        (4, "ravensburger", 289),
    ],
)
def test_fifteen_each_are_placed_in_turn_on_squares_or_points(players: int, edition: str, fields: int):
    position = Position("tippy", players=players, edition=edition)
    assert position.hands == dict.fromkeys("ABCD"[:players], 15)
    assert len(position.legal_moves) == fields
    play(position, "@a1")
    assert position.seat == "B"
    assert len(position.legal_moves) == fields - 1


@rule("5.4", "6.3")
@pytest.mark.parametrize(("players", "pieces"), [(2, 12), (3, 12), (4, 12), (2, 15), (3, 15)])
@pytest.mark.parametrize(("points", "fields"), [(False, 256), (True, 289)])
def test_schmidts_game_on_squares_or_points(players: int, pieces: int, points: bool, fields: int):
    position = Position("tippy", players=players, pieces=pieces, points=points)
    assert position.hands == dict.fromkeys("ABCD"[:players], pieces)
    assert len(position.legal_moves) == fields


@rule("5.4")
def test_with_four_players_schmidts_default_is_twelve_pieces():
    assert choose("tippy", players=4).pieces == 12
    assert choose("tippy", players=2).pieces == choose("tippy", players=3).pieces == 15
    with pytest.raises(OptionError):
        choose("tippy", players=4, pieces=15)


@rule("5.4")
def test_points_keeps_schmidts_rule_that_the_four_must_all_be_the_capturers():
    helped = table("g8 h7", "h8", "h9", players=3, extras="hands=9,9,9", points=True)
    play(helped, "@i8")
    assert "h8" in helped.pieces
    alone = table(THREE, "h8", "a1", players=3, extras="hands=9,9,9", points=True)
    play(alone, "@i8")
    assert "h8" not in alone.pieces
    assert alone.captured == {"A": 1, "B": 0, "C": 0}


@rule("5.4", "5.5")
@pytest.mark.parametrize("option", ["points", "most"])
def test_ravensburger_has_one_way_to_play(option: str):
    with pytest.raises(OptionError):
        Position("tippy", edition="ravensburger", points=option == "points", most=option == "most")


@rule("5.3")
@pytest.mark.parametrize("options", [{}, POINTS])
def test_a_piece_with_all_four_neighbours_held_is_captured_and_kept(options: dict[str, str]):
    position = Position("tippy", **options)
    play(position, "@h9 @h8 @h7 @a1 @g8 @a3")
    assert position.captured == {"A": 0, "B": 0}
    play(position, "@i8")
    assert "h8" not in position.pieces
    assert position.captured == {"A": 1, "B": 0}
    assert position.hands == {"A": 11, "B": 12}  # captured pieces do not come back into a hand


@rule("5.3")
def test_diagonal_neighbours_do_not_enclose():
    position = table("g7 g9 i7", "h8", extras="hands=9,9")
    play(position, "@i9")
    assert "h8" in position.pieces


@rule("5.4")
def test_schmidt_the_four_must_all_be_the_capturers():
    position = table("g8 h7", "h8", "h9", players=3, extras="hands=9,9,9")
    play(position, "@i8")
    assert "h8" in position.pieces


@rule("5.4")
def test_ravensburger_the_four_may_belong_to_any_players_but_the_victims_owner():
    position = table("g8 h7", "h8", "h9", players=3, extras="hands=9,9,9", **POINTS)
    play(position, "@i8")
    assert "h8" not in position.pieces
    assert position.captured == {"A": 1, "B": 0, "C": 0}


@rule("5.4")
def test_ravensburger_whoever_places_the_last_of_the_four_captures():
    position = table("g8 h7 h9", "h8", "a1", seat="C", players=3, extras="hands=9,9,9", **POINTS)
    play(position, "@i8")
    assert position.captured == {"A": 0, "B": 0, "C": 1}


@rule("5.4")
def test_ravensburger_a_piece_of_the_victims_owner_among_the_four_protects():
    position = table("g8 h7", "h8 h9", "a1", players=3, extras="hands=9,9,9", **POINTS)
    play(position, "@i8")
    assert "h8" in position.pieces


@rule("5.3")
@pytest.mark.parametrize("options", [{}, POINTS])
def test_an_own_piece_is_never_captured(options: dict[str, str]):
    position = table("h8 g8 h7 h9", "a1", extras="hands=9,9", **options)
    play(position, "@i8")
    assert "h8" in position.pieces


@rule("5.3")
def test_the_owner_does_not_capture_by_closing_its_own_piece_in():
    # B places the fourth neighbour of its own h8: nothing happens, then or later.
    position = table(THREE, "h8", seat="B", extras="hands=9,9")
    play(position, "@i8")
    assert "h8" in position.pieces


@rule("5.3")
@pytest.mark.parametrize("options", [{}, POINTS])
def test_all_pieces_enclosed_by_the_last_placing_are_captured_at_once(options: dict[str, str]):
    # i8 is the last neighbour of both h8 and j8, and of i9 with h9, j9 and i10.
    position = table("g8 h7 h9 k8 j7 j9 i10", "h8 j8 i9", extras="hands=8,8", **options)
    play(position, "@i8")
    assert not {"h8", "j8", "i9"} & set(position.pieces)
    assert position.captured == {"A": 3, "B": 0}


@rule("5.3")
@pytest.mark.parametrize("options", [{}, POINTS])
def test_the_piece_just_placed_is_never_captured(options: dict[str, str]):
    position = table(f"{THREE} i8", "a1", seat="B", extras="hands=9,9", **options)
    play(position, "@h8")
    assert "h8" in position.pieces
    play(position, "@p1")  # nor by a placing elsewhere afterwards
    assert "h8" in position.pieces
    assert position.captured == {"A": 0, "B": 0}


@rule("5.6")
@pytest.mark.parametrize("options", [{}, POINTS])
def test_reading_a_piece_on_the_edge_is_safe(options: dict[str, str]):
    position = table("a7 a9", "a8", extras="hands=9,9", **options)
    play(position, "@b8")
    assert "a8" in position.pieces
    corner = table("a2", "a1", extras="hands=9,9", **options)
    play(corner, "@b1")
    assert "a1" in corner.pieces


# ---- the end --------------------------------------------------------------------------------------------


@rule("5.5")
def test_it_ends_when_all_pieces_are_placed():
    position = table(THREE, "h8", extras="hands=1,0")
    assert position.outcome() is None
    play(position, "@p16")
    assert ended_by(position) == "captured-most"


@rule("5.5")
def test_it_ends_when_no_capture_can_be_completed_any_more():
    # h8 lacks two neighbours, and A has one piece left.
    assert ended_by(table("g8 h7", "h8", extras="hands=1,0")) == "captured-most"
    assert table("g8 h7", "h8", extras="hands=2,1").outcome() is None


@rule("5.5")
def test_the_end_looks_at_the_order_of_turns():
    # The hole h8 needs B's piece first and A's last piece after it.
    assert ended_by(table(THREE, "a1", seat="A", extras="hands=1,1")) == "captured-most"
    position = table(THREE, "a1", seat="B", extras="hands=1,1")
    assert position.outcome() is None
    play(position, "@h8 @i8")
    assert position.captured == {"A": 1, "B": 0}


@rule("5.6")
def test_the_end_knows_that_the_edge_is_safe():
    assert ended_by(table("a7 a9", "a8", extras="hands=1,0")) == "captured-most"


@rule("5.5")
def test_the_end_knows_whose_pieces_may_enclose():
    together = {"players": 3, "seat": "C", "extras": "hands=1,0,1"}
    assert ended_by(table("h7 h9", "h8", "a1", **together)) == "captured-most"
    assert table("h7 h9", "h8", "a1", **together, **POINTS).outcome() is None


@rule("5.5")
def test_a_field_that_a_piece_of_the_victims_side_holds_completes_nothing():
    assert ended_by(table("g8 h7", "h8 h9", extras="hands=1,0")) == "captured-most"


@rule("5.5")
def test_it_does_not_end_while_a_capture_is_possible():
    position = Position("tippy")
    for file in "abcdefghijkl":
        play(position, f"@{file}1 @{file}16")
        # A piece of B on the second row would have one of A's below it; three more, or four anywhere, are in hand.
        assert position.outcome() is None
    assert position.hands == {"A": 3, "B": 3}
    play(position, "@m1 @m16")
    # Two each are left, and no field has two neighbours of one player.
    assert ended_by(position) == "captured-most"


@rule("5.5")
@pytest.mark.parametrize(
    ("captured", "lost", "won"),
    [
        ("2,1,1", "2,1,1", "ABC"),
        ("1,2,0", "2,0,1", "B"),
        ("3,1,0", "1,1,2", "A"),
        ("1,1,0", "0,0,2", "AB"),
        ("0,0,0", "0,0,0", "ABC"),
    ],
)
def test_the_best_difference_of_captured_minus_lost_wins(captured: str, lost: str, won: str):
    extras = f"hands=0,0,0 captured={captured} lost={lost}"
    assert winners(table("a1", "c1", "e1", players=3, extras=extras)) == won


@rule("5.5", "6.3")
@pytest.mark.parametrize(
    ("captured", "lost", "won"),
    [("3,2,1", "3,0,3", "A"), ("3,1,0", "1,1,2", "A"), ("1,1,0", "0,0,2", "AB"), ("0,0,0", "0,0,0", "ABC")],
)
def test_most_counts_what_was_captured_and_not_what_was_lost(captured: str, lost: str, won: str):
    extras = f"hands=0,0,0 captured={captured} lost={lost}"
    assert winners(table("a1", "c1", "e1", players=3, extras=extras, most=True)) == won


@rule("5.5", "6.3")
def test_the_dutch_game_ends_as_ours_does():
    """One piece each is left and no field has three neighbours of one player: nothing can be enclosed any more."""
    options = {"points": True, "pieces": 12, "most": True}
    assert ended_by(table("g8 h7", "h8", extras="hands=1,1", **options)) == "captured-most"
    assert table(THREE, "h8", extras="hands=1,1", **options).outcome() is None


@rule("5.5")
def test_the_score_is_captured_minus_lost():
    """5.5: what counts at the end is known before it."""
    position = Position("tippy", first="A")
    play(position, "@a1 @h8 @g8 @a3 @h7 @a5 @h9 @a7")
    assert [position.score(seat) for seat in "AB"] == [0, 0]
    play(position, "@i8")
    assert [position.score(seat) for seat in "AB"] == [1, -1]


@rule("2.30")
@pytest.mark.parametrize(("game", "score"), [("halma", None), ("captive-2", 0), ("rakado", 0)])
def test_only_games_that_count_have_a_score(game: str, score: int | None):
    """2.30: captive-2, tippy and rakado count."""
    assert Position(game, dice=None).score("A") == score
