"""Plays this engine against another one, such as an older version of itself, in one game or in all of them.

    python benchmarks/engine_match.py COMMAND (--nodes N | --movetime S) [--games N] [--forms NAME ...] [--folder F]

COMMAND speaks the engine protocol: "/elsewhere/.venv/bin/halma engine". Half of the games begin with either engine on
the first seat and all seats rotate, so that equal engines share the points equally with any number of seats. Every
finished game is kept in the folder: the same command goes on where it was interrupted, and one with more games adds
them. Each opening is played twice with the engines exchanged; where both games are the same to the last move, both
engines play alike there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from halma.engine import Journal, Limits, Match, Played, Setting, make_match, played_games, wilson
from halma.games import Choice, Game, choose, games

OWN = f"cmd:{sys.executable} -m halma engine"


def formats(names: list[str]) -> Iterator[Choice]:
    """What is played: the formats that are named, or the first one of each game for two or more."""
    for game in games().values():
        found = [choice for choice in _choices(game) if choice.players > 1]
        yield from (choice for choice in found if name_of(choice) in names) if names else found[:1]


def _choices(game: Game) -> Iterator[Choice]:
    for form in game.formats:
        yield choose(game.id, edition=form.editions[0], players=form.players, pieces=form.pieces, teams=form.teams)


def name_of(choice: Choice) -> str:
    """How a format is called in the table and in the folder."""
    return f"{choice.game}-{choice.players}x{choice.pieces}" + ("-teams" if choice.teams else "")


def play(match: Match, file: Path, jobs: int) -> list[Played]:
    """Play what is missing; all games, by their numbers."""
    with Journal(file, match) as journal:
        for played in played_games(match, jobs, journal.missing()):
            journal.add(played)
        return sorted(journal.games(), key=lambda played: played.number)


def points_of(played: Played) -> float:
    """What the first player of a match won."""
    winners = {played.seating[seat] for seat in played.winners}
    return 0.5 if played.drawn or len(winners) != 1 else float(winners == {0})


def texts(played: Played) -> list[str]:
    """The turns of a game."""
    return [turn.text for turn in played.record.turns]


def main() -> None:
    """Play and print one line for each format."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="how the other engine is started")
    parser.add_argument("--forms", nargs="*", default=[], metavar="NAME", help="formats such as star-2x15")
    parser.add_argument("--games", type=int, default=100, help="games in each format")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--movetime", type=float)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--folder", type=Path, default=Path("build/engine-match"))
    given = parser.parse_args()
    if (given.nodes is None) == (given.movetime is None):
        parser.error("give either --nodes or --movetime")
    limits = Limits(nodes=given.nodes, movetime=given.movetime, threads=given.threads)
    limit = f"{given.nodes} nodes" if given.nodes else f"{given.movetime} s"
    given.folder.mkdir(parents=True, exist_ok=True)
    print(f"| {limit} a turn | points | of | share | 95 % | played alike | stalled |\n|---|---|---|---|---|---|---|")
    for choice in formats(given.forms):
        # Programs may need a moment more than they were given; what counts here is who plays better.
        setting = Setting(choice, seed="engine match", lenient=True)
        other = f"cmd:{given.command}"
        found: list[list[Played]] = []
        for order, names in enumerate(((OWN, other), (other, OWN))):
            match = make_match(names, setting, limits, given.games // 2)
            file = given.folder / f"{name_of(choice)}-{limit.replace(' ', '')}-{order}.journal"
            found.append(play(match, file, given.jobs))
        first, second = found
        points = sum(map(points_of, first)) + sum(1 - points_of(played) for played in second)
        count = len(first) + len(second)
        alike = sum(texts(one) == texts(two) for one, two in zip(first, second, strict=True))
        stalls = sum(played.stalled for played in (*first, *second))
        low, high = wilson(points, count)
        cells = (f"{points:g}", count, f"{points / count:.1%}", f"{low:.1%} to {high:.1%}", f"{2 * alike}", stalls)
        print(f"| {name_of(choice)} | {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
