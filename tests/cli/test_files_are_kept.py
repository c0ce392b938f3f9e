"""No command replaces a file that holds something, unless somebody says so."""

import os
from pathlib import Path

import pytest

from halma.play import read_records

KEPT = "something dear"
STAR = ("--game", "quick", "--games", "1", "random", "greedy")
WRITING = {
    "match-records": ("match", *STAR, "--records"),
    "match-json": ("match", *STAR, "--json"),
    "match-csv": ("match", *STAR, "--csv"),
    "match-parquet": ("match", *STAR, "--parquet"),
    "match-plot": ("match", *STAR, "--plot"),
    "analyse": ("analyse", "--game", "quick", "--nodes", "50", "--json"),
    "bench": ("bench", "--only", "star-2x10.perft", "--seconds", "0.01", "--rounds", "1", "--json"),
    "par": ("par", "highscore", "--json"),
    "rules-html": ("rules", "halma", "--html"),
    "show-svg": ("show", "halma", "--svg"),
    "show-png": ("show", "halma", "--png"),
    "solve-record": ("solve", "solitaire", "--record"),
    "play": ("play", "halma", "--terminal", "--save"),
}


@pytest.mark.parametrize("place", ["missing/file.txt", "taken/file.txt", "."])
@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_a_file_that_cannot_be_made_is_refused_before_anything_is_done(run, tmp_path, command, place):
    (tmp_path / "taken").write_text(KEPT)
    file = tmp_path / place
    result = run(*command, str(file), typed="quit\n")
    assert (result.exit_code, result.stdout) == (2, "")
    reason = "it is a folder." if place == "." else "no such file or folder."
    assert result.stderr.splitlines() == [f"Cannot write {file}: {reason}"]
    assert [found.name for found in tmp_path.iterdir()] == ["taken"]


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_a_file_that_exists_is_left_as_it_is(run, tmp_path, command):
    file = tmp_path / "file.txt"
    file.write_text(KEPT)
    result = run(*command, str(file), typed="quit\n")
    assert result.exit_code == 2
    assert result.stdout == "", "it is refused before anything is done"
    assert result.stderr.splitlines() == [f"{file} already exists and was not changed; --force replaces it."]
    assert file.read_text() == KEPT


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_who_insists_replaces_it(run, tmp_path, command):
    file = tmp_path / "file.txt"
    file.write_text(KEPT)
    result = run(*command, str(file), "--force", typed="quit\n")
    assert result.exit_code == 0, result.stderr
    assert KEPT.encode() not in file.read_bytes()


def test_an_empty_file_and_a_device_hold_nothing(run, tmp_path):
    file = tmp_path / "empty.svg"
    file.touch()
    for target in (str(file), os.devnull):
        assert run("show", "halma", "--svg", target).exit_code == 0
    assert file.read_text().startswith("<svg")


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_a_match_can_go_on_in_the_same_file(run, tmp_path, name):
    file = tmp_path / name
    for expected in (1, 2, 3):
        result = run("match", *STAR, "--records", str(file), "--append", "--seed", str(expected))
        assert result.exit_code == 0, result.stderr
        assert len(list(read_records(file.read_text()))) == expected
        if expected == 2:
            # An editor may have taken away the last line break.
            file.write_text(file.read_text().rstrip())


def test_games_are_not_added_to_what_is_no_record(refused, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text(KEPT)
    assert refused("match", *STAR, "--records", str(file), "--append")
    assert file.read_text() == KEPT


def test_a_game_is_kept_where_it_was_loaded_from(run, tmp_path):
    file = tmp_path / "game.txt"
    run("play", "halma", "--first", "A", "--save", str(file), typed="e2-f3\nquit\n")
    again = run("play", "--load", str(file), "--save", str(file), typed="l15-k14\nquit\n")
    assert again.exit_code == 0, again.stderr
    (record,) = read_records(Path(file).read_text())
    assert len(record.turns) == 2


def test_a_game_is_saved_again_only_over_itself(run, tmp_path):
    own, other = tmp_path / "own.txt", tmp_path / "other.txt"
    run("play", "halma", "--first", "A", "--save", str(other), typed="e2-f3\nquit\n")
    before = other.read_text()
    typed = f"e2-f3\nsave {own}\nl15-k14\nsave {own}\nsave {other}\nquit\n"
    shown = run("play", "halma", "--first", "A", "--terminal", typed=typed).stdout
    assert f"{other} already exists and was not changed; choose another name." in " ".join(shown.split())
    assert other.read_text() == before
    (record,) = read_records(own.read_text())
    assert len(record.turns) == 2
