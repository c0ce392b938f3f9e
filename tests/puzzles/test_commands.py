"""`halma solve`, `verify`, `par` and `puzzle`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import lines, refused, run  # noqa: F401 - fixtures
from tests.puzzles.conftest import needs_compiler
from tests.puzzles.test_solving import NEARLY


@needs_compiler
def test_a_position_is_solved_recorded_proven_and_checked(lines, run, tmp_path: Path):  # noqa: F811
    record, proof = str(tmp_path / "solution.txt"), str(tmp_path / "proof.json")
    shown = lines(
        "solve", "star-highscore", "--pieces", "6", "--position", NEARLY, "--record", record, "--proof", proof
    )
    assert shown[-1].endswith(", optimal")
    count = shown[-1].split()[1].rstrip(",")
    assert lines("verify", record)[0].startswith(f"checked: solved in {count} moves")
    assert lines("verify", "--full", proof) == [f"checked: at least {count}"]
    assert "Solved." in "\n".join(lines("replay", record))


@needs_compiler
def test_what_is_known_is_said_when_the_time_is_over(lines):  # noqa: F811
    shown = lines("solve", "star-highscore", "--budget", "1", "--anew")
    # 22 by counting; a search goes further if the machine has time for it.
    known = re.fullmatch(r"moves ([0-9]+), at least ([0-9]+)", shown[-1])
    assert known and 22 <= int(known[2]) < int(known[1])


@needs_compiler
def test_a_line_is_played_first(lines):  # noqa: F811
    shown = lines("solve", "star-highscore", "--pieces", "6", "--line", "c1-d1", "--budget", "1")
    assert shown[-1].startswith("moves ")


def test_a_game_for_two_is_no_puzzle(refused):  # noqa: F811
    assert "not a puzzle" in refused("solve", "halma")


def test_a_proof_that_is_none_is_refused(refused, tmp_path: Path):  # noqa: F811
    file = tmp_path / "proof.json"
    file.write_text('{"format": "halma-proof-1"}', encoding="utf-8")
    assert "proof cannot be read" in refused("verify", str(file))
    file.write_text("")
    assert "no game" in refused("verify", str(file))


def test_par_is_listed_and_written(lines, refused, tmp_path: Path):  # noqa: F811
    assert any("star-highscore-10" in line and "27" in line for line in lines("par"))
    assert all("solitaire" not in line for line in lines("par", "highscore"))
    file = tmp_path / "par.json"
    lines("par", "solitaire", "--json", str(file))
    (entry,) = json.loads(file.read_text(encoding="utf-8"))
    assert entry["moves"] == 18 and entry["optimal"] and "[Game" in entry["record"]
    assert "gobang" in refused("par", "gobang")


@needs_compiler
@pytest.mark.parametrize("kind", ["home", "chain"])
def test_a_puzzle_of_the_day_and_one_of_a_seed(lines, kind):  # noqa: F811
    made = ("puzzle", "make", "--kind", kind, "--seed", "3")
    assert lines(*made) == lines(*made)
    assert lines("puzzle", "make", "--kind", kind)
    assert len(lines(*made, "--solution")) == len(lines(*made)) + 1


def test_puzzles_can_only_be_made(refused):  # noqa: F811
    assert "make" in refused("puzzle", "eat")


@needs_compiler
def test_somebody_who_plays_alone_can_ask_for_a_hint(run):  # noqa: F811
    shown = run("play", "--terminal", "star-highscore", "--pieces", "6", typed="hint\nquit\n").stdout
    assert "Moves still needed: at least" in shown
