"""Choices that outlive the program: every option as it was settled, and the version of the rules.

What is stored names all options, also those that are not in use, and comes back without asking for any default. So a
default that changes later changes no game that has begun.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from halma.games.catalogue import find_game
from halma.games.game import EDITIONS, Choice, Game, OptionError
from halma.messages import mark
from halma.rules import SEATS

# Goes up with every change of a rule that can make a stored game illegal or end otherwise. What was stored before
# versions were has version 1. An option that is added later is None or False in what was stored before, and that must
# mean the game as it was.
RULES_VERSION = 2

_NAMES = tuple(item.name for item in fields(Choice) if item.name != "game")
_SHARED = ("edition", "players", "pieces", "teams", "tips", "first")


def settled_options(choice: Choice) -> dict[str, Any]:
    """All options of a choice by name, also those the game does not have or use: they are None or False."""
    return {name: getattr(choice, name) for name in _NAMES}


def restored_choice(game: str, options: Mapping[str, Any]) -> Choice:
    """The choice that was settled with some options. Raises an error if the game or one of them is not known now."""
    page = find_game(game)
    wrong = _unknown_option(page, options)
    if wrong is not None:
        raise OptionError(
            mark("{option} takes {allowed}, not “{value}”, in {game}."),
            option="--" + wrong.replace("_", "-"),
            allowed=", ".join(page.option_names()),
            value=options.get(wrong),
            game=page.id,
        )
    return Choice(game=page.id, **options)


def _unknown_option(page: Game, options: Mapping[str, Any]) -> str | None:
    """An option that the game does not know, or not with that value."""
    taken = {option.name: option for option in page.options}
    for name, value in options.items():
        if name not in _NAMES:
            return name
        if name in _SHARED or value is None or value is False:
            continue
        option = taken.get(name)
        if option is None or not (option.open or value in (option.values or (True,))):
            return name
    unused = {"teams": False, "tips": None}
    form = {name: options.get(name, unused.get(name)) for name in ("players", "pieces", "teams", "tips")}
    if not any(all(getattr(known, name) == value for name, value in form.items()) for known in page.formats):
        return "players"
    if options.get("edition") not in EDITIONS:
        return "edition"
    first = options.get("first")
    return None if first is None or first in SEATS[: form["players"]] else "first"
