"""Simulations by the million: `python -m tests.simulation --seeds 0..1000000`; one of them again: `--case CASE`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from .plan import Case, made_up
from .run import fault_of, first_failure, prepared, read, smallest, told, written

AT_A_TIME = 100
PROGRESS_SECONDS = 10.0


def seeds_of(text: str) -> range:
    """A..B, without B."""
    first, separator, last = text.partition("..")
    try:
        found = range(int(first), int(last)) if separator else range(int(first), int(first) + 1)
    except ValueError:
        found = range(0)
    if not found:
        raise argparse.ArgumentTypeError(f"give seeds as 0..1000, not {text}")
    return found


def explain(case: Case) -> None:
    """Say what is wrong, the short way."""
    with prepared():
        again = fault_of(case)
    print(f"seed {case.seed}: {again}; looking for the shortest way to it …", file=sys.stderr, flush=True)
    small = smallest(case) if again is not None else case
    print(told(small))
    print(f"\npython -m tests.simulation --case '{written(small)}'")


def run(seeds: range, jobs: int) -> int:
    """Run seeds on all cores, up to the first with which something is wrong."""
    began = said = time.monotonic()
    done = 0
    starts = iter(range(seeds.start, seeds.stop, AT_A_TIME))
    with ProcessPoolExecutor(jobs) as pool:
        running: dict[Future[Case | None], int] = {}
        while True:
            for start in starts:
                batch = range(start, min(start + AT_A_TIME, seeds.stop))
                running[pool.submit(first_failure, batch)] = len(batch)
                if len(running) >= 2 * jobs:
                    break
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done += running.pop(future)
                case = future.result()
                if case is not None:
                    pool.shutdown(wait=False, cancel_futures=True)
                    explain(case)
                    return 1
            now = time.monotonic()
            if now - said >= PROGRESS_SECONDS:
                said = now
                speed = done / (now - began)
                print(f"{done} of {len(seeds)} seeds, {speed:.1f} a second", file=sys.stderr, flush=True)
    print(f"{done} seeds, all is well; {time.monotonic() - began:.0f} s on {jobs} cores")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seeds", type=seeds_of, help="from A to B, without B: A..B, or one")
    what.add_argument("--case", help="a case as it was printed, or a file with one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores by default")
    parser.add_argument("--trace", action="store_true", help="tell all that happens in the first seed")
    given = parser.parse_args()
    if given.case is not None:
        text = given.case if given.case.startswith("{") else Path(given.case).read_text(encoding="utf-8")
        print(told(read(text)))
        return 0
    if given.trace:
        print(told(made_up(given.seeds.start)))
        return 0
    return run(given.seeds, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
