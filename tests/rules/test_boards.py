"""Section 1 of the rules: boards, names, courts, tips, seats, targets and advance."""

from string import ascii_lowercase

import pytest

from halma.boards import cross_board, points_board, square_board, star_board
from halma.boards.chequered import dark_cells
from halma.boards.star import hexagon, tip_cells, tip_point
from halma.games import OptionError, games
from halma.play import Position
from tests.law import rule
from tests.rules.helpers import (
    CORNERS,
    LARGE,
    SMALL,
    STAR_NAMES,
    TIPS,
    TRIANGLE,
    arrange,
    corner_distance,
    court,
    listed,
    opposite,
    place,
    play,
    ring,
    square,
    tip,
    tip_distance,
)


def names_of(board, cells):
    return {board.names[cell] for cell in cells}


def grid(size):
    return {square(x, y) for x in range(size) for y in range(size)}


# ---- the boards -----------------------------------------------------------------------------------------


@rule("1.1")
def test_the_square_board_has_16_by_16_squares_a1_to_p16():
    board = square_board()
    assert len(board) == 256
    assert set(board.names) == grid(16)
    assert {"a1", "p1", "a16", "p16"} <= set(board.names)


@rule("1.1")
def test_the_square_board_is_chequered_and_a1_is_dark():
    board = square_board()
    dark = names_of(board, dark_cells(board))
    assert "a1" in dark
    assert dark == {square(x, y) for x in range(16) for y in range(16) if x % 2 == y % 2}


def court_of_a(game, **options):
    """Where A's pieces start, in the corner a1."""
    return listed(cell for cell, letter in Position(game, **options).pieces.items() if letter == "A")


@rule("1.2")
def test_the_large_court_has_rows_of_5_5_4_3_2():
    """The a1 corner, written out: 19 squares."""
    assert court_of_a("halma", players=2, pieces=19) == "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 c4 d1 d2 d3 e1 e2"
    assert len(court("a1", LARGE)) == 19


@rule("1.2")
def test_the_small_court_has_rows_of_4_4_3_2():
    assert court_of_a("halma", players=4, pieces=13) == "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 d1 d2"
    assert len(court("a1", SMALL)) == 13


@rule("1.2")
def test_the_ring_is_the_large_court_without_the_small_one():
    assert court_of_a("quick", players=2, pieces=6) == "a5 b5 c4 d3 e1 e2"


@rule("1.3")
def test_the_points_are_the_17_by_17_crossings_a1_to_q17():
    board = points_board()
    assert len(board) == 289
    assert set(board.names) == grid(17)
    assert "q17" in board.names


@rule("1.3")
def test_the_points_are_used_by_le_zug_and_by_tippy_of_ravensburger_alone():
    on_points = {
        (game.id, edition)
        for game in games().values()
        for edition in {edition for form in game.formats for edition in form.editions}
        if Position(game.id, edition=edition, dice=None).board.id == points_board().id
    }
    assert on_points == {("le-zug", "schmidt"), ("tippy", "ravensburger")}


@rule("1.4")
def test_the_star_has_121_points_in_rows_a_to_q():
    lengths = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
    names = star_board().names
    assert len(names) == 121
    assert [sum(name[0] == row for name in names) for row in ascii_lowercase[:17]] == list(lengths)


@rule("1.4")
def test_the_star_is_numbered_from_the_left_in_reading_order():
    """Index 0–120: the tip a1 is 0, the centre i5 is 60, the south tip q1 is 120."""
    board = star_board()
    assert list(board.names) == STAR_NAMES
    assert [board.index[name] for name in ("a1", "b1", "b2", "e1", "e13", "i5", "q1")] == [0, 1, 2, 10, 22, 60, 120]
    by_row = {}
    for name, (x, y) in zip(board.names, board.coordinates, strict=True):
        by_row.setdefault(y, []).append((int(name[1:]), x))
    assert list(by_row) == sorted(by_row, reverse=True)
    assert all(row == sorted(row) and [x for _, x in row] == sorted(x for _, x in row) for row in by_row.values())


