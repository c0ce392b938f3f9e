"""The program that plays where Python cannot load the compiled module: built from a source checkout by its compiler."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from halma.engine.learn.errors import LearnError
from halma.messages import mark

# The source checkout that this file lies in, if it does.
ROOT = Path(__file__).resolve().parents[4]


def build_program(target: Path, compiler: str | None = None) -> Path:
    """Compile tools/selfplay.cpp, as one unit so that everything can be inlined. Raises LearnError."""
    source = ROOT / "tools" / "selfplay.cpp"
    native = ROOT / "src/halma/engine/native"
    parts = [file for folder in ("eval", "search", "learn") for file in sorted((native / folder).glob("*.cpp"))]
    if not source.is_file() or not parts:
        raise LearnError(mark("There is no source of halma to compile the program from."))
    target.parent.mkdir(parents=True, exist_ok=True)
    unit = target.with_suffix(".cpp")
    unit.write_text("".join(f'#include "{file.as_posix()}"\n' for file in (*parts, source)), encoding="utf-8")
    command = [compiler or os.environ.get("CXX", "c++"), "-std=c++20", "-O3", "-DNDEBUG", "-pthread"]
    command += [f"-I{ROOT / 'src/halma/kernel/fast/include'}", f"-I{native}", str(unit), "-o", str(target)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LearnError(mark("The program that plays cannot be compiled: {reason}"), reason=str(error)) from None
    if done.returncode:
        raise LearnError(mark("The program that plays cannot be compiled: {reason}"), reason=done.stderr[-500:])
    return target
