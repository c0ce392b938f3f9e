"""The puzzles of the manager: those with a par, and one for every day."""

from __future__ import annotations

import re
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


@lru_cache(maxsize=64)
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


def find_puzzle(identifier: str) -> Card | None:
    """A puzzle by its id. Days to come are not told."""
    found = DAILY.fullmatch(identifier)
    if found is None:
        return par_cards().get(identifier)
    try:
        day = date.fromisoformat(found[1])
    except ValueError:
        return None
    return daily(day) if FIRST_DAY <= day <= today() + timedelta(days=1) else None


def is_solved(position: Position) -> bool:
    """Whether who plays alone, or moved first, has done it."""
    outcome = position.outcome()
    return outcome is not None and not outcome.drawn and outcome.places.get("A") == 1
