"""What a page of the catalogue consists of, and how the options of a game are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Any

from halma.games.choice import Choice
from halma.games.formats import EDITIONS, SCHMIDT, Format
from halma.games.options import EDITION, PIECES, PLAYERS, TEAMS, Option, OptionError, OptionKind, OptionValue
from halma.messages import mark
from halma.rules import Ruleset


class Luck(Enum):
    """How much of a game is luck, from a puzzle to a run by the die."""

    NONE = "none"
    HARDLY_ANY = "hardly-any"
    SOME = "some"
    MUCH = "much"


#: How a box says it, marked for translation.
LUCK_TEXTS = {
    Luck.NONE: mark("no luck involved"),
    Luck.HARDLY_ANY: mark("nearly all tactics, hardly any luck"),
    Luck.SOME: mark("tactics and luck"),
    Luck.MUCH: mark("a lot of luck"),
}


@dataclass(frozen=True, eq=False)
class Game:
    """A page of the catalogue: one game as data."""

    id: str
    #: Which part of the box it belongs to, and its place there.
    section: str
    order: int
    board: str
    #: The booklets' names by language; the first one is its title.
    names: Mapping[str, tuple[str, ...]]
    formats: tuple[Format, ...]
    #: What a box says of it: from which age, about how many minutes at least and at most, and what decides.
    age: int
    minutes: tuple[int, int]
    luck: Luck
    rules: Callable[[Choice], Ruleset]
    #: What it takes besides the edition and what its formats say; each name once.
    options: tuple[Option, ...] = ()
    #: What the seats are called where each plays a part of its own, and how players and pieces read where not
    #: everybody has as many; marked for translation.
    parts: tuple[str, ...] = ()
    size: str = ""

    def title(self, language: str) -> str:
        """The name of the game in a language."""
        return (self.names.get(language) or self.names["en"])[0]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players the game is made for."""
        return tuple(sorted({form.players for form in self.formats}))

    @cached_property
    def all_options(self) -> Mapping[str, Option]:
        """Every option of the game by name, in the order in which they are settled and written down."""
        teams = (TEAMS,) if any(form.teams for form in self.formats) else ()
        return {option.name: option for option in (EDITION, PLAYERS, PIECES, *teams, *self.options)}

    def options_in(self, form: Format, edition: str) -> Iterator[Option]:
        """The options that one format has besides its size."""
        return (option for option in self.options if option.applies(form, edition))

    def format_of(self, choice: Choice) -> Format:
        """The format that was chosen."""
        size = (choice.players, choice.pieces, choice.teams)
        return next(
            form
            for form in self.formats
            if (form.players, form.pieces, form.teams) == size and choice.edition in form.editions
        )

    def choose(self, /, **given: Any) -> Choice:
        """Settle the options: what is given, then what the edition or the game has as default.

        Raises OptionError with what the game takes.
        """
        return self._settle(given, Option.default_in)

    def restore(self, named: Mapping[str, Any]) -> Choice:
        """The choice that a record or a stored table names. What it does not name means what it meant then."""
        return self._settle(
            named,
            lambda option, form, edition: (
                option.unnamed
                if option.unnamed is not None and option.takes(option.unnamed, form, edition)
                else option.default_in(form, edition)
            ),
        )

    def _settle(self, given: Mapping[str, Any], default: Callable[[Option, Format, str], OptionValue]) -> Choice:
        asked = {name: value for name, value in given.items() if value is not None and value is not False}
        edition = asked.pop(EDITION.name, SCHMIDT)
        if edition not in EDITIONS:
            raise OptionError(
                mark("There is no edition “{value}”. Editions: {allowed}."),
                value=edition,
                allowed=", ".join(EDITIONS),
            )
        form = self._format(edition, asked)
        settled: dict[str, OptionValue] = {
            EDITION.name: edition,
            PLAYERS.name: form.players,
            PIECES.name: form.pieces,
            TEAMS.name: form.teams,
        }
        for option in self.options_in(form, edition):
            if option.name in asked:
                settled[option.name] = self._checked(option, asked.pop(option.name), form, edition)
            else:
                settled[option.name] = default(option, form, edition)
        if asked:
            raise OptionError(
                mark("{game} with {format} has no option {option}. Its options: {allowed}."),
                game=self.id,
                format=str(form) if edition == SCHMIDT else f"{form} {EDITION.flag} {edition}",
                option="--" + next(iter(asked)).replace("_", "-"),
                allowed=", ".join(self._taken(form, edition)),
            )
        return Choice(self.id, tuple((name, value) for name, value in settled.items() if value is not False))

    def _format(self, edition: str, asked: dict[str, Any]) -> Format:
        """The first format of the edition with the size that is asked for; takes what says so out of `asked`."""
        known = [form for form in self.formats if edition in form.editions]
        if not known:
            editions = {name: None for form in self.formats for name in form.editions}
            raise OptionError(
                mark("The edition {edition} does not include {game}. Editions that do: {allowed}."),
                edition=edition,
                game=self.id,
                allowed=", ".join(editions),
            )
        wanted = {option.name: asked.pop(option.name) for option in (PLAYERS, PIECES, TEAMS) if option.name in asked}
        for option in (PLAYERS, PIECES):
            if not isinstance(wanted.get(option.name, 1), int) or isinstance(wanted.get(option.name), bool):
                raise option.not_a_number(wanted[option.name])
        if wanted.get(TEAMS.name, True) is not True:
            raise TEAMS.not_a_switch(wanted[TEAMS.name])
        fitting = [form for form in known if all(getattr(form, name) == value for name, value in wanted.items())]
        if not fitting:
            raise OptionError(
                mark("{game} cannot be played with {asked}. Players × pieces in the edition {edition}: {allowed}."),
                game=self.id,
                asked=" ".join(f"--{name}" if value is True else f"--{name} {value}" for name, value in wanted.items()),
                edition=edition,
                allowed=", ".join(dict.fromkeys(str(form) for form in known)),
            )
        picking = [option for option in self.options if option.picks_format and option.name in asked]
        for form in fitting:
            if all(
                option.applies(form, edition) and option.takes(asked[option.name], form, edition) for option in picking
            ):
                return form
        return fitting[0]

    def _checked(self, option: Option, value: object, form: Format, edition: str) -> Any:
        if option.takes(value, form, edition):
            return value
        if option.kind is OptionKind.FLAG:
            raise option.not_a_switch(value)
        if option.numbers is not None:
            raise OptionError(
                mark("{option} takes a whole number from {least} to {most}, not “{value}”."),
                option=option.flag,
                least=option.numbers[0],
                most=option.numbers[-1],
                value=value,
            )
        raise OptionError(
            mark("In {game}, {option} takes {allowed}, not “{value}”."),
            option=option.flag,
            allowed=", ".join(option.names(form, edition)),
            value=value,
            game=self.id,
        )

    def _taken(self, form: Format, edition: str) -> Iterator[str]:
        """Every option that a format takes, spelled as on the command line."""
        sized = (option for option in self.all_options.values() if option not in self.options)
        for option in (*sized, *self.options_in(form, edition)):
            yield option.spelled(form, edition)

    def ruleset(self, choice: Choice) -> Ruleset:
        """The game under a choice, ready for a kernel."""
        return _ruleset(self, choice.starting(None))


@cache
def _ruleset(game: Game, choice: Choice) -> Ruleset:
    # Who begins does not change the rules, so one ruleset serves all seats.
    return game.rules(choice)
