"""The description of a situation: how a state is handed to the C++ kernel and how it comes back."""

from __future__ import annotations

from halma.kernel.actions import ActionKind, Phase, Result, Situation
from halma.kernel.fast.schema.containers import List, Optional, Store
from halma.kernel.fast.schema.limits import CELL, CELL_SET, FACES, FLAG, MOST_DICE, MOST_USED, SEATS
from halma.kernel.fast.schema.records import Field, Struct, TupleStruct
from halma.kernel.fast.schema.types import Number, WordType
from halma.rules import Reason, Termination

# No game comes near it, and sums of it for all seats are still numbers of 32 bits.
MUCH = 300_000_000
SEAT = Number(0, SEATS - 1, "std::uint8_t")
AMOUNT = Number(0, MUCH, "std::int32_t")

ACTION_KIND = WordType.of_enum(ActionKind)
PHASE = WordType.of_enum(Phase)
TERMINATION = WordType.of_enum(Termination)
REASON = WordType.of_enum(Reason, doc="The rule that forbids what somebody would like to play.")

SITUATION_WORDS = (ACTION_KIND, PHASE, TERMINATION, REASON)

RESULT = Struct.of_tuple(
    "ResultValues",
    Result,
    Field("termination", TERMINATION),
    Field(
        "places",
        List(Number(1, SEATS, "std::uint8_t"), SEATS, store=Store.BOUNDED),
        doc="None for an unsolved puzzle.",
    ),
    Field("drawn", FLAG),
)

DIVISION = TupleStruct(
    "Division",
    (Field("steps", Number(0, FACES, "std::uint8_t")), Field("hops", Number(0, FACES, "std::uint8_t"))),
    doc="How a roll of two dice is divided.",
)

_FOR_EACH_SEAT = List.exactly(SEATS, AMOUNT, Store.BOUNDED)
_SEATS_IN_ORDER = List(SEAT, SEATS, store=Store.BOUNDED)

SITUATION = Struct.of_tuple(
    "SituationValues",
    Situation,
    Field("seat", SEAT),
    Field("actor", SEAT),
    Field("turn", Number(0, 1_999_999_999, "std::int32_t")),
    Field("phase", PHASE),
    Field("hands", _FOR_EACH_SEAT),
    Field("captured", _FOR_EACH_SEAT),
    Field("lost", _FOR_EACH_SEAT),
    Field("out", _SEATS_IN_ORDER),
    Field("finished", _SEATS_IN_ORDER),
    Field("passes", Number(0, SEATS, "std::int32_t")),
    Field("best", List.exactly(SEATS, Number(-MUCH, MUCH, "std::int32_t"), Store.BOUNDED)),
    Field("idle", _FOR_EACH_SEAT),
    Field("roll", List(Number(1, FACES, "std::uint8_t"), MOST_DICE, store=Store.BOUNDED)),
    Field("used", List(CELL, MOST_USED, store=Store.BOUNDED)),
    Field("steps", Number(0, FACES, "std::uint8_t")),
    Field("hopped", FLAG),
    Field("divisions", List(DIVISION, MOST_DICE, store=Store.BOUNDED)),
    Field("huffable", CELL_SET),
    Field("result", Optional(RESULT)),
)

SITUATION_RECORDS = (RESULT, DIVISION, SITUATION)
