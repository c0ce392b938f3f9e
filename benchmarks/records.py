"""Reading and replaying records, compared with another version of halma and with python-chess.

python benchmarks/records.py [--rounds N] [--against PYTHON] [--chess PYTHON]

`--against` names the interpreter of an environment with another version of halma, which reads the same text, and
`--chess` one with python-chess (PyPI `chess`), which reads chess games of the same length. All take turns in one run;
processor time, the best round of each. Replaying means from text to positions, every turn checked. `halma bench
--only replayed` measures only this version.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

GAMES, TURNS = 20, 120


def timed(work: Callable[[], int], games: int) -> dict[str, float]:
    """Games and turns per second of something that says how many turns it went through."""
    begin = time.process_time()
    turns = work()
    taken = time.process_time() - begin
    return {"games_per_s": games / taken, "turns_per_s": turns / taken}


def read_halma(file: Path) -> dict[str, dict[str, float]]:
    """One round of this or another version of halma."""
    from halma.play import read_records  # noqa: PLC0415 - of whatever version this interpreter has

    text = file.read_text(encoding="utf-8")
    games = len(list(read_records(text)))
    # The first game of a kind fills the tables.
    next(iter(read_records(text))).position()

    def replay() -> int:
        turns = 0
        for record in read_records(text):
            record.position()
            turns += len(record.turns)
        return turns

    return {
        "read": timed(lambda: sum(len(record.turns) for record in read_records(text)), games),
        "replay": timed(replay, games),
    }


def read_chess(file: Path) -> dict[str, dict[str, float]]:
    """One round of python-chess, on games that it writes itself."""
    import io  # noqa: PLC0415
    import random  # noqa: PLC0415

    import chess  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
    import chess.pgn  # noqa: PLC0415 # pyright: ignore[reportMissingImports]

    if not file.exists():
        texts: list[str] = []
        for number in range(GAMES):
            chance, board = random.Random(number), chess.Board()
            while len(board.move_stack) < TURNS and not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
            texts.append(str(chess.pgn.Game.from_board(board)))
        file.write_text("\n\n".join(texts), encoding="utf-8")
    text = file.read_text(encoding="utf-8")

    def replay() -> int:
        turns, handle = 0, io.StringIO(text)
        while (game := chess.pgn.read_game(handle)) is not None:
            # Reading has played and checked every move already.
            turns += game.end().ply()
        return turns

    return {"replay": timed(replay, GAMES)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many rounds counts")
    parser.add_argument("--against", help="the interpreter of another version of halma")
    parser.add_argument("--chess", help="an interpreter with python-chess")
    parser.add_argument("--round", nargs=2, metavar=("KIND", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.round:
        kind, file = given.round
        print(json.dumps((read_chess if kind == "chess" else read_halma)(Path(file))))
        return
    # Only here: the other version has no such names.
    from halma.engine.bench import SETUPS, recorded_games  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        runs: list[tuple[str, str, str, Path]] = []
        for name in ("star-2x10", "halma-2x19"):
            file = Path(folder) / f"{name}.txt"
            file.write_text(recorded_games(SETUPS[name]), encoding="utf-8")
            runs.append((name, sys.executable, "halma", file))
            if given.against:
                runs.append((f"{name} against", given.against, "halma", file))
        if given.chess:
            runs.append(("chess", given.chess, "chess", Path(folder) / "chess.pgn"))
        best: dict[str, float] = {}
        for _ in range(given.rounds):
            for name, python, kind, file in runs:
                command = [python, __file__, "--round", kind, str(file)]
                # Safe path: the folder of this script must not shadow a package.
                done = subprocess.run([command[0], "-P", *command[1:]], check=True, capture_output=True, text=True)
                for what, rates in json.loads(done.stdout).items():
                    for unit, rate in rates.items():
                        key = f"{name}.{what}.{unit}"
                        best[key] = max(best.get(key, 0.0), rate)
        for key, rate in best.items():
            print(f"{rate:14,.0f}  {key}")


if __name__ == "__main__":
    main()
