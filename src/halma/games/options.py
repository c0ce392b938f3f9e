"""Options as data, and those that several games share.

An option is stated once, here or on the page of the only game that has it. The command line, the engine protocol, the
server, the set-up screen, records and documents derive from that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from halma.games.formats import EDITIONS, SCHMIDT, Format
from halma.messages import HalmaError, mark
from halma.rules import SEATS

#: A value of an option: a name, a number, or whether a switch is on.
OptionValue = str | int | bool
#: Whether something belongs to a format in an edition.
Condition = Callable[[Format, str], bool]

#: The value of `FIRST` by which who begins is drawn by lot.
LOT = "lot"
# Values that take more room than this are left out where an option is named in a line.
WIDEST_VALUES = 40


class OptionError(HalmaError):
    """An option the game does not have, or a value it does not take."""


class OptionKind(StrEnum):
    """What the values of an option are."""

    FLAG = "flag"
    CHOICE = "choice"
    NUMBER = "number"


def always(form: Format, edition: str) -> bool:
    """Every format in every edition."""
    return True


def several(form: Format, edition: str) -> bool:
    """Formats for more than one player."""
    return form.players > 1


def without_teams(form: Format, edition: str) -> bool:
    """Formats in which several play, each for themselves."""
    return form.players > 1 and not form.teams


@dataclass(frozen=True)
class Value:
    """One of the values of an option, and its name for people, in which {value} stands for the value itself."""

    name: str
    label: str = "{value}"
    applies: Condition = always


@dataclass(frozen=True)
class Option:
    """A choice that a game leaves open: a switch; one of some values; or a number, if it has `numbers`.

    Labels and helps are marked for translation; an option without a label is called by its name.
    """

    name: str
    label: str = ""
    help: str = ""
    values: tuple[Value, ...] = ()
    numbers: range | None = None
    #: What counts if nothing is said, in general or by format and edition; otherwise the first value or number, or off.
    default: OptionValue | Callable[[Format, str], OptionValue] | None = None
    applies: Condition = always
    #: How a further value looks that is none of `values`; the rules of the game check it.
    example: str = ""
    #: What a set-up screen proposes, where that is not the default.
    proposed: OptionValue | None = None
    #: What records mean that do not name it, where that is not the default: they are older than the option.
    unnamed: OptionValue | None = None
    #: Asking for it picks the first format that takes it.
    picks_format: bool = False

    def __post_init__(self) -> None:
        if self.kind is OptionKind.FLAG and self.default:
            # What is stored or recorded names only switches that are on; a screen may still propose it.
            raise ValueError(f"the switch {self.name} must be off unless it is named; see `proposed`")

    @property
    def kind(self) -> OptionKind:
        """Whether it is a switch, one of some values, or a number."""
        return OptionKind.NUMBER if self.numbers is not None else OptionKind.CHOICE if self.values else OptionKind.FLAG

    @property
    def flag(self) -> str:
        """Its spelling on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def spoken_label(self) -> str:
        """What people call it, to be translated."""
        return self.label or self.name.replace("_", " ")

    def label_of(self, value: OptionValue) -> str:
        """What people call a value, to be translated; {value} in it stands for the value."""
        return next((each.label for each in self.values if each.name == value), "{value}")

    def only(self, *names: str) -> Option:
        """The same option with some of its values."""
        return replace(self, values=tuple(value for value in self.values if value.name in names))

    def names(self, form: Format | None = None, edition: str = SCHMIDT) -> tuple[str, ...]:
        """The values it takes, in a format or at all."""
        return tuple(value.name for value in self.values if form is None or value.applies(form, edition))

    def spelled(self, form: Format | None = None, edition: str = SCHMIDT) -> str:
        """The option with its values as on the command line: --stall rank|draw"""
        values = "|".join((*self.names(form, edition), *filter(None, (self.example,))))
        return f"{self.flag} {values}" if 0 < len(values) <= WIDEST_VALUES else self.flag

    def default_in(self, form: Format, edition: str) -> OptionValue:
        """What counts in a format and edition if nothing is said."""
        value = self.default(form, edition) if callable(self.default) else self.default
        names = self.names(form, edition)
        if names and (value is None or (value not in names and not self.example)):
            return names[0]
        if value is None:
            return False if self.numbers is None else self.numbers[0]
        return value

    def takes(self, value: object, form: Format, edition: str) -> bool:
        """Whether a value may be chosen in a format and edition."""
        if self.kind is OptionKind.FLAG:
            return isinstance(value, bool)
        if self.numbers is not None:
            return isinstance(value, int) and not isinstance(value, bool) and value in self.numbers
        return isinstance(value, str) and (value in self.names(form, edition) or self.example != "")

    def read(self, text: str) -> OptionValue:
        """A value written as text. Raises OptionError for what is no switch or number; choosing checks the rest."""
        if self.kind is OptionKind.FLAG:
            known = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
            if text.lower() not in known:
                raise self.not_a_switch(text)
            return known[text.lower()]
        if self.numbers is not None:
            if not re.fullmatch(r"[0-9]{1,9}", text):
                raise self.not_a_number(text)
            return int(text)
        return text

    def not_a_switch(self, value: object) -> OptionError:
        """What to say where a switch is given something else than on or off."""
        return OptionError(mark("{option} takes yes or no, not “{value}”."), option=self.flag, value=value)

    def not_a_number(self, value: object) -> OptionError:
        """What to say where a number is given something else."""
        return OptionError(
            mark("{option} takes a whole number of {least} or more, not “{value}”."),
            option=self.flag,
            least=self.numbers.start if self.numbers else 0,
            value=value,
        )


