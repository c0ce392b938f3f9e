"""The C++ kernel without Python, under sanitizers: random games and the fuzz target of tests/native."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NATIVE = Path(__file__).parent.parent / "native"
COMPILER = os.environ.get("CXX", "c++")


def has_sanitizers(folder: Path) -> bool:
    """Whether the compiler knows C++20 and the sanitizers."""
    if shutil.which(COMPILER) is None or shutil.which("bash") is None:
        return False
    (folder / "empty.cpp").write_text("int main() {}\n", encoding="ascii")
    command = [COMPILER, "-std=c++20", "-fsanitize=address,undefined", "empty.cpp", "-o", "empty"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    if not has_sanitizers(tmp_path):
        pytest.skip(f"{COMPILER} has no C++20 or no sanitizers")
    environment = {**os.environ, "PYTHON": sys.executable, "BUILD": str(tmp_path), "CXX": COMPILER}
    command = ["bash", str(NATIVE / "run"), "40", "100", "--defaults"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert all(told in done.stdout for told in ("100 inputs", "batches", "walked through with nets"))
