"""A site for tests, written once for each version of the page and shared by all test processes."""

from __future__ import annotations

import fcntl
import shutil
from functools import cache
from pathlib import Path

import pytest

from halma.server.transport.offline import page_version, write_site
from halma.web import WASM

FOLDER = Path(__file__).parents[2] / "build/site"
# There are puzzles for so many days; a test that runs longer than that sees the first ones again.
DAYS = 12


@cache
def made_site() -> Path:
    """The folder of the site."""
    if not WASM.is_file():
        pytest.skip("kernel and engine are not built for browsers: run make wasm")
    FOLDER.mkdir(parents=True, exist_ok=True)
    site = FOLDER / page_version()
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.is_dir():
            for old in FOLDER.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            write_site(FOLDER / "unfinished", "en", days=DAYS)
            (FOLDER / "unfinished").rename(site)
    return site
