"""Training: from the positions of a run to the weights of a net. The only module that needs PyTorch."""

# What the linters install does not include PyTorch: it is large, and its types are not complete.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from halma.engine.learn.data import Data, advances, columns, load
from halma.engine.learn.errors import LearnError
from halma.engine.learn.games import rules_of
from halma.engine.learn.layout import mirrors_of
from halma.engine.learn.net_file import HIDDEN_ONE, MOST_OUTPUT, OUTPUT_ONE, NetParts
from halma.engine.learn.run import LearningRun
from halma.extras import requires_extra
from halma.messages import mark

with requires_extra("learn"):
    import numpy as np
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

if TYPE_CHECKING:
    from halma.rules import Ruleset

#: Positions whose loss is told by how far the game has come.
PARTS = 8
# The share of a training in which the learning rate goes up.
WARM_UP = 0.05


@dataclass(frozen=True)
class Schooling:
    """How a net is trained."""

    hidden: int = 128
    phases: int = 8
    epochs: int = 12
    batch: int = 8192
    rate: float = 2e-3
    decay: float = 1e-4
    #: What a target is made of: the result, the score of the search, and how clear the result was.
    result: float = 0.6
    score: float = 0.3
    margin: float = 0.1
    #: After so many epochs that make nothing better on unseen games it ends.
    patience: int = 4
    #: The correction is bounded, in turns.
    most: float = 30.0
    #: After so many seconds it ends; the learning rate goes down in time.
    seconds: float = math.inf
    seed: int = 0


@dataclass(frozen=True)
class EpochReport:
    """What is told after each epoch."""

    epoch: int
    epochs: int
    loss: float
    unseen: float
    seconds: float


class Correction(nn.Module):
    """What is added to the written value of each seat, by its own view of the board. In logits."""

    def __init__(self, layout_inputs: int, seats: int, schooling: Schooling) -> None:
        super().__init__()
        self.inputs = nn.Parameter(torch.randn(layout_inputs, schooling.hidden) * 0.05)
        self.bias = nn.Parameter(torch.full((schooling.hidden,), 0.2))
        self.outputs = nn.Parameter(torch.randn(schooling.phases, seats, schooling.hidden) * 0.02)
        self.output_bias = nn.Parameter(torch.zeros(schooling.phases, seats))
        # How many logits a turn is.
        self.turn = nn.Parameter(torch.tensor(0.2))

    def forward(self, pieces: Tensor, seen_as: Tensor, phase: Tensor) -> Tensor:
        """By position and view; `pieces` are the inputs that are there, `seen_as` who acts, in each view."""
        batch, views, _ = pieces.shape
        dense = torch.zeros(batch * views, self.inputs.shape[0] + 1, device=pieces.device, dtype=self.inputs.dtype)
        dense.scatter_(1, pieces.reshape(batch * views, -1), 1.0)
        hidden = (dense[:, :-1] @ self.inputs + self.bias).clamp(0, 1).square().view(batch, views, -1)
        rows = phase[:, None].expand(-1, views), seen_as
        return (hidden * self.outputs[rows]).sum(-1) + self.output_bias[rows]

    @torch.no_grad()
    def keep_in_range(self) -> None:
        """What does not fit into the whole numbers of a file is not to be learnt."""
        most = MOST_OUTPUT / OUTPUT_ONE
        self.outputs.clamp_(-most, most)
        self.turn.clamp_(0.01, 5.0)


class Lesson:
    """Positions on the device that trains."""

    def __init__(self, data: Data, device: torch.device) -> None:
        self.data = {
            name: torch.from_numpy(np.ascontiguousarray(getattr(data, name))).to(device)
            for name in data.__dataclass_fields__
        }
        self.count = len(data)

    def rows(self, wanted: Tensor | slice) -> dict[str, Tensor]:
        """Some of them."""
        return {name: values[wanted] for name, values in self.data.items()}


