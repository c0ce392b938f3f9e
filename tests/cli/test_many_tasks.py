"""Commands that do many things at once: analyses of many games, many puzzles, and what is told meanwhile."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from halma.cli.progress import LOG_SECONDS, WorkProgress
from halma.puzzles import make
from halma.words import translator
from tests.puzzles.conftest import needs_compiler


@pytest.fixture
def games(tmp_path: Path, lines) -> Path:
    """Two games in a file."""
    file = tmp_path / "games.txt"
    lines("match", "greedy", "random", "--game", "quick", "--games", "3", "--records", str(file))
    return file


def test_all_games_of_a_file_are_analysed_in_their_order(games: Path, lines, tmp_path: Path) -> None:
    one_by_one = [lines("analyse", str(games), "--number", str(number), "--nodes", "100") for number in (1, 2, 3)]
    alone = lines("analyse", str(games), "--all", "--nodes", "100", "--json", str(tmp_path / "alone.json"))
    side_by_side = lines(
        "analyse", str(games), "--all", "--nodes", "100", "--jobs", "2", "--json", str(tmp_path / "jobs.json")
    )
    assert alone == side_by_side
    told = [line for line in alone if re.match(r" *[0-9]+\. ", line)]
    assert told == [line for game in one_by_one for line in game if re.match(r" *[0-9]+\. ", line)]
    assert (tmp_path / "alone.json").read_bytes() == (tmp_path / "jobs.json").read_bytes()
    data = json.loads((tmp_path / "alone.json").read_text(encoding="utf-8"))
    assert [entry["game"] for entry in data] == [1, 2, 3]


def test_several_files_are_analysed_game_by_game(games: Path, lines, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(games.read_bytes())
    shown = lines("analyse", str(games), str(other), "--nodes", "50")
    assert sum("games.txt" in line for line in shown) == sum("other.txt" in line for line in shown) == 3


def test_a_broken_game_is_told_in_its_place_and_does_not_keep_the_others_back(
    games: Path, run, lines, tmp_path: Path
) -> None:
    text = games.read_text(encoding="utf-8")
    # The same games with a move in the first one that nobody can make.
    move = re.search(r"^1\. (\S+)", text, re.MULTILINE)
    assert move is not None
    games.write_text(text.replace(f"1. {move[1]}", "1. a1-h8", 1), encoding="utf-8")
    result = run("analyse", str(games), "--all", "--nodes", "50", "--json", str(tmp_path / "out.json"))
    assert result.exit_code == 2 and "1 of 3 games" in result.stderr
    assert result.stdout.count("games.txt") == 3 and not (tmp_path / "out.json").exists()


def test_options_for_many_games_are_refused_for_one(games: Path, refused) -> None:
    for option, value in (("--jobs", "2"), ("--cluster", "auto"), ("--journal", "x")):
        assert "is for many games" in refused("analyse", str(games), option, value)
    assert "is for a single game" in refused("analyse", str(games), "--all", "--plot", "x.svg")
    assert "given twice" in refused("analyse", str(games), str(games))


def test_a_journal_of_other_work_is_refused(games: Path, lines, refused, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    lines("analyse", str(games), "--all", "--nodes", "50", "--journal", journal)
    assert "another analysis: --nodes" in refused("analyse", str(games), "--all", "--nodes", "60", "--journal", journal)
    assert "not the journal of new puzzles" in refused("puzzle", "make", "--journal", journal)
    assert "not the journal of a match" in refused("match", "greedy", "random", "--game", "quick", "--journal", journal)


def test_a_cluster_at_which_nobody_answers_is_told(games: Path, refused) -> None:
    for command in (
        ("analyse", str(games), "--all"),
        ("puzzle", "make"),
        ("solve", "star-highscore", "--pieces", "6"),
    ):
        assert "No cluster answers" in refused(*command, "--cluster", "127.0.0.1:1")
    assert "leave --cluster out" in refused("solve", "solitaire", "--cluster", "auto")


def test_ctrl_c_leaves_what_is_there(games: Path, lines, monkeypatch, tmp_path: Path) -> None:
    analyses = importlib.import_module("halma.engine.analyses")
    whole = lines("analyse", str(games), "--all", "--nodes", "50")
    real, begun = analyses.analyse_game, list[str]()

    def interrupted(text: str, limits: object) -> object:
        begun.append(text)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return real(text, limits)

    monkeypatch.setattr(analyses, "analyse_game", interrupted)
    journal = str(tmp_path / "journal")
    shown = lines("analyse", str(games), "--all", "--nodes", "50", "--journal", journal)
    assert shown[:-1] == whole[: len(shown) - 1] and shown[-1].startswith("Interrupted; here is the result so far.")
    assert sum("games.txt" in line for line in shown) == 2
    # The same command goes on with the third game.
    assert lines("analyse", str(games), "--all", "--nodes", "50", "--journal", journal) == whole
    assert len(begun) == 4


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
from halma.cli import main
main()
"""


