"""The steps of a run, each of which goes on where it was left, and all of them in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from halma.cluster import Cluster
from halma.engine.learn.cards import checksum, commit_here, read_card
from halma.engine.learn.export import add_match, export
from halma.engine.learn.gate import GateScore, GateStyle, gate
from halma.engine.learn.run import LearningRun
from halma.engine.learn.self_play import PlayStyle, self_play

if TYPE_CHECKING:
    from halma.engine.learn.training import EpochReport

PLAYING, TRAINING, GATING = "selfplay", "train", "gate"


@dataclass(frozen=True)
class LoopProgress:
    """How far a step has got."""

    step: str
    generation: int
    done: int
    wanted: int
    #: Of a training.
    progress: EpochReport | None = None
    #: Of a match.
    score: GateScore | None = None


Tell = Callable[[LoopProgress], None]


@dataclass(frozen=True)
class LoopPlan:
    """What is done in each generation. `schooling` is a Schooling, by name so that nobody has to import PyTorch."""

    generations: int = 2
    games: int = 20_000
    play: PlayStyle = field(default_factory=PlayStyle)
    schooling: dict[str, Any] = field(default_factory=dict[str, Any])
    gate: GateStyle = field(default_factory=GateStyle)
    seed: int = 0
    #: The command that is written onto the cards.
    command: str = ""


def play_step(run: LearningRun, cluster: Cluster, generation: int, plan: LoopPlan, tell: Tell) -> None:
    """Play the games of a generation."""
    for done in self_play(run, cluster, generation, plan.games, plan.play, plan.seed):
        tell(LoopProgress(PLAYING, generation, done, plan.games))


def train_step(run: LearningRun, generation: int, plan: LoopPlan, tell: Tell) -> dict[str, Any]:
    """Train the net of a generation on all games so far."""
    from halma.engine.learn.training import Schooling, train  # noqa: PLC0415 - needs PyTorch

    schooling = Schooling(**plan.schooling, seed=plan.seed)

    def told(one: EpochReport) -> None:
        tell(LoopProgress(TRAINING, generation, one.epoch, one.epochs, progress=one))

    return train(run, generation, schooling, told)


def gate_step(
    run: LearningRun, cluster: Cluster, generation: int, rival: tuple[str, bytes | None], plan: LoopPlan, tell: Tell
) -> GateScore:
    """Let a net play a rival, given by name and file, and write the result onto its card."""
    score = GateScore(run.layout.seats)
    name, rival_net = rival
    for score in gate(run, cluster, run.read(run.net_file(generation)), rival_net, plan.gate, plan.seed):
        tell(LoopProgress(GATING, generation, len(score.points), plan.gate.games, score=score))
    low, high = score.interval
    result: dict[str, Any] = {
        "rival": name if rival_net is None else f"{name} {checksum(rival_net)}",
        "games": len(score.points),
        **{result: score.results[result] for result in ("won", "drawn", "lost")},
        "share": score.share,
        "fair_share": score.fair,
        "low": low,
        "high": high,
        "better": {True: "yes", False: "no", None: "open"}[score.verdict()],
        "nodes": plan.gate.nodes,
        "rival_nodes": plan.gate.rival_nodes or plan.gate.nodes,
        "milliseconds": 0 if plan.gate.nodes else plan.gate.milliseconds,
    }
    add_match(run, generation, result)
    return score


def loop(run: LearningRun, cluster: Cluster, rival: tuple[str, bytes | None], plan: LoopPlan, tell: Tell) -> int:
    """All steps, generation after generation; gives the generation whose net did best in its match.

    What is there already is not done again.
    """
    for generation in range(plan.generations):
        if not run.weights_file(generation).exists():
            play_step(run, cluster, generation, plan, tell)
            train_step(run, generation, plan, tell)
        if not run.net_file(generation).exists():
            export(run, generation, plan.command, commit_here())
        if not matches(run, generation):
            gate_step(run, cluster, generation, rival, plan, tell)
    return max(range(plan.generations), key=lambda one: max(match["low"] for match in matches(run, one)))


def matches(run: LearningRun, generation: int) -> list[dict[str, Any]]:
    """The matches on the card of a net."""
    return read_card(run.card_file(generation)).get("match", [])
