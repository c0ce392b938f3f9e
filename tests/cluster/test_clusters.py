"""The same tasks give the same results on every kind of cluster, whatever happens to its workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from halma.cluster import Cluster, ClusterError, WorkerLostError, on_ray, open_cluster
from halma.cluster.interface import ATTEMPTS
from halma.messages import HalmaError
from halma.play import Position
from halma.puzzles.search import BeamSettings, beam
from halma.puzzles.task import Task
from tests.cluster import work
from tests.puzzles.conftest import needs_compiler


@pytest.fixture(scope="module", params=["processes", "ray"])
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    with open_cluster("auto" if request.param == "ray" else None, workers=2) as opened:
        yield opened


def test_every_task_gives_one_result(cluster: Cluster) -> None:
    assert cluster.workers == 2
    assert sorted(cluster.results(work.square, ((number,) for number in range(20)))) == [n * n for n in range(20)]
    assert list(cluster.results(work.square, [])) == []


def test_tasks_are_taken_as_they_are_needed(cluster: Cluster) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(1000):
            taken.append(number)
            yield (number,)

    results = cluster.results(work.square, tasks())
    assert next(results) < 100
    results.close()
    assert len(taken) < 20


def test_an_error_of_the_work_comes_back(cluster: Cluster) -> None:
    with pytest.raises(HalmaError, match="no result for 3"):
        list(cluster.results(work.refuse, [(3,)]))


def test_a_task_whose_worker_is_lost_is_done_by_another(cluster: Cluster, tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path), 2) for number in range(4)]
    assert sorted(cluster.results(work.die_often, tasks)) == [0, 1, 2, 3]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_task_that_brings_down_every_worker_is_told(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(WorkerLostError):
        list(cluster.results(work.die_often, [(1, str(tmp_path), 100)]))
    assert len(list(tmp_path.iterdir())) == ATTEMPTS
    # The cluster goes on.
    assert list(cluster.results(work.square, [(5,)])) == [25]


def test_a_worker_that_somebody_kills_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    names = ["one", "two"]

    def kill_one_and_let_go() -> None:
        while len(begun := [file for file in tmp_path.iterdir() if file.suffix]) < len(names):
            time.sleep(0.01)
        os.kill(int(begun[0].suffix[1:]), signal.SIGKILL)
        (tmp_path / "go").touch()

    killer = threading.Thread(target=kill_one_and_let_go)
    killer.start()
    assert sorted(cluster.results(work.wait_for, [(str(tmp_path), name) for name in names])) == names
    killer.join()


@needs_compiler
def test_a_beam_in_shards_is_the_beam_in_memory(cluster: Cluster) -> None:
    task = Task.of(Position("star-highscore", pieces=6))
    alone = beam(task, BeamSettings(300, meets=True), 60, lambda: False)
    assert alone is not None
    assert beam(task, BeamSettings(300, meets=True, cluster=cluster), 60, lambda: False) == alone


def test_processes_end_with_whoever_started_them(tmp_path: Path) -> None:
    with open_cluster(workers=2) as cluster:
        results = cluster.results(work.square, [(1,), (2,)], _finished(tmp_path))
        assert sorted(results) == [1, 4]
        running = cluster.results(work.wait_for, [(str(tmp_path), "x"), (str(tmp_path), "y")])
        threading.Thread(target=(tmp_path / "go").touch).start()
        next(running)
        running.close()
    assert not multiprocessing.active_children()
    assert (tmp_path / "finished").exists()


def test_processes_are_kept_for_later_work_and_replaced_if_they_are_lost() -> None:
    with open_cluster(workers=2) as cluster:
        pids = set(cluster.results(work.own_number, [(1,), (2,)]))
        assert set(cluster.results(work.own_number, [(3,)])) <= pids
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        assert sorted(cluster.results(work.square, [(1,), (2,)])) == [1, 4]
    assert not multiprocessing.active_children()


class _finished:  # noqa: N801 - a function that remembers its folder and can be handed on
    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    def __call__(self) -> None:
        work.leave_a_mark(self.folder)


# ---- addresses ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["", "nonsense", "host:", "host:0", "host:99999", "ray://host:1", "a b:1", ":1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match="no address of a cluster"):
        open_cluster(address)


def test_an_address_at_which_nobody_answers_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ClusterError, match=f"No cluster answers at 127.0.0.1:{port}"):
        open_cluster(f"127.0.0.1:{port}")


def test_another_version_of_halma_is_told() -> None:
    answer, error = on_ray._do("0.0.0", "fast", work.square, int, (2,))  # type: ignore[reportPrivateUsage]
    assert answer is None
    assert isinstance(error, ClusterError)
    assert f"has halma {metadata.version('halma')}, this one has 0.0.0" in str(error)
