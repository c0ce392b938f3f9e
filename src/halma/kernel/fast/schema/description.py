"""The whole schema: everything that the two sides share, and the digest that tells one version of it from another."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

from halma.kernel.fast.schema.limits import LIMITS, SIZES
from halma.kernel.fast.schema.records import Record, Struct, Variant, parts_of
from halma.kernel.fast.schema.rules import RULES_RECORDS, RULES_WORDS
from halma.kernel.fast.schema.situation import SITUATION_RECORDS, SITUATION_WORDS
from halma.kernel.fast.schema.types import Limit, Numbers, Size, Type, WordType


@dataclass(eq=False, repr=False)
class Schema:
    """Limits, enumerations and structs, each after those it is made of, and the C++ namespace they live in."""

    limits: tuple[Limit, ...]
    sizes: tuple[Size, ...]
    words: tuple[WordType, ...]
    records: tuple[Record, ...]
    namespace: str = "halma"
    # The header after which all structs are complete, seen from the generated ones.
    complete: str = "fields.hpp"

    def check(self) -> None:
        """Raise ValueError if C++ would not know a type where it is used."""
        known: list[Type] = list(self.words)
        for record in self.records:
            self._check_parts(record, record, known)
            known.append(record)

    def _check_parts(self, record: Record, kind: Type, known: list[Type]) -> None:
        for part in parts_of(kind):
            if not isinstance(part, WordType | Struct | Variant):
                self._check_parts(record, part, known)
            elif part not in known:
                raise ValueError(f"{record.name} uses {part.name}, which is not described before it")

    @cached_property
    def digest(self) -> int:
        """A number that changes with everything that changes the meaning of written numbers."""
        limits = (f"{limit.name} {int(limit)}" for limit in self.limits)
        parts = (*limits, *(words.text for words in self.words), *(record.text for record in self.records))
        return crc32("\n".join(parts).encode()) & 0x7FFF_FFFF


SCHEMA = Schema(
    LIMITS,
    SIZES,
    (*RULES_WORDS, *SITUATION_WORDS),
    (*RULES_RECORDS, *SITUATION_RECORDS),
    complete="../rules.hpp",
)


def written(record: Record, value: Any, heading: tuple[int, ...] = ()) -> bytes:
    """What Python has for a struct, as numbers of four bytes in the order of the machine, some others before them."""
    numbers: Numbers = list(heading)
    record.write(value, numbers)
    return array("i", numbers).tobytes()
