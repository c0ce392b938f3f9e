"""The engine protocol: what is answered, and that nothing brings the engine down."""

import io
import re
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halma.engine.options import settings_of
from halma.engine.protocol import Session
from halma.engine.wire import read_limits, spelled_turns, take_from_clock
from halma.games import games
from halma.play import Position, Record, SeededDice
from tests.variants import all_choices, label


class Talk:
    """A conversation: sends lines and keeps the answers."""

    def __init__(self):
        self.answers: list[str] = []
        self.session = Session(self.answers.append, "1.0")

    def send(self, *lines: str) -> list[str]:
        before = len(self.answers)
        for line in lines:
            assert self.session.obey(line)
        return self.answers[before:]

    def best(self, *lines: str, seconds: float = 120) -> str:
        """Send lines, the last of which makes it think, and wait for the answer."""
        before = len(self.answers)
        self.send(*lines)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self.answers[before:]:
                if line.startswith("bestmove"):
                    return line.split()[1]
            time.sleep(0.002)
        raise AssertionError(self.answers[before:])


@pytest.fixture
def talk():
    conversation = Talk()
    yield conversation
    conversation.session.close()


def test_introduction(talk):
    answers = talk.send("uci")
    assert answers[0] == "id name halma 1.0"
    assert answers[-1] == "uciok"
    options = dict(line.removeprefix("option name ").split(" type ", 1) for line in answers[2:-1])
    assert options["Game"].startswith("combo default halma var halma")
    assert all(f" var {game}" in options["Game"] for game in games())
    assert options["Level"] == "spin default 0 min 0 max 9"
    assert options["Blocking"] == "combo default auto var auto var vacate var swap var fill var free"
    assert {"Players", "Pieces", "Teams", "Edition", "Tips", "First", "Stall", "PlayOn"} <= set(options)
    assert {"Threads", "MultiPV", "Seed"} <= set(options)
    assert options["Hash"] == "spin default 32 min 1 max 4096"


def test_a_position_by_moves_and_by_text(talk):
    talk.send("setoption name Game value star", "setoption name Players value 2", "setoption name Pieces value 10")
    expected = Position("star", players=2, pieces=10)
    turns = ["d1-e5", "n4-m9", "c1-e7"]
    for turn in turns:
        expected.push_turn(turn)
    assert talk.send("position startpos moves " + " ".join(turns)) == []
    assert talk.session.position() == expected
    assert talk.send("POSITION start moves 1. d1-e5 2. n4-m9") == []
    assert talk.session.position().turn_number == 3
    assert talk.send(f"position text {expected.board_text()}") == []
    assert talk.session.position() == expected


def test_a_text_that_names_its_game_needs_no_options(talk):
    talk.send("setoption name Game value halma", "setoption name Pieces value 13")
    expected = Position("star", players=2, pieces=10)
    assert talk.send(f"position text {expected.text()} moves d1-e5") == []
    assert talk.session.position().choice == expected.choice
    expected.push("d1-e5")
    assert talk.session.position() == expected
    assert talk.send(f"position fen {expected.text()}") == []
    assert talk.best("go nodes 50") in expected.legal_moves
    # The options still hold for what does not name its game, and may even fit no game meanwhile.
    talk.send("position start")
    assert talk.session.position() == Position("halma", pieces=13)
    talk.send("setoption name Pieces value 14")
    assert talk.send(f"position text {expected.text()}") == []
    (answer,) = talk.send("position text quick 2x6 16/16 A 1")
    assert answer.startswith("info string error ")


def test_a_longer_list_of_moves_goes_on_from_the_shorter_one(talk):
    talk.send("position start moves e2-f3")
    first = talk.session.position()
    talk.send("position start moves e2-f3 l15-k14")
    assert len(talk.session.position().history) == 2
    assert len(first.history) == 1
    talk.send("position start moves e2-e3")
    assert [event.text for event in talk.session.position().history] == ["e2-e3"]