class Trainer:
    """Trains the net of a run."""

    def __init__(self, run: LearningRun, schooling: Schooling, files: Sequence[Any] | None = None) -> None:
        torch.manual_seed(schooling.seed)
        self.run, self.schooling = run, schooling
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.rules: Ruleset = rules_of(run.choice)
        layout = run.layout
        advance = advances(layout, (kind.advance for kind in self.rules.kinds))
        train, unseen, self.games = load(run.all_games() if files is None else files, layout, advance, self.rules.teams)
        self.lesson, self.unseen = Lesson(train, self.device), Lesson(unseen, self.device)
        self.columns = torch.from_numpy(columns(layout, run.views)).to(self.device)
        self.mirrors = [self._mirror(view.cells, view.kinds) for view in mirrors_of(self.rules)]
        self.seen_as = torch.tensor([view.seats for view in run.views], device=self.device)
        self.teams = self._teams()
        self.scale = _fitted(train.score, train.result[np.arange(len(train)), train.actor], train.known)
        self.net = Correction(len(layout.armies) * layout.cells, layout.seats, schooling).to(self.device)
        with torch.no_grad():
            self.net.turn.fill_(max(0.02, _fitted(*self._written(train))))

    def _mirror(self, cells: tuple[int, ...], kinds: tuple[int, ...]) -> Tensor:
        """Where the pieces stand in a mirror in which everybody stays what he is."""
        if kinds != tuple(range(1, len(kinds) + 1)):
            raise LearnError(mark("The seats of this game do not look alike: a net cannot see it from each of them."))
        return torch.tensor([*cells, len(cells)], device=self.device)

    def _teams(self) -> Tensor:
        """By seat and team, who belongs to it."""
        teams = sorted(set(self.rules.teams))
        return torch.tensor([[float(own == team) for team in teams] for own in self.rules.teams], device=self.device)

    def _written(self, data: Data) -> tuple[Any, Any, Any]:
        """How far the actor is ahead by the written value, and whether it won."""
        rows = np.arange(len(data))
        own = data.written[rows, data.actor]
        others = data.written.copy()
        others[rows, data.actor] = -np.inf
        return own - others.max(axis=1), data.result[rows, data.actor], data.known

    # ---- one step -------------------------------------------------------------------------------------------

    def _logits(self, rows: dict[str, Tensor], mirrored: bool) -> tuple[Tensor, Tensor]:
        """By team, with the net, and without."""
        cells = rows["cells"].long()
        if mirrored and self.mirrors:
            mirror = self.mirrors[int(torch.randint(len(self.mirrors), ()))]
            cells = mirror[cells]
        pieces = self.columns[:, torch.arange(cells.shape[1], device=self.device), cells].transpose(0, 1)
        phase = (rows["phase"] * self.schooling.phases).floor().long().clamp(0, self.schooling.phases - 1)
        seen_as = self.seen_as[:, rows["actor"]].T
        plain = self.net.turn * rows["written"]
        most = self.schooling.most * self.net.turn.detach()
        added = self.net(pieces, seen_as, phase)
        # Bounded, and yet something to learn beyond the bound.
        bounded = added.clamp(-most, most) + 0.01 * (added - added.clamp(-most, most))
        return (plain + bounded) @ self.teams, plain @ self.teams

    def _target(self, rows: dict[str, Tensor]) -> Tensor:
        """By team, the chances that are to be learnt."""
        parts = self.schooling
        known = rows["known"][:, None].float()
        result, clear = rows["result"] @ self.teams, rows["margin"] @ self.teams
        if self.teams.shape[1] == 2:
            chance = torch.sigmoid(self.scale * rows["score"])
            own = self.teams[rows["actor"]]
            searched = own * chance[:, None] + (1 - own) * (1 - chance[:, None])
            mixed = parts.result * result + parts.score * searched + parts.margin * clear
            mixed = mixed / (parts.result + parts.score + parts.margin)
            return known * mixed + (1 - known) * searched
        return result

    def _loss(self, rows: dict[str, Tensor], mirrored: bool) -> Tensor:
        logits, _ = self._logits(rows, mirrored)
        losses = -(self._target(rows) * functional.log_softmax(logits, dim=1)).sum(1)
        # With several seats nothing but the end of its own game says what a position is worth.
        useful = rows["known"] if self.teams.shape[1] > 2 else torch.ones_like(rows["known"])
        return (losses * useful).sum() / useful.sum().clamp(min=1)

    def epochs(self) -> Iterator[EpochReport]:
        """Train; the net is left as it was when it was best on unseen games."""
        schooling, begin = self.schooling, time.monotonic()
        count, batch = self.lesson.count, min(schooling.batch, self.lesson.count)
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=schooling.rate, weight_decay=schooling.decay)
        batches = max(1, count // batch)
        best, kept, waited = math.inf, None, 0
        for epoch in range(1, schooling.epochs + 1):
            order = torch.randperm(count, device=self.device)
            # Added up where it is, so that nobody waits for the device at each step.
            total = torch.zeros((), device=self.device)
            for number in range(batches):
                gone = ((epoch - 1) * batches + number) / (schooling.epochs * batches)
                gone = min(1.0, max(gone, (time.monotonic() - begin) / schooling.seconds))
                for group in optimiser.param_groups:
                    group["lr"] = schooling.rate * _pace(gone)
                at = number * batch
                loss = self._loss(self.lesson.rows(order[at : at + batch]), mirrored=bool(torch.rand(()) < 0.5))
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                self.net.keep_in_range()
                total += loss.detach()
            unseen = self.unseen_loss()
            if unseen < best:
                best, waited = unseen, 0
                kept = {name: value.detach().clone() for name, value in self.net.state_dict().items()}
            else:
                waited += 1
            seconds = time.monotonic() - begin
            yield EpochReport(epoch, schooling.epochs, float(total) / batches, unseen, seconds)
            if waited >= schooling.patience or seconds > schooling.seconds:
                break
        if kept is not None:
            self.net.load_state_dict(kept)

    @torch.no_grad()
    def unseen_loss(self) -> float:
        """What the net gets wrong in games that it has not been trained on."""
        total = sum(float(self._loss(rows, False)) * len(rows["actor"]) for rows in self._batches())
        return total / self.unseen.count

    def _batches(self) -> Iterator[dict[str, Tensor]]:
        for at in range(0, self.unseen.count, self.schooling.batch):
            yield self.unseen.rows(slice(at, at + self.schooling.batch))

    # ---- afterwards -----------------------------------------------------------------------------------------

    @torch.no_grad()
    def losses_by_phase(self) -> list[dict[str, float]]:
        """For each part of the game, of unseen games: positions, and the logarithmic loss without and with the net."""
        sums = torch.zeros(PARTS, 3, device=self.device)
        for rows in self._batches():
            part = (rows["phase"] * PARTS).floor().long().clamp(0, PARTS - 1)
            result = rows["result"] @ self.teams
            both = [
                -(result * functional.log_softmax(logits, 1)).sum(1) for logits in reversed(self._logits(rows, False))
            ]
            values = torch.stack([torch.ones_like(both[0]), *both], 1)
            sums.index_add_(0, part, values * rows["known"][:, None])
        return [
            {"positions": int(count), "written": written / max(count, 1), "net": net / max(count, 1)}
            for count, written, net in sums.tolist()
        ]

    def report(self) -> dict[str, Any]:
        """What is to be said of the training."""
        return {
            "games": self.games,
            "positions": self.lesson.count,
            "unseen_positions": self.unseen.count,
            "device": str(self.device),
            "schooling": asdict(self.schooling) | {"seconds": None},
            "logits_a_turn": float(self.net.turn.detach()),
            "unseen_loss": self.unseen_loss(),
            "losses_by_phase": self.losses_by_phase(),
        }

    def parts(self) -> NetParts:
        """The net in whole numbers."""
        return parts_of(self.run, self.net.state_dict(), self.schooling.most)


def parts_of(run: LearningRun, weights: dict[str, Tensor], most: float) -> NetParts:
    """A net in whole numbers, from its weights."""
    hidden_one, output_one = float(HIDDEN_ONE), float(OUTPUT_ONE)

    def whole(name: str, one: float, bound: int) -> Any:
        return np.clip(np.rint(weights[name].detach().double().cpu().numpy() * one), -bound, bound)

    outputs = whole("outputs", output_one, MOST_OUTPUT)
    return NetParts(
        run.layout,
        run.views,
        run.family,
        run.base,
        hidden=outputs.shape[2],
        phases=outputs.shape[0],
        turn=100 / float(weights["turn"]),
        most=round(100 * most),
        inputs=whole("inputs", hidden_one, 2**15 - 1).astype("<i2").tobytes(),
        bias=whole("bias", hidden_one, 2**15 - 1).astype("<i2").tobytes(),
        outputs=outputs.astype("i1").tobytes(),
        output_bias=whole("output_bias", hidden_one * hidden_one * output_one, 2**31 - 1).astype("<i4").tobytes(),
    )


def _fitted(ahead: Any, won: Any, known: Any) -> float:
    """How many logits a turn is, so that who is ahead wins as often as it does: the best single factor."""
    ahead, won = np.clip(ahead[known], -60, 60).astype(np.float64), won[known].astype(np.float64)
    factor = 0.1
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(factor * ahead, -30, 30)))
        slope = float((ahead * (won - chance)).sum())
        bend = float((ahead * ahead * chance * (1 - chance)).sum()) + 1e-6
        factor = min(5.0, max(0.005, factor + max(-0.2, min(0.2, slope / bend))))
    return factor


