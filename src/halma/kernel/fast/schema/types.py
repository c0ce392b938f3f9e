"""The language of the description: for each type what Python writes, and what C++ calls it and reads.

Everything becomes whole numbers of 32 bits in a fixed order. A list is written with its length before it, what may be
missing with 0 or 1 before it, a word as its number in its enumeration. Python writes without looking at bounds: the
generated reader checks every number, because it may not trust any.

The classes have no comparison and no representation of their own: these would take longer to make than all the rest,
whenever halma is imported.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any

Numbers = list[int]


class Limit(int):
    """A constant of the C++ code with its name there."""

    name: str
    doc: str
    storage: str

    def __new__(cls, name: str, value: int, doc: str, storage: str = "int") -> Limit:
        made = super().__new__(cls, value)
        made.name, made.doc, made.storage = name, doc, storage
        return made


@dataclass(eq=False, repr=False)
class Size:
    """How many cells, seats or kinds a game has: known while it is read, and a bound of other numbers."""

    name: str
    limit: Limit
    plus: int = 0

    def __add__(self, more: int) -> Size:
        return replace(self, plus=self.plus + more)

    def __sub__(self, less: int) -> Size:
        return self + -less


Bound = int | Size


def greatest(bound: Bound) -> int:
    """The most that a bound can be."""
    return bound.limit + bound.plus if isinstance(bound, Size) else int(bound)


def bound_text(bound: Bound) -> str:
    """A bound as C++ writes it where the sizes of the game are known."""
    match bound:
        case Size(name, _, plus):
            return f"sizes_.{name}" + (f" {'+' if plus > 0 else '-'} {abs(plus)}" if plus else "")
        case Limit():
            return bound.name
        case _:
            return str(bound)


def room_text(bound: Bound) -> str:
    """The room for as many items as a bound can allow, as C++ writes it."""
    if isinstance(bound, Size):
        return bound.limit.name + (f" {'+' if bound.plus > 0 else '-'} {abs(bound.plus)}" if bound.plus else "")
    return bound_text(bound)


class Type(ABC):
    """A type of the description."""

    @property
    @abstractmethod
    def storage(self) -> str:
        """The C++ type that holds a value."""

    @property
    def initial(self) -> str:
        """How a C++ member of this type is initialised."""
        return ""

    @property
    @abstractmethod
    def text(self) -> str:
        """The type in words of its own: two types with the same text are written and read alike."""

    @abstractmethod
    def reading(self, what: str) -> str:
        """A C++ expression that reads a value; `what` names it in refusals."""

    @abstractmethod
    def write(self, value: Any, numbers: Numbers) -> None:
        """Write a value as Python has it."""

    def write_all(self, values: Iterable[Any], numbers: Numbers) -> None:
        """Write several values one after the other."""
        for value in values:
            self.write(value, numbers)


# What a storage type of C++ can hold; a bound that does not fit would be cut off silently.
STORAGE = {
    "int": (-(2**31), 2**31 - 1),
    "std::int32_t": (-(2**31), 2**31 - 1),
    "std::uint8_t": (0, 2**8 - 1),
    "Content": (0, 2**8 - 1),
    "Cell": (0, 2**16 - 1),
}


@dataclass(eq=False, repr=False)
class Number(Type):
    """A whole number within bounds."""

    least: int
    most: Bound
    storage: str = "int"  # pyright: ignore[reportIncompatibleMethodOverride]

    def __post_init__(self) -> None:
        low, high = STORAGE[self.storage]
        if not low <= self.least <= greatest(self.most) <= high:
            raise ValueError(f"numbers from {self.least} to {greatest(self.most)} do not fit into {self.storage}")

    @property
    def initial(self) -> str:
        return " = 0"

    @property
    def text(self) -> str:
        return f"number {self.least}..{bound_text(self.most)}"

    def reading(self, what: str) -> str:
        kind = "" if self.storage == "int" else f"<{self.storage}>"
        return f'in_.number{kind}({self.least}, {bound_text(self.most)}, "{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(value)

    def write_all(self, values: Iterable[Any], numbers: Numbers) -> None:
        numbers.extend(values)


@dataclass(eq=False, repr=False)
class SizeNumber(Number):
    """The number that says what a size is."""

    size: Size = field(kw_only=True)

    @classmethod
    def of(cls, size: Size) -> SizeNumber:
        return cls(1, size.limit, size=size)

    @property
    def text(self) -> str:
        return f"{self.size.name}: {super().text}"

    def reading(self, what: str) -> str:
        return f"sizes_.{self.size.name} = {super().reading(what)}"


@dataclass(eq=False, repr=False)
class Flag(Type):
    """Yes or no."""

    @property
    def storage(self) -> str:
        return "bool"

    @property
    def initial(self) -> str:
        return " = false"

    @property
    def text(self) -> str:
        return "flag"

    def reading(self, what: str) -> str:
        return f'in_.flag("{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(1 if value else 0)


def snake_case(name: str) -> str:
    """The name of a class as C++ writes that of a value."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclass(eq=False, repr=False)
class WordType(Type):
    """An enumeration: what Python has for each of its words, and the words in C++; their numbers are their order."""

    name: str
    members: tuple[tuple[Any, str], ...]
    doc: str = ""

    def __post_init__(self) -> None:
        for number, (member, _) in enumerate(self.members):
            # A whole number that Python has for a word is taken for its number by everybody.
            if isinstance(member, int) and member != number:
                raise ValueError(f"{member!r} should be number {number} of {self.name}")

    @classmethod
    def of_enum(cls, members: type[Enum], doc: str = "") -> WordType:
        """The words of a Python enumeration."""
        return cls(members.__name__, tuple((member, member.name.lower()) for member in members), doc)

    @classmethod
    def of_types(cls, name: str, *types: type, doc: str = "") -> WordType:
        """One word for each of some classes; `NoneType` is called none."""
        return cls(name, tuple((one, "none" if one is type(None) else snake_case(one.__name__)) for one in types), doc)

    @classmethod
    def of_names(cls, name: str, *words: str, doc: str = "") -> WordType:
        """Words that have the same names in Python."""
        return cls(name, tuple((word, word) for word in words), doc)

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of what Python has for each word."""
        return {member: number for number, (member, _) in enumerate(self.members)}

    @property
    def storage(self) -> str:
        return self.name

    @property
    def initial(self) -> str:
        return f" = {self.name}::{self.members[0][1]}"

    @property
    def text(self) -> str:
        return f"{self.name}({' '.join(word for _, word in self.members)})"

    def reading(self, what: str) -> str:
        return f'in_.word<{self.name}>("{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        try:
            numbers.append(self.numbers[value])
        except KeyError:
            raise ValueError(f"{value!r} is no word of {self.name}") from None


@dataclass(eq=False, repr=False)
class CellSet(Type):
    """A set of cells; in Python any collection of them."""

    cells: Size

    @property
    def storage(self) -> str:
        return "CellSet"

    @property
    def text(self) -> str:
        return "cells"

    def reading(self, what: str) -> str:
        return f'in_.cell_set({bound_text(self.cells)}, "{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(len(value))
        numbers.extend(sorted(value))


@dataclass(eq=False, repr=False)
class SeatSet(Type):
    """A set of seats; in Python any collection of them."""

    seats: Size

    @property
    def storage(self) -> str:
        return "Seats"

    @property
    def initial(self) -> str:
        return " = 0"

    @property
    def text(self) -> str:
        return "seats"

    def reading(self, what: str) -> str:
        return f'in_.seat_set({bound_text(self.seats)}, "{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(len(value))
        numbers.extend(value)
