"""A program that speaks the engine protocol, as a process: lines to it, lines from it, and its end.

Threads of their own read and write, so that neither side can block the other, however much one of them says.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from halma.messages import HalmaError, ReasonError, mark, reason_of

# More lines than these are dropped, and longer ones are cut: a program that floods must not fill the memory.
MOST_LINES, LONGEST = 10_000, 100_000
# What is heard of a program besides what it reports while it thinks.
ANSWERS, DECLARATIONS = ("uciok", "readyok", "bestmove"), ("id", "option")
# How many of its last error messages are kept, and how much of the last one is part of what is raised.
MOST_ERRORS, LONGEST_SHOWN = 50, 300
# Seconds for a program to end after it was told to.
FAREWELL = 0.5


class EngineError(HalmaError):
    """An engine that did not do what was asked of it."""


class EngineTerminatedError(EngineError):
    """An engine that could not be started, or that is no longer there.

    `stderr` holds the last lines it wrote to its standard error.
    """

    stderr: tuple[str, ...] = ()


class EngineTimeoutError(EngineError, TimeoutError):
    """An engine that did not answer in time. It has been ended, because its answer might still come."""


def no_answer(word: str, seconds: float) -> EngineTimeoutError:
    """The error that says which answer did not come."""
    return EngineTimeoutError(
        mark("The engine did not answer “{word}” within {seconds} seconds."), word=word, seconds=f"{seconds:g}"
    )


class EngineProcess:
    """A running program. `close` ends it, whatever it is doing."""

    def __init__(
        self, command: str | Sequence[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        try:
            self._process = subprocess.Popen(
                command_words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=None if env is None else dict(env),
            )
        except (OSError, ReasonError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error
            raise EngineTerminatedError(mark("The engine cannot be started: {reason}"), reason=reason) from error
        self._changed = threading.Condition()
        # What it reports while it thinks, of which only the latest matters, and what answers a question.
        self._infos: deque[str] = deque(maxlen=MOST_LINES)
        self._answers: deque[str] = deque()
        self._errors: deque[str] = deque(maxlen=MOST_ERRORS)
        self._ended = False
        self._closed = False
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"engine {self._process.pid}")
            for work in (self._read, self._read_errors, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """What the process ended with; None while it runs."""
        return self._process.poll()

    # ---- talking ----------------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Say a line; never waits. Raises EngineTerminatedError if nobody is there to hear it.

        A byte that is no text can be sent as the surrogate that Python has for it.
        """
        if self._ended or self._closed:
            raise self.terminated()
        self._outbox.put(line.replace("\n", " ").encode(errors="surrogateescape") + b"\n")

    def forget(self) -> None:
        """Drop what was said so far, so that it is not taken for an answer."""
        with self._changed:
            self._infos.clear()
            self._answers.clear()

    def receive(self, end: float | None) -> str:
        """The next line, by the time `end` of the monotonic clock at the latest; None waits for ever.

        Raises TimeoutError, and EngineTerminatedError when the program has ended and everything it said is read.
        """
        with self._changed:
            while True:
                for lines in (self._infos, self._answers):
                    if lines:
                        return lines.popleft()
                if self._ended or self._closed:
                    raise self.terminated()
                if not self._changed.wait(None if end is None else max(0.0, end - time.monotonic())) and (
                    end is not None and time.monotonic() >= end
                ):
                    raise TimeoutError

    def terminated(self) -> EngineTerminatedError:
        """Why nothing can be said any more."""
        if self._closed:
            error = EngineTerminatedError(mark("The engine is no longer running."))
        else:
            status = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self._process.wait(FAREWELL)
            self._threads[1].join(FAREWELL)
            shown = "–" if status is None else status
            if self._errors:
                error = EngineTerminatedError(
                    mark("The engine stopped unexpectedly; exit code: {status}. It said last: {line}"),
                    status=shown,
                    line=self._errors[-1][:LONGEST_SHOWN],
                )
            else:
                error = EngineTerminatedError(
                    mark("The engine stopped unexpectedly; exit code: {status}"), status=shown
                )
        error.stderr = tuple(self._errors)
        return error

    def end_input(self) -> None:
        """Say that nothing more will be said."""
        self._outbox.put(None)

    def wait(self, seconds: float) -> int | None:
        """What the program ends with by itself; None if it has not ended after some seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self, seconds: float = FAREWELL) -> None:
        """End the program: it is asked to, and after some seconds it is not asked any more."""
        if self._closed:
            return
        self._outbox.put(b"quit\n")
        self._outbox.put(None)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            # Whatever the program has started may still hold its output.
            thread.join(FAREWELL)

    # ---- what the threads do ----------------------------------------------------------------------------

    def _read(self) -> None:
        for text in _lines(self._process.stdout):
            with self._changed:
                word = text.split(maxsplit=1)[0]
                if word == "info":
                    self._infos.append(text)
                elif word in ANSWERS or (word in DECLARATIONS and len(self._answers) < MOST_LINES):
                    if len(self._answers) >= 2 * MOST_LINES:
                        self._answers.popleft()
                    self._answers.append(text)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _read_errors(self) -> None:
        for text in _lines(self._process.stderr):
            self._errors.append(text)

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError, ValueError):
            stream.close()


def _lines(stream: IO[bytes] | None) -> Iterator[str]:
    """The lines of a stream that hold something, until it ends or is closed."""
    assert stream is not None
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST):
            if text := line.decode("utf-8", errors="replace").strip():
                yield text


def command_words(command: str | Sequence[str]) -> list[str]:
    """A command as a program and its arguments. Raises ReasonError."""
    try:
        words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    except ValueError as error:
        raise ReasonError(mark("a quotation mark is missing.")) from error
    if not words:
        raise ReasonError(mark("no program is given."))
    if any("\0" in word for word in words):
        raise ReasonError(mark("its name contains a character that is not allowed."))
    return words