# ---- options by which a format is found -------------------------------------------------------------------

#: The booklet.
EDITION = Option(
    "edition",
    mark("Edition"),
    mark("The booklet whose rules you play by."),
    tuple(
        Value(name, label)
        for name, label in zip(
            EDITIONS,
            # The publishers' own names, the same in every language.
            ("Schmidt Spiele", "Ravensburger", "Carlit", "Schmidt Spiele Kompakt", "Schmidt Spiele 66"),
            strict=True,
        )
    ),
)
#: The number of players.
PLAYERS = Option("players", mark("Players"), mark("How many people play."), numbers=range(1, len(SEATS) + 1))
#: The number of pieces each player has.
PIECES = Option("pieces", mark("Pieces"), mark("How many pieces each player has."), numbers=range(1, 61))
#: Whether opposite seats are partners.
TEAMS = Option("teams", mark("Teams"), mark("Two teams; opposite seats are partners."))
#: The options by which a format is found.
FORMAT_OPTIONS = (EDITION, PLAYERS, PIECES, TEAMS)

# ---- options of several games -----------------------------------------------------------------------------


def _seat(number: int) -> Condition:
    return lambda form, edition: number < form.players


#: Who goes first.
FIRST = Option(
    "first",
    mark("Who goes first"),
    values=(
        *(Value(seat, mark("seat {value}"), _seat(number)) for number, seat in enumerate(SEATS)),
        Value(LOT, mark("by lot")),
    ),
    applies=several,
    proposed=LOT,
)
#: The blocking rule.
BLOCKING = Option(
    "blocking",
    mark("Blocking rule"),
    mark("What happens if a player keeps pieces at home so that the opponent cannot fill the target."),
    (
        Value("vacate", mark("the home must be cleared")),
        Value("swap", mark("places may be swapped")),
        Value("fill", mark("a full target wins")),
        Value("free", mark("no rule")),
    ),
    default=lambda form, edition: "vacate" if edition == SCHMIDT else "free",
)
# Alone there is nobody to block.
BLOCKING_OF_SEVERAL = replace(BLOCKING, applies=several)
#: How a game ends that stalls.
STALL = Option(
    "stall",
    mark("If the game stalls"),
    mark("How a game ends when nobody makes progress any more."),
    (Value("rank", mark("ranked as it stands")), Value("draw", mark("drawn"))),
    applies=several,
)
#: Whether the others play on for the places.
PLAY_ON = Option(
    "play_on",
    mark("Play on for the places"),
    mark("After the first player finishes, the others play on for the remaining places."),
    applies=without_teams,
)


def two_players(form: Format, edition: str) -> bool:
    """Formats for exactly two."""
    return form.players == 2


def one_home(form: Format, edition: str) -> bool:
    """Formats in which each player starts from one home."""
    return form.homes == 1


def two_homes(form: Format, edition: str) -> bool:
    """Formats in which each player starts from two homes."""
    return form.homes == 2


TIPS = Option(
    "tips",
    mark("Tips of the star"),
    mark("Where two players sit on the star and, with two colours each, which tips they hold."),
    (
        Value("opposite", mark("opposite each other"), one_home),
        Value("apart", mark("with one tip between you"), one_home),
        Value("facing", mark("an opponent opposite each of your tips"), two_homes),
        Value("paired", mark("your two tips opposite each other"), two_homes),
    ),
    # Two booklets describe only seats that lie apart.
    default=lambda form, edition: (
        "apart" if one_home(form, edition) and edition in ("ravensburger", "schmidt-66") else ""
    ),
    applies=two_players,
    unnamed="opposite",
    picks_format=True,
)

#: What games by the base rule take.
BASE_OPTIONS = (FIRST, BLOCKING_OF_SEVERAL, STALL, PLAY_ON)
