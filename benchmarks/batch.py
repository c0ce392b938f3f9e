"""Random whole turns per second of a batch of star 2 × 10, by number of games and by what is written.

One thread, processor time, best of three rounds. A turn is: a legal id is drawn, it is played, and what may be played next
is written to NumPy arrays.

    python benchmarks/batch.py
"""

import time

from halma.batch import Games

WRITTEN = {
    "nothing": {"masks": None, "observations": False},
    "masks in bits": {"masks": "bits", "observations": False},
    "masks": {"observations": False},
    "masks and observations": {},
}
TURNS = 400_000


def turns_per_second(count: int, **settings) -> float:
    games = Games("star", players=2, pieces=10, count=count, seed=1, threads=1, **settings)
    steps, best = TURNS // count, 0.0
    for _ in range(3):
        begin = time.process_time()
        for _ in range(steps):
            games.step(games.sample_actions())
        best = max(best, steps * count / (time.process_time() - begin))
    return best


if __name__ == "__main__":
    print(f"{'games':>6}", *(f"{name:>24}" for name in WRITTEN))
    for count in (1, 64, 256, 1024, 4096):
        print(f"{count:6}", *(f"{turns_per_second(count, **settings):24,.0f}" for settings in WRITTEN.values()))
