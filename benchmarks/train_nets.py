"""Trains the nets of all formats on one large machine in a given time, from a plain checkout: no part of halma has to
be installed or compiled before, only PyTorch, NumPy and a C++ compiler are needed.

    PYTHONPATH=src python benchmarks/train_nets.py --folder runs --minutes 25 --out nets.zip

The formats take turns: while the games of one are played on all cores, the net of the one before is trained on the GPU.
In the end every net plays the written evaluation at equal time. What comes out is one archive with the nets, their
cards and the reports of the trainings.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import traceback
import zipfile
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halma.cluster import Processes
from halma.engine.learn.cards import commit_here
from halma.engine.learn.export import export
from halma.engine.learn.gate import GateStyle
from halma.engine.learn.loop import LoopPlan, gate_step
from halma.engine.learn.program import build_program
from halma.engine.learn.run import LearningRun
from halma.engine.learn.self_play import PlayStyle, self_play
from halma.games import choose


@dataclass(frozen=True)
class Recipe:
    """How the net of a format is made."""

    game: str
    options: dict[str, int] = field(default_factory=dict[str, int])
    generations: int = 2
    #: Its part of the time.
    weight: float = 1.0
    play: PlayStyle = field(default_factory=PlayStyle)
    schooling: dict[str, Any] = field(default_factory=dict[str, Any])


def two(players: int, pieces: int) -> dict[str, int]:
    return {"players": players, "pieces": pieces}


# Of several seats only the look at each move makes enough games, and more generations pay. In halma the net must see
# positions in which it is behind against the written evaluation, and is believed less.
GLANCE = PlayStyle(nodes=0, strays=20, noise=60)
BLOCKED = PlayStyle(rivalry=50, strays=40)
RECIPES = {
    "halma-2x19": Recipe("halma", two(2, 19), 3, 2.5, BLOCKED, {"most": 8.0}),
    "star-2x15": Recipe("star", two(2, 15), 3, 1.5),
    "star-2x10": Recipe("star", two(2, 10), 3, 1.2),
    "quick": Recipe("quick", {}, 2, 0.4, PlayStyle(), {"hidden": 64}),
    "halma-2x13": Recipe("halma", two(2, 13), 2, 1.2, BLOCKED, {"most": 12.0}),
    "halma-2x15": Recipe("halma", two(2, 15), 2, 1.2, BLOCKED, {"most": 12.0}),
    "star-3x15": Recipe("star", two(3, 15), 4, 1.0, GLANCE),
    "star-6x10": Recipe("star", two(6, 10), 4, 1.0, GLANCE),
    "star-4x10": Recipe("star", two(4, 10), 4, 1.0, GLANCE),
    "halma-4x13": Recipe("halma", two(4, 13), 4, 1.0, GLANCE),
    "super": Recipe("super", {}, 2, 1.2, BLOCKED, {"most": 8.0}),
    "star-super": Recipe("star-super", {}, 2, 1.0),
}
# Of the time: games to learn from, and matches; the rest is for what cannot be planned.
PLAYING, MATCHES = 0.58, 0.34


def told(begin: float, text: str) -> None:
    print(f"{time.monotonic() - begin:7.1f} s  {text}", flush=True)


def play(run: LearningRun, recipe: Recipe, generation: int, seconds: float, jobs: int) -> int:
    """SampledGames of a generation until the time is up, but some."""
    begin, games = time.monotonic(), 0
    for done in self_play(run, Processes(jobs), generation, 10**7, recipe.play):
        games = done
        if done and time.monotonic() - begin > seconds:
            break
    return games


def learn(run: LearningRun, recipe: Recipe, generation: int, seconds: float, command: str) -> dict[str, Any]:
    # Not above: the processes that play begin with this file too, and PyTorch takes long to load.
    from halma.engine.learn.training import Schooling, train  # noqa: PLC0415

    schooling = Schooling(**{"batch": 16384, "epochs": 30, "seconds": seconds, **recipe.schooling})
    report = train(run, generation, schooling)
    export(run, generation, command, commit_here())
    return report


def compete(run: LearningRun, generation: int, seconds: float, jobs: int, milliseconds: int) -> str:
    """A match against the written evaluation, as far as the time goes."""
    plan = LoopPlan(gate=GateStyle(milliseconds=milliseconds, games=4000, seconds=seconds))
    score = gate_step(run, Processes(jobs), generation, ("written evaluation", None), plan, lambda _: None)
    return f"{dict(score.results)} {100 * score.share:.1f} % of {100 * score.fair:.1f} %, better: {score.verdict()}"


def pack(target: Path, runs: dict[str, LearningRun]) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, run in runs.items():
            for generation in range(run.generations):
                for file in (run.net_file(generation), run.card_file(generation), run.report_file(generation)):
                    if file.exists():
                        archive.write(file, f"{name}/{file.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--formats", nargs="*", default=list(RECIPES), choices=list(RECIPES))
    parser.add_argument("--milliseconds", type=int, default=20, help="a turn of a match")
    given = parser.parse_args()
    begin = time.monotonic()
    total = 60 * given.minutes
    command = "python " + " ".join(sys.argv)
    program = str(build_program(given.folder / "selfplay"))
    told(begin, "compiled")
    recipes = {name: RECIPES[name] for name in given.formats}
    runs = {
        name: LearningRun(given.folder / name, choose(one.game, **one.options), program)
        for name, one in recipes.items()
    }
    share = (total - (time.monotonic() - begin)) / sum(one.weight for one in recipes.values())
    failed: set[str] = set()

    @contextmanager
    def kept_apart(name: str) -> Generator[None]:
        """One format that fails must not take the others away."""
        try:
            yield
        except Exception:
            traceback.print_exc()
            failed.add(name)

    training: dict[str, Future[dict[str, Any]]] = {}
    with ThreadPoolExecutor(1) as gpu:
        for generation in range(max(one.generations for one in recipes.values())):
            for name, one in recipes.items():
                if generation >= one.generations or name in failed:
                    continue
                with kept_apart(name):
                    if name in training:
                        told(
                            begin,
                            f"{name} {generation - 1}: {json.dumps(training.pop(name).result()['losses_by_phase'])}",
                        )
                    seconds = share * PLAYING * one.weight / one.generations
                    games = play(runs[name], one, generation, seconds, given.jobs)
                    told(begin, f"{name} {generation}: {games} games")
                    training[name] = gpu.submit(learn, runs[name], one, generation, seconds, command)
        for name, future in training.items():
            with kept_apart(name):
                told(begin, f"{name} {recipes[name].generations - 1}: {json.dumps(future.result()['losses_by_phase'])}")
    pack(given.out, runs)
    for name, one in recipes.items():
        if name not in failed:
            with kept_apart(name):
                left = min(total - (time.monotonic() - begin), share * MATCHES * one.weight)
                result = compete(runs[name], one.generations - 1, left, given.jobs, given.milliseconds)
                told(begin, f"{name}: {result}")
        pack(given.out, runs)


if __name__ == "__main__":
    main()
