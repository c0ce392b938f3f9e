"""A ruleset written out as one list of whole numbers: all that the C++ kernel ever learns about a game.

The list is read by include/halma/read_rules.hpp, which checks every number; both sides must be changed together, and
FORMAT with them. Written to a file the same numbers drive the kernel without Python (tests/native).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache

from halma.boards import Board, Vector
from halma.kernel.actions import Situation
from halma.kernel.fast.word_layout import word_layout_of
from halma.kernel.reference.move_tables import Mover, MoveTables, move_tables_for
from halma.rules import (
    AllOff,
    Blocking,
    CaptureDuty,
    Cells,
    Connected,
    Count,
    Duty,
    EndIn,
    Figure,
    Goal,
    Home,
    Hop,
    InARow,
    Kind,
    NoMove,
    Part,
    Ranking,
    Restriction,
    Retrace,
    Ruleset,
    Run,
    RunDie,
    SameShade,
    SplitDice,
    Station,
    StayInTarget,
    Step,
    Termination,
    TooFew,
)

MAGIC = 0x48414C4D
FORMAT = 2
MISSING = -1

# The numbers of the words, in the order of the enumerations in include/halma/rules.hpp.
MOVEMENTS = (Step, Hop, Run, Retrace)
GOALS = (type(None), Home, Figure, InARow, Connected, AllOff, TooFew)
RESTRICTIONS = (StayInTarget, SameShade, Station, EndIn)
DUTIES = (Duty.NONE, Duty.LOSE, Duty.LOSE_AND_LIFT, Duty.LENIENT)
NO_MOVES = (NoMove.PASS, NoMove.END, NoMove.SHUT_IN, NoMove.UNSOLVED)
COUNTS = (Count.NOTHING, Count.CAPTURED, Count.DIFFERENCE, Count.HOME)
CAPTURE_DUTIES = (CaptureDuty.FORCED, CaptureDuty.HUFF, CaptureDuty.HUFF_ANY)
RANKINGS = (Ranking.TARGET, Ranking.OFF, Ranking.DRAW)
TERMINATIONS = (
    Termination.FILLED,
    Termination.FILLED_UP,
    Termination.BLOCKED_OUT,
    Termination.STALL,
    Termination.ALL_PASSED,
    Termination.ALL_OFF,
    Termination.CONNECTED,
    Termination.IN_A_ROW,
    Termination.CAPTURED_MOST,
    Termination.MOST_HOME,
    Termination.SHUT_IN,
    Termination.TOO_FEW,
    Termination.SOLVED,
    Termination.UNSOLVED,
)


class Writer:
    """Collects numbers. A list is written with its length before it."""

    def __init__(self) -> None:
        self.words = array("i")

    def number(self, *values: int) -> None:
        self.words.extend(values)

    def numbers(self, values: Iterable[int]) -> None:
        listed = tuple(values)
        self.number(len(listed), *listed)

    def word(self, value: Enum, order: Sequence[Enum]) -> None:
        self.number(order.index(value))

    def cells(self, cells: Cells) -> None:
        self.numbers(sorted(cells))

    def cells_or_none(self, cells: Cells | None) -> None:
        if cells is None:
            self.number(MISSING)
        else:
            self.cells(cells)

    def rays(self, rays: Sequence[Sequence[Sequence[int]]]) -> None:
        """For each cell some straight lines from it."""
        for row in rays:
            self.number(len(row))
            for ray in row:
                self.numbers(ray)


@lru_cache(maxsize=64)
def compiled(rules: Ruleset) -> bytes:
    """The numbers of a ruleset, four bytes each in the order of the machine."""
    writer = Writer()
    tables = move_tables_for(rules)
    writer.number(MAGIC, FORMAT, len(rules.board), rules.seats, len(rules.kinds))
    for near in (*tables.neighbours, *tables.orthogonal):
        writer.numbers(near)
    for code, kind in enumerate(rules.kinds, 1):
        _kind(writer, rules, tables, code, kind)
    writer.number(*(rules.start.get(cell, MISSING) + 1 for cell in range(len(rules.board))))
    _goal(writer, rules.board, rules.goal)
    writer.number(len(rules.restrictions))
    for restriction in rules.restrictions:
        _restriction(writer, restriction)
    _blocking(writer, rules.blocking)
    _turns(writer, rules)
    _lattice(writer, rules.board)
    return writer.words.tobytes()


def _kind(writer: Writer, rules: Ruleset, tables: MoveTables, code: int, kind: Kind) -> None:
    writer.numbers(kind.seats)
    writer.cells(kind.home)
    writer.cells(kind.target)
    writer.numbers(kind.advance)
    _parts(writer, kind.goal)
    _parts(writer, kind.ranking)
    # A kind that is ranked by other fields than its goal has to stand on its goal for the win under `fill` too.
    writer.number(rules.army[code - 1], kind.ranked is not None)
    movers = tables.movers[code]
    writer.number(len(movers))
    for mover in movers:
        _mover(writer, mover)


def _parts(writer: Writer, parts: tuple[Part, ...]) -> None:
    writer.number(len(parts))
    for part in parts:
        writer.number(part.most)
        writer.cells(part.cells)


def _mover(writer: Writer, mover: Mover) -> None:
    word = mover.word
    captures = isinstance(word, Hop) and word.captures
    writer.number(MOVEMENTS.index(type(word)), captures, bool(mover.steps), bool(mover.hops), bool(mover.rays))
    writer.cells_or_none(mover.origins)
    writer.cells_or_none(mover.within)
    for near in mover.steps[:-1]:
        writer.numbers(near)
    for pairs in mover.hops[:-1]:
        writer.numbers(cell for pair in pairs for cell in pair)
    writer.rays(mover.rays)
    writer.numbers(mover.hoppable)


def _goal(writer: Writer, board: Board, goal: Goal | None) -> None:
    writer.number(GOALS.index(type(goal)))
    match goal:
        case Figure(cells=cells):
            writer.cells(cells)
        case InARow(length=length, directions=directions):
            writer.number(length)
            both_ways: list[Vector] = [way for x, y in directions for way in ((x, y), (-x, -y))]
            # Pairs of lines that belong together; a line may be empty.
            writer.rays([[board.ray(cell, way) for way in both_ways] for cell in range(len(board))])
        case Connected(lines=lines):
            for row in lines:
                writer.number(len(row))
                for line in row:
                    writer.cells(line)
        case TooFew(hunter=hunter, hunted=hunted, most=most):
            writer.number(hunter, hunted, most)
        case Home() | AllOff() | None:
            pass


def _restriction(writer: Writer, word: Restriction) -> None:
    writer.number(RESTRICTIONS.index(type(word)))
    match word:
        case SameShade(dark=dark):
            writer.cells(dark)
        case Station(owner=owner, cells=cells):
            writer.number(owner)
            writer.cells(cells)
        case EndIn(cells=cells):
            writer.cells(cells)
        case StayInTarget():
            pass


def _blocking(writer: Writer, blocking: Blocking) -> None:
    writer.word(blocking.duty, DUTIES)
    writer.number(blocking.fill, blocking.swap is not None)
    writer.cells_or_none(None if blocking.swap is None else blocking.swap.same_shade)


def _turns(writer: Writer, rules: Ruleset) -> None:
    placing, enclosing, leaving = rules.placing, rules.enclosing, rules.exit
    writer.number(placing is not None)
    if placing is not None:
        writer.number(placing.in_turn)
        writer.numbers(placing.by_lot)
        for kind, count, zone in zip(placing.kinds, placing.counts, placing.zones, strict=True):
            writer.number(kind + 1, count)
            writer.cells(zone)
    writer.number(0 if enclosing is None else 2 if enclosing.by_anyone else 1)
    writer.cells_or_none(None if leaving is None else leaving.cells)
    writer.number(leaving is not None and leaving.counts)
    match rules.dice:
        case None:
            writer.number(0, 0, 0)
        case SplitDice():
            writer.number(1, 0, 0)
        case RunDie(again=again, capture=capture):
            writer.number(2, again, CAPTURE_DUTIES.index(capture))
    writer.word(rules.no_move, NO_MOVES)
    writer.word(rules.count, COUNTS)
    writer.number(rules.stall is not None)
    if rules.stall is not None:
        writer.number(rules.stall.turns, rules.stall.by_advance)
        writer.word(rules.stall.ranking, RANKINGS)
    writer.number(*rules.teams, rules.lends, rules.play_on)


def _lattice(writer: Writer, board: Board) -> None:
    """The layout for whole-board shifts, and the neighbours direction by direction."""
    layout = word_layout_of(board)
    writer.number(layout is not None)
    if layout is None:
        return
    writer.number(*layout.classes, *layout.bits, len(board.directions))
    for vector in board.directions:
        lands = (board.shift(cell, vector) for cell in range(len(board)))
        writer.number(*(MISSING if land is None else land for land in lands))


def spelled(now: Situation) -> bytes:
    """A situation as numbers, for a state that is to be resumed."""
    writer = Writer()
    writer.number(now.seat, now.actor, now.turn, now.phase)
    for values in (now.hands, now.captured, now.lost, now.out, now.finished):
        writer.numbers(values)
    writer.number(now.passes)
    for values in (now.best, now.idle, now.roll, now.used):
        writer.numbers(values)
    writer.number(now.steps, now.hopped)
    writer.numbers(number for division in now.divisions for number in division)
    writer.numbers(now.huffable)
    writer.number(now.result is not None)
    if now.result is not None:
        writer.word(now.result.termination, TERMINATIONS)
        writer.number(now.result.drawn)
        writer.numbers(now.result.places)
    return writer.words.tobytes()
