"""The options of the engine protocol: those of all games, from the catalogue, and those of the search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from halma.engine.thought import LEVELS, Limits
from halma.games import LOT, Choice, OptionKind, OptionValue, choose, find_game, games, joint_option
from halma.games import all_options as all_game_options
from halma.messages import HalmaError, mark
from halma.play.records import tag_name

GAME, LEVEL, THREADS, LINES, HASH, SEED, NET = "Game", "Level", "Threads", "MultiPV", "Hash", "Seed", "Net"
USUAL_GAME = "halma"
# What leaves a choice to the game.
AUTO, UNSET = "auto", 0
MOST_THREADS, MOST_LINES, MOST_MEGABYTES, MOST_SEED = 64, 50, 4096, 2**31 - 1
# Other names somebody may try.
SYNONYMS = {"lines": LINES, "variant": GAME, "uci_variant": GAME}


class EngineOptionError(HalmaError):
    """An option the engine does not have, or a value it does not take."""


@dataclass(frozen=True)
class EngineOption:
    """An option as the protocol declares it."""

    name: str
    kind: str  # check, spin, combo or string, as UCI has them
    default: str
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()
    # The option of the games it stands for, if it does.
    choice: str | None = None

    def __str__(self) -> str:
        bounds = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        listed = "".join(f" var {value}" for value in self.values)
        return f"option name {self.name} type {self.kind} default {self.default}{bounds}{listed}"

    def read(self, text: str) -> str:
        """A value in its proper spelling. Raises EngineOptionError."""
        if not text:
            return self.default
        if self.kind == "spin":
            if re.fullmatch(r"-?[0-9]{1,10}", text) and self.least <= int(text) <= self.most:
                return str(int(text))
            raise self._refused(text, f"{self.least}–{self.most}")
        allowed = ("true", "false") if self.kind == "check" else self.values
        if not allowed:
            return text
        for value in allowed:
            if value.lower() == text.lower():
                return value
        raise self._refused(text, ", ".join(allowed))

    def spell(self, value: object) -> str:
        """A value as the protocol writes it; a switch is given as a bool, a number as an int.

        Raises EngineOptionError.
        """
        if isinstance(value, bool) and self.kind == "check":
            return "true" if value else "false"
        if isinstance(value, int) and not isinstance(value, bool) and self.kind == "spin":
            return self.read(str(value))
        if isinstance(value, str) and value and self.kind in ("combo", "string"):
            return self.read(value)
        if self.kind == "button":
            return ""
        allowed = {"check": "True, False", "spin": f"{self.least}–{self.most}", "combo": ", ".join(self.values)}
        raise self._refused(repr(value), allowed.get(self.kind, "str"))

    @property
    def typed_default(self) -> str | int | bool:
        """The default as Python has it: a bool for a switch, an int for a number."""
        if self.kind == "check":
            return self.default.lower() == "true"
        return int(self.default) if self.kind == "spin" and re.fullmatch(r"-?[0-9]+", self.default) else self.default

    def _refused(self, text: str, allowed: str) -> EngineOptionError:
        return EngineOptionError(
            mark("The option {option} takes {allowed}, not “{value}”."),
            option=self.name,
            allowed=allowed,
            value=text[:60],
        )


def all_options() -> Mapping[str, EngineOption]:
    """Every option by its name in small letters."""
    return {option.name.lower(): option for option in (*_of_games(), *_of_search())}


def _of_games() -> Iterator[EngineOption]:
    yield EngineOption(GAME, "combo", USUAL_GAME, values=tuple(games()))
    for name in all_game_options():
        option = joint_option(name)
        tag = tag_name(name)
        if option.numbers is not None:
            yield EngineOption(tag, "spin", str(UNSET), UNSET, option.numbers[-1], choice=name)
        elif option.kind is OptionKind.FLAG:
            yield EngineOption(tag, "check", "false", choice=name)
        elif option.example:
            yield EngineOption(tag, "string", AUTO, choice=name)
        else:
            # Who draws lots is the caller; an engine is told who begins.
            values = tuple(value for value in option.names() if value != LOT)
            yield EngineOption(tag, "combo", AUTO, values=(AUTO, *values), choice=name)


def _of_search() -> Iterator[EngineOption]:
    yield EngineOption(LEVEL, "spin", str(UNSET), 0, LEVELS[-1])
    yield EngineOption(THREADS, "spin", "1", 1, MOST_THREADS)
    yield EngineOption(LINES, "spin", "1", 1, MOST_LINES)
    yield EngineOption(HASH, "spin", str(Limits().hash_megabytes), 1, MOST_MEGABYTES)
    yield EngineOption(SEED, "spin", "0", 0, MOST_SEED)
    yield EngineOption(NET, "string", AUTO)


class EngineSettings:
    """The values of all options."""

    def __init__(self) -> None:
        self.options = all_options()
        self.values = {option.name: option.default for option in self.options.values()}

    def set(self, name: str, value: str) -> None:
        """Set an option by its name in any case. Raises EngineOptionError."""
        known = name.strip().lower()
        option = self.options.get(SYNONYMS.get(known, known).lower())
        if option is None:
            raise EngineOptionError(
                mark("There is no option {option}; “uci” lists the options."), option=name.strip()[:60]
            )
        value = value.strip()
        # Games are also found by the names that the booklets give them.
        self.values[option.name] = find_game(value).id if option.name == GAME and value else option.read(value)

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self.values[name])

    def choice(self) -> Choice:
        """The game with its options. Raises a HalmaError that says what does not fit."""
        given: dict[str, OptionValue] = {}
        for option in self.options.values():
            value = self.values[option.name]
            if option.choice is not None and value != option.default:
                number = option.kind == "spin"
                given[option.choice] = int(value) if number else True if option.kind == "check" else value
        return choose(self.values[GAME], **given)


def settings_of(choice: Choice) -> Iterator[tuple[str, str]]:
    """The names and values that make an engine play a game with its options."""
    yield GAME, choice.game
    for name, value in choice.options.items():
        yield tag_name(name), "true" if value is True else str(value)
