"""What runs in worker processes: thinking. A job is plain data; the position is played through again there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from halma.engine import Limits, think
from halma.engine.analysis import analyse
from halma.engine.hints import hint as search_hint
from halma.games import Choice
from halma.messages import mark
from halma.play import Position
from halma.play.notation import is_chance
from halma.puzzles import hint as puzzle_hint
from halma.words import translator

HINT_LEVEL = 6


@dataclass(frozen=True)
class Job:
    """A position with its past, without the seed of its dice: nobody thinks ahead of a roll."""

    choice: Choice
    start: str | None
    # Rolls, lots and moves as they are written.
    events: tuple[str, ...]

    @classmethod
    def of(cls, position: Position, start: str | None) -> Job:
        """A position that began somewhere, as a job."""
        events = tuple(event.text for event in position.history)
        return cls(position.choice, start, events)

    def position(self) -> Position:
        """The position again."""
        choice, start = self.choice, self.start
        position = Position(choice, dice=None) if start is None else Position.from_board_text(start, choice)
        for event in self.events:
            if is_chance(event):
                position.give_chance(event)
            else:
                position.push(event)
        return position


# A flag for every worker: set when nobody wants its answer any more.
_flags: Any = None


def prepare(flags: Any) -> None:
    """What a worker does first. It ends with the server, however that ends."""
    global _flags  # noqa: PLW0603 - given once to the whole process
    _flags = flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _stop(slot: int) -> Callable[[], bool]:
    return lambda: bool(_flags is not None and _flags[slot])


def best_move(slot: int, job: Job, level: int, seconds: float) -> str:
    """The move that a level plays."""
    position = job.position()
    thought = think(position, Limits(level=level, movetime=seconds), seed=len(job.events), stop=_stop(slot))
    return position.spell(thought.action, path=True)


def judged(
    slot: int, job: Job, level: int, seconds: float
) -> tuple[tuple[int, ...], tuple[float, ...], tuple[str, ...]]:
    """What a position is worth to each seat, their chances, and the best line; nothing where nobody can choose."""
    position = job.position()
    if position.is_over or position.needs_roll:
        return (), (), ()
    found = analyse(position, Limits(level=level, movetime=seconds), stop=_stop(slot))
    return found.scores, found.chances, found.lines[0].turns


def hint(_: int, job: Job, language: str, seconds: float) -> tuple[str, str]:
    """An action to make, and why, in words."""
    position, words = job.position(), translator(language)
    if len(position.seats) == 1:
        advice = puzzle_hint(position)
        spelled = advice.move.text(path=True)
        text = words.text(
            mark("Hint: {move}. Moves still needed: at least {least}, at most {most}."),
            move=spelled,
            least=advice.at_least,
            most=advice.at_most,
        )
        return spelled, text
    found = search_hint(position, Limits(level=HINT_LEVEL, movetime=seconds))
    because = " ".join(words.text(reason.template, **reason.data) for reason in found.reasons)
    text = words.text(mark("Hint: {move}. {reasons}"), move=found.text, reasons=because)
    return position.spell(found.actions[0], path=True), text
