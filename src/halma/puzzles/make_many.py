"""Many new puzzles, each of them a task of its own: side by side, on a cluster, and with a journal."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from importlib.metadata import version
from typing import Any

from halma.cluster import Cluster, JournalKind, ResultJournal, numbered_results
from halma.games import RULES_VERSION
from halma.messages import mark
from halma.play import Position
from halma.puzzles.make import Puzzle, make

__all__ = ["made_puzzles", "puzzle_journal", "seed_of"]

KIND = JournalKind(
    "halma_puzzles",
    1,
    {"kind": "--kind", "seed": "--seed", "moves": "--moves", "game": "--game", "law": "law", "version": "halma"},
    none=mark("{file} is not the journal of new puzzles."),
    other=mark("{file} is the journal of other puzzles: {name} is {found} there and {wanted} here."),
)


def seed_of(seed: str, number: int) -> str:
    """The seed of one of many puzzles, by its number from 0: the first one is that of the seed itself."""
    return seed if number == 0 else f"{seed}/{number + 1}"


def puzzle_journal(file: str, kind: str, seed: str, moves: int, game: str) -> ResultJournal:
    """The journal of new puzzles, new or to go on with; how many there are does not matter. Raises JournalError."""
    work = {"kind": kind, "seed": seed, "moves": moves, "game": game}
    return ResultJournal(file, KIND, {"version": version("halma"), "law": RULES_VERSION, **work})


def made_puzzles(
    kind: str,
    seed: str,
    count: int,
    *,
    moves: int = 4,
    game: str = "star-highscore",
    cluster: Cluster | None = None,
    journal: ResultJournal | None = None,
) -> Generator[tuple[int, Puzzle], None, None]:
    """So many puzzles with their numbers from 0, as they are done. Raises PuzzleError as `make` does.

    >>> from halma.puzzles import made_puzzles
    >>> [(number, puzzle.moves) for number, puzzle in made_puzzles("home", "docs", 2, moves=2)]
    [(0, 2), (1, 2)]
    """
    tasks = [(kind, seed_of(seed, number), moves, game) for number in range(count)]
    yield from numbered_results(make_one, tasks, _packed, _unpacked, cluster=cluster, journal=journal)


def make_one(kind: str, seed: str, moves: int, game: str) -> Puzzle:
    """A puzzle, as a worker makes it."""
    return make(kind, seed, moves=moves, game=game)


def _packed(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "kind": puzzle.kind,
        "position": puzzle.position.text(),
        "moves": puzzle.moves,
        "difficulty": puzzle.difficulty,
        "good": puzzle.good,
        "choices": puzzle.choices,
        "solution": list(puzzle.solution),
    }


def _unpacked(data: Mapping[str, Any]) -> Puzzle:
    position = Position.from_text(data["position"])
    return Puzzle(
        data["kind"],
        position,
        data["moves"],
        data["difficulty"],
        data["good"],
        data["choices"],
        tuple(data["solution"]),
    )
