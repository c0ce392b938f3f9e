"""The puzzles of the manager: those with a par, and one for every day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from typing import Any

from halma.games import choose
from halma.messages import mark
from halma.play import Position
from halma.puzzles import Puzzle, make, pars
from halma.puzzles.compiled import available
from halma.puzzles.make import CHAIN, FIRST_HOP, HOME, PuzzleError, laid_chain
from halma.words import Words

DAILY = re.compile(r"daily-([0-9]{4}-[0-9]{2}-[0-9]{2})")
MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")
LATE = timedelta(days=1)
# Long before the first server, so that a machine whose clock is wrong has its puzzle too.
FIRST_DAY = date(2020, 1, 1)
KINDS = (HOME, FIRST_HOP, CHAIN)


@dataclass(frozen=True)
class Card:
    """A puzzle: where it starts, and how many moves it takes at best."""

    id: str
    game: str
    options: dict[str, Any]
    moves: int
    at_least: int
    position: str | None = None
    holder: str = ""
    kind: str = ""
    difficulty: int | None = None

    def task(self, words: Words) -> str:
        """What there is to do."""
        return task_text(words, self.kind, self.moves)


def task_text(words: Words, kind: str, moves: int) -> str:
    """What there is to do in a puzzle of a kind; one without a kind is to be solved in few moves."""
    if kind == HOME:
        return words.plural(
            "Bring all pieces into the target in {count} move.",
            "Bring all pieces into the target in {count} moves.",
            moves,
        )
    if kind == CHAIN:
        return words.text(mark("Win in one chain."))
    if kind == FIRST_HOP:
        return words.text(mark("Only one first hop leads to a solution. Which one?"))
    return words.plural("Solve it in {count} move.", "Solve it in {count} moves.", moves)


@cache
def par_cards() -> dict[str, Card]:
    """All puzzles with a par that can be played alone."""
    cards = [
        Card(par.id, par.game, par.options, par.moves, par.at_least, holder=par.holder)
        for par in pars()
        if choose(par.game, **par.options).players == 1
    ]
    return {card.id: card for card in cards}


def today() -> date:
    """The day of the puzzle, the same all over the world."""
    return datetime.now(UTC).date()


# Some years, so that whoever leafs through the months has each of them made once.
@lru_cache(maxsize=4096)
def daily(day: date) -> Card:
    """The puzzle of a day: the same kind and seed give the same puzzle everywhere."""
    kind = KINDS[day.toordinal() % len(KINDS)]
    if kind == FIRST_HOP and not available():
        # Nobody is left without a puzzle for want of a compiler.
        kind = HOME
    try:
        made: Puzzle = make(kind, day.isoformat(), moves=3 + day.toordinal() // len(KINDS) % 3)
    except PuzzleError:
        # Not every seed has a puzzle of every kind, but every day has one: a chain can always be laid.
        made = laid_chain(day.isoformat())
    choice = made.position.choice
    return Card(
        id=f"daily-{day.isoformat()}",
        game=choice.game,
        options=choice.options,
        moves=made.moves,
        at_least=made.moves,
        position=made.position.board_text(),
        kind=made.kind,
        difficulty=made.difficulty,
    )


def day_of(identifier: str) -> date | None:
    """The day whose puzzle this is."""
    found = DAILY.fullmatch(identifier)
    try:
        return None if found is None else date.fromisoformat(found[1])
    except ValueError:
        return None


def month_of(text: str) -> tuple[int, int] | None:
    """The year and the number of a month written like 2026-11, if puzzles of it can be shown."""
    found = MONTH.fullmatch(text)
    if found is None or not 1 <= int(found[2]) <= 12:
        return None
    month, now = (int(found[1]), int(found[2])), today()
    return month if (FIRST_DAY.year, FIRST_DAY.month) <= month <= (now.year, now.month) else None


def month_beside(month: tuple[int, int], step: int) -> str | None:
    """The month before or after one, if puzzles of it can be shown."""
    count = 12 * month[0] + month[1] - 1 + step
    text = f"{count // 12:04}-{count % 12 + 1:02}"
    return text if month_of(text) else None


def cards_of_month(month: tuple[int, int]) -> list[Card]:
    """The puzzles of the days of a month that have come, the last one first."""
    day = date(month[0], month[1], 1)
    cards: list[Card] = []
    while (day.year, day.month) == month and day <= today():
        cards.insert(0, daily(day))
        day += timedelta(days=1)
    return cards


def streak(solved: Iterable[tuple[str, float]], now: date) -> int:
    """On how many days in a row up to this one or the one before somebody solved the puzzle of the day.

    It is given which puzzles were solved and when (in seconds since 1970). A puzzle solved a day late counts, since it
    is still the same day somewhere on the earth; one that was solved later does not.
    """
    days = {
        day
        for identifier, at in solved
        if (day := day_of(identifier)) is not None and datetime.fromtimestamp(at, UTC).date() - day <= LATE
    }
    day = now if now in days else now - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def find_puzzle(identifier: str) -> Card | None:
    """A puzzle by its id. Days to come are not told."""
    if DAILY.fullmatch(identifier) is None:
        return par_cards().get(identifier)
    day = day_of(identifier)
    return daily(day) if day is not None and FIRST_DAY <= day <= today() + timedelta(days=1) else None


def is_solved(position: Position) -> bool:
    """Whether who plays alone, or moved first, has done it."""
    outcome = position.outcome()
    return outcome is not None and not outcome.drawn and outcome.places.get("A") == 1
