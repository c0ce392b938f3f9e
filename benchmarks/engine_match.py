"""Plays this engine against another one, such as an older version of itself, in one game or in all of them.

    python benchmarks/engine_match.py COMMAND [--nodes N | --movetime S] [--games N] [--game ID ...] [--folder FOLDER]

COMMAND speaks the engine protocol: "/elsewhere/.venv/bin/halma engine". Half of the games begin with either engine on
the first seat and all seats rotate, so that equal engines share the points equally with any number of seats. Every
finished game is kept in FOLDER: the same command goes on where it was interrupted, and one with more games adds them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from halma.engine import Journal, Limits, Match, Setting, make_match, played_games, wilson
from halma.games import Choice, Game, choose, games

OWN = f"cmd:{sys.executable} -m halma engine"


def formats(names: list[str], every: bool) -> Iterator[Choice]:
    """What is played: the first format of each game for two or more, or every one."""
    for game in games().values():
        if names and game.id not in names:
            continue
        found = [choice for choice in _choices(game) if choice.players > 1]
        yield from found if every else found[:1]


def _choices(game: Game) -> Iterator[Choice]:
    for form in game.formats:
        yield choose(game.id, edition=form.editions[0], players=form.players, pieces=form.pieces, teams=form.teams)


def name_of(choice: Choice) -> str:
    """How a format is called in the table and in the folder."""
    return f"{choice.game}-{choice.players}x{choice.pieces}" + ("-teams" if choice.teams else "")


def play(match: Match, file: Path, jobs: int) -> tuple[float, int, int]:
    """Play what is missing; the points of the first player, the games and how many of them stalled."""
    points, stalls = 0.0, 0
    with Journal(file, match) as journal:
        for played in played_games(match, jobs, journal.missing()):
            journal.add(played)
        for played in journal.games():
            winners = {played.seating[seat] for seat in played.winners}
            points += 0.5 if played.drawn or len(winners) != 1 else float(winners == {0})
            stalls += played.stalled
    return points, match.games, stalls


def main() -> None:
    """Play and print one line for each format."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="how the other engine is started")
    parser.add_argument("--game", nargs="*", default=[], metavar="ID")
    parser.add_argument("--every-format", action="store_true")
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
    print(f"| {limit} a turn | points | of | share | 95 % | stalled |\n|---|---|---|---|---|---|")
    for choice in formats(given.game, given.every_format):
        # Programs may need a moment more than they were given; what counts here is who plays better.
        setting = Setting(choice, seed="engine match", lenient=True)
        other = f"cmd:{given.command}"
        points, count, stalls = 0.0, 0, 0
        for order, names in enumerate(((OWN, other), (other, OWN))):
            match = make_match(names, setting, limits, given.games // 2)
            file = given.folder / f"{name_of(choice)}-{limit.replace(' ', '')}-{order}.journal"
            won, played, stalled = play(match, file, given.jobs)
            points += won if order == 0 else played - won
            count += played
            stalls += stalled
        low, high = wilson(points, count)
        share = f"{points / count:.1%} | {low:.1%} to {high:.1%}"
        print(f"| {name_of(choice)} | {points:g} | {count} | {share} | {stalls} |", flush=True)


if __name__ == "__main__":
    main()
