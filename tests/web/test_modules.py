"""The modules of the page: which part may import which, the types of its messages, and its unit tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from halma.web import STATIC
from tests.nodejs import node

ROOT = Path(__file__).parents[2]
SCRIPTS = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*.js")}
# The parts of the page, and what each may import besides its own modules. The board knows no rule and no network.
PARTS = {
    "ui": set(),
    "local": set(),
    "board": {"ui"},
    "offline": {"local", "ui"},
    # It runs beside the page, which knows only what it answers.
    "worker": {"offline", "protocol"},
    "service-worker": set(),
    "protocol": {"offline"},
    "words": {"protocol", "local"},
    "table": {"board", "words", "protocol", "offline", "local", "ui"},
    "screens": {"table", "board", "words", "protocol", "offline", "local", "ui"},
    "main": {"screens", "table", "words", "protocol", "offline", "local", "ui"},
}


def part_of(path: Path) -> str:
    """The folder of a module; main.js lies in none."""
    return path.relative_to(STATIC).parts[0].removesuffix(".js")


def imports(path: Path) -> list[Path]:
    """What a module imports, and what types it takes from elsewhere."""
    script = path.read_text(encoding="utf-8")
    found = re.findall(r'(?:\bfrom\s+|\bimport\s+|\bimport\()"([^"]+)"', script)
    assert all(name.startswith(("./", "../")) for name in found), (path, found)
    return [(path.parent / name).resolve() for name in found]


def test_scripts_only_load_files_that_are_there():
    for path in SCRIPTS.values():
        for wanted in imports(path):
            types = wanted.with_name(wanted.name.removesuffix(".js") + ".d.ts")
            assert wanted.is_relative_to(STATIC) and (wanted.is_file() or types.is_file()), (path, wanted)


def test_parts_only_import_parts_below_them():
    assert {part_of(path) for path in SCRIPTS.values()} == set(PARTS)
    wrong = [
        f"{name} imports {wanted.relative_to(STATIC)}"
        for name, path in SCRIPTS.items()
        for wanted in imports(path)
        if part_of(wanted) not in {part_of(path), *PARTS[part_of(path)]}
    ]
    assert wrong == []


def test_the_types_of_the_messages_are_current():
    told = subprocess.run([sys.executable, ROOT / "tools/message_types.py"], capture_output=True, text=True, check=True)
    kept = (STATIC / "protocol/messages.d.ts").read_text(encoding="utf-8")
    assert kept == told.stdout, "python tools/message_types.py > src/halma/web/static/protocol/messages.d.ts"


def test_the_unit_tests_of_the_page_pass():
    program = node()
    assert program is not None, "Node.js is missing"
    assert (ROOT / "node_modules/happy-dom").is_dir(), "make lint installs what these tests need"
    files = sorted((ROOT / "tests/web/unit").glob("*.test.mjs"))
    assert files
    done = subprocess.run([program, "--test", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
