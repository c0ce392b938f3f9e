"""Observations: named planes over the cells of the board, with values from 0 to 1.

Every game has perfect information: nothing is hidden, and all seats see the same. The planes only order it by seat,
counted from the one that looks: `+0` is that seat itself, `+1` the next one in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from halma.boards import STAR, Board
from halma.games import Choice, choose, find_game
from halma.rules import Cells, Figure, Hop, Ruleset, RunDie, SplitDice

#: Turn numbers from here on all look the same.
LONGEST_TURN_NUMBER = 1000
LARGEST_DIE = 6


class Source(IntEnum):
    """Where the values of a plane come from. The compiled twin (encoding.hpp) has the same words in the same order."""

    # Sets of cells: 1 on each of them.
    PIECES = 0  # of a content
    CELLS = 1  # the same throughout the game
    USED = 2
    HUFFABLE = 3
    OPEN_ORIGIN = 4
    OPEN_TARGET = 5
    OPEN_DECIDED = 6
    OPEN_ASKED = 7
    # Numbers: the same on every cell.
    SEAT = 8  # the one that looks; from here on the argument is a seat
    ACTS = 9
    IDLE = 10
    ADVANCE = 11
    BEST = 12
    HAND = 13
    CAPTURED = 14
    LOST = 15
    OUT = 16
    FINISHED = 17
    TURN = 18
    PASSES = 19
    REPEATED = 20
    NEEDS_ROLL = 21
    DIE = 22  # from here on the argument is a die, or a division of the roll
    STEPS = 23
    HOPPED = 24
    DIVISION_STEPS = 25
    DIVISION_HOPS = 26


@dataclass(frozen=True)
class Plane:
    """One plane of an observation: its name, where its values come from, and the number that stands for 1."""

    name: str
    source: Source
    argument: int = 0
    scale: int = 1
    cells: Cells = frozenset()


def observation_planes(game: str | Choice, **options: Any) -> tuple[str, ...]:
    """The names of the planes of a game's observations, in their order.

    >>> observation_planes("quick")[:4]
    ('pieces +0', 'pieces +1', 'home +0', 'goal +0')
    """
    choice = game if isinstance(game, Choice) else choose(game, **options)
    return tuple(plane.name for plane in planes_for(find_game(choice.game).ruleset(choice), 0))


@lru_cache(maxsize=256)
def planes_for(rules: Ruleset, viewer: int) -> tuple[Plane, ...]:
    """The planes as a seat sees them. Every seat has the same number of planes, with the same names."""
    return (*_cell_planes(rules, viewer), *_seat_planes(rules, viewer), *_turn_planes(rules), *_dice_planes(rules))


def _cell_planes(rules: Ruleset, viewer: int) -> Iterator[Plane]:
    for name, code in _kinds_seen_by(rules, viewer):
        yield Plane(f"pieces {name}", Source.PIECES, code)
    for name, code in _kinds_seen_by(rules, viewer):
        kind = rules.kinds[code - 1]
        goal = frozenset[int]().union(*(part.cells for part in kind.goal))
        if name.startswith("+0") and any(kind.home for kind in rules.kinds):
            yield Plane(f"home {name}", Source.CELLS, cells=kind.home)
        if name.startswith("+0") and any(kind.goal for kind in rules.kinds):
            yield Plane(f"goal {name}", Source.CELLS, cells=goal)
    if isinstance(rules.goal, Figure):
        yield Plane("figure", Source.CELLS, cells=rules.goal.cells)
    if isinstance(rules.dice, SplitDice):
        yield Plane("used pieces", Source.USED)
    if isinstance(rules.dice, RunDie) and rules.dice.huffs:
        yield Plane("pieces to huff", Source.HUFFABLE)
    if any(isinstance(word, Hop) and word.captures for kind in rules.kinds for word in kind.movement):
        yield Plane("open capture: origin", Source.OPEN_ORIGIN)
        yield Plane("open capture: target", Source.OPEN_TARGET)
        yield Plane("open capture: decided", Source.OPEN_DECIDED)
        yield Plane("open capture: asked", Source.OPEN_ASKED)


def _kinds_seen_by(rules: Ruleset, viewer: int) -> list[tuple[str, int]]:
    """The kinds of piece, those of the viewer first: a name and the content of the cells."""

    def offset(code: int) -> int:
        return min((seat - viewer) % rules.seats for seat in rules.kinds[code - 1].seats)

    found: list[tuple[str, int]] = []
    codes = range(1, len(rules.kinds) + 1)
    for away in range(rules.seats):
        own = [code for code in codes if offset(code) == away]
        for number, code in enumerate(own, 1):
            found.append((f"+{away}" if len(own) == 1 else f"+{away} kind {number}", code))
    return found


def _seat_planes(rules: Ruleset, viewer: int) -> Iterator[Plane]:
    pieces = max(1, sum(rules.army))
    # For each number that seats have: its name, its source, and the most it can be.
    kept: list[tuple[str, Source, int]] = []
    if rules.seats > 1:
        yield Plane("seat", Source.SEAT, viewer, rules.seats - 1)
        kept.append(("acts", Source.ACTS, 1))
    if any(kind.advance for kind in rules.kinds):
        most = max(_most_advance(rules, seat) for seat in range(rules.seats))
        kept.append(("advance", Source.ADVANCE, most))
        if rules.stall is not None and rules.stall.by_advance:
            kept.append(("best advance", Source.BEST, most))
    if rules.stall is not None:
        kept.append(("turns without progress", Source.IDLE, rules.stall.turns))
    if rules.placing is not None:
        kept.append(("hand", Source.HAND, max(rules.placing.counts)))
    if rules.enclosing is not None or rules.exit is not None or _captures(rules):
        kept.append(("captured", Source.CAPTURED, pieces))
    if rules.enclosing is not None:
        kept.append(("lost", Source.LOST, pieces))
    if rules.seats > 2 and rules.has_duty:
        kept.append(("out", Source.OUT, 1))
    if rules.play_on:
        kept.append(("finished", Source.FINISHED, 1))
    for name, source, scale in kept:
        for away in range(rules.seats):
            yield Plane(f"{name} +{away}", source, (viewer + away) % rules.seats, max(1, scale))


def _captures(rules: Ruleset) -> bool:
    """Whether moves capture pieces that are counted."""
    hops = (word for kind in rules.kinds for word in kind.movement if isinstance(word, Hop))
    return isinstance(rules.dice, RunDie) or any(word.captures for word in hops)


def _most_advance(rules: Ruleset, seat: int) -> int:
    codes = rules.kind_codes(seat)
    return sum(rules.army[code - 1] * max(rules.kinds[code - 1].advance, default=0) for code in codes)


def _turn_planes(rules: Ruleset) -> Iterator[Plane]:
    yield Plane("turn", Source.TURN, scale=LONGEST_TURN_NUMBER)
    if rules.seats > 1:
        yield Plane("passes", Source.PASSES, scale=rules.seats)
    if rules.stall is not None:
        yield Plane("repeated", Source.REPEATED, scale=2)


def _dice_planes(rules: Ruleset) -> Iterator[Plane]:
    if rules.has_chance:
        yield Plane("needs roll", Source.NEEDS_ROLL)
    match rules.dice:
        case RunDie():
            yield Plane("die", Source.DIE, 0, LARGEST_DIE)
        case SplitDice():
            for number in range(2):
                yield Plane(f"die {number + 1}", Source.DIE, number, LARGEST_DIE)
            yield Plane("steps made", Source.STEPS, scale=LARGEST_DIE)
            yield Plane("hops made", Source.HOPPED)
            for number in range(2):
                yield Plane(f"division {number + 1}: steps", Source.DIVISION_STEPS, number, LARGEST_DIE)
                yield Plane(f"division {number + 1}: hops", Source.DIVISION_HOPS, number, LARGEST_DIE)
        case None:
            pass


def cell_grid(board: Board) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """A grid for convolutions: its shape, and the row and column of each cell.

    Square boards have a row for each rank, from rank 1, and a column for each file. The star is laid out on 17 × 17 by
    two of its three lines: neighbours differ by one in the row, in the column, or by the same one in both.

    >>> from halma.boards import star_board
    >>> shape, places = cell_grid(star_board())
    >>> shape, places[0], places[120]
    ((17, 17), (0, 4), (16, 12))
    """
    if board.style == STAR:
        high = max(y for _, y in board.coordinates)
        raw = [(high - y, (x - y) // 2) for x, y in board.coordinates]
    else:
        raw = [(y, x) for x, y in board.coordinates]
    left = min(column for _, column in raw)
    places = tuple((row, column - left) for row, column in raw)
    return (1 + max(row for row, _ in places), 1 + max(column for _, column in places)), places
