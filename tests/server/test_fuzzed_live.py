"""Whatever is sent over a live connection is answered, changes nothing that is somebody else's, and play goes on."""

from pathlib import Path

import pytest

from halma.server.transport.live import ACTS, tag_of

from .fuzzing import ANSWERS, fuzz

# A hundred thousand together; `python -m tests.server.fuzzing` sends as many as one likes.
MESSAGES = 25_000
SEEDS = (1, 2, 3, 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_sent_breaks_anything(tmp_path: Path, seed: int) -> None:
    counts = fuzz(tmp_path, MESSAGES, seed)
    # It has come to where things are done: every message has been carried out, and many have been refused.
    for kind in map(tag_of, ACTS):
        if kind != "back":
            assert counts[f"{kind} {ANSWERS.get(kind, 'done')}"], kind
    assert counts["played on"] >= 10
    assert counts["wild bad-request"] > MESSAGES / 5 and counts["wild not-your-seat"] > MESSAGES / 50
    assert counts["wild too-large"] and counts["wild done"]
