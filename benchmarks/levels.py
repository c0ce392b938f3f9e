"""How far neighbouring levels are apart, and how the weakest fare against simple players.

python benchmarks/levels.py [--games N] [--seed S] [--journals DIR] [PAIR …]

A pair is two players and a format, as in level:2/level:1/quick or level:6/level:5/star:3, of which the first sits among
players of the second kind. Levels play by nodes. With --journals every game is kept as it ends: the same command then
goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from halma.engine import Limits, Setting, make_match, play_game, wilson
from halma.engine.journal import Journal
from halma.engine.match import Match
from halma.engine.referee import Played
from halma.games import choose

TWO = ("halma:2", "star:2", "quick:2")
# The least and the most that the first one is to win.
BARS = {"level:1/greedy": (0.0, 0.1), "level:2/greedy": (0.0, 0.3), "level:3/greedy": (0.4, 0.6)}
APART = (0.65, 1.0)


def pairs() -> Iterator[str]:
    """All pairs of two that are measured without being named."""
    for first, second in (
        *(tuple(bar.split("/")) for bar in BARS),
        *((f"level:{n}", f"level:{n - 1}") for n in range(2, 10)),
    ):
        for form in TWO:
            yield f"{first}/{second}/{form}"
    yield "level:7/level:6/colour:2"


def played(match: Match, journal: Path | None) -> list[Played]:
    """All games of a match, those of the journal and those that were missing."""
    with Journal(journal, match) if journal else nullcontext() as kept:
        found = list(kept.games()) if kept else []
        done = {game.number for game in found}
        for number in range(match.games):
            if number not in done:
                found.append(play_game(match, number))
                if kept:
                    kept.add(found[-1])
    return found


def measure(pair: str, games: int, seed: str, journals: Path | None) -> str:
    """A row of the table."""
    first, second, form = pair.split("/")
    game, _, seats = form.partition(":")
    count = int(seats or 2)
    setting = Setting(choose(game, players=count), seed, 2)
    match = make_match([first, *[second] * (count - 1)], setting, Limits(), games)
    name = pair.replace("/", "_").replace(":", "") + ".jsonl"
    found = played(match, journals / name if journals else None)
    points = sum(
        1 / len(each.winners) if not each.drawn and each.seating.index(0) in each.winners else 0.5 * each.drawn
        for each in found
    )
    low, high = wilson(points, games)
    least, most = BARS.get(f"{first}/{second}", APART) if count == 2 else (1 / count, 1.0)
    held = "held" if least <= points / games <= most else "NOT HELD"
    stalls = sum(each.stalled for each in found)
    bar = f"{100 * least:.0f}–{100 * most:.0f} %"
    reach = f"{100 * low:.0f}–{100 * high:.0f} %"
    cells = (f"{first} – {second}", form, f"{points:g} of {games}", reach, bar, held, stalls)
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", metavar="PAIR")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--journals", type=Path)
    given = parser.parse_args()
    if given.journals:
        given.journals.mkdir(parents=True, exist_ok=True)
    print("| pair | format | points | 95 % | bar | | stalls |\n|---|---|---|---|---|---|---|")
    for pair in given.pairs or pairs():
        print(measure(pair, given.games, given.seed, given.journals), flush=True)


if __name__ == "__main__":
    main()
