"""Steps per second of single environments of star 2 × 10, in one run.

Processor time, best of five rounds in which all take turns. Counted are whole turns, each with: the observation and the
mask of legal ids as new NumPy arrays, an id drawn from the mask, the step.

- PettingZoo: `halma.envs.HalmaAEC`, 16 planes and 14642 ids.
- OpenSpiel, whole turns: the same environment written in Python over OpenSpiel's chinese_checkers: whole turns with the
  same ids, found by hops over its tensor, and 3 planes.
- OpenSpiel, single hops: its own 727 ids, mask and tensor as arrays; several steps make a turn.
- halma for OpenSpiel: `halma.envs.HalmaGame` stepped as OpenSpiel's games are, with lists of legal actions only, and
  OpenSpiel's chinese_checkers stepped in the same way.

    python benchmarks/envs.py
"""

import random

from halma.engine import bench
from halma.engine.openspiel_peers import SingleHopEnv, WholeTurnEnv
from halma.envs import register_openspiel

SECONDS, ROUNDS = 0.3, 5


def spiel_game() -> bench.Measurement:
    import pyspiel  # noqa: PLC0415

    register_openspiel()
    game = pyspiel.load_game("python_halma(game=star,players=2,pieces=10)")

    def play(turns: int) -> int:
        chance, state = random.Random(1), game.new_initial_state()
        for _ in range(turns):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(chance.choice(state.legal_actions()))
        return turns

    return play


if __name__ == "__main__":
    measured = {
        "PettingZoo": bench.environment_loop(bench.SETUPS["star-2x10"]),
        "OpenSpiel, whole turns": bench.openspiel_environment(WholeTurnEnv()),
        "OpenSpiel, single hops": bench.openspiel_environment(SingleHopEnv()),
        "halma for OpenSpiel, lists": spiel_game(),
        "OpenSpiel, lists": bench.openspiel_loop(),
    }
    best = dict.fromkeys(measured, 0.0)
    for _ in range(ROUNDS):
        for name, measurement in measured.items():
            best[name] = max(best[name], bench.speed(measurement, SECONDS))
    for name, found in best.items():
        print(f"{name:28} {found:10,.0f} turns/s {best['PettingZoo'] / found:8.1f}")
