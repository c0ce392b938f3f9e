"""The description of compiled rules: how a `Ruleset` is written, and what the C++ kernel has of it.

A new word of the vocabulary gets its line here. What C++ computes from these fields is written by hand in
include/halma/rules.hpp and read_rules.hpp, and so are the checks that concern several fields at once.
"""

from __future__ import annotations

from types import NoneType
from typing import NamedTuple

from halma.boards import Board, Vector
from halma.kernel.fast.schema.containers import List, Optional, Rays, Store, TableType
from halma.kernel.fast.schema.limits import (
    CELL,
    CELL_SET,
    CELLS,
    CLASSES,
    FACES,
    FLAG,
    KINDS,
    LANDING,
    MOST_DIRECTIONS,
    MOST_KINDS,
    SEAT_SET,
    SEATS,
    WORD_BITS,
)
from halma.kernel.fast.schema.records import Field, Struct, TupleStruct, Variant
from halma.kernel.fast.schema.types import Number, SizeNumber, WordType
from halma.kernel.fast.word_layout import WordLayout, word_layout_of
from halma.kernel.reference.move_tables import Mover, move_tables_for
from halma.rules import (
    AllOff,
    CaptureDuty,
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
    Ranking,
    Retrace,
    Ruleset,
    Run,
    RunDie,
    SameShade,
    SplitDice,
    Station,
    StayInTarget,
    Step,
    TooFew,
)

MOST_LISTED = 64  # of what no game has many: parts of a goal, lines, restrictions

# ---- words ----------------------------------------------------------------------------------------------

MOVEMENT = WordType.of_types("Movement", Step, Hop, Run, Retrace)
GOAL_WORD = WordType.of_types("GoalWord", NoneType, Home, Figure, InARow, Connected, AllOff, TooFew)
RESTRICTION_WORD = WordType.of_types("RestrictionWord", StayInTarget, SameShade, Station, EndIn)
DUTY = WordType.of_enum(Duty)
NO_MOVE = WordType.of_enum(NoMove)
COUNT = WordType.of_enum(Count)
RANKING = WordType.of_enum(Ranking)
DICE = WordType("Dice", ((NoneType, "none"), (SplitDice, "split"), (RunDie, "run")))
CAPTURE_DUTY = WordType.of_enum(CaptureDuty, doc="What becomes of a player who could capture and makes another move.")
ENCLOSING = WordType.of_names("Enclosing", "none", "by_own", "by_anyone")

RULES_WORDS = (
    MOVEMENT,
    GOAL_WORD,
    RESTRICTION_WORD,
    DUTY,
    NO_MOVE,
    COUNT,
    RANKING,
    DICE,
    CAPTURE_DUTY,
    ENCLOSING,
)

# ---- where Python has what is not simply a field of the ruleset -----------------------------------------


class KindSource(NamedTuple):
    """A kind with what the ruleset and its move tables know of it."""

    kind: Kind
    army: int
    forward_only: bool
    movers: tuple[Mover, ...]


def _kinds(rules: Ruleset) -> list[KindSource]:
    tables = move_tables_for(rules)
    columns = (rules.kinds, rules.army, tables.forward_only[1:], tables.movers[1:])
    return [KindSource(*each) for each in zip(*columns, strict=True)]


def _captures(mover: Mover) -> bool:
    return isinstance(mover.word, Run) or (isinstance(mover.word, Hop) and mover.word.captures)


def _start(rules: Ruleset) -> list[int]:
    return [rules.start.get(cell, -1) + 1 for cell in range(len(rules.board))]


def _enclosing(rules: Ruleset) -> str:
    if rules.enclosing is None:
        return "none"
    return "by_anyone" if rules.enclosing.by_anyone else "by_own"


class GoalSource(NamedTuple):
    """A goal with the board it is played on."""

    goal: Goal | None
    board: Board


def _row_lines(source: GoalSource) -> list[list[tuple[int, ...]]]:
    assert isinstance(source.goal, InARow)
    both_ways: list[Vector] = [way for x, y in source.goal.directions for way in ((x, y), (-x, -y))]
    return [[source.board.ray(cell, way) for way in both_ways] for cell in range(len(source.board))]


