"""The games for one player: solving them, proving bounds, checking both, par, hints and new puzzles.

>>> from halma import Position
>>> from halma.puzzles import make, pars
>>> puzzle = make("home", "docs", moves=2)
>>> puzzle.moves, len(puzzle.solution)
(2, 2)
>>> next(par.moves for par in pars() if par.game == "solitaire")
18
"""

from halma.puzzles.bounds import Argument, Arrival, Matching
from halma.puzzles.hints import NoHintError, PuzzleHint, hint
from halma.puzzles.make import Puzzle, PuzzleError, make
from halma.puzzles.make_many import made_puzzles, puzzle_journal
from halma.puzzles.par import Par, pars, record_of
from halma.puzzles.proof import proof_text
from halma.puzzles.solve import CensusLevel, Progress, Solution, SolveLimits, solve
from halma.puzzles.task import NoPuzzleError, Task
from halma.puzzles.verify import Verdict, check_proof, check_record, is_proof

__all__ = [
    "Argument",
    "Arrival",
    "CensusLevel",
    "Matching",
    "NoHintError",
    "NoPuzzleError",
    "Par",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "PuzzleHint",
    "Solution",
    "SolveLimits",
    "Task",
    "Verdict",
    "check_proof",
    "check_record",
    "hint",
    "is_proof",
    "made_puzzles",
    "make",
    "pars",
    "proof_text",
    "puzzle_journal",
    "record_of",
    "solve",
]
