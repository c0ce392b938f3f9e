"""Star Halma in all its formats, with one colour and with two."""

from __future__ import annotations

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import (
    HEXAGON,
    LARGE_TIP,
    OPPOSITE_TIP,
    TIP,
    arrange,
    ended_by,
    ends,
    origins,
    star_neighbours,
    where,
    winners,
)

FORMATS = [
    (2, 15, "N S"),
    (3, 15, "N SE SW"),
    (4, 10, "NE SE SW NW"),
    (2, 10, "N S"),
    (3, 10, "N SE SW"),
    (6, 10, "N NE SE S SW NW"),
]
SEATS_OF_FORMATS = [
    (players, pieces, seat, tip)
    for players, pieces, tips in FORMATS
    for seat, tip in zip("ABCDEF", tips.split(), strict=False)
]


def camp(tip: str, pieces: int) -> set[str]:
    return LARGE_TIP[tip] if pieces == 15 else TIP[tip]


def last_step(target: set[str]) -> tuple[str, str]:
    """A step from the hexagon into a target."""
    return min((out, field) for field in target for out in star_neighbours(field) & HEXAGON - target)


@rule("4.1", "1.8")
@pytest.mark.parametrize(("players", "pieces", "seat", "tip"), SEATS_OF_FORMATS)
def test_every_seat_starts_in_its_tip(players: int, pieces: int, seat: str, tip: str):
    position = Position("star", players=players, pieces=pieces)
    assert where(position, seat) == camp(tip, pieces)
    assert len(position.pieces) == players * pieces


APART = [("star", 15), ("star", 10), ("star-super", 15)]


@rule("1.9")
@pytest.mark.parametrize(("game", "pieces"), APART)
def test_two_players_apart_leave_one_tip_between_them_and_play_into_tips_where_nobody_starts(game: str, pieces: int):
    position = Position(game, players=2, pieces=pieces, tips="apart")
    assert where(position, "A") == camp("N", pieces)
    assert where(position, "B") == camp("SE", pieces)
    names = position.board.names
    for kind, target in zip(position.rules.kinds, ("S", "NW"), strict=True):
        assert {names[cell] for cell in kind.target} == camp(target, pieces)
        assert not TIP[target] & set(position.pieces)


@rule("1.9", "1.13")
def test_apart_the_advance_is_the_row_distance_from_the_own_tip():
    position = Position("star", players=2, pieces=10, tips="apart")
    first, second = position.rules.kinds
    index = position.board.index
    # a1 and m13 are the tip points of N and SE, q1 and e1 those of their targets; i5 is the centre.
    assert [first.advance[index[cell]] for cell in ("a1", "i5", "q1")] == [0, 8, 16]
    assert [second.advance[index[cell]] for cell in ("m13", "i5", "e1")] == [0, 8, 16]


@rule("1.9", "2.6")
@pytest.mark.parametrize(("game", "pieces"), APART)
def test_apart_b_wins_in_the_north_west(game: str, pieces: int):
    target = camp("NW", pieces)
    before, after = last_step(target)
    # A waits in the far half of the board, where it is in nobody's way.
    armies = {"A": "| j2:j9 k3:k9 l4:l9", "B": target - {after} | {before}}
    position = arrange(game, armies, "B", players=2, pieces=pieces, tips="apart", blocking="free")
    position.push(f"{before}-{after}")
    assert (winners(position), ended_by(position)) == ("B", "filled")


@rule("1.9")
@pytest.mark.parametrize(("players", "pieces"), [(3, 15), (4, 10), (2, 20), (6, 10)])
def test_only_two_players_with_one_colour_sit_apart(players: int, pieces: int):
    for tips in ("apart", "opposite"):
        with pytest.raises(OptionError):
            Position("star", players=players, pieces=pieces, tips=tips)


@rule("4.1", "1.11", "2.6")
@pytest.mark.parametrize(("players", "pieces", "seat", "tip"), SEATS_OF_FORMATS)
def test_every_seat_wins_in_the_opposite_tip(players: int, pieces: int, seat: str, tip: str):
    target = camp(OPPOSITE_TIP[tip], pieces)
    before, after = last_step(target)
    # The others fill the hexagon from its far side, and never the field the last piece comes from or goes to.
    waiting = [cell for cell in sorted(HEXAGON) if cell not in target | {before}]
    armies: dict[str, set[str]] = {seat: target - {after} | {before}}
    for other in "ABCDEF"[:players].replace(seat, ""):
        armies[other], waiting = set(waiting[:pieces]), waiting[pieces:]
    position = arrange("star", armies, seat, players=players, pieces=pieces, blocking="free")
    assert position.outcome() is None
    position.push(f"{before}-{after}")
    assert (winners(position), ended_by(position)) == (seat, "filled")


