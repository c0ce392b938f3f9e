"""Par: the best known number of moves of every puzzle, who found it, where that is written, and our record of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from halma.messages import mark
from halma.play import Record, read_record

FOLDER = Path(__file__).parent / "par"
# What par.toml says in words, for the screens to translate. Names, years and titles are the same in all languages.
TEXTS = frozenset(
    (
        mark("this project"),
        mark("this project’s search"),
        mark("any solution"),
        mark("the rules: 31 pieces are placed one by one"),
        mark("shortest cooperative game for two players, in plies; reported, but the game was not seen"),
        mark("47 was reported on a public page, but its solution was not seen."),
    )
)


@dataclass(frozen=True)
class Par:
    """The best known length of one puzzle. `at_least` is what is proven, here or in the source."""

    id: str
    game: str
    options: dict[str, Any]
    moves: int
    at_least: int
    holder: str
    source: str
    #: The name of the record file beside this data, if a solution is shipped.
    record: str | None = None
    #: What proves `at_least`.
    proof: str = ""
    note: str = ""
    #: Other lengths that are reported: a two-player game's plies, or a longer solution found earlier.
    reported: int | None = None

    @property
    def optimal(self) -> bool:
        """Whether nothing shorter is possible."""
        return self.moves == self.at_least


@cache
def pars() -> tuple[Par, ...]:
    """All of them, in the order of the file."""
    data = tomllib.loads((FOLDER / "par.toml").read_text(encoding="utf-8"))
    return tuple(Par(**entry) for entry in data["puzzle"])


def record_of(par: Par) -> Record | None:
    """The shipped solution."""
    if par.record is None:
        return None
    return read_record(FOLDER / par.record)


@cache
def records() -> tuple[Record, ...]:
    """All shipped solutions."""
    return tuple(record for par in pars() if (record := record_of(par)) is not None)
