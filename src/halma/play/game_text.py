"""A game with its options as text, the beginning of every position text: `halma 2x19 edition=schmidt first=A …`.

Every settled option is named, so that no later default can change what a text means.
"""

from __future__ import annotations

import re

from halma.games import LOT, Choice, OptionValue, find_game
from halma.games.options import FIRST, PIECES, PLAYERS
from halma.messages import HalmaError, mark
from halma.play.errors import InvalidPositionError
from halma.rules import SEATS

LONGEST = 3000
_SIZE = re.compile(r"([0-9]{1,2})[x×]([0-9]{1,2})")


def spell_choice(choice: Choice) -> str:
    """A game, its size and its options; a switch that is on is named without a value.

    >>> from halma.games import choose
    >>> spell_choice(choose("quick", play_on=True))
    'quick 2x6 edition=schmidt first=A blocking=vacate stall=rank play_on'
    """
    words = [choice.game, f"{choice.players}x{choice.pieces}"]
    for name, value in choice.settled:
        if name not in (PLAYERS.name, PIECES.name):
            words.append(name if value is True else f"{name}={value}")
    return " ".join(words)


def read_choice(words: list[str]) -> Choice:
    """The choice that some words name. An option that they do not name means what it meant before it was an option.

    Raises InvalidPositionError.
    """
    game, *rest = words
    asked: dict[str, OptionValue] = {}
    try:
        found = find_game(game)
        if rest and (size := _SIZE.fullmatch(rest[0])):
            asked = {PLAYERS.name: int(size[1]), PIECES.name: int(size[2])}
            del rest[0]
        known = found.all_options
        for word in rest:
            name, equals, value = word.partition("=")
            if name in asked:
                raise InvalidPositionError(mark("“{key}” appears twice."), key=name)
            if name in known and (equals or known[name].numbers is None):
                asked[name] = known[name].read(value) if equals else True
            else:
                raise InvalidPositionError(
                    mark("“{field}” is not an option of {game}. Its options: {allowed}."),
                    field=word[:40],
                    game=found.id,
                    allowed=", ".join(known),
                )
        choice = found.restore(asked)
        # Some options are only read by the rules themselves.
        found.ruleset(choice)
    except InvalidPositionError:
        raise
    except HalmaError as error:
        raise InvalidPositionError(mark("Cannot read the game of this position: {reason}"), reason=error) from error
    if choice.first == LOT:
        raise InvalidPositionError(
            mark("“{key}” takes one of {allowed}, not “{value}”."),
            key=FIRST.name,
            allowed=", ".join(SEATS[: choice.players]),
            value=LOT,
        )
    return choice


def names_game(text: str) -> bool:
    """Whether a position text names its game, or has only what comes after it: rows, seat, turn number and fields.

    >>> names_game("solitaire 1x32 3/3/7/1AA4/7/3/3 A 1"), names_game("3/3/7/1AA4/7/3/3 A 1")
    (True, False)
    """
    words = text.split()
    return 0 < _first_rows(words) < len(words)


def _first_rows(words: list[str]) -> int:
    """The number of the word that holds the rows; without one, the number of words."""
    return next((number for number, word in enumerate(words) if "/" in word and "=" not in word), len(words))


def split_text(text: str) -> tuple[Choice, str]:
    """The game of a position text, and the rest: rows, seat, turn number and fields. Raises InvalidPositionError."""
    if len(text) > LONGEST:
        raise InvalidPositionError(mark("The text is too long for a position."))
    words = text.split()
    rows = _first_rows(words)
    if not rows:
        raise InvalidPositionError(
            mark("A position text begins with its game, as in “{example}”, then come rows, seat and turn number."),
            example="halma 2x19 blocking=vacate",
        )
    return read_choice(words[:rows]), " ".join(words[rows:])
