"""Moves as people hold them: made from text and names, printed as text, never nonsense."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from halma.kernel import FAST, REFERENCE, fast, use_kernel
from halma.play import IllegalMoveError, InvalidMoveError, Move, MoveKind, Position

# Every form of docs/notation.md: kind, origin, target, captures, path.
FORMS = {
    "c3-e5": (MoveKind.MOVE, "c3", "e5", (), ("c3", "e5")),
    "c3-e5-g7": (MoveKind.MOVE, "c3", "g7", (), ("c3", "e5", "g7")),
    "c3-c7xc4xc6": (MoveKind.MOVE, "c3", "c7", ("c4", "c6"), ("c3", "c7")),
    "@e5": (MoveKind.PLACE, None, "e5", (), ()),
    "e1-off": (MoveKind.MOVE, "e1", "off", (), ("e1", "off")),
    "c3~d4": (MoveKind.SWAP, "c3", "d4", (), ("c3", "d4")),
    "xe5": (MoveKind.HUFF, None, "e5", (), ()),
    "--": (MoveKind.PASS, None, None, (), ()),
    ".": (MoveKind.DONE, None, None, (), ()),
}


@pytest.fixture(params=[REFERENCE, FAST])
def kernel(request: pytest.FixtureRequest):
    if request.param == FAST and not fast.available:
        pytest.skip("the fast kernel is not built")
    use_kernel(request.param)
    yield request.param
    use_kernel(None)


@pytest.mark.parametrize("text", FORMS)
def test_every_form_is_read_and_written(text: str) -> None:
    move = Move.from_text(text)
    assert (move.kind, move.origin, move.target, move.captures, move.path) == FORMS[text]
    assert move.text(path=True) == text
    assert Move.from_text(str(move)) == move
    assert eval(repr(move), {"Move": Move}) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.deepcopy(move) is move


def test_a_move_is_made_from_names() -> None:
    assert str(Move("c3", "e3")) == "c3-e3"
    assert str(Move("e1", "off")) == "e1-off"
    assert str(Move(target="e5", kind="place")) == "@e5"
    assert str(Move("c3", "c7", ["c4", "c6"])) == "c3-c7xc4xc6"
    assert Move("c3", "g7", path=["c3", "e5", "g7"]).text(path=True) == "c3-e5-g7"


def test_equal_is_what_the_notation_does_not_tell_apart() -> None:
    assert Move("c3", "g7") == Move.from_text("c3-e5-g7") == Move.from_text(" c3-g7 ")
    assert len({Move("c3", "g7"), Move.from_text("c3-e5-g7"), Move("c3", "g7", kind="swap")}) == 2
    assert Move("c3", "c7", ["c4"]) != Move("c3", "c7")
    assert Move("c3", "c7", ["c4", "c6"]) == Move("c3", "c7", ["c6", "c4"])
    assert Move("c3", "e5") != "c3-e5"
    assert sorted([Move("c3", "e5"), Move("b1", "b2"), Move(kind="pass")]) == [
        Move(kind="pass"),
        Move("b1", "b2"),
        Move("c3", "e5"),
    ]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (("c3", "nonsense"), ValueError),
        (("", "e5"), ValueError),
        (("c3", "E5"), ValueError),
        (("off", "e5"), ValueError),
        (("c3", "e5", ["x"]), ValueError),
        (("c3", "e5", ["c4", "c4"]), ValueError),
        (("c3", 5), TypeError),
        ((3, 5), TypeError),
        (("c3", "e5", "c4"), TypeError),
        (("c3", "e5", [4]), TypeError),
        (("c3",), TypeError),
        ((), TypeError),
    ],
)
def test_nonsense_is_refused(given: tuple, error: type[Exception]) -> None:
    with pytest.raises(error):
        Move(*given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"origin": "c3", "target": "e5", "kind": "jump"}, "jump"),
        ({"origin": "c3", "target": "e5", "kind": "place"}, "no origin"),
        ({"target": "e5", "kind": "pass"}, "no target"),
        ({"origin": "c3", "target": "off", "kind": "swap"}, "off"),
        ({"origin": "c3", "target": "e5", "path": ["c3", "d4"]}, "c3-d4"),
        ({"origin": "c3", "target": "e5", "path": ["c3"]}, "path"),
        ({"target": "e5", "kind": "place", "captures": ["c4"]}, "captures"),
    ],
)
def test_what_does_not_fit_together_is_refused(given: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Move(**given)


@pytest.mark.parametrize("text", ["", "c3", "c3-", "c3e5", "c3-e5-", "@", "c3~", "x", "c3-off-e5", "c3-" + "c3-" * 200])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_text(text)


def test_a_move_cannot_be_changed() -> None:
    for move in (Move("c3", "e5"), Position("halma").legal_moves[0]):
        with pytest.raises(AttributeError):
            move.origin = "d4"  # type: ignore[misc]
        with pytest.raises(AttributeError):
            move._source = None
        with pytest.raises(AttributeError):
            move.colour = "red"  # type: ignore[attr-defined]
        with pytest.raises(AttributeError):
            del move._action
        with pytest.raises(AttributeError):
            _ = move.colour  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Move.from_text(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["halma", "dice", "solitaire", "captive-1", "tippy", "cat-and-mouse", "rakado"])
def test_moves_know_their_path_after_the_position_has_gone_on(kernel: str, game: str) -> None:
    """The path by the live kernel, asked before, is the expected one; the same moves are asked much later."""
    position, chance = Position(game, seed="path"), random.Random("path")
    kept, expected = [], []
    for _ in range(30):
        if position.is_over:
            break
        moves, state, names = position.legal_moves, position.state, (*position.board.names, "off")
        kept += [(move, str(move)) for move in moves[:12]]
        expected += [tuple(names[cell] for cell in state.path(action)) for action in state.legal()[:12]]
        position.push(chance.choice(moves))
    while position.move_stack:
        position.pop()
    for (move, text), path in zip(kept, expected, strict=True):
        assert (move.path, str(move)) == (path, text)
        again = pickle.loads(pickle.dumps(move))
        assert (again, again.path, again.captures) == (move, path, move.captures)


@pytest.mark.parametrize("game", ["halma", "dice", "captive-2", "cat-and-mouse"])
def test_a_kept_list_of_legal_moves_stays_what_it_was(kernel: str, game: str) -> None:
    position, chance = Position(game, seed="kept"), random.Random("kept")
    for _ in range(25):
        if position.is_over:
            break
        kept, before = position.legal_moves, position.copy()
        texts = kept.texts()
        move = chance.choice(kept)
        position.push(move)
        assert kept.texts() == texts and len(kept) == len(texts)
        assert move in kept and str(move) in kept and move.text(path=True) in kept and Move.from_text(str(move)) in kept
        assert kept[kept.index(move)] == move and kept.count(move) == 1
        assert all((text in kept) == before.is_legal(text) for text in position.legal_moves.texts()[::9])
        assert [str(each) for each in reversed(kept)] == [str(each) for each in kept][::-1]
    assert "quux" not in kept and None not in kept and 3 not in kept


def test_a_move_of_another_board_is_read_by_its_names() -> None:
    """The first row of the star is one field, of the square board sixteen: the numbers of cells mean nothing there."""
    star = Position("star", players=2, pieces=10)
    square = Position("halma")
    for move in star.legal_moves:
        expected = square.is_legal(str(move))
        assert square.is_legal(move) == expected
        if not expected:
            with pytest.raises((IllegalMoveError, InvalidMoveError)):
                square.push(move)
    assert square == Position("halma")


def test_a_move_of_an_earlier_position_is_played_if_it_is_legal_there() -> None:
    position = Position("halma")
    late = next(move for move in position.legal_moves if str(move) == "e2-f3")
    for text in ("e1-f1", "l15-k14"):
        position.push(text)
    position.push(late)
    assert position.peek() == late
    with pytest.raises(IllegalMoveError):
        position.push(late)


def test_captures_are_written_only_where_the_ends_do_not_tell() -> None:
    # A piece on c3 goes to e5 by d3 and e4, or by c4 and d5.
    forked = Position.from_board_text("3/3/3A3/2A1A2/2AA3/3/3 A 1", "solitaire")
    ways = {str(move): (move.captures, move.text(path=True)) for move in forked.legal_moves if move.target == "e5"}
    assert ways["c3-e5xd3xe4"] == (("d3", "e4"), "c3-e3-e5") and ways["c3-e5xc4xd5"] == (("c4", "d5"), "c3-c5-e5")
    assert Move("c3", "e5", ["e4", "d3"]) in forked.legal_moves and Move("c3", "e5") not in forked.legal_moves
    position = Position("solitaire")
    move = position.parse("d2-d4")
    assert str(move) == "d2-d4" and move.captures == ("d3",)
    assert move == Move("d2", "d4") and position.parse("d2-d4xd3") == move
    with pytest.raises(IllegalMoveError):
        position.parse("d2-d4xc3")
