"""Fits the chances that are told to games of the engine against itself, and checks them on games they have not seen.

    python benchmarks/calibration.py play [--games N] [--nodes N] [--folder FOLDER] [--forms FORM ...]
    python benchmarks/calibration.py fit [--folder FOLDER] [--forms FORM ...]

A form is a game with its size as a position text begins with it, "star 2x15". `play` keeps every game in FOLDER as it
ends, so that the same command goes on where it was interrupted; every third game is there to fit, the others to check.
The first turns of a game are random, more of them of some seats than of others, so that leads of all sizes come up;
then everybody plays the best move that a search of so many nodes finds, and what that search told is kept. `fit` writes
src/halma/engine/calibration.json, and the table and the plots of docs/calibration.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from halma.data import svg_of
from halma.engine import DECIDED, WIN, Limits, chances, think
from halma.engine.calibration import CROWD, OTHER, RACE, Curve, form_of, usual_curve
from halma.games import Choice, choose, games
from halma.kernel import fast
from halma.play import Position

ROUNDS = 5  # in which turns may be random
SHARES = (0.25, 1.0)  # how many of its turns there a seat plays at random
MOST_TURNS = 1_200  # then the game counts as drawn
FOR_FITTING = 3  # every third game is there to fit, the others to check
LEAST, MOST = 1e-6, 5_000.0
POWERS = (0.5, 0.65, 0.8, 1.0, 1.4, 2.0)
ENOUGH = 8_000  # positions to fit a curve to
OWN = 50  # games without which a form has no curve of its own shape
HALVES = [half / 2 for half in range(-6, 7)]
FEWEST = 50  # chances in a tenth that are told of
DRAWN = 400  # times that games are drawn anew
PANELS = 4
DRAWN_FORMS = (
    *("halma 2x19", "star 2x15", "star 2x10", "quick 2x6"),
    *("halma 4x13", "star 3x15", "star 4x10", "star 6x10"),
)
ROOT = Path(__file__).parents[1]
PARAMETERS = ROOT / "src/halma/engine/calibration.json"
PAGE, PICTURE = ROOT / "docs/calibration.md", "calibration.svg"
BEGIN, END = "<!-- written by benchmarks/calibration.py -->", "<!-- end -->"


@dataclass(frozen=True)
class Told:
    """What the search told of one position."""

    seat: int
    scores: list[int]
    remaining: list[int | None]


@dataclass(frozen=True)
class Game:
    """A game: what was told turn by turn, and which share of it each seat won."""

    number: int
    nodes: int
    shares: list[float]
    told: list[Told]


def forms() -> dict[str, Choice]:
    """Every format for two and more, by its name."""
    found: dict[str, Choice] = {}
    for game in games().values():
        for size in game.formats:
            if size.players > 1:
                choice = choose(
                    game.id, edition=size.editions[0], players=size.players, pieces=size.pieces, teams=size.teams
                )
                found.setdefault(form_of(choice), choice)
    return found


def play(choice: Choice, number: int, nodes: int) -> Game:
    """One game; the same number is the same game again."""
    lot = random.Random(f"calibration {form_of(choice)} {number}")
    position = Position(choice, seed=f"calibration {number}")
    seats = position.rules.seats
    blind = [lot.choice(SHARES) for _ in range(seats)]
    told: list[Told] = []
    while not position.is_over and position.turn_number < MOST_TURNS:
        seat = position.state.now.actor
        if position.turn_number <= ROUNDS * seats and lot.random() < blind[seat]:
            position.push_action(lot.choice(list(position.state.legal())))
            continue
        thought = think(position, Limits(nodes=nodes), seed=number)
        if len(list(position.state.legal())) > 1:
            told.append(Told(seat, list(thought.scores), list(thought.remaining)))
        position.push_action(thought.action)
    # A game that does not come to its end is shared like a drawn one.
    sides = len(set(position.rules.teams))
    return Game(number, nodes, list(chances(position, ())) if position.is_over else [1 / sides] * seats, told)


def kept(file: Path) -> Iterator[Game]:
    """The games of a journal; a last line that was cut off is none."""
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            data: dict[str, Any] = json.loads(line)
            told = [Told(*one) for one in data.pop("told")]
            yield Game(**data, told=told)


def add(file: Path, game: Game) -> None:
    """Write a game behind the others, in one piece."""
    data = asdict(game) | {"told": [[one.seat, one.scores, one.remaining] for one in game.told]}
    text = file.read_bytes() if file.exists() else b""
    with file.open("ab") as journal:
        # What was cut off is finished as a line of its own and read as no game.
        if text and not text.endswith(b"\n"):
            journal.truncate(text.rfind(b"\n") + 1)
        journal.write((json.dumps(data, separators=(",", ":")) + "\n").encode())


# ---- fitting and checking --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Samples:
    """What was told of positions, and what came of them; a row for each position."""

    games: Any  # which game it is from
    leads: Any  # of each side
    left: Any  # turns of whoever is nearest to home, at least 1
    won: Any  # by each side
    in_turns: bool  # whether turns could be told

    def only(self, chosen: Any) -> Samples:
        """Some of the rows."""
        return Samples(self.games[chosen], self.leads[chosen], self.left[chosen], self.won[chosen], self.in_turns)


def samples_of(choice: Choice, played: list[Game]) -> Samples:
    """All positions that are not won with the turn itself."""
    teams = Position(choice).rules.teams
    sides = [[seat for seat, one in enumerate(teams) if one == side] for side in sorted(set(teams))]
    rows: list[tuple[int, list[float], float, list[float]]] = []
    for game in played:
        won = [game.shares[side[0]] for side in sides]
        for told in game.told:
            if max(told.scores) < WIN - 1:
                turns = [turns for turns in told.remaining if turns is not None]
                leads = [sum(told.scores[seat] for seat in side) / len(side) for side in sides]
                rows.append((game.number, leads, max(1, min(turns, default=0)), won))
    numbers, leads, left, won = zip(*rows, strict=True)
    in_turns = any(turns is not None for game in played for told in game.told for turns in told.remaining)
    return Samples(np.array(numbers), np.array(leads), np.array(left, float), np.array(won), in_turns)


def told_by(curve: Curve, samples: Samples) -> Any:
    """The chances of each side, row by row; as `by_curve` tells them one by one."""
    highest = samples.leads.max(axis=1, keepdims=True)
    scale = (curve.base + curve.each_turn * samples.left**curve.power)[:, None]
    parts = np.where(highest >= DECIDED, samples.leads == highest, np.exp((samples.leads - highest) / scale))
    return curve.trust * parts / parts.sum(axis=1, keepdims=True) + (1 - curve.trust) / parts.shape[1]


def loss(curve: Curve, samples: Samples) -> float:
    """The mean logarithmic loss."""
    return float(-(samples.won * np.log(np.maximum(told_by(curve, samples), LEAST))).sum(axis=1).mean())


def fitted(samples: Samples) -> Curve:
    """The curve with the least loss, for each power by smaller and smaller steps around the best so far."""
    part = samples.only(np.arange(len(samples.left)) % (1 + len(samples.left) // ENOUGH) == 0)
    found = [with_power(part, power) for power in (POWERS if samples.in_turns else (1.0,))]
    return min(found, key=lambda curve: loss(curve, part))


def with_power(samples: Samples, power: float) -> Curve:
    """The best curve of some power."""
    far = float(np.mean(samples.left)) ** (1 - power)
    several = samples.leads.shape[1] > 2
    best = Curve(100.0, 20.0 * far if samples.in_turns else 0.0, power, 0.9 if several else 1.0)
    step, least = 2.0, loss(best, samples)
    while step > 1.02:
        better = False
        steps = (1 / step, 1.0, step)
        for base, each, doubt in itertools.product(steps, steps, steps if several else (1.0,)):
            trust = max(0.1, 1 - (1 - best.trust) * doubt)
            tried = Curve(min(max(best.base * base, 1.0), MOST), min(best.each_turn * each, MOST), power, trust)
            if (tried_loss := loss(tried, samples)) < least - 1e-9:
                best, least, better = tried, tried_loss, True
        if not better:
            step **= 0.5
    return Curve(round(best.base, 1), float(f"{best.each_turn:.3g}"), power, round(best.trust, 3))


def stretched(usual: Curve, samples: Samples) -> Curve:
    """The curve of games like this one, as many times as high as fits best: one number from a few games."""
    tried = [replace(usual, base=usual.base * 2**half, each_turn=usual.each_turn * 2**half) for half in HALVES]
    best = min(tried, key=lambda curve: loss(curve, samples))
    return replace(best, base=round(best.base, 1), each_turn=float(f"{best.each_turn:.3g}"))


def pooled(alike: list[Samples]) -> Samples:
    """The positions of several games, as many of each, with as many sides: those of the most games."""
    sides = max((one.leads.shape[1] for one in alike), key=[one.leads.shape[1] for one in alike].count)
    same = [one for one in alike if one.leads.shape[1] == sides]
    least = min(len(one.left) for one in same)
    lot = np.random.default_rng(1)
    parts = [one.only(lot.choice(len(one.left), least, replace=False)) for one in same]
    return Samples(
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.leads for part in parts]),
        np.concatenate([part.left for part in parts]),
        np.concatenate([part.won for part in parts]),
        same[0].in_turns,
    )


@dataclass(frozen=True)
class Bin:
    """Chances told between two bounds: their mean, how often those seats won, and between what by chance alone."""

    told: float
    won: float
    low: float
    high: float
    count: int


def reliability(curve: Curve, samples: Samples) -> list[Bin]:
    """How often seats win that are told a chance, for chances in tenths; games are drawn anew for the bounds."""
    told, won = told_by(curve, samples).ravel(), samples.won.ravel()
    games = np.repeat(samples.games, samples.leads.shape[1])
    place = np.minimum((10 * told).astype(int), 9)
    lot = np.random.default_rng(1)
    found: list[Bin] = []
    for tenth in range(10):
        chosen = place == tenth
        if chosen.sum() < FEWEST:
            continue
        names, inverse = np.unique(games[chosen], return_inverse=True)
        counts, sums = np.bincount(inverse), np.bincount(inverse, won[chosen])
        drawn = lot.integers(len(names), size=(DRAWN, len(names)))
        shares = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
        low, high = np.quantile(shares, (0.025, 0.975))
        found.append(Bin(told[chosen].mean(), won[chosen].mean(), low, high, int(chosen.sum())))
    return found


def plot(bins: dict[str, list[Bin]], file: Path) -> None:
    """Draw chances told against games won, a panel for each game."""
    names = list(bins)
    rows = -(-len(names) // PANELS)
    figure = Figure(figsize=(2.3 * PANELS, 2.5 * rows), layout="constrained")
    panels = figure.subplots(rows, PANELS, sharex=True, sharey=True, squeeze=False).ravel()
    for axes, name in zip(panels, names, strict=False):
        axes.plot([0, 100], [0, 100], color="#8a8072", linewidth=0.8)
        for one in bins[name]:
            axes.plot([100 * one.told] * 2, [100 * one.low, 100 * one.high], color="#2f5d8a", linewidth=1.4)
            axes.plot([100 * one.told], [100 * one.won], color="#2f5d8a", marker="o", markersize=3.5)
        axes.set_title(name)
    for axes in panels[len(names) :]:
        axes.set_visible(False)
    figure.supxlabel("chance told (%)")
    figure.supylabel("games won (%)")
    file.write_text(svg_of(figure), encoding="utf-8")


def row_of(form: str, curve: Curve, fitting: Samples, seen: Samples) -> str:
    """A line of the table."""
    bins = reliability(curve, seen)
    off = sum(one.count * abs(one.told - one.won) for one in bins) / max(1, sum(one.count for one in bins))
    scale = f"{curve.base:g} + {curve.each_turn:g} · t^{curve.power:g}" if curve.each_turn else f"{curve.base:g}"
    cells = (
        form,
        f"`{scale}`",
        f"{curve.trust:.0%}",
        len(np.unique(fitting.games)),
        len(np.unique(seen.games)),
        f"{len(seen.left):,}",
        f"{loss(curve, seen):.3f}",
        f"{math.log(seen.leads.shape[1]):.3f}",
        f"{100 * off:.1f} %",
    )
    return f"| {' | '.join(map(str, cells))} |"


def fit(names: list[str], folder: Path) -> None:
    """Fit all games that were played, and write what was found."""
    everything: dict[str, Samples] = {}
    for form in names:
        if played := list(kept(file_of(folder, form))):
            everything[form] = samples_of(forms()[form], played)
    fitting = {form: one.only(one.games % FOR_FITTING == 0) for form, one in everything.items()}
    unseen = {form: one.only(one.games % FOR_FITTING != 0) for form, one in everything.items()}
    curves: dict[str, Curve] = {}
    kind = {form: usual_curve(one.leads.shape[1], one.in_turns) for form, one in everything.items()}
    for name in (RACE, CROWD, OTHER):
        alike = [one for form, one in fitting.items() if kind[form] == name]
        if not alike:
            raise SystemExit("play races for two, races for more, and games that are no races")
        curves[name] = fitted(pooled(alike))
    for form, one in fitting.items():
        # A curve of its own is worth no more than the games behind it.
        known = len(np.unique(one.games)) >= OWN
        curves[form] = fitted(one) if known else stretched(curves[kind[form]], one)
    rows = [row_of(form, curves[form], fitting[form], unseen[form]) for form in everything]
    lines = [f'  "{name}": {json.dumps(astuple(curve))}' for name, curve in curves.items()]
    PARAMETERS.write_text('{"curves": {\n' + ",\n".join(lines) + "\n}}\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text("\n".join([head + BEGIN, *rows, END]) + tail, encoding="utf-8")
    wanted = [form for form in DRAWN_FORMS if form in unseen]
    plot({form: reliability(curves[form], unseen[form]) for form in wanted}, PAGE.with_name("plots") / PICTURE)


def file_of(folder: Path, form: str) -> Path:
    """Where the games of a form are kept."""
    return folder / f"{form.replace(' ', '-')}.jsonl"


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("play", "fit"))
    parser.add_argument("--forms", nargs="*", metavar="FORM", default=list(forms()))
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=1_000)
    parser.add_argument("--folder", type=Path, default=Path("build/calibration"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if not fast.available:
        raise SystemExit("the engine is not compiled here")
    if given.task == "fit":
        fit(given.forms, given.folder)
        return
    for form in given.forms:
        file = file_of(given.folder, form)
        done = {game.number for game in kept(file)}
        for number in range(given.games):
            if number not in done:
                add(file, play(forms()[form], number, given.nodes))
        print(f"{form}: {given.games} games", flush=True)


if __name__ == "__main__":
    main()
