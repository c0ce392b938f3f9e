"""What forbids a move that the movement allows: one function for each word, each naming its reason."""

from __future__ import annotations

from collections.abc import Callable

from halma.kernel.reference.move_tables import MoveTables
from halma.rules import EndIn, Reason, Restriction, SameShade, Station, StayInTarget, Violation

Contents = bytearray
# Content of the origin, origin, target -> why not.
Check = Callable[[Contents, int, int, int], Violation | None]


def _stay_in_target(tables: MoveTables) -> Check:
    targets = tables.target

    def check(_: Contents, content: int, origin: int, target: int) -> Violation | None:
        inside = targets[content]
        return Violation(Reason.STAY_IN_TARGET, (origin,)) if origin in inside and target not in inside else None

    return check


def _same_shade(word: SameShade) -> Check:
    dark = word.dark

    def check(_: Contents, content: int, origin: int, target: int) -> Violation | None:
        return Violation(Reason.SAME_SHADE, (origin, target)) if (origin in dark) != (target in dark) else None

    return check


def _station(tables: MoveTables, word: Station) -> Check:
    owners, cells = tables.owners, sorted(word.cells)

    def check(board: Contents, content: int, origin: int, target: int) -> Violation | None:
        if target not in word.cells or word.owner in owners[content]:
            return None
        inside = tuple(cell for cell in cells if word.owner in owners[board[cell]])
        return Violation(Reason.STATION, inside) if inside else None

    return check


def _end_in(word: EndIn) -> Check:
    def check(_: Contents, content: int, origin: int, target: int) -> Violation | None:
        return None if target in word.cells else Violation(Reason.END_OUTSIDE, (target,))

    return check


def check_for(tables: MoveTables, word: Restriction) -> Check:
    """The check of a restriction."""
    match word:
        case StayInTarget():
            return _stay_in_target(tables)
        case SameShade():
            return _same_shade(word)
        case Station():
            return _station(tables, word)
        case EndIn():
            return _end_in(word)