class LayoutSource(NamedTuple):
    """The word layout of a board, with the neighbours direction by direction."""

    layout: WordLayout
    next: list[list[int]]


def _layout(board: Board) -> LayoutSource | None:
    layout = word_layout_of(board)
    if layout is None:
        return None
    lands = [[board.shift(cell, vector) for cell in range(len(board))] for vector in board.directions]
    return LayoutSource(layout, [[-1 if land is None else land for land in row] for row in lands])


# ---- structs --------------------------------------------------------------------------------------------

LEAP = TupleStruct("Leap", (Field("over", CELL), Field("land", LANDING)))

MOVER = Struct(
    "Mover",
    (
        Field("word", MOVEMENT, "word.__class__"),
        Field("captures", FLAG, _captures),
        Field("origins", Optional(CELL_SET)),
        Field("within", Optional(CELL_SET)),
        # The last row of Python's tables is for off the board, from where nobody moves on.
        Field("steps", TableType(LANDING, CELLS, CELLS + 1, may_be_missing=True), lambda mover: mover.steps[:-1]),
        Field("hops", TableType(LEAP, CELLS, CELLS, may_be_missing=True), lambda mover: mover.hops[:-1]),
        Field("rays", Rays(CELLS, MOST_LISTED, may_be_missing=True)),
        Field(
            "hoppable",
            List(FLAG, KINDS + 1, store=Store.ARRAY),
            doc="For each content of a cell: can it be hopped over?",
        ),
    ),
    doc="One word of a kind's movement.",
)

PART = Struct("Part", (Field("most", Number(0, 2**31 - 1)), Field("cells", CELL_SET)))

KIND = Struct(
    "Kind",
    (
        Field("owners", SEAT_SET, "kind.seats"),
        Field("home", CELL_SET, "kind.home"),
        Field("target", CELL_SET, "kind.target"),
        Field(
            "advance",
            List(Number(-100_000, 100_000, "std::int32_t"), CELLS),
            "kind.advance",
            doc="Of every cell, and later of off the board; zeros in games without advance.",
        ),
        Field("goal", List(PART, MOST_LISTED), "kind.goal"),
        Field("ranking", List(PART, MOST_LISTED), "kind.ranking"),
        Field("army", Number(0, 1_000_000)),
        Field(
            "marked",
            FLAG,
            lambda source: source.kind.ranked is not None,
            doc="Ranked by other fields than its goal: under `fill` it must stand on its goal none the less.",
        ),
        Field("forward_only", FLAG, doc="It steps or runs, but not in all directions."),
        Field("movers", List(MOVER, 16)),
    ),
    extended=True,
)

GOAL = Variant(
    "Goal",
    GOAL_WORD,
    {
        Figure: (Field("figure", CELL_SET, "goal.cells"),),
        InARow: (
            Field("length", Number(1, CELLS), "goal.length"),
            Field(
                "lines",
                Rays(CELLS, MOST_LISTED),
                _row_lines,
                doc="Pairs of lines that belong together; a line may be empty.",
            ),
        ),
        Connected: (Field("connect", List.exactly(SEATS, List(CELL_SET, MOST_LISTED)), "goal.lines", doc="By seat."),),
        TooFew: (
            Field("hunter", Number(0, SEATS - 1), "goal.hunter"),
            Field("hunted", Number(0, SEATS - 1), "goal.hunted"),
            Field("most", Number(0, CELLS), "goal.most"),
        ),
    },
    chosen="goal",
)

RESTRICTION = Variant(
    "Restriction",
    RESTRICTION_WORD,
    {
        SameShade: (Field("cells", CELL_SET, "dark"),),
        Station: (Field("owner", Number(0, SEATS - 1)), Field("cells", CELL_SET)),
        EndIn: (Field("cells", CELL_SET),),
    },
)

