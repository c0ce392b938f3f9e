"""What `halma bench` tells of batches."""

import pytest

from halma.batch.compiled import available
from halma.engine import bench

NAME = "batch.star-2x10.random_turns_per_s"


@pytest.mark.skipif(not available(), reason="batches are not compiled")
def test_batches_are_measured_and_compared_with_openspiel() -> None:
    found = bench.bench("ratio.batch.star-2x10", seconds=0.001, rounds=1)
    assert found[NAME] > 0
    for word in ("random_turns_per_s", "python_loop_turns_per_s"):
        other = f"openspiel.star-2x10.{word}"
        if bench.has_openspiel():
            assert found[f"ratio.batch.{other}"] == found[NAME] / found[other]


def test_batches_are_left_out_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    find = bench.find_spec
    monkeypatch.setattr(bench, "find_spec", lambda name: None if name == "numpy" else find(name))
    assert not any(name.startswith("batch.") for name, _ in bench.measurements())
