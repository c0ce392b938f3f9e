"""Random play in every game of the catalogue, as a table; `halma bench` measures the rest.

python benchmarks/kernel.py [--seconds S] [--rounds N]
"""

from __future__ import annotations

import argparse

from halma.engine.bench import ALL, bench


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for one run of one measurement")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many runs counts")
    given = parser.parse_args()
    for name, value in bench(ALL, seconds=given.seconds, rounds=given.rounds).items():
        print(f"{value:14,.0f}  {name}")


if __name__ == "__main__":
    main()
