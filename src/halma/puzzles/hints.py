"""Hints: the next move of the best continuation that is known, and how many moves it takes at least and at most."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache

from halma.messages import HalmaError, mark
from halma.play import Move, Position
from halma.puzzles import solitaire
from halma.puzzles.bounds import lower_bound
from halma.puzzles.par import records
from halma.puzzles.search import BeamSettings, beam, exact
from halma.puzzles.task import Line, Task

SECONDS = 1.5
WIDTHS = (100, 500, 2_000)
LONGEST = 150


class NoHintError(HalmaError):
    """Nothing can be advised here."""


@dataclass(frozen=True)
class PuzzleHint:
    """A move, and how many moves (this one included) it takes at least and at most; chances are of random hops."""

    move: Move
    at_least: int
    at_most: int
    chance: float | None = None


def hint(position: Position, *, seconds: float = SECONDS) -> PuzzleHint:
    """What to do next in a puzzle. Raises NoHintError where it is over or lost."""
    if position.is_over:
        raise NoHintError(mark("The puzzle is over."))
    game = position.choice.game
    if game in ("solitaire", "retour"):
        return _solitaire_hint(position, backwards=game == "retour")
    task = Task.of(position)
    known = _remaining(position)
    line = known
    end = time.monotonic() + seconds
    bound = lower_bound(task)[0]
    if line is None or len(line) > bound:
        found = exact(task, LONGEST if line is None else len(line), most=60_000, stop=lambda: time.monotonic() > end)
        bound = max(bound, found.bound)
        line = found.line or line
    if line is None or (known is None and len(line) > bound):
        line = _by_beams(task, line, end) or line
    if not line:
        raise NoHintError(mark("No solution was found in time."))
    origin, target = (position.board.names[cell] for cell in line[0])
    return PuzzleHint(position.parse(f"{origin}-{target}"), bound, len(line))


def _by_beams(task: Task, line: Line | None, end: float) -> Line | None:
    """What beams find while there is time; each is wider than the one before.

    While nothing is known the narrowest runs to its end, so that there is a hint however slow the machine is.
    """

    def stop() -> bool:
        return line is not None and time.monotonic() > end

    for width in WIDTHS:
        for goal in task.goals:
            one = task.between(task.start, goal, task.mark, task.mark_goal)
            longest = LONGEST if line is None else len(line) - 1
            found = beam(one, BeamSettings(width), longest, stop)
            line = found or line
    return line


@cache
def _known_lines(game: str, options: tuple[tuple[str, object], ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    """For every position on a shipped solution the rest of that solution."""
    known: dict[str, Line] = {}
    for record in records():
        choice = record.choice
        if choice.game != game or tuple(sorted(choice.options.items())) != options:
            continue
        places = [position.board_text().split(" ")[0] for position in record.positions()]
        actions = [event.action for event in record.position().history if event.action is not None]
        line = tuple((action.origin, action.target) for action in actions)
        for number, place in enumerate(places):
            if place not in known or len(known[place]) > len(line) - number:
                known[place] = line[number:]
    return known


def _remaining(position: Position) -> Line | None:
    options = tuple(sorted(position.choice.options.items()))
    return _known_lines(position.choice.game, options).get(position.board_text().split(" ")[0])


def _solitaire_hint(position: Position, *, backwards: bool) -> PuzzleHint:
    bits = sum(1 << cell for cell, code in enumerate(position.state.contents()) if code)
    names = position.board.names
    if backwards:
        # A hop of retour is one of solitaire with pieces and holes exchanged, read from its end.
        bits = solitaire.ALL ^ bits
        good = solitaire.good_hops(bits)
        if not good:
            raise NoHintError(mark("This position is lost: take a move back."))
        hop, after = good[0]
        left = bits.bit_count() - 1
        return PuzzleHint(position.parse(f"{names[hop.target]}-{names[hop.origin]}"), left, left, after.chance)
    now = solitaire.known(bits)
    moves = solitaire.shortest(bits)
    if moves:
        return PuzzleHint(position.parse(_spelled(names, moves[0])), len(moves), len(moves), now.chance)
    if now.winnable is None:
        raise NoHintError(mark("No solution was found in time."))
    for hop in solitaire.hops():
        if now.winnable and hop.fits(bits) and solitaire.known(bits ^ hop.cells).winnable:
            return PuzzleHint(position.parse(_spelled(names, (hop,))), 1, bits.bit_count() - 1)
    raise NoHintError(mark("This position is lost: take a move back."))


def _spelled(names: tuple[str, ...], chain: tuple[solitaire.SolitaireHop, ...]) -> str:
    """A chain as text; a single hop with what it captures, as there may be a longer way between the same cells."""
    first, *others = chain
    text = "-".join(names[cell] for cell in (first.origin, *(hop.target for hop in chain)))
    return text if others else f"{text}x{names[first.over]}"
