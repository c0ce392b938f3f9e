"""The command line itself: help with examples, languages, and one clear line for everything that is refused."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from halma.cli import catalogue, count, play, replay, show
from halma.cli.parameters import GAME_OPTIONS
from halma.cli.version import BATCH, ENGINE, KERNEL, PUZZLES
from halma.kernel import fast
from halma.words import LANGUAGES, translator

COMMANDS = ("games", "play", "serve", "show", "moves", "replay", "perft", "walk")
# As the rules spell them.
OPTIONS = """
--edition --players --pieces --teams --first --blocking --stall --play-on --simple --figure --tips --inside --keep-mover
--own-tip --points --most --scatter --files --capture
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run, command, language):
    result = run(command, "--help", "--lang", language)
    assert result.exit_code == 0
    words = translator(language)
    text = " ".join(result.stdout.split())
    assert f"{' '.join(words.text('Usage:').split())} halma {command}" in text
    assert re.search(rf"{re.escape(' '.join(words.text('Example:').split()))} halma {command}\b", text)


@pytest.mark.parametrize("command", ["show", "moves", "perft", "walk", "play"])
def test_the_options_are_those_of_the_rules(run, command):
    text = run(command, "--help").stdout
    assert all(re.search(rf"{option}\s", text) for option in OPTIONS.split())
    assert [f"--{item.name.replace('_', '-')}" for item in GAME_OPTIONS] == OPTIONS.split()


def test_help_without_a_command_lists_the_commands(run):
    for arguments in ((), ("--help",)):
        result = run(*arguments)
        assert result.exit_code == 0
        assert all(re.search(rf"^│ {command} ", result.stdout, re.MULTILINE) for command in COMMANDS)


def test_version(lines):
    first, kernel, engine, puzzles, batches = lines("--version")
    assert re.fullmatch(r"halma [0-9]+\.[0-9]+\.[0-9]+\S*", first)
    assert kernel.startswith("Kernel: " + ("fast (compiled)" if fast.available else "reference (Python); "))
    assert engine.startswith("Engine: ") and puzzles.startswith("Puzzles: ") and batches.startswith("Batches: ")


def test_version_says_what_is_not_compiled_and_why(lines, monkeypatch):
    for module in (KERNEL, PUZZLES, BATCH):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, ENGINE, ModuleType("found"))
    assert lines("--version")[1:] == [
        "Kernel: reference (Python); it was not compiled when halma was installed.",
        "Engine: look-ahead (Python); it needs the fast kernel.",
        "Puzzles: small ones only (Python); it was not compiled when halma was installed.",
        "Batches: not available; it was not compiled when halma was installed.",
    ]


@pytest.mark.parametrize(("only", "package"), [("batch", "numpy"), ("openspiel.chinese_checkers", "pyspiel")])
def test_a_benchmark_of_what_is_not_installed_says_what_to_install(refused, monkeypatch, only, package):
    monkeypatch.setitem(sys.modules, package, None)
    assert refused("bench", "--only", only).endswith('Install it with: pip install "halma[envs]"')


def test_version_says_what_cannot_be_loaded(lines, monkeypatch):
    def load(name):
        raise ImportError("undefined symbol: fly")

    monkeypatch.setattr("halma.cli.version.import_module", load)
    assert lines("--version")[1] == "Kernel: reference (Python); it cannot be loaded: undefined symbol: fly"


@pytest.mark.parametrize(
    "example",
    [
        catalogue.EXAMPLE,
        show.SHOW_EXAMPLE,
        show.MOVES_EXAMPLE,
        count.PERFT_EXAMPLE,
        count.WALK_EXAMPLE,
        play.EXAMPLE,
        replay.EXAMPLE,
    ],
)
def test_the_examples_in_the_help_work(run, tmp_path, monkeypatch, example):
    monkeypatch.chdir(tmp_path)
    game = '[Game "halma"]\n1. e2-f3 *\n'
    Path("game.txt").write_text(f"{game}\n{game}")
    program, *arguments = shlex.split(example)
    assert program == "halma"
    result = run(*arguments, typed="quit\n")
    assert result.exit_code == 0, result.stderr
    assert result.stdout


def test_the_language_may_stand_before_or_after_the_command(refused):
    expected = "Ein Spiel „quux“ gibt es nicht."
    assert refused("--lang", "de", "show", "quux").startswith(expected)
    assert refused("show", "quux", "--lang", "de").startswith(expected)
    assert refused("show", "quux", "--lang=de").startswith(expected)


def test_the_language_comes_from_the_environment(run):
    result = run("show", "quux", environment={"LANGUAGE": "es_AR"})
    assert result.stderr.startswith("No hay ningún juego «quux».")


