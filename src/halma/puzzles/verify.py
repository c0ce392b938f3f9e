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
from halma.rules import Connected, Figure, StayInTarget

FORMAT = "halma-proof-1"
QUICK = 60_000

Pieces = frozenset[int]


class ProofError(HalmaError):
    """A proof that does not prove what it claims."""


@dataclass(frozen=True)
class Verdict:
    """What was checked of a file."""

    # The moves of a solution, or the bound of a proof.
    moves: int
    is_bound: bool
    # False if checking takes long and nobody asked for it.
    checked: bool = True
    touches: int = 0


def check_record(record: Record) -> Verdict:
    """Play a solution through. Raises an error where it breaks a rule or does not solve the puzzle."""
    position = record.position()
    outcome = position.outcome()
    if len(position.seats) != 1 or outcome is None or outcome.winners != ("A",):
        raise ProofError(mark("The record does not solve a puzzle: it ends with {result}."), result=outcome or "*")
    moves, touches = position.tally
    return Verdict(moves, is_bound=False, touches=touches)


def is_proof(text: str) -> bool:
    """Whether a text looks like a proof rather than a record."""
    return f'"{FORMAT}"' in text[:200]


def check_proof(text: str, *, full: bool = False, tell: Callable[[int], None] = lambda _: None) -> Verdict:
    """Check a proof. A search is only repeated as far as it is quick, unless `full` asks for all of it."""
    try:
        data = cast(dict[str, Any], json.loads(text))
        position = Position.from_text(data["position"], data["game"], **data["options"])
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
        search = _Search(board, bound - 1, (a, b), None if full else QUICK, tell)
        searched = search.run()
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

    def reached(self, pieces: Pieces, origin: int) -> set[int]:
        """All cells where the piece on a cell can end its move, by the base rule alone."""
        others, shift = pieces - {origin}, self.board.shift
        ends = {cell for x, y in self.directions if (cell := shift(origin, (x, y))) is not None} - others
        seen, waiting = {origin}, [origin]
        while waiting:
            cell = waiting.pop()
            for x, y in self.directions:
                land = shift(cell, (2 * x, 2 * y))
                if shift(cell, (x, y)) in others and land is not None and land not in others | seen:
                    seen.add(land)
                    waiting.append(land)
        return (ends | seen) - {origin}


def _refuse() -> None:
    raise ProofError(mark("The proof does not hold: its numbers do not fit the board."))


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


class _Least:
    """The moves that are needed at least from some pieces to an end, measured along any direction.

    No move brings a piece more than `gain` beyond the foremost one, so some moves pass before the first cell of the
    end is reached, and each of its cells takes a move of its own. The same holds backwards: each piece that has to
    leave the other end takes a move, and after the last of them some moves still follow.
    """

    def __init__(self, board: _Board, direction: tuple[int, int], origin: Pieces, end: Pieces) -> None:
        a, b = direction
        self.height = [a * x + b * y for x, y in board.board.coordinates]
        self.gain = max(1, *(a * x + b * y for x, y in board.directions))
        self.end, self.left = end, origin - end
        self.border = min(self.height[cell] for cell in end)

    def _moves(self, height: int) -> int:
        return max(0, -((height - self.border) // self.gain))

    def __call__(self, pieces: Pieces) -> int:
        missing = len(self.end - pieces)
        heights = [self.height[cell] for cell in pieces]
        arriving = missing + max(0, self._moves(max(heights)) - 1)
        staying = len(pieces & self.left)
        if not staying:
            return max(arriving, self._moves(min(heights)) if missing else 0)
        last = max(self.height[cell] for cell in self.left)
        return max(arriving, staying - 1 + max(1, self._moves(last)))


class _Search:
    """Everything that could be part of a solution of at most so many moves, from both ends."""

    def __init__(
        self,
        board: _Board,
        limit: int,
        direction: tuple[int, int],
        most: int | None,
        tell: Callable[[int], None],
    ) -> None:
        self.board, self.limit, self.direction, self.most, self.tell = board, limit, direction, most, tell

    def run(self) -> bool:
        """Whether the search came to its end. Raises ProofError if it finds a solution."""
        return all(self._between(goal) for goal in self.board.goals)

    def _between(self, goal: Pieces) -> bool:
        board = self.board
        ends = ((board.start, board.marked), (goal, board.mark_goal))
        if ends[0] == ends[1]:
            raise ProofError(mark("The proof does not hold: there is a shorter solution."))
        seen = ({ends[0]}, {ends[1]})
        fronts = [[ends[0]], [ends[1]]]
        depths = [0, 0]
        a, b = self.direction
        least = (_Least(board, (a, b), ends[0][0], ends[1][0]), _Least(board, (-a, -b), ends[1][0], ends[0][0]))
        while sum(depths) < self.limit:
            side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
            following: list[tuple[Pieces, int | None]] = []
            for pieces, marked in fronts[side]:
                for origin in pieces:
                    for target in board.reached(pieces, origin):
                        first, last = (origin, target) if side == 0 else (target, origin)
                        if first in board.keep and last not in board.keep:
                            continue
                        after = (pieces - {origin} | {target}, target if marked == origin else marked)
                        if least[side](after[0]) > self.limit - depths[side] - 1:
                            continue
                        if after in seen[1 - side]:
                            raise ProofError(mark("The proof does not hold: there is a shorter solution."))
                        if after not in seen[side]:
                            seen[side].add(after)
                            following.append(after)
                self.tell(len(seen[0]) + len(seen[1]))
                if self.most is not None and len(seen[0]) + len(seen[1]) > self.most:
                    return False
            fronts[side] = following
            depths[side] += 1
        return True
