"""Which symmetries of a board fit a game, and what they make of a position.

A symmetry fits if it maps the rules onto themselves: every kind of piece onto one with the image of its home, target
and movement, and the seats so that they still move in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from halma.boards import Symmetry
from halma.games import Choice
from halma.kernel import Situation, State
from halma.rules import (
    SEATS,
    Cells,
    Connected,
    EndIn,
    Figure,
    Hop,
    InARow,
    Kind,
    Movement,
    NoMove,
    Part,
    Retrace,
    Ruleset,
    Run,
    SameShade,
    Station,
    Step,
    TooFew,
)
from halma.rules.goals import Goal
from halma.rules.restrictions import Restriction

Value = TypeVar("Value")


@dataclass(frozen=True)
class Images:
    """What a symmetry makes of the kinds of piece and of the seats of a game."""

    symmetry: Symmetry
    kinds: tuple[int, ...]
    seats: tuple[int, ...]

    def cells(self, cells: Cells) -> Cells:
        """The image of some cells."""
        image = self.symmetry.cells
        return frozenset(image[cell] for cell in cells)

    def by_seat(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """A value for each seat, given to the image of the seat."""
        placed = dict(zip(self.seats, values, strict=True))
        return tuple(placed[seat] for seat in range(len(self.seats))) if values else ()


# ---- the image of rules, in a form that can be compared -----------------------------------------------------


class _Describer:
    """Describes rules after a symmetry, with what has no order as sets."""

    def __init__(self, symmetry: Symmetry, seats: tuple[int, ...]) -> None:
        self.symmetry = symmetry
        self.seats = seats

    def cells(self, cells: Cells | None) -> Cells | None:
        image = self.symmetry.cells
        return None if cells is None else frozenset(image[cell] for cell in cells)

    def shades(self, cells: Cells | None) -> object:
        """A division of the board in two, whichever of them is the dark one."""
        found = self.cells(cells)
        return None if found is None else frozenset((found, frozenset(range(len(self.symmetry.cells))) - found))

    def parts(self, parts: tuple[Part, ...]) -> object:
        return frozenset((self.cells(part.cells), part.most) for part in parts)

    def kind(self, kind: Kind, army: int) -> object:
        """A kind of piece without its letter."""
        image = self.symmetry.cells
        advance = dict(zip(image, kind.advance, strict=True)) if kind.advance else {}
        return (
            army,
            frozenset(self.seats[seat] for seat in kind.seats),
            frozenset(self.movement(word) for word in kind.movement),
            self.cells(kind.home),
            self.cells(kind.target),
            self.parts(kind.goal),
            self.parts(kind.ranking),
            kind.ranked is None,
            tuple(advance[cell] for cell in sorted(advance)),
        )

    def movement(self, word: Movement) -> object:
        turn = self.symmetry.vector
        match word:
            case Step():
                ways = frozenset(map(turn, word.directions))
                return Step, ways, self.cells(word.origins), self.cells(word.within), word.leaves
            case Hop():
                leaps = frozenset((turn(leap.over), turn(leap.land)) for leap in word.leaps)
                switches = (word.opponents_only, word.captures, word.long, word.leaves)
                steps = frozenset(map(turn, word.then_step))
                return Hop, leaps, steps, self.cells(word.origins), self.cells(word.within), switches
            case Run() | Retrace():
                return type(word), frozenset(map(turn, word.directions))

    def goal(self, goal: Goal | None) -> object:
        match goal:
            case Figure(cells=cells):
                return self.cells(cells)
            case InARow(length=length, directions=directions):
                turned = [self.symmetry.vector(vector) for vector in directions]
                return length, frozenset(way for x, y in turned for way in ((x, y), (-x, -y)))
            case Connected(lines=lines):
                return frozenset((self.seats[seat], frozenset(map(self.cells, own))) for seat, own in enumerate(lines))
            case TooFew(hunter=hunter, hunted=hunted, most=most):
                return self.seats[hunter], self.seats[hunted], most
            case _:
                return None

    def restriction(self, word: Restriction) -> object:
        match word:
            case SameShade(dark=dark):
                return SameShade, self.shades(dark)
            case Station(owner=owner, cells=cells):
                return Station, self.seats[owner], self.cells(cells)
            case EndIn(cells=cells):
                return EndIn, self.cells(cells)
            case _:
                return type(word)

    def rest(self, rules: Ruleset, kinds: tuple[int, ...]) -> object:
        """Everything but the kinds themselves."""
        image, placing, swap = self.symmetry.cells, rules.placing, rules.blocking.swap
        hands: object = None
        if placing is not None:
            hands = frozenset(
                (self.seats[seat], kinds[kind], count, self.cells(zone), seat in placing.by_lot)
                for seat, (kind, count, zone) in enumerate(
                    zip(placing.kinds, placing.counts, placing.zones, strict=True)
                )
            )
        teams = {
            team: frozenset(s for s, other in zip(self.seats, rules.teams, strict=True) if other == team)
            for team in rules.teams
        }
        return (
            {image[cell]: kinds[kind] for cell, kind in rules.start.items()},
            self.goal(rules.goal),
            frozenset(map(self.restriction, rules.restrictions)),
            None if swap is None else self.shades(swap.same_shade),
            hands,
            None if rules.exit is None else self.cells(rules.exit.cells),
            frozenset(teams.values()),
        )


def _kind_images(rules: Ruleset, image: _Describer, as_is: _Describer) -> tuple[int, ...] | None:
    """For each kind the one that its image is; none if some kind has no image."""
    known = [as_is.kind(kind, army) for kind, army in zip(rules.kinds, rules.army, strict=True)]
    found: list[int] = []
    for kind, army in zip(rules.kinds, rules.army, strict=True):
        wanted = image.kind(kind, army)
        fitting = [number for number, other in enumerate(known) if other == wanted and number not in found]
        if not fitting:
            return None
        # Of kinds that are the same but for their letter, a capital letter becomes a capital one.
        found.append(min(fitting, key=lambda number: rules.kinds[number].letter.isupper() != kind.letter.isupper()))
    return tuple(found)


def _may_begin_elsewhere(rules: Ruleset) -> bool:
    """Whether no seat has a part of its own by its number."""
    return rules.no_move is not NoMove.SHUT_IN and (rules.placing is None or rules.placing.in_turn)


@lru_cache(maxsize=1024)
def images_of(rules: Ruleset, symmetry: Symmetry) -> Images | None:
    """What a symmetry makes of a game; None if it does not fit. Seats stay who they are where that is possible."""
    identity = next(iter(rules.board.symmetries.values()))
    order = tuple(range(rules.seats))
    as_is = _Describer(identity, order)
    for distance in order if _may_begin_elsewhere(rules) else order[:1]:
        seats = order[distance:] + order[:distance]
        image = _Describer(symmetry, seats)
        kinds = _kind_images(rules, image, as_is)
        if kinds is not None and image.rest(rules, kinds) == as_is.rest(rules, tuple(range(len(kinds)))):
            return Images(symmetry, kinds, seats)
    return None


def fitting_symmetries(rules: Ruleset) -> dict[str, Symmetry]:
    """The symmetries of the board that fit the game, by name."""
    return {name: found for name, found in rules.board.symmetries.items() if images_of(rules, found) is not None}


def _found(rules: Ruleset, symmetry: Symmetry | str) -> Images:
    known = rules.board.symmetries
    if isinstance(symmetry, str):
        if symmetry not in known:
            raise ValueError(f"the board has no symmetry {symmetry!r}; its symmetries: {', '.join(known)}")
        symmetry = known[symmetry]
    elif not isinstance(symmetry, Symmetry):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a symmetry is a Symmetry of the board or its name, not {type(symmetry).__name__}")
    elif symmetry.board is not rules.board:
        raise ValueError(f"{symmetry.name} is a symmetry of the board {symmetry.board.id}, not of {rules.board.id}")
    found = images_of(rules, symmetry)
    if found is None:
        fitting = ", ".join(fitting_symmetries(rules))
        raise ValueError(f"{symmetry.name} does not map this game onto itself; symmetries that fit: {fitting}")
    return found


def transformed(
    choice: Choice, rules: Ruleset, state: State, symmetry: Symmetry | str
) -> tuple[Choice, bytes, Situation]:
    """The image of a position: who began, what stands on the cells, and the rest. Raises ValueError."""
    images = _found(rules, symmetry)
    contents = bytearray(len(rules.board))
    for cell, code in enumerate(state.contents()):
        contents[images.symmetry.cells[cell]] = images.kinds[code - 1] + 1 if code else 0
    if choice.first is not None:
        choice = choice.starting(SEATS[images.seats[SEATS.index(choice.first)]])
    return choice, bytes(contents), _situation(images, state.now)


def _situation(images: Images, now: Situation) -> Situation:
    seats, cells = images.seats, images.symmetry.cells
    by_seat: Callable[[Sequence[int]], tuple[int, ...]] = images.by_seat
    return now._replace(
        seat=seats[now.seat],
        actor=seats[now.actor],
        hands=by_seat(now.hands),
        captured=by_seat(now.captured),
        lost=by_seat(now.lost),
        out=tuple(seats[seat] for seat in now.out),
        finished=tuple(seats[seat] for seat in now.finished),
        best=by_seat(now.best),
        idle=by_seat(now.idle),
        used=tuple(cells[cell] for cell in now.used),
        huffable=tuple(sorted(cells[cell] for cell in now.huffable)),
        result=None if now.result is None else now.result._replace(places=by_seat(now.result.places)),
    )