@rule("1.4")
def test_the_centre_of_the_star_is_i5():
    board = star_board()
    x, y = board.coordinates[board.index["i5"]]
    assert all((2 * x - other_x, 2 * y - other_y) in board.at for other_x, other_y in board.coordinates)


@rule("1.5")
def test_the_six_tips_lie_clockwise_from_north():
    board = star_board()
    points = [board.names[tip_point(number)] for number in range(6)]
    assert points == ["a1", "e13", "m13", "q1", "m1", "e1"]


@rule("1.5")
@pytest.mark.parametrize("name", TIPS)
def test_a_small_tip_has_10_points_and_a_large_one_also_the_side_of_the_hexagon(name):
    board, number = star_board(), TIPS.index(name)
    assert names_of(board, tip_cells(number, 4)) == tip(name)
    assert names_of(board, tip_cells(number, 5)) == tip(name, 15)
    assert (len(tip(name)), len(tip(name, 15))) == (10, 15)
    assert tip(name, 15) - tip(name) <= names_of(board, hexagon())


@rule("1.5")
def test_the_inner_hexagon_has_61_points():
    inside = names_of(star_board(), hexagon())
    assert len(inside) == 61
    assert inside == set(STAR_NAMES) - set().union(*(tip(name) for name in TIPS))


@rule("1.5")
@pytest.mark.parametrize("number", range(6))
def test_neighbouring_large_tips_share_one_corner_point(number):
    shared = tip_cells(number, 5) & tip_cells((number + 1) % 6, 5)
    assert len(shared) == 1
    assert not tip_cells(number, 4) & tip_cells((number + 1) % 6, 4)
    assert names_of(star_board(), shared) == {["e9", "i9", "m9", "m5", "i1", "e5"][number]}


@rule("1.5")
def test_games_that_use_neighbouring_tips_use_10_pieces():
    """Four and six seats, and two with two colours, sit in neighbouring tips."""
    for game in ("star", "star-team", "captive-1"):
        for form in games()[game].formats:
            neighbouring = form.players in (4, 6) or form.homes > 1
            assert form.pieces // form.homes == 10 or not neighbouring, (game, str(form))


@rule("1.6")
def test_the_dutch_board_has_9_by_9_squares():
    assert set(Position("dutch").board.names) == grid(9)


@rule("1.6")
@pytest.mark.parametrize("game", ["solitaire", "retour"])
def test_the_cross_board_is_7_by_7_without_its_2_by_2_corners(game):
    corners = {square(x, y) for x in (0, 1, 5, 6) for y in (0, 1, 5, 6)}
    assert set(cross_board().names) == grid(7) - corners
    assert len(cross_board()) == 33
    assert Position(game).board.names == cross_board().names


@rule("1.6")
def test_the_centre_of_the_cross_is_d4():
    assert set(cross_board().names) - set(Position("solitaire").pieces) == {"d4"}


# ---- seats, homes and targets ---------------------------------------------------------------------------

COURTS = {19: LARGE, 13: SMALL, 15: TRIANGLE}
CORNERS_BY_PLAYERS = {1: ["a1"], 2: ["a1", "p16"], 4: ["a1", "a16", "p16", "p1"]}
TIPS_BY_PLAYERS = {
    1: ["N"],
    2: ["N", "S"],
    3: ["N", "SE", "SW"],
    4: ["NE", "SE", "SW", "NW"],
    6: ["N", "NE", "SE", "S", "SW", "NW"],
}
SQUARE_GAMES = [
    ("halma", 2, 19),
    ("halma", 2, 13),
    ("halma", 2, 15),
    ("halma", 4, 13),
    ("quick", 2, 6),
    ("quick", 4, 6),
    *((game, *form) for game in ("colour", "super", "dice", "marked") for form in ((2, 19), (4, 13))),
    ("two-colour", 2, 19),
    ("marked", 1, 19),
    ("highscore", 1, 19),
]
STAR_GAMES = [
    *(("star", *form) for form in ((2, 15), (3, 15), (4, 10), (2, 10), (3, 10), (6, 10))),
    ("star-team", 4, 10),
    *((game, *form) for game in ("star-super", "star-rakado") for form in ((2, 15), (3, 15))),
    *(("captive-1", *form) for form in ((2, 15), (3, 15), (4, 10))),
    ("star-highscore", 1, 15),
    ("star-highscore", 1, 10),
]


