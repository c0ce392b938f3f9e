"""Positions as people hold them: looking, taking back, copying, storing, comparing, refusing what is not meant."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import halma
from halma.games import Choice, games
from halma.kernel import FAST, REFERENCE, fast, use_kernel
from halma.play import (
    GivenDice,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    Position,
    Record,
)
from tests.variants import all_choices, label

GAMES = list(games())
# One choice in seventeen of everything that can be played.
SAMPLE = [pytest.param(choice, id=label(choice)) for choice in all_choices()[::17]]


@pytest.fixture(params=[REFERENCE, FAST])
def kernel(request: pytest.FixtureRequest):
    if request.param == FAST and not fast.available:
        pytest.skip("the fast kernel is not built")
    use_kernel(request.param)
    yield request.param
    use_kernel(None)


class Commented(Position):
    """A subclass with something of its own."""

    comment = ""
    names: list[str]


def walked(position: Position, plies: int, seed: str = "walk") -> Position:
    chance = random.Random(seed)
    for _ in range(plies):
        if position.is_over:
            break
        position.push(chance.choice(sorted(position.legal_moves)))
    return position


# ---- looking ----------------------------------------------------------------------------------------------


def test_the_last_move_and_all_moves() -> None:
    position = Position("halma")
    assert position.move_stack == []
    with pytest.raises(IndexError):
        position.peek()
    with pytest.raises(IndexError):
        position.pop()
    position.push("e2-f3")
    position.push(Move("l15", "k14"))
    assert position.move_stack == [Move("e2", "f3"), Move("l15", "k14")]
    assert position.peek() == position.pop() == Move("l15", "k14")
    assert position.peek() == Move("e2", "f3")


def test_what_stands_on_a_cell() -> None:
    position = Position("marked")
    assert all(position.piece_at(cell) == letter for cell, letter in position.pieces.items())
    assert position.piece_at("h8") is None
    with pytest.raises(ValueError, match="z9"):
        position.piece_at("z9")


def test_whether_a_move_is_legal() -> None:
    position = Position("halma")
    assert position.is_legal("e2-f3") and position.is_legal(Move("e2", "f3"))
    assert not any(position.is_legal(move) for move in ("quux", "a1-b2", "z9-h8", Move("a1", "b2"), Move("q17", "a1")))


def test_the_result_of_a_game() -> None:
    position = walked(Position("solitaire"), 40)
    assert Position("solitaire").result() == "*"
    assert position.is_over and position.result() == str(position.outcome()) == "- unsolved"


def test_printing_shows_the_board() -> None:
    assert str(Position("solitaire")) == (
        "7     A A A\n6     A A A\n5 A A A A A A A\n4 A A A . A A A\n3 A A A A A A A\n2     A A A\n1     A A A\n"
        "  a b c d e f g\nA to move, turn 1"
    )
    star = str(Position("star", players=2, pieces=10)).splitlines()
    assert len(star) == 18
    assert star[0] == "a " + " " * 12 + "B" or star[0] == "a " + " " * 12 + "A"
    assert star[4] == "e " + " ".join("." * 13)
    assert "to move" in star[-1]
    assert repr(Position("solitaire")).startswith("<Position solitaire AAA/AAA/")


@pytest.mark.parametrize(
    "misuse",
    [
        lambda position: position.push(None),
        lambda position: position.push(3),
        lambda position: position.push(position.state.legal()[0]),
        lambda position: position.piece_at(5),
        lambda position: position.parse(None),
        lambda position: position.is_legal(None),
        lambda position: position.refusal(7),
        lambda position: position.push_turn(None),
        lambda position: position.give_chance(None),
        lambda position: position.score(0),
        lambda position: position.transform(90),
        lambda position: Position(3),  # type: ignore[arg-type]
        lambda position: Position(None),  # type: ignore[arg-type]
        lambda position: Position(position.choice, players=4),
        lambda position: Position.from_text(None),  # type: ignore[arg-type]
        lambda position: Position.from_board_text(5, "halma"),  # type: ignore[arg-type]
        hash,
        lambda position: {position},
    ],
)
def test_wrong_types_are_type_errors_that_say_what_is_meant(misuse) -> None:
    with pytest.raises(TypeError) as error:
        misuse(Position("halma"))
    assert len(str(error.value)) > 15 and "incompatible function arguments" not in str(error.value)


# ---- copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", SAMPLE)
def test_stored_and_copied_positions_are_the_same(kernel: str, choice: Choice) -> None:
    position = walked(Position(choice, seed="stored"), 12)
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)):
        assert again == position and again.key == position.key and again.text() == position.text()
        assert again.move_stack == position.move_stack and again.history == position.history
        assert Record.of(again) == Record.of(position)
        # The dice go on as they would have.
        assert walked(again, 6, "on").text() == walked(position.copy(), 6, "on").text()
        while again.move_stack:
            again.pop()
    start = Position(choice, seed="stored")
    while position.move_stack:
        position.pop()
    assert position == start


def test_what_is_stored_without_its_beginning(kernel: str) -> None:
    position = walked(Position.from_text(walked(Position("star"), 9).text()), 5)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and len(again.move_stack) == 5
    for _ in range(5):
        assert again.pop() == position.pop()
    assert again == position


def test_a_copy_is_independent() -> None:
    position = walked(Position("halma"), 4)
    twin = copy.deepcopy(position)
    twin.pop()
    assert len(position.move_stack) == 4 and position != twin


@pytest.mark.parametrize("game", ["halma", "dice", "captive-2", "cat-and-mouse", "rakado"])
def test_a_copy_with_less_history(kernel: str, game: str) -> None:
    position = walked(Position(game, seed="less"), 9)
    moves = position.move_stack
    for stack in (False, 0, 1, 4, 9, 100, True):
        twin = position.copy(stack=stack)
        kept = len(moves) if stack is True else min(int(stack), len(moves))
        assert twin == position and twin.move_stack == moves[len(moves) - kept :]
        assert twin.legal_moves.texts() == position.legal_moves.texts()
        assert walked(twin, 3, "on").state.contents() == walked(position.copy(), 3, "on").state.contents()
        for _ in twin.move_stack:
            twin.pop()
        with pytest.raises(IndexError):
            twin.pop()
    with pytest.raises(ValueError, match="stack"):
        position.copy(stack=-1)


def test_subclasses_stay_what_they_are() -> None:
    position = Commented("halma")
    position.comment, position.names = "mine", ["Anna"]
    for again in (position.copy(), position.copy(stack=False), pickle.loads(pickle.dumps(position)), position.mirror()):
        assert type(again) is Commented and again.comment == "mine" and again.names == ["Anna"]
    deep = copy.deepcopy(position)
    assert deep.names == ["Anna"] and deep.names is not position.names
    assert type(Commented.from_text(position.text())) is Commented
    assert type(position.beginning()) is Commented


def test_a_dice_source_is_stored_with_the_position() -> None:
    position = walked(Position("dice", dice=GivenDice([3, 5, 1])), 4)
    again = pickle.loads(pickle.dumps(position))
    assert walked(again, 8, "on").text() == walked(position, 8, "on").text()


def test_a_pickle_is_small() -> None:
    """What follows from the rest is not stored: tables of a game would be hundreds of kilobytes."""
    position = walked(Position("halma"), 40)
    assert len(pickle.dumps(position)) < 40 * 50


# ---- comparing --------------------------------------------------------------------------------------------


@pytest.mark.skipif(not fast.available, reason="the fast kernel is not built")
@pytest.mark.parametrize("choice", SAMPLE)
def test_both_kernels_give_the_same_key(choice: Choice) -> None:
    keys = []
    for name in (REFERENCE, FAST):
        use_kernel(name)
        try:
            position, found = Position(choice, seed="key"), []
            for number in range(15):
                found.append(position.key)
                walked(position, 1, f"key {number}")
            keys.append(found)
        finally:
            use_kernel(None)
    assert keys[0] == keys[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_key_belongs_to_a_position_and_comes_back_with_it(game: str) -> None:
    position, known = Position(game, seed="back"), {}
    for number in range(20):
        if position.is_over:
            break
        known[len(position.move_stack)] = position.key
        walked(position, 1, f"back {number}")
    assert len(set(known.values())) > 1
    while position.move_stack:
        position.pop()
        assert position.key == known[len(position.move_stack)]


def test_transpositions_have_one_key_and_other_games_another_one() -> None:
    one, other = Position("halma"), Position("halma")
    for move in ("e2-f3", "l15-k14", "e1-f1", "l16-k16"):
        one.push(move)
    for move in ("e1-f1", "l16-k16", "e2-f3", "l15-k14"):
        other.push(move)
    assert one.key == other.key
    assert Position("halma").key != Position("halma", blocking="swap").key
    assert Position("halma").key == Position("halma", first="A").key != Position("halma", first="B").key


# ---- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", [pytest.param(choice, id=label(choice)) for choice in all_choices()[::5]])
def test_a_text_is_read_back_without_being_told_anything_else(choice: Choice) -> None:
    position = walked(Position(choice, seed="named"), 8)
    again = Position.from_text(position.text())
    assert again == position and again.choice == position.choice and again.text() == position.text()
    assert position.text().endswith(position.board_text())


ROWS = Position("quick").board_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with its game"),
        (ROWS, "begins with its game"),
        (f"quux 2x6 {ROWS}", "quux"),
        (f"quick 2x7 {ROWS}", "2 × 6"),
        (f"quick 2x6 colour=red {ROWS}", "colour=red"),
        (f"quick 2x6 blocking=never {ROWS}", "vacate"),
        (f"quick 2x6 blocking=free blocking=free {ROWS}", "twice"),
        (f"quick 2x6 players {ROWS}", "players"),
        (f"quick 2x6 first=lot {ROWS}", "A, B"),
        (f"quick 2x6 play_on=maybe {ROWS}", "yes or no"),
        ("quick 2x6", "rows"),
        (f"halma 2x19 {ROWS}", "pieces"),
        ("quick " + "x" * 4000, "too long"),
    ],
)
def test_a_text_that_names_no_game_or_another_one_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPositionError) as error:
        Position.from_text(text)
    assert said in str(error.value)


def test_what_a_text_does_not_name_means_what_it_meant_before_the_option() -> None:
    assert Position.from_text(f"quick {ROWS}") == Position("quick")
    assert Position.from_text(f"Quick-Halma 2×6 play_on=no {ROWS}") == Position("quick")
    assert Position.from_text(f"quick 2x6 play_on {ROWS}").choice.options["play_on"] is True


# ---- status -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_positions_reached_by_play_have_no_problems(game: str) -> None:
    position = Position(game, seed="status")
    for number in range(25):
        assert position.status() == []
        walked(position, 1, f"status {number}")


def test_a_position_that_cannot_occur_says_why() -> None:
    text = Position("quick").text().replace("AA14", "A15", 1) + " passes=2"
    with pytest.raises(InvalidPositionError):
        Position.from_text(text)
    position = Position.from_text(text, check=False)
    assert [problem.code for problem in position.status()] == ["pieces", "seats"]
    assert all(str(problem) and "{" not in str(problem) for problem in position.status())
    assert len(position.pieces) == 11


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_set_up_unchecked_can_be_looked_at(kernel: str, game: str) -> None:
    """Damaged texts are refused or become a position with problems; nothing else happens."""
    chance = random.Random(f"set up {game}")
    texts = [walked(Position(game, seed="set up"), plies).text() for plies in (0, 6)]
    for _ in range(12):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            where = chance.randrange(len(text))
            text[where] = chance.choice(["A", "B", "1", "2", " ", "/", "o", text[where] * 2, ""])
        try:
            position = Position.from_text("".join(text), check=False)
        except InvalidPositionError:
            continue
        assert isinstance(position.status(), list) and isinstance(position.key, int)
        assert str(position) and position.legal_moves.texts() is not None
        if not position.status():
            assert Position.from_text(position.text()) == position


# ---- the package ------------------------------------------------------------------------------------------


def test_everything_public_is_listed_and_there() -> None:
    assert set(halma.__all__) <= set(dir(halma))
    for name in halma.__all__:
        assert getattr(halma, name) is not None
    with pytest.raises(AttributeError):
        _ = halma.quux  # type: ignore[attr-defined]
    assert issubclass(halma.IllegalMoveError, halma.HalmaError) and IllegalMoveError is halma.IllegalMoveError
    assert issubclass(InvalidMoveError, ValueError)
