"""The language the schema is written in: a toy schema through generated C++, and mistakes in a schema."""

from __future__ import annotations

import os
import shutil
import subprocess
from array import array
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from halma.kernel.fast.schema.containers import List, Optional, Store, TableType
from halma.kernel.fast.schema.description import Schema
from halma.kernel.fast.schema.headers import headers
from halma.kernel.fast.schema.limits import CELL_SET, CELLS, FLAG, SEAT_SET, SIZES
from halma.kernel.fast.schema.records import Field, Record, Struct, TupleStruct, Variant
from halma.kernel.fast.schema.types import Limit, Number, SizeNumber, Type, WordType
from tests.kernel.decode import Decoder

COMPILER = os.environ.get("CXX", "c++")
GENERATED = Path(__file__).parents[2] / "src/halma/kernel/fast/include/halma/generated"
MOST_SIZES = Limit("most_sizes", 3, "Of a shoe.")


class Colour(Enum):
    RED = "red"
    DARK_GREEN = "dark-green"


@dataclass(frozen=True)
class Lace:
    length: int


@dataclass(frozen=True)
class Buckle:
    cells: frozenset[int]
    pair: tuple[int, int]


class Shoe(NamedTuple):
    cells: int
    colour: Colour
    sizes: tuple[int, ...]
    fastening: Lace | Buckle | None
    table: tuple[tuple[int, ...], ...] = ()
    price: int | None = None


COLOUR = WordType.of_enum(Colour, doc="Of the leather.")
FASTENING_WORD = WordType.of_types("FasteningWord", type(None), Lace, Buckle)
PAIR = TupleStruct("Pair", (Field("left", Number(-5, 5)), Field("right", Number(-5, 5))))
FASTENING = Variant(
    "Fastening",
    FASTENING_WORD,
    {
        Lace: (Field("length", Number(1, 100)),),
        Buckle: (Field("cells", CELL_SET), Field("pair", PAIR)),
    },
)
FIELDS = (
    Field("cells", SizeNumber.of(CELLS)),
    Field("colour", COLOUR),
    Field("sizes", List(Number(20, 50), MOST_SIZES, store=Store.BOUNDED)),
    Field("fastening", FASTENING),
    Field("table", TableType(Number(0, CELLS - 1, "Cell"), CELLS, 2, may_be_missing=True)),
)


def toy(namespace: str, *more: Field) -> Schema:
    return Schema(
        (MOST_SIZES,),
        SIZES,
        (COLOUR, FASTENING_WORD),
        (PAIR, FASTENING, Struct("Shoe", (*FIELDS, *more), listed=True)),
        f"halma::{namespace}",
    )


# The same shoe with and without a price.
BEFORE = toy("before")
AFTER = toy("after", Field("price", Optional(Number(0, 1000)), doc="In whole coins."))


def written(schema: Schema, shoe: Shoe) -> list[int]:
    numbers: list[int] = []
    schema.records[-1].write(shoe, numbers)
    return numbers


