"""Solvers, records and certificates for the one-player games."""

from halma.puzzles.hints import NoHintError, PuzzleHint, hint
from halma.puzzles.make import Puzzle, make
from halma.puzzles.par import Par, pars, record_of
from halma.puzzles.solve import Progress, Solution, SolveLimits, solve
from halma.puzzles.task import NoPuzzleError, Task
from halma.puzzles.verify import Verdict, check_proof, check_record

__all__ = [
    "NoHintError",
    "NoPuzzleError",
    "Par",
    "Progress",
    "Puzzle",
    "PuzzleHint",
    "Solution",
    "SolveLimits",
    "Task",
    "Verdict",
    "check_proof",
    "check_record",
    "hint",
    "make",
    "pars",
    "record_of",
    "solve",
]
