"""Wide searches find the same whatever number of threads, processes and files they take."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from halma.cluster import Cluster, open_cluster
from halma.play import Position
from halma.puzzles.bounds import Arrival, lower_bound
from halma.puzzles.census import census
from halma.puzzles.levels import Levels, ScratchError
from halma.puzzles.proof import proof_text
from halma.puzzles.search import BeamSettings, beam, exact
from halma.puzzles.solve import SolveLimits, solve
from halma.puzzles.task import Task
from halma.puzzles.verify import check_proof
from tests.puzzles.conftest import needs_compiler
from tests.puzzles.test_solving import nearly

pytestmark = needs_compiler
# Two beams that meet, one that has a mirror image, marks, and a goal in the middle of the board.
CASES = [
    ("star-highscore", {"pieces": 10}, 3_000, True),
    ("highscore", {}, 1_500, False),
    ("marked", {"players": 1}, 800, False),
    ("connection-solo", {}, 600, False),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with open_cluster(workers=2) as opened:
        yield opened


def task_of(game: str, options: dict[str, Any]) -> Task:
    task = Task.of(Position(game, **options))
    return task.between(task.start, task.goals[0], task.mark, task.mark_goal)


def found(task: Task, settings: BeamSettings) -> tuple[object, int]:
    """The line of a beam, and how many levels it took."""
    depths: list[int] = []
    line = beam(task, settings, 120, lambda: False, lambda depth, _positions, _bytes: depths.append(depth))
    return line, len(depths)


@pytest.mark.parametrize(("game", "options", "width", "meets"), CASES)
def test_a_beam_is_the_same_with_any_number_of_threads_and_workers(
    game: str, options: dict[str, int], width: int, meets: bool, cluster: Cluster, tmp_path: Path
) -> None:
    task = task_of(game, options)
    alone = found(task, BeamSettings(width, meets=meets))
    assert alone[0] is not None
    others = [
        BeamSettings(width, meets=meets, threads=2),
        BeamSettings(width, meets=meets, threads=7, folder=str(tmp_path)),
        BeamSettings(width, meets=meets, cluster=cluster),
        BeamSettings(width, meets=meets, cluster=cluster, folder=str(tmp_path)),
    ]
    assert [found(task, settings) for settings in others] == [alone] * len(others)
    # What was spilt is gone.
    assert not list(tmp_path.iterdir())


def test_a_beam_of_many_shards_is_the_same_too(cluster: Cluster) -> None:
    """So wide that a level takes several tasks, and that the dearest position has to be guessed."""
    task = task_of("star-highscore", {"pieces": 10})
    settings = BeamSettings(20_000, noise=50, seed=3, meets=True)
    alone = found(task, settings)
    settings.cluster = cluster
    assert found(task, settings) == alone and alone[0] is not None


@pytest.mark.parametrize("limit", [22, 30])
def test_a_search_from_both_ends_is_the_same_with_any_number_of_threads(limit: int) -> None:
    task = task_of("star-highscore", {"pieces": 6})
    answers = [exact(task, limit, most=60_000, threads=threads) for threads in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2] and answers[0].positions > 1_000


def test_a_census_is_the_same_in_memory_in_files_and_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    task = task_of("star-highscore", {"pieces": 6})
    _, (arrival,) = lower_bound(task)
    assert isinstance(arrival, Arrival)
    seen: list[list[tuple[int, int, bool]]] = []
    for threads, scratch, workers in ((1, "", None), (3, "", None), (1, str(tmp_path), cluster), (2, "", cluster)):
        with census(task, arrival, 24, threads=threads, scratch=scratch, cluster=workers) as counted:
            levels: list[tuple[int, int, bool]] = []
            while counted.depth < 5 and counted.extend(lambda: False):
                depth = counted.depth
                levels.append((counted.size(depth), counted.digest(depth), counted.meets(depth - 1)))
            seen.append(levels)
    assert seen[0] == seen[1] == seen[2] == seen[3] and seen[0][-1][0] > 2_000
    assert not list(tmp_path.iterdir())


def test_what_a_cluster_proves_can_be_checked(cluster: Cluster, tmp_path: Path) -> None:
    limits = SolveLimits(seconds=3600, threads=2, scratch=str(tmp_path), cluster=cluster)
    solution = solve(nearly(), limits)
    assert solution.optimal
    assert check_proof(proof_text(nearly(), solution), full=True).checked


def test_a_folder_that_is_not_there_is_told(cluster: Cluster, tmp_path: Path) -> None:
    task = task_of("star-highscore", {"pieces": 6})
    for workers in (None, cluster):
        with pytest.raises(ScratchError, match="Cannot write"):
            beam(task, BeamSettings(100, folder=str(tmp_path / "none"), cluster=workers), 90, lambda: False)


def test_parts_of_levels_come_back_as_they_were(tmp_path: Path) -> None:
    for folder in ("", str(tmp_path)):
        levels = Levels(folder)
        levels.add_all("one", [b"abc", b"", b"defg"])
        levels.add("one", 7, b"h")
        assert [levels.get("one", number) for number in (0, 1, 2, 7, 9)] == [b"abc", b"", b"defg", b"h", b""]
        assert levels.slice("one", 2, 1, 2) == b"ef" and levels.get("two", 0) == b""
        assert levels.bytes == (0 if folder else 8)
        levels.drop("one")
        assert levels.get("one", 0) == b"" and levels.bytes == 0
        levels.close()
    assert not list(tmp_path.iterdir())


FULL = """
import resource, sys
from halma.cluster import open_cluster
from halma.puzzles.levels import ScratchError
from halma.puzzles.search import BeamSettings, beam
from tests.puzzles.test_wide_searches import task_of

if __name__ == "__main__":
    task = task_of("star-highscore", {"pieces": 6})
    with open_cluster(workers=1) as cluster:
        for workers in (None, cluster):
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
            try:
                beam(task, BeamSettings(5_000, folder=sys.argv[1], cluster=workers), 90, lambda: False)
            except ScratchError as error:
                print("told", error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be limited there")
def test_a_full_disk_is_told_and_leaves_nothing_behind(tmp_path: Path) -> None:
    program = tmp_path / "full.py"
    program.write_text(FULL, encoding="utf-8")
    (tmp_path / "scratch").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), "LANGUAGE": "en"}
    shown = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "scratch")],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert shown.stderr == "" and [line.split()[0] for line in shown.stdout.splitlines()] == ["told", "told"]
    assert not list((tmp_path / "scratch").iterdir())
