"""How fast the kernels play: random whole turns and the loop written in Python, with OpenSpiel in the same run.

    python benchmarks/kernel.py [--seconds S] [--rounds N] [--json FILE] [--only PART]

One thread; processor time, so that other programs disturb little; the best of some rounds, in which all take turns.
OpenSpiel (PyPI `open_spiel`) is measured if it is installed, on its chinese_checkers with two players, which is star
2 × 10 here. It plays single hops; counted are whole turns.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halma.games import choose, games
from halma.kernel import fast, reference
from halma.rules import Ruleset, SplitDice

pyspiel: Any
try:
    import pyspiel  # pyright: ignore[reportMissingImports]
except ImportError:
    pyspiel = None

# A measurement plays about so many turns and tells how many they were.
Measurement = Callable[[int], int]


def rules_of(game: str, **options: Any) -> Ruleset:
    choice = choose(game, **options)
    return games()[choice.game].ruleset(choice)


def by_reference(rules: Ruleset) -> Measurement:
    """Random play of the reference kernel."""
    chance = random.Random(1)

    def play(turns: int) -> int:
        state, played = reference.State(rules), 0
        while played < turns:
            now = state.now
            if now.result is not None:
                state = reference.State(rules)
            elif not state.legal():
                state.roll(tuple(chance.randint(1, 6) for _ in range(2 if isinstance(rules.dice, SplitDice) else 1)))
            else:
                state.apply(chance.choice(state.legal()))
                played += state.now.turn - now.turn
        return played

    return play


def by_fast(rules: Ruleset) -> Measurement:
    """Random play of the fast kernel, all of it in C++."""
    state = fast.State(rules)
    return lambda turns: state.random_turns(1, turns)


def fast_loop(rules: Ruleset) -> Measurement:
    """The loop written in Python: legal moves, random choice, push."""

    def play(turns: int) -> int:
        choice = random.Random(1).choice
        state = fast.State(rules)
        for _ in range(turns):
            if state.is_over:
                state = fast.State(rules)
            state.push(choice(state.legal_sequence()))
        return turns

    return play


def openspiel_loop() -> Measurement:
    """The same loop on OpenSpiel."""
    game = pyspiel.load_game("chinese_checkers(players=2)")

    def play(turns: int) -> int:
        choice = random.Random(1).choice
        state, played = game.new_initial_state(), 0
        while played < turns:
            if state.is_terminal():
                state = game.new_initial_state()
            player = state.current_player()
            state.apply_action(choice(state.legal_actions()))
            played += state.current_player() != player
        return played

    return play


def openspiel_rollouts() -> Measurement:
    """OpenSpiel's rollouts in C++: one simulation of its tree search makes them all."""
    game = pyspiel.load_game("chinese_checkers(players=2)")
    # A game is cut off after so many turns, which random play never comes near to winning.
    turns_of_game = game.get_parameters()["max_moves"]

    def play(turns: int) -> int:
        rollouts = max(1, turns // turns_of_game)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 10, False, 1, False)
        bot.step(game.new_initial_state())
        return rollouts * turns_of_game

    return play


def measurements() -> dict[str, Measurement]:
    """What is measured, by name."""
    found: dict[str, Measurement] = {}
    for name, rules in {
        "halma-2x19": rules_of("halma"),
        "star-2x10": rules_of("star", players=2, pieces=10),
        "star-2x15": rules_of("star"),
    }.items():
        if fast.available:
            found[f"{name}.random_turns_per_s"] = by_fast(rules)
        found[f"reference.{name}.random_turns_per_s"] = by_reference(rules)
    if fast.available:
        found["star-2x10.python_loop_turns_per_s"] = fast_loop(rules_of("star", players=2, pieces=10))
        for game in games():
            found[f"all.{game}.random_turns_per_s"] = by_fast(rules_of(game))
    if pyspiel is not None:
        found["openspiel.star-2x10.random_turns_per_s"] = openspiel_rollouts()
        found["openspiel.star-2x10.python_loop_turns_per_s"] = openspiel_loop()
    return found


def speed(measurement: Measurement, seconds: float) -> float:
    """Turns per second, from a run of about so long."""
    turns = 1000
    while True:
        begin = time.process_time()
        played = measurement(turns)
        taken = time.process_time() - begin
        if taken >= seconds / 2:
            return played / taken
        turns = int(turns * max(2.0, min(50.0, seconds / max(taken, 1e-4))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for one run of one measurement")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many runs counts")
    parser.add_argument("--json", type=Path, help="write one flat object to this file")
    parser.add_argument("--only", default="", help="only what has this in its name")
    given = parser.parse_args()
    if not fast.available:
        print(f"The fast kernel is not built: {fast.reason}")
    chosen = {name: one for name, one in measurements().items() if given.only in name}
    best = dict.fromkeys(chosen, 0.0)
    for _ in range(given.rounds):
        for name, measurement in chosen.items():
            best[name] = max(best[name], speed(measurement, given.seconds))
    for name, value in best.items():
        print(f"{value:14,.0f}  {name}")
    for game in ("halma-2x19", "star-2x10", "star-2x15"):
        ours = best.get(f"{game}.random_turns_per_s")
        for other in ("reference", "openspiel"):
            theirs = best.get(f"{other}.{game}.random_turns_per_s")
            if ours and theirs:
                print(f"{ours / theirs:14.1f}  × {other} on {game}")
    loops = [best.get(f"{who}star-2x10.python_loop_turns_per_s", 0.0) for who in ("", "openspiel.")]
    if all(loops):
        print(f"{loops[0] / loops[1]:14.1f}  × openspiel in a loop in Python")
    if given.json:
        given.json.write_text(
            json.dumps({name: round(value) for name, value in best.items()}, indent=2) + "\n", "ascii"
        )


if __name__ == "__main__":
    main()
