"""Tunes the numbers of the engine by matches against itself.

    python benchmarks/tune.py [NAME ...] [--list] [--game GAME ...] [--games N] [--nodes N] [--rounds N]

Each named weight is made larger and smaller in turn; what wins clearly in all the games together is kept. A name may
end in `*`: `line_*` tunes all weights that begin so. `--list` prints the whole table. The changed weights are printed
after every trial, to be written into src/halma/engine/native/eval/weight_table.hpp.
"""

from __future__ import annotations

import argparse
import random
from fnmatch import fnmatchcase

from halma.engine import _native
from halma.engine.levels import FULL_STRENGTH
from halma.kernel import Action, ActionKind
from halma.play import Position

# A game as on the command line: its name, players and pieces.
DEFAULT_GAMES = ("halma", "star:2:15")
DEFAULT_WEIGHTS = ("race_strayed", "race_lagging", "race_lonely", "race_duty", "search_fewest", "search_more")
OPENING = 4
MOST_TURNS = 400
CLEARLY = 0.54


Weights = dict[str, float]


def position_of(game: str, seed: int) -> Position:
    """A game by its name, players and pieces."""
    name, *shape = game.split(":")
    return Position(name, seed=str(seed), **dict(zip(("players", "pieces"), map(int, shape), strict=False)))


def weights_named(patterns: list[str]) -> list[str]:
    """The names of the weights that fit some patterns."""
    table = [name for name, *_ in _native.weights()]
    found = [name for name in table if any(fnmatchcase(name, pattern) for pattern in patterns)]
    if missing := [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in table)]:
        raise SystemExit(f"no weight is called {', '.join(missing)}; --list tells all of them")
    return found


def play(position: Position, sides: tuple[Weights, Weights], nodes: int) -> None:
    """Play a game to its end; the first weights have the even seats."""
    while not position.is_over and position.turn_number < MOST_TURNS:
        weights = sides[position.state.now.seat % 2]
        answer = _native.think(position.state, nodes, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None, weights)
        kind, *rest = answer[0][0][1][0]
        position.push_action(Action(ActionKind(kind), *rest))


def score(games: list[str], candidate: Weights, holder: Weights, count: int, nodes: int, seed: int) -> float:
    """What share of the points a candidate wins; openings are random and each is played with both colours."""
    points = 0.0
    for game in games:
        for number in range(count):
            lot = random.Random(f"tune {seed} {number // 2}")
            position = position_of(game, number // 2)
            while position.turn_number < OPENING and not position.is_over:
                position.push_action(lot.choice(list(position.state.legal())))
            first = number % 2 == 0
            play(position, (candidate, holder) if first else (holder, candidate), nodes)
            outcome = position.outcome()
            sides = {position.seats.index(winner) % 2 == 0 for winner in outcome.winners} if outcome else set()
            points += 0.5 if len(sides) != 1 else float(sides.pop() == first)
    return points / (count * len(games))


def tune(names: list[str], games: list[str], count: int, nodes: int, rounds: int) -> None:
    """Go round the weights."""
    table = {name: (value, whole) for name, value, whole, _ in _native.weights()}
    best: Weights = {}
    trial = 0
    for turn in range(rounds):
        factor = 1.6 if turn == 0 else 1.25
        for name in names:
            value, whole = table[name]
            for change in (factor, 1 / factor):
                changed = best.get(name, value) * change
                changed = round(changed) if whole else changed
                if changed == best.get(name, value):
                    continue
                trial += 1
                candidate = {**best, name: changed}
                share = score(games, candidate, best, count, nodes, trial)
                kept = share >= CLEARLY
                if kept:
                    best = candidate
                told = {one: round(number, 3) for one, number in best.items()}
                print(f"{name} {changed:.3g}: {share:.1%} {'kept' if kept else ''} {told}", flush=True)
                if kept:
                    break


def main() -> None:
    """Tune what the command line names, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    # Only ratios to the price of a step matter, so it stays as it is unless it is named.
    parser.add_argument("names", nargs="*", default=list(DEFAULT_WEIGHTS), metavar="NAME", help="weights to tune")
    parser.add_argument("--list", action="store_true", help="print all weights with their terms")
    parser.add_argument("--game", nargs="*", default=list(DEFAULT_GAMES), help="games such as star:2:15")
    parser.add_argument("--games", type=int, default=60, help="games of each for a trial")
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    if given.list:
        for name, value, _, meaning in _native.weights():
            readers = [term for term, _, _, weights in _native.term_list() if name in weights]
            print(f"{name:24} {value:8g}  {meaning} ({', '.join(readers)})")
        return
    tune(weights_named(given.names), given.game, given.games, given.nodes, given.rounds)


if __name__ == "__main__":
    main()
