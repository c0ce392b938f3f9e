"""Reads written numbers back in Python, and tells of each number what it is and which values it may have."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from halma.kernel.fast.schema.containers import List, Optional, Rays, TableType
from halma.kernel.fast.schema.records import Struct, Variant
from halma.kernel.fast.schema.types import Bound, CellSet, Flag, Number, SeatSet, Size, SizeNumber, Type, WordType


class Place(NamedTuple):
    """One of the numbers: where it is, what it is, and its bounds."""

    at: int
    name: str
    least: int
    most: int


class Decoder:
    """Takes numbers one by one; a number out of its bounds fails."""

    def __init__(self, numbers: bytes, sizes: dict[str, int] | None = None, start: int = 0) -> None:
        self.numbers = array("i", numbers)
        self.at = start
        self.sizes = sizes or {}
        self.places: list[Place] = []

    def decode(self, kind: Type) -> Any:
        """The value of a type, and nothing left over."""
        found = self._value(kind, "")
        assert self.at == len(self.numbers)
        return found

    def _bound(self, bound: Bound) -> int:
        return self.sizes[bound.name] + bound.plus if isinstance(bound, Size) else int(bound)

    def _number(self, name: str, least: Bound, most: Bound) -> int:
        place = Place(self.at, name, self._bound(least), self._bound(most))
        value = self.numbers[self.at]
        assert place.least <= value <= place.most, place
        self.places.append(place)
        self.at += 1
        return value

    def _value(self, kind: Type, name: str) -> Any:
        if isinstance(kind, Struct | Variant):
            return self._record(kind)
        if isinstance(kind, Optional):
            return self._value(kind.item, name) if self._number(f"{name} given", 0, 1) else None
        if isinstance(kind, CellSet | SeatSet | List | TableType | Rays):
            return self._list(kind, name)
        if isinstance(kind, WordType):
            return kind.members[self._number(name, 0, len(kind.members) - 1)][0]
        if isinstance(kind, Flag):
            return bool(self._number(name, 0, 1))
        assert isinstance(kind, Number)
        value = self._number(name, kind.least, kind.most)
        if isinstance(kind, SizeNumber):
            self.sizes[kind.size.name] = value
        return value

    def _list(self, kind: CellSet | SeatSet | List | TableType | Rays, name: str) -> list[Any]:
        match kind:
            case CellSet():
                item, least, most = Number(0, kind.cells - 1), 0, kind.cells
            case SeatSet():
                item, least, most = Number(0, kind.seats - 1), 0, kind.seats
            case List():
                item, least, most = kind.item, kind.least, kind.most
            case TableType():
                item = List(kind.item, kind.most)
                least, most = 0 if kind.may_be_missing else kind.cells, kind.cells
            case Rays():
                item = List(List(Number(0, kind.cells - 1), kind.cells), kind.most_lines)
                least, most = 0 if kind.may_be_missing else kind.cells, kind.cells
        count = self._number(f"{name} length", least, most)
        if isinstance(kind, List) and kind.size:
            self.sizes[kind.size.name] = count
        return [self._value(item, name) for _ in range(count)]

    def _record(self, kind: Struct | Variant) -> dict[str, Any]:
        found: dict[str, Any] = {}
        fields = kind.fields
        if isinstance(kind, Variant):
            found["word"] = self._value(kind.words, f"{kind.name}.word")
            fields = kind.cases.get(found["word"], ())
        for one in fields:
            found[one.name] = self._value(one.type, f"{kind.name}.{one.name}")
        return found
