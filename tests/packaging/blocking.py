"""Running Python where packages of others cannot be imported, whatever is installed."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Refuses modules as if they were not installed: those named, or all but the standard library and halma.
BLOCKER = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in {blocked!r} if {blocked!r} else top != "halma" and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""
COMMAND = "from halma.cli import main; main()"


def python_without(
    blocked: Iterable[str], code: str, *arguments: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run some code where certain packages are missing; no names mean all of them."""
    program = BLOCKER.format(blocked=tuple(blocked)) + code
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env={**os.environ, "LANGUAGE": "en", "NO_COLOR": "1", **environment},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
