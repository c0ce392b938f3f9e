"""The fast kernel meets the counts of the data files in tests/perft."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import halma.play
from halma.cli import app
from halma.kernel import fast
from halma.play import DiceSource, Position
from halma.rules import SEATS

pytestmark = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")

FILES = Path(__file__).parent.parent / "perft"
LINES = [
    pytest.param(*(part.strip() for part in line.split("|")), id=line.split("|")[0][:60].strip())
    for name in ("published.txt", "oracle.txt")
    for line in (FILES / name).read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
# Given dice come over and over; so many values are a whole number of rounds of up to six dice.
ROUNDS = 60


def counted(position: Position, depth: int, dice: DiceSource | None = None) -> int:
    """What `halma.play.perft` counts, by the fast kernel."""
    state = fast.State(position.rules, SEATS.index(position.choice.first or "A"))
    for event in position.history:
        if event.action is None:
            state.roll(event.roll)
        else:
            state.apply(event.action)
    assert state.now == position.state.now
    return state.perft(depth, [] if dice is None else [dice.value(number) for number in range(ROUNDS)])


@pytest.mark.parametrize(("command", "counts"), LINES)
def test_counts(command: str, counts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [f"{depth} {count}" for depth, count in enumerate(counts.split(), 1)]
    monkeypatch.setattr(halma.play, "perft", counted)
    result = CliRunner().invoke(app, ["perft", *shlex.split(command), "--depth", str(len(expected))])
    assert result.stdout.splitlines() == expected


@pytest.mark.parametrize(
    ("game", "options", "depth", "count"),
    # Counted once by the reference kernel, which takes a minute for each.
    [("halma", {}, 4, 4562496), ("star", {"players": 2, "pieces": 10}, 5, 3188520)],
)
def test_deep_counts(game: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert counted(Position(game, **options), depth) == count
