"""What runs in worker processes: thinking. A job is a position as it stands; no game is played through again."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from halma.engine import Limits, think
from halma.engine.analysis import Analysis, Judged, analyse, judge
from halma.engine.calibration import chances
from halma.engine.hints import hint as search_hint
from halma.messages import mark
from halma.play import Position
from halma.puzzles import hint as puzzle_hint
from halma.words import translator

# The strongest level that answers within a second; those below it misjudge on purpose where several play.
HINT_LEVEL = 7


@dataclass(frozen=True)
class Job:
    """A position with its past, without the seed of its dice: nobody thinks ahead of a roll."""

    data: bytes
    # How many moves have been made; the same number gives the same thought.
    number: int = 0
    # The move that was made then, if it is to be judged.
    played: str = ""

    @classmethod
    def of(cls, position: Position, number: int = 0, played: str = "") -> Job:
        """A position as a job."""
        known = position.copy()
        known.dice = None
        return cls(pickle.dumps(known, pickle.HIGHEST_PROTOCOL), number, played)

    def position(self) -> Position:
        """The position again."""
        return pickle.loads(self.data)


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
    thought = think(position, Limits(level=level, movetime=seconds), seed=job.number, stop=_stop(slot))
    return position.spell(thought.action, path=True)


@dataclass(frozen=True)
class Told:
    """What is told of a position of a finished game."""

    # Each seat's chance to win; the result where the game is over, and nothing where nobody can choose.
    chances: tuple[float, ...] = ()
    analysis: Analysis | None = None
    # What the move was that was made there.
    judged: Judged | None = None


def judged(slot: int, job: Job, level: int, seconds: float) -> Told:
    """What a position is worth to each seat, and what the move that was made there lost if that can be told."""
    position = job.position()
    if position.is_over:
        return Told(chances(position, ()))
    if position.needs_roll:
        return Told()
    limits, stop = Limits(level=level, movetime=seconds), _stop(slot)
    if not job.played:
        found = analyse(position, limits, stop=stop)
        return Told(found.chances, found)
    ahead = position.copy()
    ahead.push(job.played)
    action = ahead.history[-1].action
    assert action is not None
    seen = judge(position, [action], limits, stop=stop)
    return Told(seen.analysis.chances, seen.analysis, seen)


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
