"""Checking solutions and proofs with nothing but the rules: no solver, no bound and no compiled search is used here.

A solution is played through by `Position`. A proof by counting is checked number by number against the board. A proof
by search is checked by searching again, in plain Python with a base rule of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from halma.messages import HalmaError, mark
from halma.play import Position, Record
from halma.puzzles.search_again import SolutionFoundError, search_again
from halma.rules import Connected, Figure, StayInTarget

FORMAT = "halma-proof-1"
QUICK = 60_000

Pieces = frozenset[int]


class ProofError(HalmaError):
    """A proof that does not prove what it claims."""


@dataclass(frozen=True)
class Verdict:
    """What was checked of a file."""

    #: The moves of a solution, or the bound of a proof.
    moves: int
    is_bound: bool
    #: False if checking takes long and nobody asked for it.
    checked: bool = True
    touches: int = 0


def check_record(record: Record) -> Verdict:
    """Play a solution through. Raises an error where it breaks a rule or does not solve the puzzle.

    >>> from halma.puzzles import check_record, pars, record_of
    >>> par = next(par for par in pars() if par.id == "solitaire")
    >>> check_record(record_of(par)).moves
    18
    """
    position = record.position()
    outcome = position.outcome()
    if len(position.seats) != 1 or outcome is None or outcome.winners != ("A",):
        raise ProofError(mark("The record is not a solution: it ends with {result}."), result=outcome or "*")
    moves, touches = position.tally
    return Verdict(moves, is_bound=False, touches=touches)


def is_proof(text: str) -> bool:
    """Whether a text looks like a proof rather than a record."""
    return f'"{FORMAT}"' in text[:200]


def check_proof(text: str, *, full: bool = False, tell: Callable[[int], None] = lambda _: None) -> Verdict:
    """Check a proof. A search is only repeated as far as it is quick, unless `full` asks for all of it."""
    try:
        data = cast(dict[str, Any], json.loads(text))
        position = Position.from_board_text(data["position"], data["game"], **data["options"])
        bound, method = int(data["at-least"]), str(data["method"])
    except (ValueError, TypeError, KeyError) as error:
        raise ProofError(mark("This proof cannot be read.")) from error
    board = _Board(position)
    if method == "counting":
        _check_counting(board, data.get("goals", []), bound)
        return Verdict(bound, is_bound=True)
    if method in ("search", "census"):
        try:
            a, b = (int(value) for value in data.get("direction", (0, 0)))
        except (TypeError, ValueError) as error:
            raise ProofError(mark("This proof cannot be read.")) from error
        most = None if full else QUICK
        ends = [((board.start, board.marked), (goal, board.mark_goal)) for goal in board.goals]
        try:
            searched = all(
                search_again(board.board, start, end, board.keep, bound - 1, (a, b), most, tell) for start, end in ends
            )
        except SolutionFoundError as error:
            raise ProofError(mark("The proof fails: there is a shorter solution.")) from error
        return Verdict(bound, is_bound=True, checked=searched)
    raise ProofError(mark("This proof cannot be read."))


class _Board:
    """The puzzle as the rules have it."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.board = position.board
        self.directions = position.board.directions
        contents = position.state.contents()
        self.start: Pieces = frozenset(cell for cell, code in enumerate(contents) if code)
        self.marked = next((cell for cell, code in enumerate(contents) if code == 2), None)
        goal = rules.goal
        if isinstance(goal, Connected):
            self.goals = list(goal.lines[0])
        elif isinstance(goal, Figure):
            self.goals = [goal.cells]
        else:
            self.goals = [rules.kinds[0].target]
        self.mark_goal = None if self.marked is None else next(iter(rules.kinds[1].goal[0].cells))
        stays = any(isinstance(word, StayInTarget) for word in rules.restrictions)
        self.keep: Pieces = self.goals[0] if stays else frozenset()


def _refuse() -> None:
    raise ProofError(mark("The proof fails: its numbers do not match the board."))


def _check_counting(board: _Board, arguments: list[dict[str, Any]], bound: int) -> None:
    goals = {frozenset(board.board.index[name] for name in argument["goal"]): argument for argument in arguments}
    if set(goals) != set(board.goals):
        _refuse()
    for goal, argument in goals.items():
        proven = _arrival(board, goal, argument) if "direction" in argument else _matching(board, goal, argument)
        if proven < bound:
            _refuse()


def _arrival(board: _Board, goal: Pieces, argument: dict[str, Any]) -> int:
    a, b = argument["direction"]
    waits = int(argument["waits"])
    height = {cell: a * x + b * y for cell, (x, y) in enumerate(board.board.coordinates)}
    gain = max(a * x + b * y for x, y in board.directions)
    # After `waits` moves even the foremost piece is still short of the goal, so all of it is still to be filled.
    if waits < 0 or max(height[cell] for cell in board.start) + waits * gain >= min(height[cell] for cell in goal):
        _refuse()
    return waits + len(goal)


def _matching(board: _Board, goal: Pieces, argument: dict[str, Any]) -> int:
    rows, columns = sorted(board.start), sorted(goal)
    row_price, column_price = list(argument["pieces"]), list(argument["cells"])
    if len(row_price) != len(rows) or len(column_price) != len(columns) or len(rows) != len(columns):
        _refuse()
    for piece, price in zip(rows, row_price, strict=True):
        hops = _by_hops(board, piece)
        for cell, other in zip(columns, column_price, strict=True):
            if board.marked is not None and (piece == board.marked) != (cell == board.mark_goal):
                continue
            cost = 0 if cell == piece else 1 if cell in hops or cell in board.board.neighbours(piece) else 2
            if price + other > cost:
                _refuse()
    return sum(row_price) + sum(column_price)


def _by_hops(board: _Board, piece: int) -> set[int]:
    """Where a piece could get by hops alone if everything it needs stood in its way."""
    seen, waiting = {piece}, [piece]
    while waiting:
        cell = waiting.pop()
        for x, y in board.directions:
            land = board.board.shift(cell, (2 * x, 2 * y))
            if land is not None and land not in seen:
                seen.add(land)
                waiting.append(land)
    return seen