def test_rolls_stand_among_the_moves(talk):
    talk.send("setoption name Game value rakado")
    assert talk.best("position start", "go depth 1") == "(none)"
    assert "roll is missing" in talk.answers[-2]
    assert talk.best("position start moves [4]", "go nodes 100")[2:] != ""
    talk.send("setoption name Game value dice")
    turn = talk.best("position start moves [2,1]", "go nodes 200")
    position = Position("dice", dice=None)
    position.give_roll((2, 1))
    position.push_turn(turn)
    assert position.turn_number == 2


@pytest.mark.parametrize("choice", [one for one in all_choices() if one.players > 1], ids=label)
def test_every_game_with_opponents_is_answered_with_a_legal_turn(talk, choice):
    """The lines that are told go two turns deep and more, past the turns of several others."""
    position = Position(choice, dice=SeededDice(1))
    for name, value in settings_of(choice):
        talk.send(f"setoption name {name} value {value}")
    for _ in range(4):
        moves = " ".join(turn.text for turn in Record.of(position).turns)
        turn = talk.best(f"position start moves {moves}" if moves else "position start", "go nodes 300")
        assert not [line for line in talk.answers if "error" in line]
        position.push_turn(turn)
        if position.is_over:
            break


def test_what_is_told_while_thinking(talk):
    talk.best("setoption name MultiPV value 2", "position start", "go depth 2")
    infos = [line for line in talk.answers if line.startswith("info depth")]
    assert {line.split()[4] for line in infos} == {"1", "2"}
    pattern = (
        r"info depth \d+ multipv \d nodes \d+ nps \d+ time \d+ score (cp -?\d+|mate -?\d+) "
        r"scores -?\d+,-?\d+ chances (\d+),(\d+) remaining (\d+|-),(\d+|-) pv \S+( \S+)*"
    )
    found = [re.fullmatch(pattern, line) for line in infos]
    assert all(found), infos
    assert {int(one[2]) + int(one[3]) for one in found if one} == {1000}
    line = infos[-1].split(" pv ")[1].split()
    position = Position("halma")
    for turn in line:
        position.push_turn(turn)


def test_stop_and_isready_are_answered_at_once(talk):
    talk.send("position start", "go infinite")
    time.sleep(0.05)
    assert talk.send("isready")[-1] == "readyok"
    assert "a search goes on" in talk.send("go depth 1")[-1]
    assert not [line for line in talk.answers if line.startswith("bestmove")]
    assert talk.best("stop") in Position("halma").legal_moves
    assert talk.best("go depth 1") in Position("halma").legal_moves


def test_infinite_waits_for_stop_even_when_there_is_nothing_left_to_think_about(talk):
    talk.send("setoption name Game value quick", "go infinite")
    time.sleep(0.1)
    assert not [line for line in talk.answers if line.startswith("bestmove")]
    assert talk.best("stop") in Position("quick").legal_moves


def test_a_clock_is_shared_out_over_the_turns(talk):
    assert talk.best("go wtime 400 btime 1 winc 0 movestogo 20") in Position("halma").legal_moves
    for words, seat, expected in (
        ("wtime 4000 btime 1 winc 0 movestogo 20", 0, 200),
        ("wtime 4000 btime 9000 movestogo 10 binc 100", 1, 980),
        # No more than four fifths of what is left.
        ("wtime 4000 movestogo 1", 0, 3200),
        ("wtime 4000 movetime 70", 0, 70),
    ):
        asked, _ = read_limits(words.split())
        take_from_clock(asked, seat)
        assert asked["movetime"] == expected
    assert talk.best("go wtime 100 winc x") in Position("halma").legal_moves


