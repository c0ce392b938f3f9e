"""What a net has to know of the rules: the views of the seats, and which ways to look at the board are alike."""

from __future__ import annotations

from dataclasses import dataclass

from halma.boards import Symmetry
from halma.engine.learn.errors import LearnError
from halma.messages import mark
from halma.rules import Ruleset


@dataclass(frozen=True)
class Layout:
    """The numbers that tell rules apart, as the compiled engine finds them."""

    digest: int
    cells: int
    seats: int
    #: The total advance of all seats at the beginning, and when everybody is home.
    begin: int
    end: int
    #: How many pieces there are of each kind.
    armies: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """One way to lay the board onto itself, and what becomes of kinds (from 1) and seats (from 0)."""

    cells: tuple[int, ...]
    kinds: tuple[int, ...]
    seats: tuple[int, ...]


def views_of(rules: Ruleset) -> tuple[View, ...]:
    """For each seat the view in which it is the first one. Turns are taken before flips.

    Raises LearnError where the seats do not look alike.
    """
    found = [view for symmetry in rules.board.symmetries.values() if (view := _view(rules, symmetry)) is not None]
    views: list[View] = []
    for seat in range(rules.seats):
        view = next((view for view in found if view.seats[seat] == 0), None)
        if view is None:
            raise LearnError(mark("The seats of this game do not look alike: a net cannot see it from each of them."))
        views.append(view)
    return tuple(views)


def mirrors_of(rules: Ruleset) -> tuple[View, ...]:
    """The views besides the usual one in which every seat stays what it is."""
    found = (_view(rules, symmetry) for symmetry in rules.board.symmetries.values())
    same = tuple(range(rules.seats))
    return tuple(view for view in found if view and view.seats == same and view.cells != tuple(sorted(view.cells)))


def _view(rules: Ruleset, symmetry: Symmetry) -> View | None:
    """What a symmetry makes of the rules; None if it does not map starts and goals onto each other."""
    image = symmetry.cells
    kinds: list[int] = []
    seats: dict[int, int] = {}
    for kind in range(len(rules.kinds)):
        wanted = _ground(rules, kind, image)
        same = range(len(rules.board))
        fitting = [
            other for other in range(len(rules.kinds)) if other not in kinds and _ground(rules, other, same) == wanted
        ]
        if not fitting:
            return None
        kinds.append(fitting[0])
        for seat, other in zip(rules.kinds[kind].seats, rules.kinds[fitting[0]].seats, strict=True):
            if seats.setdefault(seat, other) != other:
                return None
    if sorted(seats.values()) != list(range(rules.seats)):
        return None
    return View(image, tuple(kind + 1 for kind in kinds), tuple(seats[seat] for seat in range(rules.seats)))


def _ground(rules: Ruleset, kind: int, image: tuple[int, ...] | range) -> object:
    """Where the pieces of a kind begin and where they belong, laid onto the board in some way."""
    found = rules.kinds[kind]
    advance = sorted((image[cell], number) for cell, number in enumerate(found.advance))
    goal = frozenset((frozenset(image[cell] for cell in part.cells), part.most) for part in found.goal)
    start = frozenset(image[cell] for cell, other in rules.start.items() if other == kind)
    return start, goal, tuple(advance), len(found.seats), len(found.movement)
