"""Fits the chances that are told to games of the engine against itself, and checks them on games they have not seen.

    python benchmarks/calibration.py play [--games N] [--fitting N] [--nodes N] [--folder FOLDER] [FORM ...]
    python benchmarks/calibration.py fit [--folder FOLDER] [FORM ...]

A form is a game with its size as a position text begins with it, "star 2x15". `play` keeps every game in FOLDER as it
ends, so that the same command goes on where it was interrupted; games with a number below --fitting are there to fit,
the others to check. The first turns of a game are random, and more of them of some seats than of others, so that leads
of all sizes come up; then everybody plays the best move that a search of so many nodes finds, and what that search told
is kept. `fit` writes src/halma/engine/calibration.json, and the table and the plots of docs/calibration.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from halma.engine import Limits, think
from halma.games import Choice, choose, games
from halma.play import Position
from halma.engine.calibration import form_of

ROUNDS = 5  # in which turns may be random
SHARES = (0.25, 1.0)  # how many of its turns there a seat plays at random
MOST_TURNS = 1_200  # then the game counts as drawn


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
    position = Position(choice.game, seed=f"calibration {number}", **choice.options)
    seats = position.rules.seats
    blind = [lot.choice(SHARES) for _ in range(seats)]
    told: list[Told] = []
    while not position.is_over and position.turn_number < MOST_TURNS:
        if position.needs_roll:
            position.roll()
            continue
        seat = position.state.now.actor
        if position.turn_number <= ROUNDS * seats and lot.random() < blind[seat]:
            position.push_action(lot.choice(list(position.state.legal())))
            continue
        thought = think(position, Limits(nodes=nodes), seed=number)
        if len(list(position.state.legal())) > 1:
            told.append(Told(seat, list(thought.scores), list(thought.remaining)))
        position.push_action(thought.action)
    outcome = position.outcome()
    winners = outcome.winners if outcome is not None and outcome.winners else position.seats
    return Game(number, nodes, [(seat in winners) / len(winners) for seat in position.seats], told)


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


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("play", "fit"))
    parser.add_argument("forms", nargs="*", metavar="FORM", default=list(forms()))
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=1_000)
    parser.add_argument("--folder", type=Path, default=Path("build/calibration"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for form in given.forms:
        file = given.folder / f"{form.replace(' ', '-')}.jsonl"
        if given.task == "play":
            done = {game.number for game in kept(file)}
            for number in range(given.games):
                if number not in done:
                    add(file, play(forms()[form], number, given.nodes))
            print(f"{form}: {given.games} games", flush=True)


if __name__ == "__main__":
    main()
