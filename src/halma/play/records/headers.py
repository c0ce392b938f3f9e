"""What the tags of a record mean: the game with its options, the names, where it starts and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from halma.games import LOT, RULES_VERSION, Choice, Option, OptionError, OptionKind, OptionValue, find_game
from halma.messages import HalmaError, mark
from halma.play.errors import RecordError
from halma.play.position import Position
from halma.rules import SEATS

UNFINISHED = "*"
GAME, LAW, START, RESULT = "Game", "Law", "Position", "Result"
# A tag of the person who writes, and what may stand behind it.
OWN = "X-"
OWN_NAME = re.compile(r"[A-Za-z0-9_-]*")
_SEAT_TAGS = {f"Seat{seat}": seat for seat in SEATS}
_SPECIAL = {GAME, LAW, RESULT, START, *_SEAT_TAGS}
# As much of what cannot be read is shown.
SHOWN = 40


@dataclass
class RecordHeaders:
    """Everything a record says besides its turns.

    `names` are the players by seat, `tags` whatever else is noted, `start` the text of the position where the game
    starts if that is not the beginning. `result` is `*` for an unfinished game.
    """

    choice: Choice
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    start: str | None = None
    result: str = UNFINISHED

    def starting_position(self) -> Position:
        """The position where the game starts; its rolls are to be given. Raises RecordError."""
        try:
            if self.start is None:
                return Position(self.choice, dice=None)
            return Position.from_board_text(self.start, self.choice)
        except HalmaError as error:
            raise RecordError(mark("Cannot read the starting position: {reason}"), reason=error) from error

    def as_tags(self) -> dict[str, str]:
        """The tags as the text form writes them, under the present version of the law."""
        tags = {GAME: self.choice.game, LAW: str(RULES_VERSION)}
        tags |= {tag_name(name): "yes" if value is True else str(value) for name, value in self.choice.options.items()}
        for seat, name in self.names.items():
            if f"Seat{seat}" not in _SEAT_TAGS:
                raise ValueError(f"a seat is a letter from {SEATS[0]} to {SEATS[-1]}, not {seat!r}")
            tags[f"Seat{seat}"] = name
        if self.start is not None:
            tags[START] = self.start
        for name, value in self.tags.items():
            if not OWN_NAME.fullmatch(name):
                raise ValueError(f"the name of a tag is made of letters, digits, - and _, not {name!r}")
            tags[OWN + name] = value
        tags[RESULT] = self.result
        return tags


def headers_of(tags: Mapping[str, str]) -> RecordHeaders:
    """What the tags of the text form mean. Raises RecordError."""
    options = tuple((tag, value) for tag, value in tags.items() if tag not in _SPECIAL and not tag.startswith(OWN))
    return RecordHeaders(
        choice=_tagged_choice(tags.get(GAME), tags.get(LAW, "1"), options),
        names={seat: tags[tag] for tag, seat in _SEAT_TAGS.items() if tag in tags},
        tags={tag[len(OWN) :]: value for tag, value in tags.items() if tag.startswith(OWN)},
        start=tags.get(START),
        result=tags.get(RESULT, UNFINISHED),
    )


def tag_name(option: str) -> str:
    """An option of a game as the name of a tag: `play_on` is `PlayOn`."""
    return "".join(part.capitalize() for part in option.split("_"))


def option_name(tag: str) -> str:
    """The option of a game that a tag is named after: `PlayOn` is `play_on`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", tag).lower()


# The games of a file mostly have the same options, and settling them takes longer than reading a short game.
@lru_cache(maxsize=256)
def _tagged_choice(game: str | None, law: str, tagged: tuple[tuple[str, str], ...]) -> Choice:
    known = _known_options(game)
    options: dict[str, OptionValue] = {}
    for tag, value in tagged:
        name = option_name(tag)
        if name in options:
            raise RecordError(mark("The tags repeat the option {option}."), option=tag_name(name))
        options[name] = _option_value(known, tag, value)
    return settled_choice(game, law, options.items())


def _known_options(game: str | None) -> Mapping[str, Option]:
    try:
        return find_game(game).all_options if game is not None else {}
    except HalmaError:
        # What is wrong with the name is said where the options are settled.
        return {}


def _option_value(known: Mapping[str, Option], tag: str, text: str) -> OptionValue:
    name = option_name(tag)
    try:
        return known[name].read(text) if name in known else text
    except OptionError as error:
        template = (
            mark("The tag {tag} needs a number, not “{value}”.")
            if known[name].kind is OptionKind.NUMBER
            else mark("The tag {tag} takes yes or no, not “{value}”.")
        )
        raise RecordError(template, tag=tag, value=text) from error


def settled_choice(game: object, law: object, options: Iterable[tuple[str, OptionValue]]) -> Choice:
    """The game a record names, under the version of the law it names. Raises RecordError."""
    if not isinstance(game, str):
        raise RecordError(mark('A record must name its game: [Game "halma"].'))
    version = _law_version(law)
    try:
        found = find_game(game)
        # What was written before an option was in the law means the game as it was then.
        given = dict(options)
        choice = found.choose(**given) if version == RULES_VERSION else found.restore(given)
    except HalmaError as error:
        raise RecordError(mark("Cannot read the record: {reason}"), reason=error) from error
    if choice.first == LOT:
        raise RecordError(mark("A record must name the seat that began, not leave it to the lot."))
    return choice


def _law_version(law: object) -> int:
    """The version of the law that a record names; those that name none are older than versions."""
    text = str(law) if isinstance(law, int | str) and not isinstance(law, bool) else ""
    if not re.fullmatch(r"[1-9][0-9]{0,3}", text):
        raise RecordError(
            mark("The version of the law is a whole number from 1 to {newest}, not “{value}”."),
            newest=RULES_VERSION,
            value=str(law)[:SHOWN],
        )
    if int(text) > RULES_VERSION:
        raise RecordError(
            mark("This record names version {version} of the law; this program knows versions up to {newest}."),
            version=text,
            newest=RULES_VERSION,
        )
    return int(text)