PROGRAM = """
#include <cstdio>
#include <cstdlib>

#include "before/read_fields.hpp"
#include "after/read_fields.hpp"

static void print(const auto& shoe) {
    std::printf("%d %d", shoe.cells, static_cast<int>(shoe.colour));
    for (int size : shoe.sizes) std::printf(" %d", size);
    std::printf(" word %d length %d cells", static_cast<int>(shoe.fastening.word), shoe.fastening.length);
    shoe.fastening.cells.each([](int cell) { std::printf(" %d", cell); });
    std::printf(" pair %d %d rows %zu", shoe.fastening.pair.left, shoe.fastening.pair.right, shoe.table.size());
    for (int row = 0; row < static_cast<int>(shoe.table.size()); ++row)
        for (int cell : shoe.table[row]) std::printf(" %d", cell);
    int fields = 0;
    shoe.each_field([&](const auto&) { ++fields; });
    std::printf(" fields %d", fields);
}

int main(int count, char** given) {
    std::vector<std::int32_t> numbers;
    for (int i = 2; i < count; ++i) numbers.push_back(static_cast<std::int32_t>(std::atol(given[i])));
    halma::Reader in(numbers);
    try {
        if (given[1][0] == 'b') {
            print(halma::before::FieldReader(in).read_shoe());
        } else {
            const auto shoe = halma::after::FieldReader(in).read_shoe();
            print(shoe);
            std::printf(" price %d", shoe.price.value_or(-1));
        }
        in.finish();
    } catch (const std::invalid_argument& error) {
        std::puts(error.what());
        return 1;
    }
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that reads a shoe from its arguments and prints it."""
    folder = tmp_path_factory.mktemp("toy")
    if shutil.which(COMPILER) is None:
        pytest.skip(f"there is no {COMPILER}")
    for name, schema in (("before", BEFORE), ("after", AFTER)):
        (folder / name).mkdir()
        for file, text in headers(schema).items():
            (folder / name / file).write_text(text, encoding="utf-8")
    (folder / "toy.cpp").write_text(PROGRAM, encoding="utf-8")
    command = [COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", str(folder), "-I", str(GENERATED)]
    done = subprocess.run([*command, "toy.cpp", "-o", "toy"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and "c++20" in done.stderr:
        pytest.skip(f"{COMPILER} has no C++20")
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "toy"


def read(program: Path, which: str, numbers: list[int]) -> tuple[int, str]:
    done = subprocess.run([program, which, *map(str, numbers)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


LACED = Shoe(9, Colour.DARK_GREEN, (38, 39), Lace(70))
BUCKLED = Shoe(3, Colour.RED, (), Buckle(frozenset((2, 0)), (-5, 4)), ((1,), (), (0, 2)), 250)


def test_a_field_more_comes_through_generated_code(program: Path) -> None:
    laced = "9 1 38 39 word 1 length 70 cells pair 0 0 rows 0"
    buckled = "3 0 word 2 length 0 cells 0 2 pair -5 4 rows 3 1 0 2"
    assert read(program, "before", written(BEFORE, LACED)) == (0, f"{laced} fields 5")
    assert read(program, "after", written(AFTER, LACED)) == (0, f"{laced} fields 6 price -1")
    assert read(program, "after", written(AFTER, BUCKLED)) == (0, f"{buckled} fields 6 price 250")
    assert read(program, "before", written(AFTER, BUCKLED))[0] == 1
    assert read(program, "after", written(BEFORE, BUCKLED)) == (
        1,
        "halma: Shoe.price is missing: there are too few numbers",
    )


def test_every_number_of_the_toy_has_its_bounds(program: Path) -> None:
    numbers = written(AFTER, BUCKLED)
    decoder = Decoder(array("i", numbers).tobytes())
    decoder.decode(AFTER.records[-1])
    assert len(decoder.places) == len(numbers)
    for place in decoder.places:
        for value in (place.least - 1, place.most + 1):
            code, said = read(program, "after", [*numbers[: place.at], value, *numbers[place.at + 1 :]])
            assert code == 1 and place.name.split()[0] in said


# ---- the digest -----------------------------------------------------------------------------------------


def with_field(kind: Type, name: str = "price") -> int:
    return toy("after", Field(name, kind)).digest


def test_the_digest_follows_everything_that_changes_the_meaning_of_numbers() -> None:
    base = with_field(Number(0, 1000))
    others = [
        BEFORE.digest,
        with_field(Number(0, 1001)),
        with_field(Number(1, 1000)),
        with_field(Number(0, 1000), "cost"),
        with_field(Optional(Number(0, 1000))),
        with_field(List(Number(0, 1000), 2)),
        with_field(FLAG),
        with_field(SEAT_SET),
        Schema(
            (Limit("most_sizes", 4, ""),), SIZES, AFTER.words, toy("after", Field("price", Number(0, 1000))).records
        ).digest,
    ]
    assert len({base, *others}) == len(others) + 1
    turned = replace(COLOUR, members=COLOUR.members[::-1])
    assert Schema((), SIZES, (COLOUR,), ()).digest != Schema((), SIZES, (turned,), ()).digest


def test_comments_do_not_change_the_digest() -> None:
    assert (
        toy("after", Field("price", FLAG, doc="one")).digest == toy("after", Field("price", FLAG, doc="other")).digest
    )


# ---- mistakes in a schema -------------------------------------------------------------------------------


def test_a_number_that_does_not_fit_its_storage_is_refused() -> None:
    with pytest.raises(ValueError, match="uint8_t"):
        Number(0, 256, "std::uint8_t")
    with pytest.raises(ValueError, match="uint8_t"):
        Number(0, CELLS, "std::uint8_t")
    with pytest.raises(ValueError, match="Cell"):
        Number(-1, CELLS, "Cell")
    with pytest.raises(ValueError, match="from 3 to 2"):
        Number(3, 2)


def test_words_keep_the_numbers_python_has_for_them() -> None:
    class Step(IntEnum):
        SECOND = 1
        FIRST = 0

    with pytest.raises(ValueError, match="should be number 0"):
        WordType.of_enum(Step)


def test_a_struct_has_the_fields_of_its_named_tuple() -> None:
    assert Struct.of_tuple("Shoe", Shoe, *AFTER.records[-1].fields).listed
    with pytest.raises(ValueError, match="price"):
        Struct.of_tuple("Shoe", Shoe, *FIELDS)


def test_what_is_used_is_described_before() -> None:
    one = Struct("One", (Field("pair", List(PAIR, 2)),))
    records: tuple[Record, ...] = (one, PAIR)
    with pytest.raises(ValueError, match="One uses Pair"):
        headers(Schema((), SIZES, (), records))


def test_fields_of_one_name_have_one_type() -> None:
    twice: Any = Variant("Twice", FASTENING_WORD, {Lace: (Field("x", FLAG),), Buckle: (Field("x", CELL_SET),)})
    with pytest.raises(ValueError, match=r"Twice\.x has two types"):
        headers(Schema((), SIZES, (FASTENING_WORD,), (twice,)))
