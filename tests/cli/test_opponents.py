"""`halma match`, `halma engine`, `halma analyse`, `halma bench`, and the computer at the table of `halma play`."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from halma.cli import analyse, bench, engine, match
from halma.play import Position, Record, read_records


@pytest.mark.parametrize("command", ["match", "engine", "analyse", "bench"])
def test_every_command_has_help_with_an_example(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Example: *halma {command}\b", " ".join(result.stdout.split()))


def test_the_examples_name_their_command():
    for module in (match, engine, analyse, bench):
        assert module.EXAMPLE.startswith(f"halma {module.__name__.rsplit('.', 1)[1]}")


# ---- matches --------------------------------------------------------------------------------------------


def test_a_match_with_its_records_and_its_result(lines, tmp_path):
    records, result = tmp_path / "games.txt", tmp_path / "result.json"
    shown = lines(
        "match", "greedy", "random", "--game", "quick", "--players", "2", "--games", "4", "--seed", "3",
        "--records", str(records), "--json", str(result),
    )  # fmt: skip
    data = json.loads(result.read_text(encoding="utf-8"))
    players = data["players"]
    assert players["greedy"]["wins"] + players["greedy"]["draws"] + players["greedy"]["losses"] == 4
    assert players["greedy"]["losses"] == players["random"]["wins"]
    assert data["mean_turns"] > 10 and players["greedy"]["time"] > 0 and data["overruns"] == 0
    written = list(read_records(records.read_text(encoding="utf-8")))
    assert len(written) == 4 and all(record.position().is_over for record in written)
    assert [record.names["A"] for record in written] == ["greedy", "random"] * 2
    assert any(line.split()[:2] == ["greedy", str(players["greedy"]["wins"])] for line in shown)
    assert sum(data["terminations"].values()) == 4


def test_records_as_json_lines_and_ratings_of_three_seats(lines, tmp_path):
    records = tmp_path / "games.jsonl"
    shown = lines(
        "match", "greedy", "random", "--game", "tippy", "--players", "3", "--games", "3", "--records", str(records)
    )
    assert len(list(read_records(records.read_text(encoding="utf-8")))) == 3
    assert any(line.startswith("Ratings: ") for line in shown)


def test_a_sequential_test_stops_the_match(lines):
    shown = lines("match", "greedy", "random", "--game", "quick", "--players", "2", "--games", "99", "--sprt", "0,200")
    assert "The sequential test accepts 200 Elo." in shown
    games = next(line.split()[1] for line in shown if line.startswith("Games:"))
    assert float(games) < 99


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nobody", "greedy"], "There is no player “nobody”"),
        (["greedy", "--game", "solitaire"], "for one player"),
        (["greedy", "random", "--movetime", "soon"], "takes a time in seconds"),
        (["greedy", "random", "--movetime", "0"], "takes a time in seconds"),
        (["greedy", "random", "--level", "10"], "takes a level from 1 to 9"),
        (["greedy", "random", "--sprt", "5"], "two Elo differences"),
        (["greedy", "random", "--sprt", "5,5"], "two Elo differences"),
        (["greedy", "random", "--games", "0"], "whole number of 1 or more"),
        (["greedy", "cmd:engine"], "needs a limit"),
        (["greedy", "random", "--game", "star", "--players", "5"], "cannot be played with"),
        ([], "A B … is missing"),
    ],
)
def test_what_is_wrong_with_a_match_is_said_in_one_line(refused, arguments, expected):
    assert expected in refused("match", *arguments)


def test_a_file_that_is_no_record_is_left_as_it_is(run, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\n", encoding="utf-8")
    result = run("match", "greedy", "random", "--game", "quick", "--games", "1", "--records", str(file))
    assert result.exit_code == 2
    assert file.read_text(encoding="utf-8") == "Dear all,\n"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_shows_the_result_so_far(tmp_path):
    records = tmp_path / "games.txt"
    command = [sys.executable, "-m", "halma", "match", "greedy", "random", "--game", "quick", "--players", "2"]
    command += ["--games", "100000", "--records", str(records)]
    environment = {**os.environ, "LANGUAGE": "en", "NO_COLOR": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    end = time.monotonic() + 120
    while time.monotonic() < end and not (records.exists() and records.stat().st_size):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    shown, complaints = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "here is the result so far" in shown
    assert re.search(r"Games: \d+", shown)
    assert "Traceback" not in complaints


# ---- the engine -----------------------------------------------------------------------------------------


def test_the_engine_as_a_program():
    talk = "uci\nsetoption name Game value star\nposition startpos\ngo depth 2\n"
    done = subprocess.run(
        [sys.executable, "-m", "halma", "engine"], input=talk, capture_output=True, text=True, timeout=120, check=True
    )
    answers = done.stdout.splitlines()
    assert answers[0].startswith("id name halma ")
    assert re.fullmatch(r"bestmove \S+", answers[-1])
    assert done.stderr == ""


# ---- analysis -------------------------------------------------------------------------------------------


def test_a_position_is_analysed(lines, tmp_path):
    file = tmp_path / "analysis.json"
    shown = lines(
        "analyse", "--game", "star", "--line", "d2-f5 n2-l5", "--nodes", "3000", "--lines", "2", "--json", str(file)
    )
    assert any(line.startswith("Chances: A ") for line in shown)
    assert [line[:2] for line in shown if re.match(r"\d\. ", line)] == ["1.", "2."]
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["seat"] == "A" and data["turn"] == 3 and len(data["lines"]) == 2
    assert sum(data["chances"]) == pytest.approx(1)


def test_a_record_is_analysed_turn_by_turn(lines, tmp_path):
    record, file = tmp_path / "game.txt", tmp_path / "curve.json"
    record.write_text('[Game "quick"]\n[Players "2"]\n1. e2-f3 2. l15-k14 3. f3-g4 *\n', encoding="utf-8")
    shown = lines("analyse", str(record), "--nodes", "500", "--json", str(file))
    assert [line.split()[:2] for line in shown[2:5]] == [["1.", "A"], ["2.", "B"], ["3.", "A"]]
    data = json.loads(file.read_text(encoding="utf-8"))
    assert [turn["text"] for turn in data["turns"]] == ["e2-f3", "l15-k14", "f3-g4"]
    assert all(len(turn["analysis"]["chances"]) == 2 for turn in data["turns"])
    for turn, line in zip(data["turns"], shown[2:5], strict=True):
        chances = [f"{100 * chance:.0f}" for chance in turn["analysis"]["chances"]]
        needed = [str(turns) for turns in turn["analysis"]["remaining"]]
        assert line.split()[2:9] == [chances[0], "%", chances[1], "%", *needed, turn["text"]]


def test_the_turn_that_lost_most_is_named_with_a_better_line(lines, tmp_path):
    """A is home with m5-n1 and plays something else; B comes home with its next turn."""
    text = "B/BB/BBB/BBB1/8B4/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 91"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push("m5-l5")
    position.push("e9-d4")
    record, file = tmp_path / "game.txt", tmp_path / "game.json"
    record.write_text(Record.of(position).to_text(), encoding="utf-8")
    shown = lines("analyse", str(record), "--nodes", "500", "--json", str(file))
    assert shown[-2:] == ["The turns that lost most:", "91. A m5-l5: −100 % of the chance to win. Better: m5-n1"]
    assert "−100 %  better: m5-n1" in shown[2]
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["lost_most"] == [91]
    assert [(turn["loss"], turn["better"]) for turn in data["turns"]] == [(1.0, ["m5-n1"]), (0.0, [])]


def test_what_cannot_be_analysed(refused, tmp_path):
    assert "either" in refused("analyse")
    assert "Cannot read" in refused("analyse", str(tmp_path / "nothing.txt"))
    assert "needs a roll" in refused("analyse", "--game", "rakado")


# ---- the computer at the table --------------------------------------------------------------------------


def test_the_computer_answers_and_undo_takes_its_move_back(lines):
    shown = "\n".join(
        lines("play", "quick", "--first", "A", "--computer", "B:1", "--seed", "5", typed="e2-f3\nundo\ne2-f3\nquit\n")
    )
    answers = re.findall(r"B \(level:1\) plays (\S+)\.", shown)
    assert len(answers) == 2 and answers[0] == answers[1]
    assert shown.count("Turn 1: A to move.") == 2
    assert "Turn 3: A to move." in shown


def test_computers_alone_play_to_the_end_and_the_record_names_them(lines, tmp_path):
    file = tmp_path / "game.txt"
    shown = lines("play", "tippy", "--computer", "AB:1", "--seed", "1", "--save", str(file), typed="\n")
    assert any("Place 1:" in line for line in shown)
    (record,) = read_records(file.read_text(encoding="utf-8"))
    assert record.names == {"A": "level:1", "B": "level:1"}
    assert record.position().is_over


def test_a_loaded_game_goes_on_with_the_computer(lines, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text('[Game "quick"]\n[Players "2"]\n[SeatB "level:2"]\n1. e2-f3 *\n', encoding="utf-8")
    shown = lines("play", "--load", str(file), typed="quit\n")
    assert any(re.match(r"B \(level:2\) plays ", line) for line in shown)


def test_computers_throw_their_dice(lines):
    shown = lines("play", "rakado", "--computer", "AB:1", "--seed", "2", typed="\n")
    assert any("Place 1:" in line for line in shown)


@pytest.mark.parametrize("asked", ["B:0", "C:1", "1", "B:", ":3", ""])
def test_a_seat_for_the_computer_that_makes_no_sense(refused, asked):
    assert "--computer takes seats of the game (AB)" in refused("play", "quick", "--computer", asked)


def test_a_hint_for_several_players_says_why(lines):
    shown = lines(
        "play", "--terminal", "gobang", "--first", "A", typed="@c3\n@a9\n@d3\n@b9\n@e3\n@c9\n@f3\n@d9\nhint\nquit\n"
    )
    (hint,) = [line for line in shown if "Hint: " in line]
    assert "It wins the game." in hint


# ---- speed ----------------------------------------------------------------------------------------------


def test_a_part_of_the_measurements(lines, tmp_path):
    file = tmp_path / "bench.json"
    lines("bench", "--only", "star-2x10.random", "--seconds", "0.01", "--rounds", "1", "--json", str(file))
    data = json.loads(file.read_text(encoding="ascii"))
    assert data["reference.star-2x10.random_turns_per_s"] > 10
    if "star-2x10.random_turns_per_s" in data:
        ratio = data["star-2x10.random_turns_per_s"] / data["reference.star-2x10.random_turns_per_s"]
        assert data["ratio.reference.star-2x10.random_turns_per_s"] == pytest.approx(ratio, rel=0.01)


def test_reading_and_replaying_records_is_measured(lines, tmp_path):
    for word in ("replayed_turns", "records_read"):
        file = tmp_path / f"{word}.json"
        lines("bench", "--only", f"star-2x10.{word}", "--seconds", "0.01", "--rounds", "1", "--json", str(file))
        assert list(json.loads(file.read_text(encoding="ascii"))) == [f"star-2x10.{word}_per_s"]


def test_a_measurement_that_there_is_not(refused):
    assert "random_turns_per_s" in refused("bench", "--only", "nothing")
