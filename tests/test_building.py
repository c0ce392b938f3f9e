"""Building the package: what does not compile takes nothing else away, and a wheel says what is in it.

A stand-in for the compiler makes empty objects of our sources at once, so that only the build itself is tested.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPILER = shutil.which("c++")
# What a build needs besides the sources.
FILES = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE")
STAND_IN = """#!/bin/sh
# Refuses to compile {broken}, makes empty objects and modules of the rest of the project, and leaves all else alone.
ours= out= made=
for word in "$@"; do
    case $word in
    *{broken}*) echo "error: does not compile" >&2; exit 1 ;;
    *src/halma/*.cpp | *nanobind*.cpp) ours=object ;;
    -shared) ours=module ;;
    esac
    [ "$out" = next ] && out=done made=$word
    [ "$word" = -o ] && out=next
done
case $ours in
object) exec {compiler} -x c++ -c /dev/null -o "$made" ;;
module) exec {compiler} -shared -x c++ /dev/null -o "$made" ;;
esac
exec {compiler} "$@"
"""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(COMPILER is None or os.name == "nt", reason="needs a compiler")]


def built(folder: Path, broken: str) -> tuple[Path, list[str]]:
    """The wheel that is built where the sources with some name do not compile, and the compiled modules in it."""
    project = folder / "project"
    for name in FILES:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, project / name)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for name in ("src/halma", "tools/backend"):
        shutil.copytree(ROOT / name, project / name, ignore=ignored)
    compiler = folder / "stand-in"
    compiler.write_text(STAND_IN.format(broken=broken, compiler=COMPILER), encoding="utf-8")
    compiler.chmod(0o755)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "--no-deps",
        "--wheel-dir",
        "wheels",
    ]
    subprocess.run(
        [*command, "./project"], cwd=folder, env={**os.environ, "CXX": str(compiler)}, check=True, capture_output=True
    )
    (wheel,) = (folder / "wheels").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        compiled = [name for name in archive.namelist() if name.endswith(".so")]
    return wheel, sorted(str(Path(name).parent) for name in compiled)


def test_a_module_that_does_not_compile_takes_no_other_away(tmp_path: Path) -> None:
    wheel, compiled = built(tmp_path, "puzzles/native/module.cpp")
    assert compiled == ["halma/batch", "halma/engine", "halma/kernel/fast"]
    assert not wheel.name.endswith("-none-any.whl")


def test_a_wheel_in_which_nothing_is_compiled_says_so(tmp_path: Path) -> None:
    wheel, compiled = built(tmp_path, ".cpp")
    assert compiled == []
    assert wheel.name.endswith("-py3-none-any.whl")
