"""Damaged input of every form is refused by an error of ours, or it can be written, read again, shown and played."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.play.fuzzing import fuzz

# As many as take some seconds each; `python -m tests.play.fuzzing` makes as many as one likes.
EXAMPLES = {"position": 40, "move": 20, "record": 30, "options": 80, "command": 40, "protocol": 40}


@pytest.mark.parametrize("form", EXAMPLES)
def test_damaged_input_never_breaks_anything(form: str) -> None:
    @settings(max_examples=EXAMPLES[form], suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**32))
    def check(seed: int) -> None:
        fuzz(form, seed)

    check()