def test_an_unknown_language_is_refused_with_the_list(refused):
    assert refused("games", "--lang", "xx") == "There is no language “xx”. Languages: en, de, fr, it, nl, es."


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("sho", "halma"), "There is no command “sho”. Did you mean: show"),
        (("quux",), "There is no command “quux”. Commands: games, play, serve, site, show"),
        (("show",), "Name a game, or give a --position"),
        (("show", "halma", "--quux"), "There is no option --quux"),
        (("show", "halma", "--line"), "--line needs a value."),
        (("show", "halma", "--teams=yes"), "--teams takes no value."),
        (("show", "halma", "quux"), "Too many arguments: quux"),
        (("show", "halma", "--players", "two"), "--players takes a whole number of 1 or more, not “two”."),
        (("perft", "halma", "--depth", "0"), "--depth takes a whole number of 1 or more, not “0”."),
        (("moves", "dice", "--dice", "3,7"), "--dice takes numbers from 1 to 6"),
        (("show", "halmo"), "There is no game “halmo”. Did you mean: halma"),
        (("show", "halma", "--players", "3"), "halma cannot be played with --players 3. Players × pieces"),
        (("show", "halma", "--edition", "quux"), "There is no edition “quux”. Editions: schmidt, ravensburger"),
        (
            ("show", "gobang", "--blocking", "free"),
            "gobang with 2 × 12 has no option --blocking. Its options: --edition",
        ),
        (("show", "halma", "--blocking", "quux"), "In halma, --blocking takes vacate, swap, fill, free, not “quux”."),
        (("show", "halma", "--first", "C"), "In halma, --first takes A, B, lot, not “C”."),
        (
            ("show", "cat-and-mouse", "--first", "B"),
            "cat-and-mouse with 2 × 19 has no option --first. Its options: --edition, --players, --pieces, --scatter",
        ),
        (("show", "halma", "--position", "quux"), "A position needs rows"),
        (("games", "--board", "quux"), "There is no board “quux”. Boards: square"),
        (("games", "--players", "9"), "There is no game for 9 players. Possible numbers: 1, 2, 3, 4, 5, 6."),
        (
            ("show", "halma", "--svg", "no/such/folder/x.svg"),
            "Cannot write no/such/folder/x.svg: no such",
        ),
        (("replay", "no-such-file"), "Cannot read no-such-file: no such file or folder."),
    ],
)
def test_what_is_wrong_is_told_in_one_line(refused, arguments, expected):
    assert refused(*arguments).startswith(expected)


def test_refusals_are_translated(refused):
    assert refused("show", "halma", "--players", "3", "--lang", "de").startswith(
        "halma ist nicht für --players 3 gemacht. Personen × Figuren in der Ausgabe schmidt: 2 × 19"
    )
    assert refused("moves", "halma", "--line", "e2-f3 a1-b2", "--lang", "it") == (
        "Mossa 2 della sequenza, «a1-b2»: La pedina su a1 non è tua."
    )


def halma(*arguments: str, **settings) -> subprocess.CompletedProcess[bytes]:
    """The real program, in a process of its own."""
    environment = {**os.environ, "LANGUAGE": "en", **settings.pop("environment", {})}
    program = [sys.executable, "-c", "from halma.cli import main; main()"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    return subprocess.run([*program, *arguments], env=environment, check=False, **streams)


def test_the_program_runs_in_a_process_of_its_own():
    result = halma("perft", "halma")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"1 40\n", b"")
    result = halma("perft", "quux")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"Traceback" not in result.stderr


def test_a_reader_that_goes_away_causes_no_complaint():
    command = f"{shlex.quote(sys.executable)} -c 'from halma.cli import main; main()' walk halma --seed 1 --plies 400"
    result = subprocess.run(f"{command} | head -n 1", shell=True, capture_output=True, check=False)
    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""


def test_a_terminal_without_unicode_gets_question_marks():
    result = halma("show", "halma", environment={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert b"2 ? 19" in result.stdout


def test_a_full_disk_is_told_in_one_line():
    with Path("/dev/full").open("wb") as full:
        result = halma("walk", "star", "--seed", "1", "--plies", "3", stdout=full)
    assert result.returncode == 1
    assert result.stderr.startswith(b"Cannot write the output: ") and result.stderr.count(b"\n") == 1


def test_what_is_typed_need_not_be_text():
    result = halma("play", "--terminal", "halma", input=b"\xff\xfe\x00\nquit\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert "is not a move." in result.stdout.decode()


def test_without_any_input_a_game_ends_at_once():
    program = f"{shlex.quote(sys.executable)} -c 'from halma.cli import main; main()' play --terminal"
    result = subprocess.run(f"{program} <&-", shell=True, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("ending", ["\n", "\r", "\u2028", "\x1b[31m", "\x85"])
def test_a_refusal_is_one_line_whatever_was_typed(run, ending):
    result = run("show", f"no{ending}game")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert ending not in result.stderr.rstrip("\n")