def square_field(corner, pieces):
    return ring(corner) if pieces == 6 else court(corner, COURTS[pieces])


def check_camps(position, homes, targets):
    """Every seat starts on its home, and its target is where the rules have it."""
    for number, (seat, home, target) in enumerate(zip(position.seats, homes, targets, strict=True)):
        assert {cell for cell, letter in position.pieces.items() if letter.upper() == seat} == home
        assert names_of(position.board, position.rules.home(number)) == home
        assert names_of(position.board, position.rules.target(number)) == target
    for kind in ("home", "target"):
        fields = [getattr(position.rules, kind)(number) for number in range(len(homes))]
        assert len(frozenset().union(*fields)) == sum(map(len, fields)), f"every seat has a {kind} of its own"


@rule("1.7")
@pytest.mark.parametrize(("game", "players", "pieces"), SQUARE_GAMES)
def test_seats_of_the_square_board_and_their_targets_in_the_opposite_corner(game, players, pieces):
    """Two players: A a1, B p16. Four: A a1, B a16, C p16, D p1."""
    corners = CORNERS_BY_PLAYERS[players]
    across = {"a1": "p16", "p16": "a1", "a16": "p1", "p1": "a16"}
    check_camps(
        Position(game, players=players, pieces=pieces, dice=None),
        [square_field(corner, pieces) for corner in corners],
        [square_field(across[corner], pieces) for corner in corners],
    )


@rule("1.8", "1.11")
@pytest.mark.parametrize(("game", "players", "pieces"), STAR_GAMES)
def test_seats_of_the_star_and_their_targets_in_the_opposite_tip(game, players, pieces):
    """Two players N S; three N SE SW; four NE SE SW NW, N and S empty; six all tips from N."""
    tips = TIPS_BY_PLAYERS[players]
    check_camps(
        Position(game, players=players, pieces=pieces, dice=None),
        [tip(name, pieces) for name in tips],
        [tip(opposite(name), pieces) for name in tips],
    )


@rule("1.10")
@pytest.mark.parametrize(("tips", "first", "second"), [("facing", "NE NW", "SW SE"), ("paired", "NE SW", "SE NW")])
def test_two_colours_on_the_star_leave_north_and_south_empty(tips, first, second):
    pieces = Position("star", tips=tips).pieces
    for seat, names in (("A", first), ("B", second)):
        held = {cell for cell, letter in pieces.items() if letter.upper() == seat}
        assert held == set().union(*(tip(name) for name in names.split()))
        for name in names.split():
            assert len({pieces[cell] for cell in tip(name)}) == 1, "one colour in each tip"
    assert not (tip("N") | tip("S")) & set(pieces)


@rule("1.11")
@pytest.mark.parametrize("tips", ["facing", "paired"])
def test_with_two_colours_home_and_target_are_those_of_the_colour(tips):
    start = Position("star", tips=tips)
    kinds = {kind.letter: kind for kind in start.rules.kinds}
    for name in ("NE", "SE", "SW", "NW"):
        (letter,) = {start.pieces[cell] for cell in tip(name)}
        assert names_of(start.board, kinds[letter].home) == tip(name)
        assert names_of(start.board, kinds[letter].target) == tip(opposite(name))


