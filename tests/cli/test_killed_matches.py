"""A match that is killed, at whatever moment, ends with the same result when the same command is given again."""

import json
import random
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
from halma.engine import journal
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


def test_a_match_with_several_processes_that_is_killed_ends_with_the_same_result(tmp_path, undisturbed):
    file = tmp_path / "journal"
    # Far longer than it can take until it is killed; how long a match is does not change its games.
    command = halma(*COMMAND, "--games", 100_000, "--jobs", 2, "--journal", file)
    for lines in (3, 6):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            while running.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < lines):
                time.sleep(0.01)
            running.kill()
            running.communicate()
        assert running.returncode == -signal.SIGKILL
    assert outcome(tmp_path, "result", "--games", 8, "--journal", file, "--jobs", 2) == undisturbed