def test_the_example_of_the_document_is_true(talk):
    document = Path(__file__).parent.parent.parent / "docs" / "engine-protocol.md"
    example = document.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    sent = [line[2:] for line in example.splitlines() if line.startswith("> ")]
    assert sent[-1] == "quit" and sent[-2].startswith("go ")
    assert talk.best(*sent[:-1]) in talk.session.position().legal_moves
    first_words = [line.split()[0] for line in talk.answers]
    told = [line[2:].split()[0] for line in example.splitlines() if line.startswith("< ")]
    assert set(told) <= set(first_words)
    assert not any("error" in line for line in talk.answers)


def test_levels_play_the_same_for_the_same_seed(talk):
    talk.send("setoption name Level value 2", "setoption name Seed value 7")
    first = [talk.best("position start moves e2-f3", "go") for _ in range(3)]
    assert len(set(first)) == 1
    position = Position("halma")
    position.push("e2-f3")
    assert talk.best("go level 1") in position.legal_moves


def test_a_finished_game_has_no_move(talk):
    talk.send("setoption name Game value tippy")
    position = Position("tippy", seed=1)
    while not position.is_over:
        position.push(position.legal_moves[0])
    moves = " ".join(event.text for event in position.history)
    assert talk.best(f"position start moves {moves}", "go depth 1") == "(none)"
    assert "the game is over" in talk.answers[-2]
    assert talk.send("d")[-1].startswith("over: ")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("xyzzy", "is no command"),
        ("setoption", "expected: setoption name NAME value VALUE"),
        ("setoption name Nope value 3", "There is no option Nope"),
        ("setoption name Level value 10", "takes 0–9, not “10”"),
        ("setoption name Blocking value maybe", "takes auto, vacate, swap, fill, free"),
        ("setoption name Game value chess", "There is no game “chess”"),
        ("position", "expected: position start"),
        ("position here", "expected: position start"),
        ("position start e2-f3", "expected “moves” after “start”"),
        ("position start moves e2-f3 zz", "entry 2 of the moves, “zz”"),
        ("position start moves e2-e9", "entry 1 of the moves"),
        ("position start moves [3,5]", "no dice to roll"),
        ("position text nonsense", ""),
        ("position text chess 2x16 8/8 A 1", "Cannot read the game of this position"),
    ],
)
def test_bad_lines_are_answered_with_one_line_and_change_nothing(talk, line, expected):
    talk.send("position start moves e2-f3")
    before = talk.session.position().copy()
    (answer,) = talk.send(line)
    assert answer.startswith("info string error ")
    assert expected in answer
    assert talk.session.position() == before


@pytest.mark.parametrize(
    "words",
    [
        "searchmoves e2-f3 e3-f4",
        "ponder",
        "mate 3",
        "fast",
        "movetime",
        "movetime -5 wtime x",
        "level 10",
        "depth nodes 50",
        "\N{SNOWMAN} \0",
    ],
)
def test_what_go_does_not_know_is_ignored_as_uci_says(talk, words):
    assert talk.best(f"go {words} nodes 50", seconds=60) in Position("halma").legal_moves
    assert not [line for line in talk.answers if "error" in line]
    assert any(line.startswith("info string ignored after go: ") for line in talk.answers)


def test_go_is_answered_whatever_came_before(talk):
    """Nobody waits for ever, and nobody gets a move of a position that was not asked for."""
    talk.send("position start moves e2-f3", "position start moves e2-f3 zz")
    assert talk.best("go nodes 50") == "(none)"
    assert "the last position was refused" in talk.answers[-2]
    talk.send("position start moves e2-f3")
    assert talk.best("go nodes 50") != "(none)"
    talk.send("newgame", "setoption name Players value 5")
    assert talk.best("go nodes 50") == "(none)"
    assert "halma cannot be played with --players 5" in talk.answers[-2]


def test_a_line_that_is_too_long_is_answered_like_any_other_that_is_refused():
    answers: list[str] = []
    session = Session(answers.append)
    long = b" " + b"x" * (1 << 20) + b"\n"
    session.listen(io.BytesIO(b"go" + long + b"position start moves" + long + b"go nodes 50\n"))
    assert [line for line in answers if line.startswith("bestmove")] == ["bestmove (none)"] * 2


