"""The puzzles as a page plays them by itself: where they start, how they are solved, and one for every day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

from halma.draw import thumbnail
from halma.games import LOT, Choice, choose
from halma.play import Position
from halma.puzzles.par import records
from halma.rules import SEATS
from halma.server.service.puzzles import Card, daily, par_cards, task_text, today
from halma.server.transport.offline.compiled_games import state_numbers
from halma.words import Words

# So many days are made beforehand; after that they come again.
DAYS = 366
# The pictures of so many days are in one file.
DAYS_TOGETHER = 31


def puzzle_data(days: int = DAYS) -> dict[str, Any]:
    """All puzzles: those with a par, and the puzzle of every day from yesterday on."""
    first = today() - timedelta(days=1)
    return {
        "pars": [_card(card) for card in par_cards().values()],
        "first": first.isoformat(),
        "daily": [
            {**_card(daily(first + timedelta(days=number))), "picture": daily_file(number)} for number in range(days)
        ],
    }


def daily_file(number: int) -> str:
    """The file with the picture of a day."""
    return f"days/{number // DAYS_TOGETHER}.json"


def daily_pictures(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The pictures of the days, by file and puzzle: a file for each of them would be many small files."""
    files: dict[str, dict[str, str]] = {}
    for card in data["daily"]:
        choice = choose(card["game"], **card["options"])
        position = Position.from_board_text(card["position"], choice)
        files.setdefault(card["picture"], {})[card["id"]] = thumbnail(position)
    return files


def puzzle_texts(words: Words, data: dict[str, Any]) -> dict[str, Any]:
    """What there is to do in them, in a language, and who holds a par."""
    cards = [*data["pars"], *data["daily"]]
    return {
        "tasks": {f"{card['kind']} {card['par']}": task_text(words, card["kind"], card["par"]) for card in cards},
        "holders": {holder: words.text(holder) for holder in {card["holder"] for card in cards} if holder},
    }


def _card(card: Card) -> dict[str, Any]:
    choice = choose(card.game, **card.options)
    choice = choice.starting(SEATS[0]) if choice.first == LOT else choice
    position = Position(choice, dice=None) if card.position is None else Position.from_board_text(card.position, choice)
    return {
        "id": card.id,
        "game": card.game,
        "options": choice.options,
        "position": card.position,
        "state": None if card.position is None else state_numbers(position),
        "par": card.moves,
        "at_least": card.at_least,
        "holder": card.holder,
        "kind": card.kind,
        "difficulty": card.difficulty,
        "line": _solutions().get(choice.starting(None), []) if card.position is None else [],
    }


@cache
def _solutions() -> dict[Choice, list[list[int]]]:
    """The shortest solution that is known: for each move its ends and what it captures."""
    return dict(_lines())


def _lines() -> Iterator[tuple[Choice, list[list[int]]]]:
    for record in records():
        actions = [event.action for event in record.position().history if event.action is not None]
        yield record.choice.starting(None), [[action.origin, action.target, *action.captured] for action in actions]
