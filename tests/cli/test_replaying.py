"""`halma replay`, and what needs a real terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

GAME = '[Game "halma"]\n[First "A"]\n1. e2-f3 2. l15-k14 *\n'
BROKEN = '[Game "halma"]\n[First "A"]\n1. e2-f3 2. e2-f3 *\n'


@pytest.fixture
def record(tmp_path):
    def write(text: str) -> str:
        file = tmp_path / "game.txt"
        file.write_text(text)
        return str(file)

    return write


def test_without_a_terminal_all_positions_are_printed(lines, record):
    shown = lines("replay", record(GAME))
    assert [line for line in shown if line.startswith("Turn ")] == [
        "Turn 1: A to move.",
        "Turn 2: B to move.",
        "Turn 3: A to move.",
    ]
    assert lines("replay", record(GAME), "--all") == shown


def test_a_record_can_come_from_the_standard_input(lines):
    assert "Turn 3: A to move." in lines("replay", "-", typed=GAME)


def test_one_of_several_games_is_chosen(lines, refused, record):
    file = record(f'{GAME}\n[Game "star"]\n*\n')
    assert lines("replay", file)[0] == "Game 1 of 2."
    second = lines("replay", file, "--game", "2")
    assert second[0] == "Game 2 of 2." and second[1].startswith("Star Halma")
    assert refused("replay", file, "--game", "3").endswith("has no game 3. Number of games: 2.")


def test_a_broken_record_is_shown_up_to_where_it_breaks(run, record):
    result = run("replay", record(BROKEN), "--lang", "de")
    assert result.exit_code == 2
    assert "Zug 2: B ist am Zug." in result.stdout
    assert result.stderr == "Die Partie bricht bei Zug 2 ab, „e2-f3“: Auf e2 steht keine Figur.\n"


@pytest.mark.parametrize("text", ["", "\n\n", "quux", '[Game "quux"]\n*\n', "{}", '{"game": 1}'])
def test_what_is_no_record_is_refused(refused, record, text):
    assert refused("replay", record(text))


def test_a_folder_is_no_record(refused, tmp_path):
    assert refused("replay", str(tmp_path)).endswith(": it is a folder.")


LAUNCH = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from halma.cli import main
main()
"""


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.own, theirs = pty.openpty()
        plain = {"LANGUAGE": "en", "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self.process = subprocess.Popen(
            # A test run in the background may have inherited that interrupts are ignored.
            [sys.executable, "-c", LAUNCH, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **plain, **environment},
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = b""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.own)

    def expect(self, text: str) -> str:
        """Wait until a text is shown; everything up to it."""
        deadline = time.monotonic() + 120
        while text.encode() not in self.shown:
            ready, _, _ = select.select([self.own], [], [], max(0.0, deadline - time.monotonic()))
            try:
                self.shown += os.read(self.own, 65536) if ready else b""
            except OSError:
                # The program has ended.
                ready = []
            assert ready or text.encode() in self.shown, f"{text!r} is not in {self.shown!r}"
        before, _, self.shown = self.shown.partition(text.encode())
        return before.decode()

    def type(self, text: str) -> None:
        os.write(self.own, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C until something happens: one that comes just before the wait is only seen with the next key."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.own], [], [], 3)[0]:
                break

    def ends_with_code(self) -> int:
        return self.process.wait(timeout=120)


def test_at_a_terminal_one_steps_on_and_back(record):
    with Terminal("replay", record(GAME), NO_COLOR="1") as terminal:
        terminal.expect("Turn 1: A to move.")
        for typed, turn in (("\n", 2), ("\n", 3), ("\n", 3), ("b\n", 2), ("b\n", 1), ("b\n", 1)):
            terminal.expect("q = quit: ")
            terminal.type(typed)
            terminal.expect(f"Turn {turn}: ")
        terminal.expect("q = quit: ")
        terminal.type("q\n")
        assert terminal.ends_with_code() == 0


def test_at_a_terminal_a_broken_record_says_where_it_breaks(record):
    with Terminal("replay", record(BROKEN), NO_COLOR="1") as terminal:
        terminal.expect("q = quit: ")
        terminal.type("\n")
        terminal.expect("Turn 2 of the record, “e2-f3”, cannot be played: There is no piece on e2.")
        terminal.expect("q = quit: ")
        terminal.type("\x04")
        assert terminal.ends_with_code() == 2


def test_at_a_terminal_play_asks_which_game_and_an_interrupt_loses_nothing():
    with Terminal("play", "--terminal", "--first", "A", NO_COLOR="1") as terminal:
        terminal.expect("Which game? (Enter for halma) ")
        terminal.type("quux\n")
        terminal.expect("There is no game “quux”.")
        terminal.expect("Which game? (Enter for halma) ")
        terminal.type("\n")
        terminal.expect("A, your move: ")
        terminal.type("e2-f3\n")
        terminal.expect("B, your move: ")
        terminal.interrupt()
        terminal.expect("1. e2-f3 *")
        assert terminal.ends_with_code() == 0


def test_colours_are_for_terminals_without_no_color():
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("show", "halma", **environment) as terminal:
            assert ("\x1b[" in terminal.expect("Turn 1: A to move.")) == coloured
