"""The counts in the data files beside this one are met by the `halma perft` command."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from halma.cli import app

HERE = Path(__file__).parent
LINES = [
    pytest.param(*(part.strip() for part in line.split("|")), id=line.split("|")[0][:60].strip())
    for name in ("published.txt", "oracle.txt")
    for line in (HERE / name).read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("command", "counts"), LINES)
def test_counts(command: str, counts: str) -> None:
    expected = [f"{depth} {count}" for depth, count in enumerate(counts.split(), 1)]
    result = CliRunner().invoke(app, ["perft", *shlex.split(command), "--depth", str(len(expected))])
    assert result.stdout.splitlines() == expected
