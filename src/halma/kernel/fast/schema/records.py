"""Structs: fields in a fixed order, and variants that tell by a word which fields there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

from halma.kernel.fast.schema.containers import List, Optional, TableType
from halma.kernel.fast.schema.types import Numbers, Type, WordType, snake_case

Source = str | Callable[[Any], Any]


@dataclass(eq=False, repr=False)
class Field:
    """A field of a struct: its name in C++, its type, and where Python has it if not under the same name."""

    name: str
    type: Type
    source: Source | None = None
    doc: str = ""

    @cached_property
    def get(self) -> Callable[[Any], Any]:
        """The value of the field in what Python has for the struct."""
        source = self.name if self.source is None else self.source
        return attrgetter(source) if isinstance(source, str) else source


@dataclass(eq=False, repr=False)
class Struct(Type):
    """Fields one after the other.

    `extended` structs get more members in C++, computed from the fields: the generated one is then a base called
    NAMEFields. A `listed` struct can be gone through field by field in C++.
    """

    name: str
    fields: tuple[Field, ...]
    doc: str = ""
    extended: bool = False
    listed: bool = False

    @classmethod
    def of_tuple(cls, name: str, python: type[tuple[Any, ...]], *fields: Field, doc: str = "") -> Struct:
        """A struct with the fields of a named tuple, all of them in their order."""
        names = tuple(one.name for one in fields)
        if names != python._fields:  # type: ignore[attr-defined]
            raise ValueError(f"{name} has the fields {names}, not those of {python.__name__}: {python._fields}")  # type: ignore[attr-defined]
        return cls(name, fields, doc, listed=True)

    @property
    def storage(self) -> str:
        return self.name

    @property
    def base(self) -> str:
        """The name of the generated struct."""
        return f"{self.name}Fields" if self.extended else self.name

    @property
    def text(self) -> str:
        return f"{self.name}{{{'; '.join(f'{one.name}: {one.type.text}' for one in self.fields)}}}"

    def reading(self, what: str) -> str:
        return f"read_{snake_case(self.name)}()"

    @cached_property
    def _steps(self) -> tuple[tuple[Callable[[Any], Any], Callable[[Any, Numbers], None]], ...]:
        return tuple((one.get, one.type.write) for one in self.fields)

    def write(self, value: Any, numbers: Numbers) -> None:
        for get, write in self._steps:
            write(get(value), numbers)


@dataclass(eq=False, repr=False)
class TupleStruct(Struct):
    """A struct of numbers that Python has as a plain tuple."""

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.extend(value)

    def write_all(self, values: Iterable[Any], numbers: Numbers) -> None:
        numbers.extend(chain.from_iterable(values))


@dataclass(eq=False, repr=False)
class Variant(Type):
    """One of several classes of Python, each with fields of its own.

    In C++ it is one struct with a word that tells the classes apart and the fields of all of them.
    """

    name: str
    words: WordType
    # For each class that has some, its fields; fields of the same name are one field in C++.
    cases: dict[type, tuple[Field, ...]]
    # What in the source is of one of these classes, if not the source itself.
    chosen: str = ""
    doc: str = ""

    @property
    def storage(self) -> str:
        return self.name

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """All fields, each once."""
        found: dict[str, Field] = {}
        for one in chain.from_iterable(self.cases.values()):
            known = found.setdefault(one.name, one).type
            if (known.text, known.storage) != (one.type.text, one.type.storage):
                raise ValueError(f"{self.name}.{one.name} has two types")
        return tuple(found.values())

    @property
    def text(self) -> str:
        cases = (
            f"{snake_case(case.__name__)}: {'; '.join(f'{one.name}: {one.type.text}' for one in fields)}"
            for case, fields in self.cases.items()
        )
        return f"{self.name}{{{self.words.text} {' | '.join(cases)}}}"

    def reading(self, what: str) -> str:
        return f"read_{snake_case(self.name)}()"

    def write(self, value: Any, numbers: Numbers) -> None:
        chosen: object = getattr(value, self.chosen) if self.chosen else value
        self.words.write(type(chosen), numbers)
        for one in self.cases.get(type(chosen), ()):
            one.type.write(one.get(value), numbers)


Record = Struct | Variant


def parts_of(kind: Type) -> Sequence[Type]:
    """The types a type is made of."""
    match kind:
        case Struct(fields=fields):
            return [one.type for one in fields]
        case Variant():
            return [kind.words, *(one.type for one in kind.fields)]
        case Optional(item=item) | List(item=item) | TableType(item=item):
            return [item]
        case _:
            return []
