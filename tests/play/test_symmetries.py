"""The symmetries of boards and what they make of positions: the same game, seen from elsewhere."""

from __future__ import annotations

import pickle
import random
from itertools import combinations, product

import pytest

from halma.boards import Board, cross_board, points_board, square_board, star_board
from halma.games import Choice
from halma.play import Move, Position, perft
from tests.variants import all_choices, label

BOARDS = [square_board(), square_board(9), points_board(), cross_board(), star_board()]
# Games in which a lot decides where pieces stand: it does not go with the board.
CHOICES = [choice for choice in all_choices() if not choice.options.get("scatter")]
SAMPLE = [pytest.param(choice, id=label(choice)) for choice in CHOICES[::9]]


# ---- boards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_board_pickles_with_its_symmetries(board: Board) -> None:
    names = list(board.symmetries)
    again = pickle.loads(pickle.dumps(board))
    assert list(again.symmetries) == names
    assert [again.symmetries[name].cells for name in names] == [board.symmetries[name].cells for name in names]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_symmetries_are_all_ways_to_lay_a_board_onto_itself(board: Board) -> None:
    """Each keeps neighbours neighbours; they are closed, and there are 8, on the star 12."""
    found = board.symmetries
    near = {(cell, other) for cell in range(len(board)) for other in board.neighbours(cell)}
    permutations = {symmetry.cells for symmetry in found.values()}
    assert len(permutations) == len(found) == (12 if board.id == "star" else 8)
    assert sum(symmetry.is_reflection for symmetry in found.values()) == len(found) / 2
    for symmetry in found.values():
        assert sorted(symmetry.cells) == list(range(len(board)))
        assert {(symmetry.cells[one], symmetry.cells[other]) for one, other in near} == near
        assert symmetry.inverse.inverse is symmetry
        assert all(symmetry.inverse(symmetry(name)) == name for name in board.names)
    for one, other in product(permutations, repeat=2):
        assert tuple(one[cell] for cell in other) in permutations
    assert next(iter(found)) == "identity" and found["identity"].cells == tuple(range(len(board)))


def test_what_the_names_mean() -> None:
    """On the 16 × 16 board, by the corners as they are drawn: a1 is at the lower left."""
    found = square_board().symmetries
    images = {name: (symmetry("a1"), symmetry("b1")) for name, symmetry in found.items()}
    assert images == {
        "identity": ("a1", "b1"),
        "rotate_90": ("p1", "p2"),
        "rotate_180": ("p16", "o16"),
        "rotate_270": ("a16", "a15"),
        "flip_vertical": ("a16", "b16"),
        "flip_horizontal": ("p1", "o1"),
        "flip_diagonal": ("a1", "a2"),
        "flip_anti_diagonal": ("p16", "p15"),
    }
    star = star_board().symmetries
    assert [star[f"rotate_{angle}"]("a1") for angle in range(60, 360, 60)] == ["e1", "m1", "q1", "m13", "e13"]
    assert star["flip_vertical"]("a1") == "q1" and star["flip_horizontal"]("e1") == "e13"
    # The axis of the third lies at 30 degrees, along the line from the middle of the right upper side.
    assert star["flip_30"]("e13") == "e13"
    with pytest.raises(ValueError, match="z9"):
        star["flip_30"]("z9")
    with pytest.raises(TypeError):
        star["flip_30"](3)  # type: ignore[arg-type]


# ---- positions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        # Two corners opposite each other; who sits there may change places.
        ("halma", {}, "identity rotate_180 flip_diagonal flip_anti_diagonal"),
        # Four corners: a flip would let the seats move the other way round.
        ("halma", {"players": 4}, "identity rotate_90 rotate_180 rotate_270"),
        ("star", {"players": 2, "pieces": 10}, "identity rotate_180 flip_vertical flip_horizontal"),
        ("star", {"players": 3}, "identity rotate_120 rotate_240"),
        ("star", {"players": 6}, "identity rotate_60 rotate_120 rotate_180 rotate_240 rotate_300"),
        (
            "solitaire",
            {},
            "identity rotate_90 rotate_180 rotate_270 flip_vertical flip_diagonal flip_horizontal flip_anti_diagonal",
        ),
    ],
)
def test_which_symmetries_fit(game: str, options: dict, expected: str) -> None:
    position = Position(game, **options)
    assert list(position.symmetries()) == expected.split()
    for name in position.board.symmetries:
        if name not in expected.split():
            with pytest.raises(ValueError, match="identity"):
                position.transform(name)


@pytest.mark.parametrize("choice", SAMPLE)
def test_a_walk_mirrored_is_the_walk_of_the_mirrored_moves(choice: Choice) -> None:
    """With every symmetry that fits: same number of moves, each legal there, and the same position after it."""
    position, chance = Position(choice, seed="mirrored"), random.Random("mirrored")
    fitting = position.symmetries()
    images = {name: position.transform(name) for name in fitting}
    for _ in range(12):
        if position.is_over:
            break
        moves = position.legal_moves
        for name, symmetry in fitting.items():
            assert len(images[name].legal_moves) == len(moves)
            sample = chance.sample(list(moves), min(4, len(moves)))
            assert all(images[name].is_legal(move.transform(symmetry)) for move in sample)
        played = chance.choice(moves)
        position.push(played)
        for name, symmetry in fitting.items():
            images[name].push(played.transform(symmetry))
            assert images[name] == position.transform(symmetry)
            assert images[name].transform(symmetry.inverse) == position
            assert images[name].status() == []


@pytest.mark.parametrize("choice", SAMPLE[::3])
def test_counting_does_not_depend_on_the_side_one_looks_from(choice: Choice) -> None:
    position, chance = Position(choice, seed="count", dice=None), random.Random("count")
    for _ in range(6):
        if position.is_over or position.needs_roll:
            break
        position.push(chance.choice(position.legal_moves))
    if position.rules.has_chance or len(position.legal_moves) > 120:
        return
    expected = [perft(position, depth) for depth in (1, 2)]
    for symmetry in position.symmetries().values():
        assert [perft(position.transform(symmetry), depth) for depth in (1, 2)] == expected


def test_the_mirror_image_keeps_the_seats_where_it_can() -> None:
    position = Position("halma")
    position.push("e2-f3")
    mirrored = position.mirror()
    assert mirrored.seat == "B" and mirrored.piece_at("c6") == "A" and mirrored.move_stack == []
    assert mirrored.mirror() == position and position.move_stack == [Move("e2", "f3")]
    with pytest.raises(ValueError, match="identity"):
        Position("star", players=3).mirror()


def test_symmetries_of_other_boards_and_unknown_ones_are_refused() -> None:
    position = Position("halma")
    with pytest.raises(ValueError, match="rotate_180"):
        position.transform("rotate_7")
    with pytest.raises(ValueError, match="star"):
        position.transform(star_board().symmetries["rotate_180"])


def test_seats_go_with_their_homes() -> None:
    """What each seat has counted goes with it."""
    position = Position("captive-2", players=4, seed="seats")
    chance = random.Random("seats")
    while not any(position.captured.values()):
        position.push(chance.choice(position.legal_moves))
    for symmetry in position.symmetries().values():
        image = position.transform(symmetry)
        assert sorted(image.captured.values()) == sorted(position.captured.values())
        assert image.captured[image.seat] == position.captured[position.seat]


def test_no_two_symmetries_are_the_same() -> None:
    for board in BOARDS:
        for one, other in combinations(board.symmetries.values(), 2):
            assert one.cells != other.cells and one.name != other.name
