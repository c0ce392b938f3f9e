"""Two thousand made-up lives of a server, and those in which something was wrong once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .plan import Case, Step, made_up
from .run import fault_of, first_failure, prepared, read, smallest, told, written
from .shrink import shrunk

SEEDS, AT_A_TIME = 2000, 100
CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("start", range(0, SEEDS, AT_A_TIME))
def test_nothing_is_lost_and_nobody_is_cheated(start):
    case = first_failure(range(start, start + AT_A_TIME))
    if case is not None:
        small = smallest(case)
        pytest.fail(f"seed {case.seed}\n{told(small)}\npython -m tests.simulation --case '{written(small)}'")


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_what_was_wrong_once_is_well(file):
    case = read(file.read_text(encoding="utf-8"))
    with prepared():
        assert fault_of(case) is None


def test_a_seed_means_the_same_everywhere():
    """Whatever the order of sets and the places in memory are."""
    traces = {
        subprocess.run(
            [sys.executable, "-m", "tests.simulation", "--seeds", "17", "--trace"],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(traces) == 1 and traces.pop().count(b"\n") > 100


def test_what_happens_covers_what_can_happen():
    """A simulation in which nothing goes wrong proves nothing."""
    steps = {step.what for seed in range(300) for step in made_up(seed).steps}
    assert {"move", "kill", "kill all", "pause", "outage", "lose back", "hub away", "clock", "cut", "lie"} <= steps
    cases = [made_up(seed) for seed in range(300)]
    assert {case.fronts for case in cases} == {1, 2, 3} and {case.workers for case in cases} == {0, 1}
    assert {kind for case in cases for kind in case.seats} == {"here", "link", "claim", "open", "computer"}


def test_a_case_is_written_and_read_again():
    case = made_up(3)
    assert read(written(case)) == case


def test_a_mistake_is_shrunk_to_what_it_takes():
    """Of many steps only the two that matter are left, as plain as can be."""
    steps = [Step(0.5, "chat", number, number) for number in range(20)]
    steps[7], steps[15] = Step(0.25, "kill", 3, 17, 2.0), Step(0.75, "move", 5, 400)
    case = Case(1, "star", {"players": 3}, ("link", "claim", "open"), fronts=3, workers=1, steps=tuple(steps))

    def fails(candidate: Case) -> str | None:
        kinds = [step.what for step in candidate.steps]
        both = "kill" in kinds and "move" in kinds[kinds.index("kill") :]
        return "wrong" if both and candidate.fronts > 1 else None

    small = shrunk(case, fails)
    assert small.steps == (Step(1.0, "kill", 0, 0, 2.0), Step(1.0, "move", 0, 0))
    assert (small.fronts, small.workers, small.spectators, small.game) == (2, 0, 0, "quick")
    assert set(small.seats) <= {"here", "link"}
