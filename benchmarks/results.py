"""What play has shown: writes docs/results.md from matches that it plays, or goes on with.

python benchmarks/results.py play ratings|facts [--folder DIR] [--games N] [--main N] [--players NAME ...]
                                                [--forms FORM ...] [--level N] [--cluster ADDRESS] [--jobs N]
python benchmarks/results.py write [--folder DIR] [--to FILE]

Every match has a journal in the folder: a command that was interrupted goes on, and one that asks for more games adds
them. `write` tells what is there, with the number of games of each figure. For the full sizes, on a large machine:

    python benchmarks/results.py play ratings --games 40 --main 200 --cluster auto
    python benchmarks/results.py play facts --games 400 --level 6 --cluster auto

A form is a game with its seats, such as star:3, and for facts a blocking rule, such as star:3:fill. A peer is a player
cmd:COMMAND that speaks the engine protocol; it is given --nodes.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from openskill.models import PlackettLuce

from halma.cluster import Cluster, open_cluster
from halma.engine import LEVELS, Limits, Setting, make_match, played_games, wilson
from halma.engine.journal import Journal, read_journal
from halma.engine.match import Match
from halma.engine.referee import Played
from halma.games import choose, find_game, games
from halma.puzzles import pars

SEED = "results"
OPENING = 2
# Players that are so near in this order play each other.
NEAR = 2
PLAYERS = ("random", "greedy", *(f"level:{level}" for level in LEVELS))
MAIN = ("halma:2", "star:2")
# In so many games of a match the legal moves are counted.
COUNTED = 20


@dataclass(frozen=True, order=True)
class Form:
    """A game with its seats and, where it was asked for, its blocking rule."""

    game: str
    seats: int
    blocking: str = ""

    @classmethod
    def of(cls, text: str) -> Form:
        """The form that a text names."""
        game, seats, *blocking = text.split(":")
        return cls(game, int(seats), *blocking)

    def __str__(self) -> str:
        return ":".join((self.game, str(self.seats), *filter(None, (self.blocking,))))

    def setting(self) -> Setting:
        """The game as it is played."""
        given = {"blocking": self.blocking} if self.blocking else {}
        return Setting(choose(self.game, players=self.seats, **given), SEED, OPENING)


def forms(*, blocking: bool) -> Iterator[Form]:
    """Every game by its numbers of seats, and by its blocking rules where it has some."""
    for name in games():
        game = find_game(name)
        for seats in sorted({form.players for form in game.formats if form.players > 1}):
            rules = game.all_options.get("blocking") if blocking else None
            for rule in [value.name for value in rules.values] if rules else [""]:
                yield Form(name, seats, rule)


# ---- playing --------------------------------------------------------------------------------------------


def play(folder: Path, match: Match, cluster: Cluster) -> None:
    """Play what a journal lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    setting = match.setting
    names = "_".join(entry.spec.replace(":", "") for entry in match.entries)
    label = f"{setting.choice.game}-{setting.choice.players}-{names}"[:80]
    told = sha256(repr((setting, match.entries, match.lineup)).encode()).hexdigest()[:8]
    with Journal(folder / f"{label}-{told}.jsonl", match) as journal:
        missing = journal.missing()
        with closing(played_games(match, numbers=missing, cluster=cluster)) as played:
            for game in played:
                journal.add(game)
    print(f"{label}: {len(missing)} games", flush=True)


def play_ratings(given: argparse.Namespace, cluster: Cluster) -> None:
    """Neighbours of a ladder against each other, in every form."""
    for form in map(Form.of, given.forms) if given.forms else forms(blocking=False):
        wanted = given.main if str(form) in MAIN else given.games
        for (weaker, one), (stronger, other) in combinations(enumerate(given.players), 2):
            if stronger - weaker <= NEAR:
                limits = Limits(nodes=given.nodes) if "cmd:" in one + other else Limits()
                match = make_match([one, other], form.setting(), limits, wanted)
                play(given.folder / "ratings", match, cluster)


def play_facts(given: argparse.Namespace, cluster: Cluster) -> None:
    """A level against itself, in every form under every blocking rule."""
    for form in map(Form.of, given.forms) if given.forms else forms(blocking=True):
        match = make_match([f"level:{given.level}"], form.setting(), Limits(), given.games)
        play(given.folder / "facts", match, cluster)


# ---- writing --------------------------------------------------------------------------------------------


def share(points: float, count: int) -> str:
    """A share in per cent with its 95 % interval."""
    low, high = wilson(points, count)
    return f"{100 * points / count:.1f} ({100 * low:.0f}–{100 * high:.0f})"


