"""How far long work is: a bar for people, and plain lines for logs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from halma.words import Words

Result = TypeVar("Result")

# A log gets a line as often as this.
LOG_SECONDS = 60.0


class WorkProgress:
    """What is done of so many tasks, how fast, and how long it will take; with what is known so far.

    At a terminal this is a bar that goes away in the end; elsewhere a line to the error output once a minute. Neither
    is part of the output.
    """

    def __init__(
        self,
        words: Words,
        total: int,
        state: Callable[[], str] = str,
        *,
        done: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._words = words
        self._total = total
        self._state = state
        self._done = done
        self._at_first = done
        self._clock = clock
        self._begin = self._last = clock()
        self._console = Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True)
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
        self._bar = Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal)
        self._task = self._bar.add_task("", total=total, completed=done)

    def advance(self) -> None:
        """One more is done."""
        self._done += 1
        now = self._clock()
        if self._console.is_terminal:
            self._bar.update(self._task, completed=self._done, description=self._line(now))
        elif now - self._last >= LOG_SECONDS:
            self._last = now
            self._console.print(
                self._words.text("{done} of {total}", done=self._done, total=self._total) + " · " + self._line(now)
            )

    def follow(self, results: Iterable[Result]) -> Iterator[Result]:
        """The same results, each of them counted that was not done before; those that were come first."""
        for count, result in enumerate(results):
            if count >= self._at_first:
                self.advance()
            yield result

    def _line(self, now: float) -> str:
        """The rate, the time left, and what is known so far."""
        parts: list[str] = []
        seconds, done = now - self._begin, self._done - self._at_first
        if seconds > 0 and done:
            rate = done / seconds
            parts.append(self._words.text("{rate} a minute", rate=f"{60 * rate:.1f}"))
            left = (self._total - self._done) / rate
            parts.append(self._words.text("{time} left", time=_spoken(left)))
        state = self._state()
        return " · ".join([*parts, state] if state else parts)

    def __enter__(self) -> WorkProgress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()


def _spoken(seconds: float) -> str:
    """Hours, minutes and seconds."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}"