@rule("4.1")
def test_a_piece_steps_along_the_six_lines():
    position = arrange("star", {"A": f"i5 | {' '.join(TIP['N'])} e1:e4", "B": f"| {' '.join(TIP['S'])} m1:m4 m13"})
    assert ends(position, "i5") == {"h5", "h6", "i4", "i6", "j5", "j6"}


@rule("4.1")
def test_a_piece_hops_along_the_lines_in_succession():
    armies = {"A": f"i5 i6 | {' '.join(TIP['N'])} e1:e4", "B": f"h7 | {' '.join(TIP['S'])} m1:m4 m13"}
    position = arrange("star", armies, blocking="free")
    # Over i6 to i7; from there over h7, to the upper left, to g7.
    assert star_neighbours("i7") >= {"h7", "i6"}
    assert ends(position, "i5") == {"h5", "h6", "i4", "j5", "j6", "i7", "g7"}


COLOURS = {"facing": {"A": {"NE", "NW"}, "B": {"SW", "SE"}}, "paired": {"A": {"NE", "SW"}, "B": {"SE", "NW"}}}


def tip_of(position: Position, letter: str) -> str:
    """In which tip the pieces of a letter start."""
    return next(tip for tip in TIP if TIP[tip] == where(position, letter))


@rule("4.2", "1.10")
@pytest.mark.parametrize("tips", COLOURS)
def test_two_colours_each_player_holds_two_tips_of_ten(tips: str):
    position = Position("star", tips=tips)
    for seat, held in COLOURS[tips].items():
        assert {tip_of(position, seat), tip_of(position, seat.lower())} == held
    assert len(position.pieces) == 40


@rule("4.2", "1.10")
def test_two_colours_facing_has_an_opponent_opposite_to_each_own_tip():
    position = Position("star", tips="facing")
    opposite = {OPPOSITE_TIP[tip_of(position, letter)] for letter in "Aa"}
    assert opposite == {tip_of(position, letter) for letter in "Bb"}


@rule("4.2", "1.10")
def test_two_colours_paired_has_the_own_tips_opposite_each_other():
    position = Position("star", tips="paired")
    assert OPPOSITE_TIP[tip_of(position, "A")] == tip_of(position, "a")
    assert OPPOSITE_TIP[tip_of(position, "B")] == tip_of(position, "b")


@rule("4.2", "1.10")
@pytest.mark.parametrize("tips", COLOURS)
def test_two_colours_a_player_moves_either_colour(tips: str):
    position = Position("star", tips=tips)
    moved = {position.pieces[cell] for cell in origins(position)}
    assert moved == {"A", "a"}


def two_colours(tips: str, upper: str, lower: str, missing: str) -> Position:
    """A's colours in these tips, but one piece of the one in `missing` still one step away."""
    before, after = last_step(TIP[missing])
    armies = {
        letter: TIP[tip] - {after} | {before} if tip == missing else TIP[tip]
        for letter, tip in (("A", upper), ("a", lower))
    }
    waiting = [cell for cell in sorted(HEXAGON) if cell != before]
    return arrange("star", armies | {"B": waiting[:10], "b": waiting[-10:]}, tips=tips, blocking="free")


@rule("4.2", "1.10")
@pytest.mark.parametrize("tips", COLOURS)
def test_two_colours_both_at_home_win(tips: str):
    start = Position("star", tips=tips)
    upper, lower = OPPOSITE_TIP[tip_of(start, "A")], OPPOSITE_TIP[tip_of(start, "a")]
    for missing in (upper, lower):
        position = two_colours(tips, upper, lower, missing)
        assert position.outcome() is None  # one colour alone at home does not win
        position.push("-".join(last_step(TIP[missing])))
        assert winners(position) == "A"


@rule("4.2", "1.10")
@pytest.mark.parametrize("tips", COLOURS)
def test_two_colours_in_each_others_targets_do_not_win(tips: str):
    start = Position("star", tips=tips)
    upper, lower = OPPOSITE_TIP[tip_of(start, "A")], OPPOSITE_TIP[tip_of(start, "a")]
    position = two_colours(tips, lower, upper, upper)
    position.push("-".join(last_step(TIP[upper])))
    assert position.outcome() is None


@rule("4.2", "1.10")
@pytest.mark.parametrize(("letter", "stays"), [("A", True), ("a", False)])
def test_two_colours_the_target_is_that_of_the_colour(letter: str, stays: bool):
    start = Position("star", tips="facing")
    target = OPPOSITE_TIP[tip_of(start, "A")]
    inner, outer = {"SW": ("j1", "i1"), "SE": ("j10", "i9")}[target]
    pools = {"A": "| e5:e9 f4:f9", "a": "| g3:g9 h2:h9", "B": "| k4:k8 l5:l9", "b": "| n1:n4 o1:o3 p1:p2 q1"}
    position = arrange("star", pools | {letter: f"{inner} {pools[letter]}"}, tips="facing")
    assert (outer in ends(position, inner)) is not stays
