"""One cache folder for all tests of the puzzles, so that the tablebase of solitaire is built at most once a run."""

import os
from pathlib import Path

import pytest

from halma.puzzles import solitaire
from halma.puzzles.compiled import available

needs_compiler = pytest.mark.skipif(not available(), reason="the compiled searches were not built")


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory):
    # Workers that run side by side share the folder above theirs.
    folder = Path(tmp_path_factory.getbasetemp())
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    before = os.environ.get("HALMA_CACHE")
    os.environ.setdefault("HALMA_CACHE", str(shared / "halma-cache"))
    yield
    if before is None:
        del os.environ["HALMA_CACHE"]
    solitaire.tablebase.cache_clear()
