"""The limits of a search: time, memory, Ctrl-C, and what is kept for the next call."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from halma.play import Position
from halma.puzzles.search import BYTES_PER_WIDTH, BeamSettings, beam, one_by_one
from halma.puzzles.solve import Progress, SolveLimits, Solver, checkpoint_of
from halma.puzzles.task import Task
from tests.cli.conftest import lines, refused, run  # noqa: F401 - fixtures
from tests.puzzles.conftest import needs_compiler
from tests.puzzles.test_solving import NEARLY, played

pytestmark = needs_compiler
SOLVER = sys.modules["halma.puzzles.solve"]
# Cells far apart, so that the pieces do not arrive as a crowd.
SCATTERED = "a1,a16,p1,p16,b2,b15,o2,o15,c3,c14,n3,n14,d4,d13,m4,m13,e5,e12,l5"


def interrupted_after(position: Position, folder: Path, asks: int) -> Solver:
    """A search that somebody interrupts when it has told its progress so many times."""
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        if len(told) == asks:
            raise KeyboardInterrupt

    solver = Solver(position, SolveLimits(seconds=60, checkpoint=folder / "checkpoint.json", watch=watch))
    solver.run()
    assert len(told) >= asks
    return solver


@pytest.mark.parametrize("asks", [1, 2, 5])
def test_an_interrupted_search_tells_what_is_known(asks, tmp_path: Path):
    found = interrupted_after(Position("star-highscore", pieces=15), tmp_path, asks).found
    assert found.bound >= 22 and not found.optimal


def test_what_a_beam_has_found_is_kept_even_if_its_improvement_is_interrupted(tmp_path: Path, monkeypatch):
    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(SOLVER, "improve", interrupted)
    file = tmp_path / "checkpoint.json"
    position = Position("star-highscore", pieces=15)
    found = Solver(position, SolveLimits(seconds=0, checkpoint=file)).run()
    assert found.line is not None and file.exists()
    assert str(played(position.copy(), found.line).outcome()) == "A=1 solved"
    assert Solver(position, SolveLimits(seconds=0, checkpoint=file)).found.line == found.line


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way")
def test_ctrl_c_ends_a_search_with_what_it_has_and_the_next_call_goes_on(tmp_path: Path):
    environment = {**os.environ, "HALMA_CACHE": str(tmp_path), "LANGUAGE": "en"}
    call = [sys.executable, "-c", "from halma.cli import main; main()", "solve", "star-highscore", "--pieces", "10"]
    with subprocess.Popen(
        [*call, "--budget", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        # Whoever runs the tests may have left Ctrl-C out of account.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        end = time.monotonic() + 120
        while not (kept := list(tmp_path.glob("solve/*.json"))) and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        shown, complaints = process.communicate(timeout=120)
    assert kept and complaints == "" and process.returncode == 0
    last = shown.splitlines()[-1]
    assert last.startswith("moves ") and ", at least " in last
    before = json.loads(kept[0].read_text(encoding="utf-8"))
    assert len(before["line"]) == int(last.split()[1].rstrip(","))
    subprocess.run([*call, "--budget", "1"], env=environment, check=True, capture_output=True)
    after = json.loads(kept[0].read_text(encoding="utf-8"))
    assert after["rounds"] >= before["rounds"] > 0 and len(after["line"]) <= len(before["line"])


def test_the_next_call_goes_on_where_the_last_one_stopped(lines, monkeypatch, tmp_path: Path):  # noqa: F811
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path))
    widths: list[int] = []
    now = [0.0]
    monkeypatch.setattr(SOLVER, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def noted(task, settings, *rest):
        widths.append(settings.width)
        found = beam(task, settings, *rest)
        now[0] += 2.0
        return found

    # One beam uses up the time of a call.
    monkeypatch.setattr(SOLVER, "beam", noted)
    call = ("solve", "star-highscore", "--pieces", "15", "--budget", "1")
    first = int(lines(*call)[-1].split()[1].rstrip(","))
    again = int(lines(*call)[-1].split()[1].rstrip(","))
    assert again <= first
    lines(*call, "--anew")
    assert widths == [1_000, 4_000, 1_000]


def test_a_spoilt_checkpoint_is_passed_over(tmp_path: Path):
    file, position = tmp_path / "checkpoint.json", Position("star-highscore", pieces=6)
    for content in ("", "[]", "{}", '{"line": 1, "rounds": 2}', '{"line": [], "rounds": Infinity}', '{"line": [[1]]}'):
        file.write_text(content, encoding="utf-8")
        solver = Solver(position, SolveLimits(seconds=0, checkpoint=file))
        assert solver.found.line is None and solver.rounds == 0
    line = Solver(position, SolveLimits(seconds=0)).run().line
    file.write_text(json.dumps({"line": line, "rounds": -50}), encoding="utf-8")
    assert Solver(position, SolveLimits(seconds=0, checkpoint=file)).rounds == 0


def test_a_solution_is_not_lost_with_its_checkpoint(run, monkeypatch, tmp_path: Path):  # noqa: F811
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path / "file"))
    result = run("solve", "star-highscore", "--pieces", "6", "--position", NEARLY)
    assert result.exit_code == 0 and result.stdout.splitlines()[-1].endswith(", optimal")
    assert "Cannot write" in result.stderr and len(result.stderr.splitlines()) == 1


def test_more_memory_than_there_may_be_is_refused(refused):  # noqa: F811
    assert refused("solve", "highscore", "--memory", "25") == "--memory takes a whole number from 1 to 24, not “25”."
    assert "from 1 to 24" in refused("solve", "highscore", "--memory", "0")


def test_the_memory_limit_is_kept():
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        # Beams of both widths that the memory allows, and two attempts at a proof.
        if solver.rounds == 5:
            raise KeyboardInterrupt

    limits = SolveLimits(seconds=3600, memory=0.005, prove=True, watch=watch)
    solver = Solver(Position("star-highscore", pieces=15), limits)
    solver.run()
    # A search asks only now and then how far it is.
    assert max(progress.bytes for progress in told) <= 1.1 * limits.bytes
    assert max(progress.width for progress in told) == 4_000


@pytest.mark.parametrize("game", ["highscore", "star-highscore"])
def test_a_beam_takes_no_more_memory_than_is_reckoned(game):
    largest, width = 0, 4_000

    def tell(_depth: int, _positions: int, size: int) -> None:
        nonlocal largest
        largest = max(largest, size)

    beam(Task.of(Position(game)), BeamSettings(width, meets=True), 60, lambda: False, tell)
    assert 0 < largest <= width * BYTES_PER_WIDTH


def test_progress_counts_upwards_during_an_exact_search_too():
    told: list[Progress] = []
    solver = Solver(Position("highscore"), SolveLimits(seconds=3600, watch=told.append))
    solver._search_from_both_ends(100_000)
    positions = [progress.positions for progress in told]
    assert all(before <= after for before, after in pairwise(positions))
    assert len(set(positions)) > 5 and told[-1].bytes > 0 and told[-1].best is None


@pytest.mark.parametrize("options", [{}, {"own_tip": True}])
def test_every_line_of_the_star_is_reached(options):
    task = Task.of(Position("connection-solo", **options))
    assert len(task.goals) == (2 if options else 6)
    found = [beam(task.between(task.start, goal), BeamSettings(1_000), 60, lambda: False) for goal in task.goals]
    assert all(found) and min(len(line or ()) for line in found) <= 20


def test_figures_of_any_shape_are_reached(lines):  # noqa: F811
    for figure in ("t", "heart", SCATTERED):
        shown = lines("solve", "meeting-point", "--figure", figure, "--budget", "1")
        assert shown[-1].startswith("moves ")


@pytest.mark.parametrize("game", ["highscore", "star-highscore", "meeting-point"])
def test_cells_filled_one_by_one_are_a_solution(game):
    position = Position(game)
    line = one_by_one(Task.of(position))
    assert line is not None and str(played(position, line).outcome()) == "A=1 solved"


def test_checkpoints_of_different_lines_are_different():
    position = Position("star-highscore", pieces=6)
    before = checkpoint_of(position)
    position.push("c1-d1")
    assert checkpoint_of(position) != before
