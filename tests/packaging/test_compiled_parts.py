"""The compiled modules: each is told by `halma --version`, written for every compiler, and silent at the exit."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from halma.cli.version import COMPILED_PARTS, parts_not_compiled
from halma.kernel import fast
from tests.packaging.blocking import ROOT

SOURCES = sorted(file for file in (ROOT / "src" / "halma").rglob("*") if file.suffix in (".cpp", ".hpp", ".h"))
# What only GCC and Clang know.
FOREIGN = re.compile(
    r"__builtin_\w+|__attribute__|__int128|\bssize_t\b|__restrict__|\btypeof\b|#include <(?:unistd|sys/)"
)
# What stands between these is only compiled by those who know it. HALMA_WIDE is defined in one of them.
GUARD = re.compile(r"#\s*if.*(?:__GNUC__|__clang__|__wasm__|_MSC_VER|HALMA_WIDE)")
# As an extension module does that keeps an object for good, of every compiled module and of what they answer.
KEEPS = """
import ctypes, importlib, sys
import halma
from halma.engine import Limits, think
from halma.puzzles import SolveLimits, solve

kept = [halma.Position("halma"), halma.Position("dice", seed="1"), halma.Position("star", players=2, pieces=10)]
kept += [position.legal_moves for position in kept]
kept.append(think(kept[2], Limits(level=3)))
kept.append(solve(halma.Position("star-highscore"), SolveLimits(seconds=0.05)))
for name in {modules!r}:
    module = importlib.import_module(name)
    kept += [module, *vars(module).values()]
for thing in kept:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))
"""


def test_version_tells_every_compiled_module_and_no_other():
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    folders = re.findall(r"^install\(TARGETS \w+ LIBRARY DESTINATION (\S+) OPTIONAL\)", cmake, re.MULTILINE)
    assert {folder.replace("/", ".") + "._native" for folder in folders} == {part.module for part in COMPILED_PARTS}
    assert set().union(*(part.needs for part in COMPILED_PARTS)) <= {part.module for part in COMPILED_PARTS}


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
def test_nothing_is_reported_at_the_exit_about_what_is_still_kept():
    program = KEEPS.format(modules=tuple({part.module for part in COMPILED_PARTS} - set(parts_not_compiled())))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.relative_to(ROOT / "src" / "halma").as_posix())
def test_the_sources_use_nothing_that_only_one_compiler_knows(file: Path):
    depth, guarded, found = 0, [], []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        code = line.split("//")[0]
        if re.match(r"\s*#\s*if", code):
            depth += 1
            if GUARD.search(code):
                guarded.append(depth)
        elif re.match(r"\s*#\s*endif", code):
            if guarded and guarded[-1] == depth:
                guarded.pop()
            depth -= 1
        elif not guarded and FOREIGN.search(code):
            found.append(f"{number}: {line.strip()}")
    assert found == []