@needs_compiler
@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be limited there")
def test_a_full_disk_is_told_and_what_was_finished_is_kept(lines, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    command = ["puzzle", "make", "--moves", "2", "--seed", "full", "--count", "6", "--journal", str(journal)]
    # Room for a few puzzles, then for none.
    ended = subprocess.run(
        [sys.executable, "-c", FULL, "1500", *command, "--lang", "en"], capture_output=True, text=True, check=False
    )
    kept = journal.read_bytes()
    assert ended.returncode == 2 and ended.stderr.startswith(f"Cannot write {journal}: "), ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert 1 < kept.count(b"\n") < 7 and kept.endswith(b"\n")
    assert lines(*command) == lines(*command[:-2])
    assert journal.read_bytes().startswith(kept)


@needs_compiler
def test_each_of_many_puzzles_has_a_seed_of_its_own(lines) -> None:
    many = lines("puzzle", "make", "--moves", "2", "--seed", "7", "--count", "3")
    texts = [line for line in many if re.search(r" A [0-9]+$", line)]
    assert texts == [make("home", seed, moves=2).position.board_text() for seed in ("7", "7/2", "7/3")]


def test_ray_is_not_imported_unless_it_is_asked_for(games: Path) -> None:
    code = f"""
import sys
from halma.cli import main
for command in (
    ["match", "greedy", "random", "--game", "quick", "--games", "2", "--jobs", "2"],
    ["analyse", {str(games)!r}, "--all", "--nodes", "50", "--jobs", "2"],
    ["puzzle", "make", "--moves", "2", "--count", "2"],
):
    sys.argv = ["halma", *command]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, command
    assert "ray" not in sys.modules
"""
    script = games.parent / "script.py"
    script.write_text(f"if __name__ == '__main__':\n    {code.strip().replace(chr(10), chr(10) + '    ')}\n", "utf-8")
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


# ---- progress -------------------------------------------------------------------------------------------


def test_a_log_hears_once_a_minute_what_is_done_and_what_is_left(capsys) -> None:
    now = [0.0]
    with WorkProgress(translator("en"), 10, lambda: "so far", done=2, clock=lambda: now[0]) as progress:
        for _ in range(4):
            now[0] += LOG_SECONDS / 2
            progress.advance()
    shown = capsys.readouterr()
    # Four in two minutes, and four more to do.
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "4 of 10 · 2.0 a minute · 0:03:00 left · so far",
        "6 of 10 · 2.0 a minute · 0:02:00 left · so far",
    ]


def test_a_terminal_has_a_bar(monkeypatch) -> None:
    consoles: list[Console] = []

    class Terminal(Console):
        def __init__(self, **settings) -> None:
            super().__init__(**settings | {"force_terminal": True, "width": 100, "record": True})
            consoles.append(self)

    monkeypatch.setattr("rich.console.Console", Terminal)
    now = [0.0]
    with WorkProgress(translator("de"), 4, lambda: "A 50 %", clock=lambda: now[0]) as progress:
        now[0] += 30
        assert list(progress.follow(iter("ab"))) == ["a", "b"]
    assert "2/4" in consoles[0].export_text() and "A 50 %" in progress._line(now[0])
