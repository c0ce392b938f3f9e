"""Training with PyTorch, from games to a net that plays: `make test-learn`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

if "HALMA_LEARN" not in os.environ:
    pytest.skip("needs PyTorch; see make test-learn", allow_module_level=True)

from halma.cluster import Processes
from halma.engine import Limits, think
from halma.engine.learn.cards import checksum, read_card
from halma.engine.learn.errors import LearnError
from halma.engine.learn.export import export
from halma.engine.learn.games import Plan, play_games
from halma.engine.learn.program import build_program
from halma.engine.learn.run import LearningRun
from halma.engine.learn.self_play import PlayStyle, self_play
from halma.engine.learn.training import Schooling, Trainer, torch, train
from halma.games import choose
from halma.play import Position
from tests.engine.nets import corrections

QUICK = choose("quick")
SMALL = Schooling(hidden=16, epochs=2, batch=1024)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> LearningRun:
    run = LearningRun(tmp_path_factory.mktemp("learning") / "quick", QUICK)
    for _ in self_play(run, Processes(2), 0, 600, PlayStyle(nodes=200)):
        pass
    return run


def test_a_net_says_in_whole_numbers_what_it_has_learnt(taught: LearningRun) -> None:
    """The file, computed as its description says, gives what PyTorch computes, but for what rounding takes away."""
    trainer = Trainer(taught, Schooling(hidden=32, epochs=2, batch=1024))
    history = list(trainer.epochs())
    assert history[-1].unseen < history[0].unseen + 0.01
    parts, data = trainer.parts(), trainer.unseen.data
    for row in range(0, trainer.unseen.count, max(1, trainer.unseen.count // 20)):
        rows = trainer.unseen.rows(slice(row, row + 1))
        with torch.no_grad():
            with_net, without = trainer._logits(rows, mirrored=False)
        expected = ((with_net - without) / trainer.net.turn * 100)[0].tolist()
        contents = [0] * taught.layout.cells
        for piece, cell in enumerate(data["cells"][row].tolist()):
            contents[cell] = 1 + (piece >= taught.layout.armies[0])
        found = corrections(parts, _Standing(contents, int(data["actor"][row])))  # pyright: ignore[reportArgumentType]
        # The phase of a net file is found with whole numbers; at its edges it may be the next one.
        close = [abs(one - other) <= 4 + 0.03 * abs(other) for one, other in zip(found, expected, strict=True)]
        assert all(close) or float(data["phase"][row]) * parts.phases % 1 < 1e-4


class _Standing:
    """What `corrections` asks of a position."""

    def __init__(self, contents: list[int], actor: int) -> None:
        position = Position(QUICK)
        advance = [kind.advance for kind in position.rules.kinds]
        totals = [
            sum(advance[code - 1][cell] for cell, code in enumerate(contents) if code == seat + 1) for seat in (0, 1)
        ]
        self.state = self
        self.now = self
        self.actor = actor
        self.contents = lambda: contents
        self.totals = lambda: totals


def test_a_training_with_the_same_seed_gives_the_same_net(taught: LearningRun) -> None:
    reports = [train(taught, generation, SMALL) for generation in (7, 8)]
    assert reports[0]["unseen_loss"] == reports[1]["unseen_loss"]
    assert export(taught, 7, "x", "y") == export(taught, 8, "x", "y")


def test_what_was_trained_on_is_predicted_better_than_by_the_written_evaluation(taught: LearningRun) -> None:
    report = train(taught, 9, Schooling(hidden=32, epochs=6, batch=1024))
    losses = [loss for loss in report["losses_by_phase"] if loss["positions"]]
    count = sum(loss["positions"] for loss in losses)
    written, net = (sum(loss["positions"] * loss[name] for loss in losses) / count for name in ("written", "net"))
    assert net < written


def test_weights_that_were_damaged_are_refused(taught: LearningRun) -> None:
    train(taught, 6, SMALL)
    file = taught.weights_file(6)
    data = file.read_bytes()
    for changed in (data[: len(data) // 2], b"", b"x" * 100):
        file.write_bytes(changed)
        with pytest.raises(LearnError, match="damaged"):
            export(taught, 6, "x", "y")


def test_too_few_games_are_told(tmp_path: Path) -> None:
    with pytest.raises(LearnError, match="too few games"):
        train(LearningRun(tmp_path, QUICK), 0, SMALL)


def test_the_program_plays_the_same_games_as_the_module(tmp_path: Path) -> None:
    program = str(build_program(tmp_path / "selfplay"))
    words = ("nodes=100", "strays=30")
    for choice in (QUICK, choose("star", players=3, pieces=15)):
        plan = Plan(choice, 3, (*words, "most_turns=60"))
        assert play_games(plan, 5, 3) == play_games(Plan(choice, 3, plan.words, program=program), 5, 3)
        assert (
            LearningRun(tmp_path / "run" / choice.game, choice, program).layout
            == LearningRun(tmp_path / "other" / choice.game, choice).layout
        )


def test_the_whole_loop(lines: Callable[..., list[str]], tmp_path: Path) -> None:
    folder = tmp_path / "quick"
    command = ["learn", "loop", str(folder), "--game", "quick", "--games", "300", "--nodes", "100", "--hidden", "16"]
    command += ["--epochs", "2", "--generations", "2", "--gate-games", "40", "--gate-nodes", "200", "--rival", "none"]
    told = lines(*command, "--jobs", "2")
    assert told[0].startswith("Generation 0: ") and told[1].startswith("Generation 1: ")
    assert told[-1].startswith("The best net: ")
    # What is there is not done again, and comes out the same.
    assert lines(*command, "--jobs", "2") == told
    run = LearningRun(folder)
    for generation in (0, 1):
        card: dict[str, Any] = read_card(run.card_file(generation))
        assert card["crc32"] == checksum(run.net_file(generation).read_bytes())
        assert card["generations"] == generation + 1 and card["games"] == 300 * (generation + 1)
        assert card["match"][0]["games"] >= 4
    assert json.loads((run.games_folder(1) / "plan.json").read_text())["net"] != 0
    thought = think(Position(QUICK), Limits(nodes=500, net=str(run.net_file(1))))
    assert thought.fault is None
