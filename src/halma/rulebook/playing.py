"""Diagrams that cannot lie: what a diagram says is played through a position, and what it shows comes from there."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from functools import cache
from typing import Any

from halma.draw import Marks
from halma.games import Choice, OptionKind, find_game
from halma.kernel import DONE
from halma.messages import HalmaError
from halma.play import IllegalMoveError, Outcome, Position, Refusal
from halma.play.notation import CELL, entries, is_chance
from halma.rulebook.model import Diagram, PageError


@dataclass(frozen=True)
class Shown:
    """A diagram after it was played: the position to draw with its marks, and the moves that are not allowed."""

    position: Position
    marks: Marks
    refused: tuple[tuple[str, Refusal], ...] = ()


@cache
def _choice(game: str) -> Choice:
    """The game of a diagram, written as on the command line: star --players 3"""
    name, *words = shlex.split(game)
    chosen = find_game(name)
    known = {option.flag: option for option in chosen.all_options.values()}
    options: dict[str, Any] = {}
    while words:
        flag = words.pop(0)
        option = known.get(flag)
        if option is None:
            raise PageError(f"“{flag}” is no option of {chosen.id}")
        if option.kind is OptionKind.FLAG:
            options[option.name] = True
        elif words:
            options[option.name] = option.read(words.pop(0))
        else:
            raise PageError(f"{flag} needs a value")
    return chosen.choose(**options)


def base_of(diagram: Diagram) -> Position:
    """The position a diagram starts from: as given, and after its line."""
    choice = _choice(diagram.game)
    if diagram.position is None:
        position = Position(choice, dice=None)
    else:
        position = Position.from_board_text(diagram.position, choice)
    _play(position, diagram.line)
    return position


def _play(position: Position, line: str) -> None:
    """Play turns, rolls and lots separated by blanks."""
    for entry in entries(line):
        if is_chance(entry):
            position.give_chance(entry)
        else:
            position.push_turn(entry)


def end_of(diagram: Diagram) -> Position:
    """The position a diagram leads to: after the first move it shows."""
    position = base_of(diagram)
    _play(position, diagram.play[0])
    return position


def played(diagram: Diagram) -> Shown:
    """Play a diagram through. Raises PageError with what is not as the diagram says."""
    try:
        return _played(diagram)
    except HalmaError as error:
        raise PageError(f"diagram {diagram.name}: {error}") from error
    except (PageError, ValueError) as error:
        raise PageError(f"diagram {diagram.name}: {error}") from error


def _played(diagram: Diagram) -> Shown:
    base = base_of(diagram)
    refused = tuple((move, _refused(base, move, reason)) for move, reason in diagram.refuse)
    first, last = _sequence(base, diagram.play)
    _check_end(diagram, last.outcome())
    if diagram.play:
        _check_ways(first, diagram.play[0])
    if diagram.play or not (diagram.refuse or diagram.reach):
        return Shown(first, Marks(last_move=bool(diagram.play or diagram.line)), refused)
    if diagram.reach:
        return Shown(base, _reached(base, diagram.reach), refused)
    return Shown(base, _attempted(base, *refused[0]), refused)


def _sequence(base: Position, plays: tuple[str, ...]) -> tuple[Position, Position]:
    """The positions after the first move and after the last one of the sequence.

    A further move that is legal where the first one was played is an alternative to it; otherwise it must go on.
    """
    first = base.copy()
    if not plays:
        return first, first
    _play(first, plays[0])
    last = first.copy()
    for play in plays[1:]:
        try:
            _play(base.copy(), play)
        except HalmaError:
            _play(last, play)
    return first, last


def _check_ways(position: Position, written: str) -> None:
    """The picture shows the shortest way of each move; a page that writes another way would not fit its picture."""
    ways = [entry for turn in written.split() if not turn.startswith("[") for entry in turn.split(",") if entry]
    drawn = [event.text for event in position.history if event.action is not None and event.action != DONE]
    for way, text in zip(reversed(ways), reversed(drawn), strict=False):
        if way.count("-") > 1 and way.count("x") == text.count("x") and way != text:
            raise PageError(f"{way} is drawn as {text}: write it that way, or only its ends")


def _refused(base: Position, move: str, reason: str) -> Refusal:
    try:
        base.copy().push(move)
    except IllegalMoveError as error:
        if error.refusal.code != reason:
            raise PageError(f"{move} is refused because of “{error.refusal.code}”, not “{reason}”") from error
        return error.refusal
    raise PageError(f"{move} should be refused ({reason}) but is legal")


def _check_end(diagram: Diagram, outcome: Outcome | None) -> None:
    # Where the diagram does not mention an end there must be none, unless its position was over before.
    if diagram.ends is None:
        if outcome is not None and diagram.play:
            raise PageError(f"the game is over ({_ending(outcome)}), but the diagram has no “ends”")
        return
    actual = "not over" if outcome is None else _ending(outcome)
    if actual != " ".join(diagram.ends.split()):
        raise PageError(f"should end with “{diagram.ends}”, but the game is: {actual}")


def _ending(outcome: Outcome) -> str:
    places = [f"{seat}={place}" for seat, place in outcome.places.items()]
    return " ".join([outcome.termination.value, *places, *(["drawn"] if outcome.drawn else [])])


def _reached(base: Position, cell: str) -> Marks:
    board = base.board
    if cell not in base.pieces:
        raise PageError(f"reach: there is no piece on {cell}")
    origin = board.index[cell]
    targets = {
        board.names[action.target]
        for action in base.state.legal()
        if action.origin == origin and action.target < len(board)
    }
    if not targets:
        raise PageError(f"reach: the piece on {cell} cannot move")
    return Marks(chosen=cell, reachable=sorted(targets, key=board.index.__getitem__), last_move=False)


def _attempted(base: Position, move: str, refusal: Refusal) -> Marks:
    """An attempt in the picture: its piece chosen, and its other cells marked."""
    named = [cell for cell in re.findall(CELL, move) if cell in base.board.index]
    chosen = named[0] if named and named[0] in base.pieces and "@" not in move else None
    marked = [cell for cell in named if cell != chosen] or [cell for cell in refusal.cells if cell != chosen]
    return Marks(chosen=chosen, marked=marked, last_move=False)
