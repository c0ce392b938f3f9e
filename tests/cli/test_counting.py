"""`halma perft` and `halma walk`."""

import re

import pytest

from halma.games import games
from halma.play import GivenDice, Position, perft
from halma.play.notation import read_roll


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        ("halma", (40, 1600)),
        ("halma --players 4", (32, 1024)),
        ("star --players 2", (22, 484)),
        ("star --players 3", (22, 484)),
        ("star --players 6", (14, 199)),
        ("super", (40, 1600)),
        ("star-super", (22, 484)),
        ("dice --dice 1,1", (479,)),
    ],
)
def test_published_counts(lines, arguments, counts):
    listed = lines("perft", *arguments.split(), "--depth", str(len(counts)))
    assert listed == [f"{depth} {count}" for depth, count in enumerate(counts, 1)]


def test_perft_goes_on_from_a_line_or_a_position(lines):
    position = Position("quick")
    position.push("e1-f2")
    expected = [f"1 {perft(position, 1)}", f"2 {perft(position, 2)}"]
    assert lines("perft", "quick", "--line", "e1-f2", "--depth", "2") == expected
    assert lines("perft", "quick", "--position", position.board_text(), "--depth", "2") == expected


def test_perft_takes_the_dice_in_order_after_those_the_line_has_used(lines):
    position = Position("rakado", dice=GivenDice([3, 5]))
    position.push("a1-a4")
    expected = perft(position, 2, GivenDice([2, 4]))
    assert lines("perft", "rakado", "--dice", "3,5,2,4", "--line", "a1-a4", "--depth", "2")[-1] == f"2 {expected}"


def test_perft_of_a_game_with_dice_needs_them(refused):
    assert "--dice" in refused("perft", "dice")
    assert "--dice" in refused("perft", "rakado", "--line", "[4]", "--depth", "2")


def test_the_same_seed_gives_the_same_walk(lines):
    walk = ("walk", "star", "--plies", "30", "--seed")
    assert lines(*walk, "1") == lines(*walk, "1")
    assert lines(*walk, "1") != lines(*walk, "2")


def test_a_walk_that_is_cut_short_says_so(lines):
    walked = lines("walk", "halma", "--seed", "1", "--plies", "3")
    assert [line.split()[:2] for line in walked[:3]] == [["1", "A"], ["2", "B"], ["3", "A"]]
    assert walked[3:] == ["result * unfinished"]
    assert lines("walk", "halma", "--plies", "0") == ["result * unfinished"]


def replayed(position: Position, walked: list[str]) -> str:
    """Play the lines of a walk on a fresh position, checking every one; the result line at the end."""
    for line in walked[:-1]:
        if line.startswith("- "):
            found = re.fullmatch(r"- ([A-F]) roll (\[[1-6,]+\])", line)
            assert found and position.needs_roll and position.seat == found[1]
            position.give_roll(read_roll(found[2]))
            continue
        turn, seat, number, move = line.split()
        assert (position.turn_number, position.seat) == (int(turn), seat)
        assert number == ("-" if position.choice.game == "dice" else str(len(position.legal_moves)))
        assert "," in move or move == "--" or position.choice.game == "dice" or move in position.legal_moves.texts()
        position.push_turn(move)
    assert f"result {position.outcome() or '* unfinished'}" == walked[-1]
    return walked[-1]


@pytest.mark.parametrize("game", list(games()))
def test_the_lines_of_a_walk_are_a_legal_game(lines, game):
    replayed(Position(game, dice=None), lines("walk", game, "--seed", "5", "--plies", "40"))


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        ("captive-2 --players 3", r"result A=[1-3] B=[1-3] C=[1-3] captured-most"),
        ("rakado", r"result A=[12] B=[12] most-home"),
        ("solitaire", r"result (A=1 solved|- unsolved)"),
        ("tippy --players 3", r"result A=[1-3] B=[1-3] C=[1-3] captured-most"),
        ("gobang --stall draw", r"result (A=1 B=2 five-in-a-row|A=2 B=1 five-in-a-row|A=1 B=1 stall drawn)"),
    ],
)
def test_a_walk_ends_with_places_and_termination(lines, arguments, ending):
    game, *options = arguments.split()
    given = {name.removeprefix("--"): value for name, value in zip(options[::2], options[1::2], strict=True)}
    given = {name: int(value) if value.isdigit() else value for name, value in given.items()}
    result = replayed(Position(game, dice=None, **given), lines("walk", game, *options, "--seed", "3"))
    assert re.fullmatch(ending, result)


def test_a_walk_can_have_given_dice_and_a_start(lines):
    walked = lines("walk", "rakado", "--dice", "6,2", "--seed", "1", "--plies", "2")
    assert walked[0] == "- A roll [6]" and walked[2] == "- A roll [2]"
    start = lines("show", "star", "--line", "e5-f4")[-1]
    assert lines("walk", "star", "--position", start, "--seed", "1", "--plies", "1")[0].startswith("2 B 22 ")


def test_dice_that_never_let_anybody_move_end_a_walk(lines):
    # One piece each, five squares before the goal: a six is always too many.
    stuck = "16/16/16/16/A15/16/16/16/16/16/16/15B/16/16/16/16 A 1"
    walked = lines("walk", "rakado", "--position", stuck, "--dice", "6", "--plies", "1")
    assert set(walked[:-1]) == {"- A roll [6]"}
    assert walked[-1] == "result * unfinished"
    assert lines("perft", "rakado", "--position", stuck, "--dice", "6") == ["1 0"]
