"""The games as a page plays them by itself: for every choice of options the compiled rules, and what belongs to them.

A page knows no rule. It has the numbers that the C++ kernel reads a ruleset from, the names people have for cells and
pieces, and, as data, how options are settled.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable, Iterator
from dataclasses import astuple
from itertools import product
from typing import Any, TypeVar

from halma.draw.scene import letter_of
from halma.engine.calibration import curves, form_of
from halma.games import EDITION, FIRST, PIECES, PLAYERS, TEAMS, Choice, Format, Game, Option, OptionKind, OptionValue
from halma.kernel.fast.compile import spelled
from halma.kernel.fast.schema.description import SCHEMA
from halma.kernel.fast.schema.limits import RULES_MAGIC
from halma.kernel.fast.schema.records import Field
from halma.kernel.fast.schema.rules import KIND, RULES
from halma.play import Position
from halma.play.clauses import clause_of
from halma.play.dice import dice_count
from halma.rulebook import page_of_clause
from halma.rules import SEATS, Reason, Ruleset
from halma.server.transport.offline.drawings import Drawings

Item = TypeVar("Item", bound=Hashable)
Part = tuple[int, ...]


class Shelf(dict[Item, int]):
    """Things that many refer to, each kept once and known by its number."""

    def number(self, item: Item) -> int:
        """The number of a thing; a new one gets the next."""
        return self.setdefault(item, len(self))


class CompiledGame:
    """Everything a page needs to play one game."""

    def __init__(self, game: Game, drawings: Drawings) -> None:
        self._game = game
        self._drawings = drawings
        self._parts = Shelf[Part]()
        self._boards = Shelf[tuple[str, tuple[str, ...]]]()
        self._clauses = Shelf[tuple[tuple[str, str, str], ...]]()
        self._rulesets: dict[Ruleset, int] = {}
        self._told: list[dict[str, Any]] = []

    def data(self) -> dict[str, Any]:
        """The game as data."""
        formats = [self._format(form, edition) for form in self._game.formats for edition in form.editions]
        return {
            "id": self._game.id,
            "edition": EDITION.values[0].name,
            "formats": formats,
            "rulesets": self._told,
            "boards": [{"id": board, "names": names} for board, names in self._boards],
            "clauses": [{reason: [clause, page] for reason, clause, page in table} for table in self._clauses],
            "parts": list(self._parts),
        }

    def _format(self, form: Format, edition: str) -> dict[str, Any]:
        """A format in an edition: its options, and the number of the ruleset for every choice of them.

        Choices are counted like the digits of a number: the last option runs fastest. Who begins changes no rule.
        """
        options = list(self._game.options_in(form, edition))
        return {
            "edition": edition,
            "players": form.players,
            "pieces": form.pieces,
            "teams": form.teams,
            "options": [
                {
                    "name": option.name,
                    "default": option.default_in(form, edition),
                    "values": [*values_of(option, form, edition)],
                    "rules": option.name != FIRST.name,
                    "picks": option.picks_format,
                }
                for option in options
            ],
            "rulesets": [self._ruleset(choice) for choice in choices_in(self._game, form, edition)],
        }

    def _ruleset(self, choice: Choice) -> int:
        rules = self._game.ruleset(choice)
        if rules not in self._rulesets:
            self._rulesets[rules] = len(self._told)
            self._told.append(self._ruleset_data(choice, rules))
        return self._rulesets[rules]

    def _ruleset_data(self, choice: Choice, rules: Ruleset) -> dict[str, Any]:
        seats = SEATS[: rules.seats]
        return {
            "parts": [self._parts.number(part) for part in parts_of(rules)],
            "board": self._boards.number((rules.board.id, rules.board.names)),
            "kinds": "".join(kind.letter for kind in rules.kinds),
            "letters": "".join(letter_of(rules, seat) for seat in seats),
            "teams": rules.teams,
            "dice": dice_count(rules),
            "chance": rules.has_chance,
            "clauses": self._clauses.number(tuple(_clauses(choice.game, rules))),
            "templates": {seat: self._drawings.template(rules, seat or None) for seat in ("", *seats)},
            "picture": self._drawings.picture(_beginning(choice)),
            "curve": astuple(curve) if (curve := curves().get(form_of(choice))) else None,
        }


def _beginning(choice: Choice) -> Position:
    starting = choice if choice.first is None else choice.starting(SEATS[0])
    return Position(starting, dice=None)


def _clauses(game: str, rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """For every reason the clause of the law and the page that explains it, where there is one."""
    for reason in Reason:
        clause = clause_of(reason, game, rules)
        if clause:
            yield reason.value, clause, page_of_clause(clause, game)


def values_of(option: Option, form: Format, edition: str) -> tuple[OptionValue, ...]:
    """All values of an option that a page offers."""
    if option.kind is OptionKind.FLAG:
        return (False, True)
    return tuple(option.numbers) if option.numbers is not None else option.names(form, edition)


def choices_in(game: Game, form: Format, edition: str) -> Iterator[Choice]:
    """Every choice of options in a format that changes the rules."""
    options = [option for option in game.options_in(form, edition) if option.name != FIRST.name]
    size = {PLAYERS.name: form.players, PIECES.name: form.pieces, TEAMS.name: form.teams}
    for values in product(*(values_of(option, form, edition) for option in options)):
        chosen = dict(zip((option.name for option in options), values, strict=True))
        yield game.choose(edition=edition, **size, **chosen)


def parts_of(rules: Ruleset) -> Iterator[Part]:
    """The numbers of a ruleset, cut where fields begin: rulesets of a game have most of these parts in common."""
    yield int(RULES_MAGIC), SCHEMA.digest
    for field in RULES.fields:
        value = field.get(rules)
        if field.name != "kinds":
            yield _written(field, value)
            continue
        yield (len(value),)
        for kind in value:
            yield from (_written(part, part.get(kind)) for part in KIND.fields)


def state_numbers(position: Position) -> list[int]:
    """A position as the kernel resumes it: the content of every cell, then the situation."""
    state = position.state
    packed = spelled(state.now)
    return [*state.contents(), *struct.unpack(f"={len(packed) // 4}i", packed)]


def _written(field: Field, value: Any) -> Part:
    numbers: list[int] = []
    field.type.write(value, numbers)
    return tuple(numbers)
