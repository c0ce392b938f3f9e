"""What a page of the catalogue consists of, and how the options of a game are settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from halma.messages import HalmaError, mark
from halma.rules import SEATS, Ruleset

SCHMIDT = "schmidt"
# The booklets, and the blocking rule each of them plays by.
EDITIONS: Mapping[str, str] = {
    SCHMIDT: "vacate",
    "ravensburger": "free",
    "carlit": "free",
    "schmidt-compact": "free",
    "schmidt-66": "free",
}
LOT = "lot"


class OptionError(HalmaError):
    """An option the game does not have, or a value it does not take."""


@dataclass(frozen=True)
class Format:
    """A number of players with the pieces each of them has, and the booklets that know it."""

    players: int
    pieces: int
    editions: tuple[str, ...] = (SCHMIDT,)
    teams: bool = False
    tips: str | None = None

    def __str__(self) -> str:
        extras = (" --teams" if self.teams else "") + (f" --tips {self.tips}" if self.tips else "")
        return f"{self.players} × {self.pieces}{extras}"


@dataclass(frozen=True)
class Option:
    """A further choice of some games: a switch, or one of some values."""

    name: str
    values: tuple[str, ...] = ()
    default: str | bool = False
    applies: Callable[[Format], bool] = field(default=lambda _: True)
    # The value need not be one of `values`; the page checks it.
    open: bool = False

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def __str__(self) -> str:
        return f"{self.flag} {'|'.join(self.values)}" if self.values else self.flag


@dataclass(frozen=True)
class Choice:
    """All options of a game, settled. What a game does not have is None or False."""

    game: str
    edition: str
    players: int
    pieces: int
    teams: bool = False
    tips: str | None = None
    # Who begins: a seat, or the lot; None where the rules say it.
    first: str | None = None
    blocking: str | None = None
    stall: str | None = None
    play_on: bool = False
    simple: bool = False
    inside: bool = False
    keep_mover: bool = False
    own_tip: bool = False
    files: bool = False
    capture: str | None = None
    figure: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The options in use, by name: giving them again makes the same choice."""
        listed = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "game"}
        return {name: value for name, value in listed.items() if value is not None and value is not False}

    def starting(self, seat: str | None) -> Choice:
        """The same choice with another seat to begin."""
        return replace(self, first=seat)


@dataclass(frozen=True, eq=False)
class Game:
    """A page of the catalogue: one game as data."""

    id: str
    # Which part of the box it belongs to, and its place there.
    section: str
    order: int
    board: str
    # The booklets' names by language; the first one is its title.
    names: Mapping[str, tuple[str, ...]]
    formats: tuple[Format, ...]
    rules: Callable[[Choice], Ruleset]
    options: tuple[Option, ...] = ()
    # The rules say who begins.
    fixed_first: bool = False
    # What the seats are called where each plays a part of its own, and how players and pieces read where not
    # everybody has as many; marked for translation.
    parts: tuple[str, ...] = ()
    size: str = ""

    def title(self, language: str) -> str:
        """The name of the game in a language."""
        return (self.names.get(language) or self.names["en"])[0]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players the game is made for."""
        return tuple(sorted({form.players for form in self.formats}))

    def option_names(self, form: Format | None = None) -> tuple[str, ...]:
        """Every option the game takes, in one format or at all, spelled as on the command line."""
        shared = ["--edition", "--players", "--pieces"]
        shared += ["--teams"] * any(form.teams for form in self.formats)
        shared += ["--tips facing|paired"] * any(form.tips for form in self.formats)
        most = max(self.players) if form is None else form.players
        shared += ["--first"] * (most > 1 and not self.fixed_first)
        return (*shared, *(str(option) for option in self.options if form is None or option.applies(form)))

    def choose(self, **given: Any) -> Choice:
        """Settle the options: what is given, then what the edition or the game has as default.

        Raises OptionError with what the game takes.
        """
        asked = {name: value for name, value in given.items() if value is not None and value is not False}
        edition = asked.pop("edition", SCHMIDT)
        if edition not in EDITIONS:
            raise OptionError(
                mark("There is no edition “{value}”. Editions: {allowed}."),
                value=edition,
                allowed=", ".join(EDITIONS),
            )
        form = self._format(edition, asked)
        settled: dict[str, Any] = {}
        for option in self.options:
            if option.applies(form):
                settled[option.name] = self._value(option, asked.pop(option.name, None), edition)
        first = asked.pop("first", None)
        if first is not None or (form.players > 1 and not self.fixed_first):
            settled["first"] = self._first(first or SEATS[0], form)
        if asked:
            name = next(iter(asked))
            raise OptionError(
                mark("{game} with {format} has no option {option}. It takes: {allowed}."),
                game=self.id,
                format=form,
                option="--" + name.replace("_", "-"),
                allowed=", ".join(self.option_names(form)),
            )
        return Choice(
            game=self.id,
            edition=edition,
            players=form.players,
            pieces=form.pieces,
            teams=form.teams,
            tips=form.tips,
            **settled,
        )

    def _format(self, edition: str, asked: dict[str, Any]) -> Format:
        known = [form for form in self.formats if edition in form.editions]
        if not known:
            editions = {name: None for form in self.formats for name in form.editions}
            raise OptionError(
                mark("The edition {edition} does not have {game}. It is in: {allowed}."),
                edition=edition,
                game=self.id,
                allowed=", ".join(editions),
            )
        wanted = {name: asked.pop(name) for name in ("players", "pieces", "teams", "tips") if name in asked}
        for form in known:
            if all(getattr(form, name) == value for name, value in wanted.items()):
                return form
        raise OptionError(
            mark("{game} is not made for {asked}. Players × pieces in the edition {edition}: {allowed}."),
            game=self.id,
            asked=" ".join(f"--{name}" if value is True else f"--{name} {value}" for name, value in wanted.items()),
            edition=edition,
            allowed=", ".join(str(form) for form in known),
        )

    def _value(self, option: Option, value: Any, edition: str) -> Any:
        if value is None:
            return EDITIONS[edition] if option.name == "blocking" else option.default
        if option.values and value not in option.values and not option.open:
            raise OptionError(
                mark("{option} takes {allowed}, not “{value}”, in {game}."),
                option=option.flag,
                allowed=", ".join(option.values),
                value=value,
                game=self.id,
            )
        return value

    def _first(self, first: str, form: Format) -> str:
        seats = SEATS[: form.players]
        if form.players == 1 or self.fixed_first:
            raise OptionError(
                mark("In {game} the rules say who begins; it has no option {option}."), game=self.id, option="--first"
            )
        if first != LOT and (len(first) != 1 or first not in seats):
            raise OptionError(
                mark("{option} takes {allowed}, not “{value}”, in {game}."),
                option="--first",
                allowed=", ".join((*seats, LOT)),
                value=first,
                game=self.id,
            )
        return first

    def ruleset(self, choice: Choice) -> Ruleset:
        """The game under a choice, ready for a kernel."""
        return _ruleset(self, choice.starting(None))


@cache
def _ruleset(game: Game, choice: Choice) -> Ruleset:
    # Who begins does not change the rules, so one ruleset serves all seats.
    return game.rules(choice)