def _pace(gone: float) -> float:
    """The share of the learning rate when so much of the training is over: up quickly, and slowly down to nothing."""
    return gone / WARM_UP + 1e-3 if gone < WARM_UP else 0.5 + 0.5 * math.cos(math.pi * (gone - WARM_UP) / (1 - WARM_UP))


def train(
    run: LearningRun, generation: int, schooling: Schooling, progress: Callable[[EpochReport], None] | None = None
) -> dict[str, Any]:
    """Train the net of a generation on all games of the run, keep its weights and the report, and give the report."""
    trainer = Trainer(run, schooling)
    history: list[dict[str, float]] = []
    for one in trainer.epochs():
        history.append({"epoch": one.epoch, "loss": one.loss, "unseen": one.unseen, "seconds": one.seconds})
        if progress is not None:
            progress(one)
    return keep(run, generation, trainer, history)


def keep(run: LearningRun, generation: int, trainer: Trainer, history: list[dict[str, float]]) -> dict[str, Any]:
    """Keep the weights and the report of a training."""
    import io  # noqa: PLC0415
    import json  # noqa: PLC0415

    stream = io.BytesIO()
    torch.save({"weights": trainer.net.state_dict(), "most": trainer.schooling.most}, stream)
    run.write(run.weights_file(generation), stream.getvalue())
    report = trainer.report() | {"history": history}
    run.write(run.report_file(generation), json.dumps(report, indent=1).encode())
    return report
