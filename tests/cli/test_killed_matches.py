"""Work that is killed, at whatever moment, ends with the same result when the same command is given again."""

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.test_journal import without_times

COMMAND = ("match", "level:1", "greedy", "--game", "quick", "--nodes", "100")
# The command, which kills itself once so many bytes are in the journal, in the middle of a line if need be.
KILLED = """
import os, signal, sys
from halma.cluster import journal
allowed, real = int(sys.argv.pop(1)), os.write
def write(descriptor, data):
    left = allowed - os.fstat(descriptor).st_size
    written = real(descriptor, data[:left])
    if len(data) >= left:
        os.kill(os.getpid(), signal.SIGKILL)
    return written
class Cut:
    def __getattr__(self, name):
        return write if name == "write" else getattr(os, name)
journal.os = Cut()
from halma.cli import main
main()
"""


def halma(*arguments: object, code: str | None = None) -> list[str]:
    start = [sys.executable, "-c", code] if code else [sys.executable, "-m", "halma"]
    return [*start, *map(str, arguments)]


def outcome(folder: Path, name: str, *more: object) -> tuple[object, bytes]:
    """What a match leaves behind, apart from times."""
    result, records = folder / f"{name}.json", folder / f"{name}.txt"
    subprocess.run(halma(*COMMAND, *more, "--json", result, "--records", records), check=True, capture_output=True)
    return without_times(json.loads(result.read_text())), records.read_bytes()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return outcome(tmp_path_factory.mktemp("undisturbed"), "result", "--games", 8)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_that_is_killed_while_it_writes_ends_with_the_same_result(tmp_path, undisturbed, seed):
    file, chance, allowed, kills = tmp_path / "journal", random.Random(seed), 0, 0
    result, records = tmp_path / "result.json", tmp_path / "result.txt"
    while True:
        allowed = (file.stat().st_size if file.exists() else 0) + chance.randint(100, 9_000)
        command = (*COMMAND, "--games", 8, "--journal", file, "--json", result, "--records", records)
        ended = subprocess.run(halma(allowed, *command, code=KILLED), check=False, capture_output=True)
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        kills += 1
    assert kills >= 2
    assert (without_times(json.loads(result.read_text())), records.read_bytes()) == undisturbed


def workers_of(driver: int) -> list[int]:
    """The processes that play the games of a match; Linux tells which they are."""
    parents: dict[int, int] = {}
    playing: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end meanwhile.
        with contextlib.suppress(OSError, ValueError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if re.search(rb"spawn_main|ray::_do", (folder / "cmdline").read_bytes()):
                playing.append(int(folder.name))

    def descends(process: int) -> bool:
        return process == driver or (process in parents and descends(parents[process]))

    return [process for process in playing if descends(process)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("hands", [("--jobs", 2), ("--cluster", "auto", "--jobs", 2)], ids=["processes", "ray"])
def test_a_match_whose_workers_and_driver_are_killed_ends_with_the_same_result(tmp_path, undisturbed, hands):
    file, chance = tmp_path / "journal", random.Random(4)
    # Far longer than it can take until it is killed; how long a match is does not change its games.
    command = halma(*COMMAND, "--games", 100_000, *hands, "--journal", file)
    killed = 0
    for lines in (3, 6):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            for reached in (lines - 1, lines):
                while running.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < reached):
                    time.sleep(0.01)
                if reached < lines and (workers := workers_of(running.pid)):
                    # The games it was playing are played again.
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(chance.choice(workers), signal.SIGKILL)
                        killed += 1
            running.kill()
            _, complaints = running.communicate()
        assert running.returncode == -signal.SIGKILL, complaints
    assert killed
    assert outcome(tmp_path, "result", "--games", 8, "--journal", file, *hands) == undisturbed


# ---- analyses and puzzles -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> Path:
    """More games than are analysed before the first kill."""
    file = tmp_path_factory.mktemp("records") / "games.txt"
    subprocess.run(
        halma("match", "greedy", "random", "--game", "quick", "--games", 16, "--records", file),
        check=True,
        capture_output=True,
    )
    return file


def kill_at_random(command: list[str], file: Path, chance: random.Random, lines: tuple[int, ...]) -> None:
    """Kill a worker before, and the driver when there are so many lines in the journal, again and again."""
    for reached in lines:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            for count in (reached - 1, reached):
                while running.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < count):
                    time.sleep(0.01)
                if count < reached and (workers := workers_of(running.pid)):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(chance.choice(workers), signal.SIGKILL)
            running.kill()
            _, complaints = running.communicate()
        # On a slow machine all may have been done before the kill.
        assert running.returncode in (-signal.SIGKILL, 0), complaints


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("hands", [("--jobs", 2), ("--cluster", "auto", "--jobs", 2)], ids=["processes", "ray"])
def test_an_analysis_whose_workers_and_driver_are_killed_ends_with_the_same_result(tmp_path, records, hands):
    file, results = tmp_path / "journal", []
    command = ("analyse", records, "--all", "--nodes", 50)
    kill_at_random(halma(*command, *hands, "--journal", file), file, random.Random(7), (3, 6))
    for more in ((*hands, "--journal", file), ()):
        written = tmp_path / f"result-{len(results)}.json"
        ended = subprocess.run(halma(*command, *more, "--json", written), check=True, capture_output=True)
        results.append((ended.stdout, written.read_bytes()))
    assert results[0] == results[1] and results[0][0].count(b"games.txt") == 16


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_puzzles_whose_makers_are_killed_are_the_same(tmp_path):
    file, command = tmp_path / "journal", ("puzzle", "make", "--kind", "home", "--moves", 3, "--seed", "k")
    # How many puzzles are asked for does not change them.
    many = halma(*command, "--count", 100_000, "--jobs", 2, "--journal", file)
    kill_at_random(many, file, random.Random(9), (3, 6))
    kept, alone = (
        subprocess.run(halma(*command, "--count", 8, *more), check=True, capture_output=True).stdout
        for more in (("--jobs", 2, "--journal", file), ())
    )
    assert kept == alone and kept
