"""Files that can be made again: several programs may make one at the same time, and any of it may fail."""

import os
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from halma.puzzles import cache, solitaire

# The tablebase's form with a single position in it.
COUNTS = [0, 1, *[0] * 31]
SMALL = solitaire._HEADER.pack(solitaire._MAGIC, *COUNTS).ljust(solitaire._padded(solitaire._HEADER.size), b"\0")
SMALL += struct.pack("<QdB", solitaire.CENTRE, 1.0, 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path))
    monkeypatch.setattr(solitaire, "build", lambda: SMALL)
    solitaire.tablebase.cache_clear()
    yield tmp_path
    solitaire.tablebase.cache_clear()


def test_a_file_is_there_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "new" / "file"
    cache.write(path, b"first")
    assert path.read_bytes() == b"first"

    def fails(self: Path, target: Path):
        raise OSError("no")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fails)
        with pytest.raises(OSError, match="no"):
            cache.write(path, b"second")
    # Nothing is left over, and what was there is still there.
    assert path.read_bytes() == b"first" and list(path.parent.iterdir()) == [path]


def test_many_writers_leave_one_whole_file(tmp_path: Path):
    path = tmp_path / "file"
    contents = [bytes([number]) * 1_000_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for _ in pool.map(lambda content: cache.write(path, content), contents * 4):
            assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


def test_programs_that_build_the_table_at_the_same_time_do_not_disturb_each_other(tmp_path: Path):
    # Each waits for the other before it writes, so that both build.
    program = (
        "import sys, time; from pathlib import Path; from halma.puzzles import solitaire\n"
        "from tests.puzzles.test_cache import SMALL\n"
        "here = Path(sys.argv[1])\n"
        "def build():\n"
        "    (here / sys.argv[2]).touch()\n"
        "    while len(list(here.glob('ready-*'))) < 2: time.sleep(0.01)\n"
        "    return SMALL\n"
        "solitaire.build = build\n"
        "print(solitaire.tablebase().find(solitaire.CENTRE))\n"
    )
    environment = {**os.environ, "HALMA_CACHE": str(tmp_path / "cache")}
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path), f"ready-{number}"],
            env=environment,
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for process in programs:
        shown, complaints = process.communicate(timeout=120)
        assert process.returncode == 0, complaints
        assert "winnable=True, moves=0, chance=1.0" in shown
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["solitaire-1.table"]
    assert (tmp_path / "cache" / "solitaire-1.table").read_bytes() == SMALL


@pytest.mark.parametrize("content", [b"", b"halma", SMALL[:-1], b"x" * len(SMALL), SMALL + b"x"])
def test_a_spoilt_table_is_built_anew(folder: Path, content: bytes):
    (folder / "solitaire-1.table").write_bytes(content)
    assert solitaire.tablebase().counts == tuple(COUNTS)
    assert (folder / "solitaire-1.table").read_bytes() == SMALL


def test_a_table_that_cannot_be_kept_is_used_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "file").write_bytes(b"")
    monkeypatch.setenv("HALMA_CACHE", str(folder / "file"))
    found = solitaire.tablebase().find(solitaire.CENTRE)
    assert found is not None and found.moves == 0


def test_a_table_that_is_there_is_not_built_again(folder: Path, monkeypatch: pytest.MonkeyPatch):
    solitaire.tablebase()
    solitaire.tablebase.cache_clear()
    monkeypatch.setattr(solitaire, "build", lambda: pytest.fail("built again"))
    assert solitaire.tablebase().counts == tuple(COUNTS)
