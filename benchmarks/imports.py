"""How long it takes to import halma and to have a first position, in processor time of a fresh interpreter.

    python benchmarks/imports.py [PYTHON …]

Several interpreters, each with a halma of its own, are measured in turn, so that a busy machine is busy for all.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

CASES = {
    "interpreter alone": "pass",
    "import halma": "import halma",
    "first position": 'import halma; halma.Position("halma")',
    "first picture": 'import halma; halma.Position("halma")._repr_svg_()',
    "halma --version": "import sys; sys.argv = ['halma', '--version']; from halma.cli import main; main()",
}


def seconds(python: str, code: str) -> float:
    """The processor time of one run, from the start of the interpreter to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", code], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], metavar="PYTHON")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    for name, code in CASES.items():
        taken: dict[str, list[float]] = {python: [] for python in options.pythons}
        for _ in range(options.runs):
            for python in options.pythons:
                taken[python].append(seconds(python, code))
        for python, values in taken.items():
            median, least = 1000 * statistics.median(values), 1000 * min(values)
            print(f"{name:<18} median {median:4.0f} ms  least {least:4.0f} ms  {python}")


if __name__ == "__main__":
    main()
