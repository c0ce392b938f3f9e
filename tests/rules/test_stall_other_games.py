"""Section 2 of the rules: the stall of games without advance, of dutch and le-zug, and that there is none alone."""

import pytest

from halma.games import OptionError, choose, games
from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import arrange, court, listed, play, result


def stalled(position):
    outcome = position.outcome()
    return outcome is not None and outcome.termination is Termination.STALL


# ---- games without advance ------------------------------------------------------------------------------


@rule("2.22")
def test_games_without_advance_end_by_the_third_repetition_and_are_drawn():
    position = Position("connection")
    play(position, "d1-e5 n1-m5 e5-d1 m5-n1 d1-e5 n1-m5 e5-d1")
    assert position.outcome() is None
    position.push("m5-n1")
    assert stalled(position)
    assert result(position).drawn and result(position).winners == ()


# Cats and mice in circles of 10 and 11 steps, so that no position of 110 rounds is the same.
CATS = ["c3", "c4", "c5", "c6", "c7", "d7", "d6", "d5", "d4", "d3"]
MICE = ["m8", "m9", "m10", "m11", "m12", "m13", "n13", "n12", "n11", "n10", "n9"]
AWAY = " ".join(f"{file}15" for file in "abcdefghijklmnop") + " a16 b16"


@rule("2.22")
def test_games_without_advance_end_after_100_turns_of_each_seat_without_an_event():
    position = arrange("cat-and-mouse", f"A: c3 h4; B: m8 {AWAY}")
    for turn in range(100):
        for way in (CATS, MICE):
            assert position.outcome() is None, f"turn {turn + 1}"
            position.push(f"{way[turn % len(way)]}-{way[(turn + 1) % len(way)]}")
    assert stalled(position)
    assert result(position).drawn


def left(moves, game, placing):
    """Whether the game goes on after these moves, where each seat has made 99 turns without an event before."""
    position = arrange(game, placing, counters="idle=99,99", rest=False)
    play(position, moves)
    return position.outcome() is None


@rule("2.22")
def test_a_capture_by_anyone_starts_the_count_of_all_anew():
    placing = f"A: c3 h4; B: c4 m8 {AWAY}".replace(" b16", "")
    assert not left("h4-h5 m8-m9", "cat-and-mouse", placing)
    assert left("c3-c5 m8-m9", "cat-and-mouse", placing)


@rule("2.22")
def test_a_piece_that_leaves_the_board_by_anyone_starts_the_count_of_all_anew():
    placing = "A: a8 h8; B: m8 m9"
    assert not left("h8-h9 m8-l8", "top-secret", placing)
    assert left("a8-off m8-l8", "top-secret", placing)


@rule("2.22")
def test_a_placing_by_anyone_starts_the_count_of_all_anew():
    position = arrange("gobang", "A: a8 h8; B: m8 m10", counters="idle=99,99 hands=10,10", rest=False)
    play(position, "@d4 @d12")
    assert position.outcome() is None


@rule("2.22")
@pytest.mark.parametrize("game", ["connection", "gobang", "cat-and-mouse"])
def test_connection_gobang_and_cat_and_mouse_are_drawn(game):
    placing = {
        "connection": "A: i5; B: e5",
        "gobang": "A: c3 a1 a3 a5 a7 a9 a11 e1 e3 e5 e7 e9; B: m8 p1 p3 p5 p7 p9 p11 l1 l3 l5 l7 l11",
        "cat-and-mouse": f"A: c3 h4; B: m8 {AWAY}",
    }[game]
    position = arrange(game, placing, counters="idle=99,100", rest=game == "connection")
    position.push("i5-i6" if game == "connection" else "c3-c4")
    assert stalled(position)
    assert result(position).drawn


@rule("2.22")
def test_top_secret_is_ranked_by_pieces_off():
    """A has three pieces left on the board, B four; where they stand does not matter."""
    position = arrange("top-secret", "A: h8 h9 i8; B: a1 b1 c1 d1", counters="idle=99,100", rest=False)
    position.push("h8-g8")
    assert stalled(position)
    assert result(position).places == {"A": 1, "B": 2}


@rule("2.21", "2.22")
def test_top_secret_is_drawn_under_stall_draw():
    placing = "A: h8 h9 i8; B: a1 b1 c1 d1"
    position = arrange("top-secret", placing, counters="idle=99,100", rest=False, stall="draw")
    position.push("h8-g8")
    assert result(position).drawn


# ---- alone ----------------------------------------------------------------------------------------------


@rule("2.23")
@pytest.mark.parametrize("game", [game.id for game in games().values() if game.players == (1,)])
def test_alone_there_is_no_stall_option(game):
    with pytest.raises(OptionError):
        choose(game, stall="draw")


@rule("2.23")
def test_alone_there_is_no_stall():
    """Sixty times there and back: the start has occurred 61 times, and 120 turns brought nothing."""
    position = Position("highscore")
    for _ in range(60):
        play(position, "e2-f3 f3-e2")
    assert position.outcome() is None


# ---- dutch and le-zug -----------------------------------------------------------------------------------


@rule("1.13", "2.20")
def test_in_dutch_advance_is_rows_gained():
    position = Position("dutch")
    assert position.total_advance("A") == position.total_advance("B") == 9
    play(position, "a2-a3 i8-i7 a3-a4")
    assert (position.total_advance("A"), position.total_advance("B")) == (11, 10)


@rule("1.13", "2.20")
def test_in_le_zug_advance_is_rows_gained():
    position = Position("le-zug")
    assert position.total_advance("A") == 3, "three pieces on the second line"
    play(position, "f2-g3 l16-k15")
    assert (position.total_advance("A"), position.total_advance("B")) == (4, 4)


@rule("2.20")
def test_the_target_of_le_zug_is_the_last_line_and_up_to_three_points_before_it():
    """Two on the last line and five on the line before it: 2 + 3 of them count."""
    position = arrange("le-zug", "A: a17 c17 b16 d16 f16 h16 j16 e5")
    assert position.pieces_home("A") == 5
    assert arrange("le-zug", "A: a17 c17 b16 d16 e5").pieces_home("A") == 4


@rule("2.20")
def test_large_courts_are_the_targets_of_halma_when_ranked():
    assert arrange("halma", f"A: {listed(sorted(court('p16'))[:7])}").pieces_home("A") == 7