PLACING = Struct(
    "Placing",
    (
        Field("in_turn", FLAG),
        Field("by_lot", SEAT_SET, doc="Whose whole hand is put on the board at once, by lot."),
        Field(
            "kinds",
            List.exactly(SEATS, Number(1, KINDS, "Content"), Store.ARRAY),
            lambda placing: [kind + 1 for kind in placing.kinds],
        ),
        Field("counts", List.exactly(SEATS, Number(0, CELLS), Store.ARRAY)),
        Field("zones", List.exactly(SEATS, CELL_SET, Store.ARRAY)),
    ),
)

STALL = Struct(
    "Stall",
    (Field("turns", Number(1, 1_000_000)), Field("by_advance", FLAG), Field("ranking", RANKING)),
)

LAYOUT = Struct(
    "WordLayout",
    (
        Field("class_of", List.exactly(CELLS, Number(0, CLASSES - 1, "std::uint8_t")), "layout.classes"),
        Field("bit_of", List.exactly(CELLS, Number(0, WORD_BITS - 1, "std::uint8_t")), "layout.bits"),
        Field(
            "next",
            List(List.exactly(CELLS, Number(-1, CELLS - 1)), MOST_DIRECTIONS, 6),
            doc="For each direction the neighbour of each cell, or -1; opposite directions are half the list apart.",
        ),
    ),
    doc="Where the cells of a board lie in 64-bit words, for moves by whole-board shifts.",
)

RULES = Struct(
    "Rules",
    (
        Field("cells", SizeNumber.of(CELLS), lambda rules: len(rules.board)),
        Field("seats", SizeNumber.of(SEATS)),
        Field(
            "kinds",
            List(KIND, MOST_KINDS, 1, size=KINDS),
            _kinds,
            doc="By content, once the first one, nothing, has been put before them.",
        ),
        Field("neighbours", TableType(CELL, CELLS, CELLS), lambda rules: move_tables_for(rules).neighbours),
        Field("orthogonal", TableType(CELL, CELLS, CELLS), lambda rules: move_tables_for(rules).orthogonal),
        Field("start", List.exactly(CELLS, Number(0, KINDS, "Content")), _start),
        Field("goal", GOAL, lambda rules: GoalSource(rules.goal, rules.board)),
        Field("restrictions", List(RESTRICTION, MOST_LISTED)),
        Field("duty", DUTY, "blocking.duty"),
        Field("fill", FLAG, "blocking.fill"),
        Field("swap", FLAG, lambda rules: rules.blocking.swap is not None),
        Field("swap_shade", Optional(CELL_SET), lambda rules: rules.blocking.swap and rules.blocking.swap.same_shade),
        Field("placing", Optional(PLACING)),
        Field("enclosing", ENCLOSING, _enclosing),
        Field("exit", Optional(CELL_SET), lambda rules: rules.exit and rules.exit.cells),
        Field("exit_counts", FLAG, lambda rules: rules.exit is not None and rules.exit.counts),
        Field("dice", DICE, "dice.__class__"),
        Field(
            "again",
            Number(0, FACES),
            lambda rules: rules.dice.again if isinstance(rules.dice, RunDie) else 0,
            doc="The roll that gives another one; 0 if none does.",
        ),
        Field(
            "capture",
            CAPTURE_DUTY,
            lambda rules: rules.dice.capture if isinstance(rules.dice, RunDie) else CaptureDuty.FORCED,
        ),
        Field("no_move", NO_MOVE),
        Field("count", COUNT),
        Field("stall", Optional(STALL)),
        Field("teams", List.exactly(SEATS, Number(0, SEATS - 1), Store.ARRAY)),
        Field("lends", FLAG),
        Field("play_on", FLAG),
        Field(
            "layout",
            Optional(LAYOUT),
            lambda rules: _layout(rules.board),
            doc="Until the lattice has been made from it.",
        ),
    ),
    extended=True,
)

RULES_RECORDS = (LEAP, MOVER, PART, KIND, GOAL, RESTRICTION, PLACING, STALL, LAYOUT, RULES)
