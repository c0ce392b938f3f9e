"""`halma learn`: its steps as far as they go without PyTorch, and what it says to bad input."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from halma.engine.learn import self_play
from halma.engine.learn.cards import card_text
from halma.engine.learn.net_file import encoded
from halma.engine.learn.run import LearningRun
from halma.games import choose
from tests.engine.nets import random_parts

pytest.importorskip("halma.engine._native")
QUICK = choose("quick")
LOSSES = [{"positions": 30, "written": 0.61, "net": 0.58}, {"positions": 0, "written": 0.0, "net": 0.0}]
REPORT: dict[str, Any] = {
    "games": 200,
    "positions": 9000,
    "unseen_loss": 0.512,
    "losses_by_phase": LOSSES,
    "history": [{"epoch": 1, "loss": 0.6, "unseen": 0.55, "seconds": 1.0}],
}


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A run whose first net is there."""
    run = LearningRun(tmp_path / "quick", QUICK)
    run.write(run.net_file(0), encoded(random_parts(QUICK, 1, most=0)))
    run.write(run.report_file(0), json.dumps(REPORT).encode())
    run.write(run.card_file(0), card_text({"family": "quick"}, LOSSES, []).encode())
    return str(run.folder)


def test_games_are_played_into_the_folder(
    lines: Callable[..., list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "GAMES_A_FILE", 2)
    folder = str(tmp_path / "run")
    command = ("learn", "selfplay", folder, "--game", "quick", "--games", "4", "--nodes", "0", "--jobs", "1")
    assert lines(*command) == []
    assert [file.name for file in LearningRun(folder).all_games()] == ["00000000.games", "00000002.games"]
    assert lines("learn", "selfplay", folder, "--games", "4", "--nodes", "0", "--jobs", "1") == []


def test_a_match_is_told_and_kept_on_the_card(lines: Callable[..., list[str]], folder: str) -> None:
    options = ("--gate-nodes", "60", "--gate-games", "8", "--rival", "none", "--jobs", "1")
    (told,) = lines("learn", "gate", folder, *options)
    assert told.startswith("The net won 4, lost 4 and drew 0 games: 50.0 %")
    assert told.endswith("Whether it is better is not clear yet.")
    shown = lines("learn", "report", folder)
    assert shown == [
        "Trained on 9,000 positions of 200 games; loss on unseen games: 0.5120",
        "Part 1 of 2: 30 positions, loss 0.6100 without the net, 0.5800 with it",
        "Generation 0: 4 won, 4 lost, 0 drawn against written evaluation. Whether it is better is not clear yet.",
    ]


def test_a_training_is_drawn(lines: Callable[..., list[str]], folder: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "training.svg"
    lines("learn", "report", folder, "--plot", str(file))
    drawn = file.read_text(encoding="utf-8")
    assert "Logarithmic loss" in drawn and "unseen games" in drawn


def test_bad_input_is_refused(refused: Callable[..., str], folder: str, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    assert "STEP takes one of selfplay, train" in refused("learn", "sleep", folder)
    assert "There is no run in the folder" in refused("learn", "selfplay", nowhere)
    assert "has a run of another game: quick" in refused("learn", "gate", folder, "--game", "super")
    assert "can be learnt" in refused("learn", "selfplay", nowhere, "--game", "tippy")
    assert "multiple of 16" in refused("learn", "train", folder, "--hidden", "100")
    assert "no net of generation 3" in refused("learn", "report", folder, "--generation", "3")
    assert "--rivalry takes a whole number from 0 to 100" in refused("learn", "selfplay", folder, "--rivalry", "101")
    assert "Cannot read" in refused("learn", "gate", folder, "--rival", nowhere, "--jobs", "1")
    Path(folder, "nets", "000.net").write_bytes(b"x")
    assert "is not a net of halma" in refused("learn", "gate", folder, "--rival", "none", "--jobs", "1")
    LearningRun(nowhere, QUICK)
    assert "has no net yet" in refused("learn", "report", nowhere)


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="PyTorch is installed")
def test_without_pytorch_training_says_what_to_install(refused: Callable[..., str], folder: str) -> None:
    assert 'pip install "halma[learn]"' in refused("learn", "train", folder)


def test_an_analysis_says_why_a_net_cannot_be_used(lines: Callable[..., list[str]], folder: str) -> None:
    net = str(Path(folder, "nets", "000.net"))
    used = lines("analyse", "--game", "quick", "--nodes", "500", "--net", net)
    told = lines("analyse", "--game", "super", "--nodes", "500", "--net", net)
    assert not any("written evaluation" in line for line in used)
    assert f"The net {net} was made for another game: random." in told
    assert "The written evaluation is used instead." in told
