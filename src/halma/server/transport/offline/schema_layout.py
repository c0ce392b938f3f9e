"""How the numbers of a situation are to be read: the schema of the kernel as data."""

from __future__ import annotations

from typing import Any

from halma.kernel.fast.schema.containers import List, Optional
from halma.kernel.fast.schema.records import Field, Struct
from halma.kernel.fast.schema.situation import SITUATION
from halma.kernel.fast.schema.types import Type


def situation_layout() -> list[list[Any]]:
    """The fields of a situation in order: name and form of each."""
    return [_told(field) for field in SITUATION.fields]


def _told(field: Field) -> list[Any]:
    return [field.name, _form(field.type)]


def _form(kind: Type) -> Any:
    """“number”, or a list, an optional value or a struct with what it is made of."""
    match kind:
        case Struct():
            return {"struct": [_told(field) for field in kind.fields]}
        case List():
            return {"list": _form(kind.item)}
        case Optional():
            return {"optional": _form(kind.item)}
        case _:
            # A set of cells is written as a list of them.
            return {"list": "number"} if kind.storage == "CellSet" else "number"
