"""Types made of other types: what may be missing, lists, and tables with a row for each cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from halma.kernel.fast.schema.types import Bound, Numbers, Size, Type, bound_text, room_text


@dataclass(eq=False, repr=False)
class Optional(Type):
    """A value that may be missing; None in Python."""

    item: Type

    @property
    def storage(self) -> str:
        return f"std::optional<{self.item.storage}>"

    @property
    def text(self) -> str:
        return f"optional {self.item.text}"

    def reading(self, what: str) -> str:
        return f'in_.optional("{what}", [&] {{ return {self.item.reading(what)}; }})'

    def write(self, value: Any, numbers: Numbers) -> None:
        if value is None:
            numbers.append(0)
        else:
            numbers.append(1)
            self.item.write(value, numbers)


class Store(Enum):
    """What holds a list in C++."""

    VECTOR = "std::vector<{item}>"
    ARRAY = "std::array<{item}, {room}>"  # what the list does not have stays as it is initialised
    BOUNDED = "BoundedList<{item}, {room}>"


@dataclass(eq=False, repr=False)
class List(Type):
    """A list of at least and at most so many items. Its length can be a size that bounds other numbers."""

    item: Type
    most: Bound
    least: Bound = 0
    store: Store = Store.VECTOR
    size: Size | None = None

    @classmethod
    def exactly(cls, count: Bound, item: Type, store: Store = Store.VECTOR) -> List:
        """A list of a known length."""
        return cls(item, count, count, store)

    @property
    def storage(self) -> str:
        return self.store.value.format(item=self.item.storage, room=room_text(self.most))

    @property
    def initial(self) -> str:
        return "{}" if self.store is Store.ARRAY else ""

    @property
    def text(self) -> str:
        size = f"{self.size.name}: " if self.size else ""
        return f"{size}list {bound_text(self.least)}..{bound_text(self.most)} of {self.item.text}"

    def reading(self, what: str) -> str:
        # The length is known before the items are read, which it may bound.
        call = f"counted_list<{self.storage}>(sizes_.{self.size.name}, " if self.size else f"list<{self.storage}>("
        bounds = f"{bound_text(self.least)}, {bound_text(self.most)}"
        return f'in_.{call}{bounds}, "{what}", [&] {{ return {self.item.reading(what)}; }})'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(len(value))
        self.item.write_all(value, numbers)


@dataclass(eq=False, repr=False)
class TableType(Type):
    """For each cell a list of items. Where it may be missing it has no row at all, in Python and in C++."""

    item: Type
    cells: Size
    most: Bound
    may_be_missing: bool = False

    @property
    def storage(self) -> str:
        return f"Lists<{self.item.storage}>"

    @property
    def text(self) -> str:
        missing = "optional " if self.may_be_missing else ""
        return f"{missing}table of list 0..{bound_text(self.most)} of {self.item.text}"

    def reading(self, what: str) -> str:
        call = "optional_table" if self.may_be_missing else "table"
        bounds = f"{bound_text(self.cells)}, {bound_text(self.most)}"
        return f'in_.{call}<{self.item.storage}>({bounds}, "{what}", [&] {{ return {self.item.reading(what)}; }})'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(len(value))
        for row in value:
            numbers.append(len(row))
            self.item.write_all(row, numbers)


@dataclass(eq=False, repr=False)
class Rays(Type):
    """For each cell some straight lines of cells from it. Where they may be missing there is no row at all."""

    cells: Size
    most_lines: int
    may_be_missing: bool = False

    @property
    def storage(self) -> str:
        return "Rays"

    @property
    def text(self) -> str:
        return f"{'optional ' if self.may_be_missing else ''}rays 0..{self.most_lines}"

    def reading(self, what: str) -> str:
        call = "optional_rays" if self.may_be_missing else "rays"
        return f'in_.{call}({bound_text(self.cells)}, {self.most_lines}, "{what}")'

    def write(self, value: Any, numbers: Numbers) -> None:
        numbers.append(len(value))
        for lines in value:
            numbers.append(len(lines))
            for line in lines:
                numbers.append(len(line))
                numbers.extend(line)