def test_the_memory_of_a_search_can_be_chosen(talk):
    assert talk.send("setoption name Hash value 64") == []
    assert "takes 1–4096, not “0”" in talk.send("setoption name Hash value 0")[-1]
    assert talk.best("setoption name Hash value 1", "go nodes 2000") in Position("halma").legal_moves


def test_a_net_that_cannot_be_used_is_told_once_and_the_search_goes_on(talk, tmp_path):
    file = tmp_path / "a b.net"
    file.write_bytes(b"HALMANET")
    talk.send("setoption name Game value quick", f"setoption name Net value {file}")
    assert talk.best("go nodes 3000") != "(none)"
    errors = [line for line in talk.answers if "error" in line]
    assert errors == [f"info string error The net {file} is cut off: its end is missing."]
    for name in ("none", "default", "auto"):
        assert talk.best(f"setoption name Net value {name}", "go nodes 300") != "(none)"
    assert len([line for line in talk.answers if "error" in line]) == 1


def test_an_impossible_combination_is_refused_where_it_is_used(talk):
    assert talk.send("setoption name Players value 5") == []
    (answer,) = talk.send("position start")
    assert "halma cannot be played with --players 5" in answer
    assert talk.send("setoption name Players", "position start") == []


def test_a_whole_input_is_obeyed_to_its_end():
    answers: list[str] = []
    session = Session(answers.append)
    long = b"x" * (1 << 20) + b"yz\n"
    session.listen(io.BytesIO(b"uci\n\xff\xfe\n" + long + b"position start\ngo depth 1"))
    assert "uciok" in answers
    assert any("too long" in line for line in answers)
    assert answers[-1].startswith("bestmove ")


def test_quit_ends_a_search():
    answers: list[str] = []
    session = Session(answers.append)
    session.listen(io.BytesIO(b"go infinite\nquit\nisready\n"))
    assert "readyok" not in answers
    assert not [thread for thread in threading.enumerate() if "_think" in thread.name]


WORDS = """
uci isready setoption name value Game Level MultiPV star halma position start startpos text moves e2-f3 l15-k14 [3,5]
@e5 -- a1-off c3~d4 xe5 stop d newgame 1. 0 -1 99999999999999 true auto go depth nodes 1 50 Players First B
"""


@given(st.lists(st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join) | st.text(max_size=60), max_size=8))
def test_no_line_brings_the_engine_down(lines):
    answers: list[str] = []
    session = Session(answers.append)
    # A search without an end is not what is looked for here.
    calm = [line for line in lines if not line.strip().lower().startswith(("quit", "go infinite", "go depth 9"))]
    for line in calm:
        assert session.obey(line)
    session.close()
    session.obey("isready")
    assert answers[-1] == "readyok"
    assert not any("\n" in line for line in answers)
    assert not any("failed at this line" in line or "the search failed" in line for line in answers), answers


@given(st.binary(max_size=300))
def test_no_bytes_bring_the_engine_down(content):
    answers: list[str] = []
    Session(answers.append).listen(io.BytesIO(content + b"\nstop\nisready\n"))
    ended = any(line.strip().lower().startswith(b"quit") for line in content.split(b"\n"))
    assert ended or "readyok" in answers


def test_lines_are_spelled_as_whole_turns():
    position = Position("dice", dice=None)
    position.give_roll((2, 1))
    actions = []
    ahead = position.copy()
    while ahead.turn_number == 1:
        actions.append(ahead.state.legal()[0])
        ahead.push_action(actions[-1])
    (turn,) = spelled_turns(position, actions)
    position.push_turn(turn)
    assert position == ahead
    start = Position("dice", dice=None)
    start.give_roll((2, 1))
    (begun,) = spelled_turns(start, actions[:1])
    assert begun.endswith(",")