@rule("1.11")
def test_a_colour_in_the_target_of_the_other_one_is_not_in_its_target():
    """Facing: the north-east colour belongs to SW, the north-west one to SE."""
    start = Position("star", tips="facing")
    northeast, northwest = start.pieces["e13"], start.pieces["e1"]
    right = arrange("star", f"{northeast}: m1; {northwest}: m13", tips="facing")
    wrong = arrange("star", f"{northeast}: m13; {northwest}: m1", tips="facing")
    assert (right.pieces_home("A"), wrong.pieces_home("A")) == (2, 0)


@rule("1.7")
@pytest.mark.parametrize(
    ("game", "options", "line", "order"),
    [
        ("halma", {"players": 2}, "e2-f3 l15-k14 f3-e2", "ABAB"),
        ("halma", {"players": 4}, "d2-e3 d15-e14 m15-l14 m2-l3", "ABCDA"),
        ("star", {"players": 3, "pieces": 10}, "d1-e5 k10-k9 k2-k3", "ABCA"),
        ("star", {"players": 6}, "d1-e6 g10-g9 k10-k9 n1-m6 k2-k3 g2-g3", "ABCDEFA"),
    ],
)
def test_seats_play_in_the_order_a_b_c_d_e_f(game, options, line, order):
    position = Position(game, **options)
    seats = [position.seat]
    for move in line.split():
        play(position, move)
        seats.append(position.seat)
    assert "".join(seats) == order


@rule("1.7", "1.8")
def test_the_corners_and_tips_of_the_seats_go_clockwise_seen_from_above():
    def turns(points):
        """Twice the area of the polygon, negative if its corners are listed clockwise (y upwards)."""
        following = [*points[1:], points[0]]
        return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in zip(points, following, strict=True))

    assert turns([place(corner) for corner in CORNERS]) < 0
    board = star_board()
    assert turns([board.coordinates[tip_point(number)] for number in range(6)]) < 0


@rule("1.12")
def test_who_begins_is_drawn_by_lot():
    drawn = {Position("halma", players=4, first="lot", seed=seed).seat for seed in range(60)}
    assert drawn == {"A", "B", "C", "D"}


@rule("1.12")
@pytest.mark.parametrize("seat", "ABCD")
def test_a_seat_can_be_named_to_begin_instead(seat):
    assert Position("halma", players=4, first=seat).seat == seat


@rule("1.12")
def test_only_a_seat_of_the_game_can_begin():
    with pytest.raises(OptionError):
        Position("halma", players=2, first="C")


# ---- advance --------------------------------------------------------------------------------------------


@rule("1.1")
@pytest.mark.parametrize("players", [2, 4])
def test_advance_on_the_square_board_is_file_and_rank_distance_from_the_home_corner(players):
    position = Position("halma", players=players)
    for kind, corner in zip(position.rules.kinds, CORNERS_BY_PLAYERS[players], strict=True):
        expected = [corner_distance(corner, name) for name in position.board.names]
        assert list(kind.advance) == expected
        assert (min(expected), max(expected)) == (0, 30)


@rule("1.13")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_advance_on_the_star_is_the_row_distance_from_the_home_tip(players):
    position = Position("star", players=players, pieces=10)
    for kind, name in zip(position.rules.kinds, TIPS_BY_PLAYERS[players], strict=True):
        expected = [tip_distance(name, point) for point in position.board.names]
        assert list(kind.advance) == expected
        assert (min(expected), max(expected)) == (0, 16)


@rule("1.13")
def test_total_advance_adds_up_all_pieces_of_a_seat():
    """Quick, six pieces of A: a1 0, p16 30, h8 14, a2 1, b2 2, p1 15."""
    position = arrange("quick", f"A: a1 p16 h8 a2 b2 p1; B: {listed(ring('p16'))}")
    assert position.total_advance("A") == 62
    assert position.total_advance("B") == 4 + 4 + 5 + 5 + 5 + 5