def table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The lines of a table."""
    headings = list(headings)
    yield f"| {' | '.join(headings)} |"
    yield "|---" * len(headings) + "|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def matches(folder: Path) -> dict[Form, list[tuple[Match, list[Played]]]]:
    """All matches in a folder, by what was played."""
    found: dict[Form, list[tuple[Match, list[Played]]]] = defaultdict(list)
    for file in sorted(folder.glob("*.jsonl")):
        match, played = read_journal(file)
        choice = match.setting.choice
        some = list(played)
        if some:
            blocking = str(choice.options.get("blocking", ""))
            found[Form(choice.game, choice.players, blocking)].append((match, some))
    return dict(sorted(found.items()))


def ratings(played: list[tuple[Match, list[Played]]]) -> Iterator[tuple[str, float, float, int, str]]:
    """The players of a form by their rating: mu, two sigma, games, and their share of the points."""
    model = PlackettLuce()
    known = {entry.name: model.rating(name=entry.name) for match, _ in played for entry in match.entries}
    points: dict[str, list[float]] = defaultdict(list)
    games_of_all = [(match, game) for match, some in played for game in some]
    # In the order of the journals the first matches would count less.
    random.Random(SEED).shuffle(games_of_all)
    for match, game in games_of_all:
        names = [match.entries[index].name for index in game.seating]
        ranks = [1.0 if game.drawn else float(place) for place in game.places]
        rated = model.rate([[known[name]] for name in names], ranks=ranks)
        for name in set(names):
            own = [team[0] for team, one in zip(rated, names, strict=True) if one == name]
            known[name].mu = sum(one.mu for one in own) / len(own)
            known[name].sigma = sum(one.sigma for one in own) / len(own)
            won = any(names[seat] == name for seat in game.winners)
            shared = game.drawn or (won and len({names[seat] for seat in game.winners}) > 1)
            points[name].append(0.5 if shared else float(won))
    for name, rating in sorted(known.items(), key=lambda pair: -pair[1].mu):
        yield name, rating.mu, 2 * rating.sigma, len(points[name]), share(sum(points[name]), len(points[name]))


def rating_lists(folder: Path) -> Iterator[str]:
    """A list for each form."""
    for form, played in matches(folder / "ratings").items():
        least = min(len(some) for _, some in played)
        most = max(len(some) for _, some in played)
        total = sum(len(some) for _, some in played)
        size = f"{least} games a pair" if least == most else f"{least} to {most} games a pair"
        yield f"\n### {form.game}, {form.seats} seats\n\n{total} games, {size}.\n"
        listed = ratings(played)
        rows = ((name, f"{mu:.1f} ± {reach:.1f}", count, points) for name, mu, reach, count, points in listed)
        yield from table(("player", "rating", "games", "points, % (95 %)"), rows)


def facts(folder: Path) -> Iterator[str]:
    """A row for each form."""
    rows = (fact(form, match, played) for form, some in matches(folder / "facts").items() for match, played in some)
    headings = ("game", "seats", "blocking", "players", "games", "first mover, % of the points", "a fair share, %")
    yield from table((*headings, "turns", "moves to choose from", "stalled, %"), rows)


def fact(form: Form, match: Match, played: list[Played]) -> tuple[object, ...]:
    """What the games of a form have shown."""
    first = 0.0
    for game in played:
        begins = ord(next(iter(game.record.positions())).seat) - ord("A")
        seats = "ABCDEF"[: form.seats]
        if game.drawn:
            first += 1 / form.seats
        elif begins in game.winners:
            first += 1 / len(game.winners)
        assert begins < len(seats)
    turns = [game.turns for game in played]
    mean = sum(turns) / len(turns)
    spread = (sum((one - mean) ** 2 for one in turns) / max(1, len(turns) - 1) / len(turns)) ** 0.5
    choices = [
        len(position.legal_moves)
        for game in played[:COUNTED]
        for position in game.record.positions()
        if not position.is_over and not position.needs_roll and not position.must_pass
    ]
    return (
        form.game,
        form.seats,
        form.blocking or "–",
        match.entries[0].spec,
        len(played),
        share(first, len(played)),
        f"{100 / form.seats:.0f}",
        f"{mean:.0f} ± {1.96 * spread:.0f}",
        f"{sum(choices) / len(choices):.0f}" if choices else "–",
        share(sum(game.stalled for game in played), len(played)),
    )


def par_table() -> Iterator[str]:
    """The best known solutions."""
    rows = ((par.id, par.moves, par.at_least, par.holder, "shipped" if par.record else "–") for par in pars())
    yield from table(("puzzle", "moves", "at least", "held by", "solution"), rows)


HEAD = """# What play has shown

Written by `python benchmarks/results.py write` from games that are kept in journals; do not edit by hand. The games
are those of `benchmarks/results.py play`, by nodes, so that the speed of a machine does not matter. Every figure
tells how many games it comes from; small numbers of games make wide intervals. Intervals are 95 %.

## Ratings

Plackett–Luce ratings (openskill: everybody begins with 25 ± 16.7), each game once. Players meet those who stand one
and two places away from them on the ladder random, greedy, level 1 to 9, with rotated seats and {opening} random
turns of each seat first. Ratings of different games cannot be compared.
"""
FACTS = """
## Games by themselves

A level against itself; as many games as there are seats share an opening. The first mover’s share of the points beside
a fair one; turns of all seats together; legal moves at a turn, over the first {counted} games; games that the stall
rule ended.
"""
PARS = """
## Puzzles

The best known number of moves, and how many it takes at least. Solutions that are shipped are played through by the
tests.
"""


def write(folder: Path, file: Path) -> None:
    """Write the page."""
    lines = [HEAD.format(opening=OPENING).rstrip("\n"), *rating_lists(folder), FACTS.format(counted=COUNTED)]
    lines += [*facts(folder), PARS, *par_table()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("which", nargs="?", choices=("ratings", "facts"))
    parser.add_argument("--folder", type=Path, default=Path("build/results"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--main", type=int, default=200)
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--forms", nargs="+", metavar="FORM")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--cluster")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--to", type=Path, default=Path("docs/results.md"))
    given = parser.parse_args()
    if given.what == "write":
        write(given.folder, given.to)
        return
    with open_cluster(given.cluster, given.jobs) as cluster:
        (play_facts if given.which == "facts" else play_ratings)(given, cluster)


if __name__ == "__main__":
    main()
