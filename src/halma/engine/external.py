"""Players that are other programs: whatever speaks the engine protocol on its standard input and output."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from typing import IO

from halma.engine.options import settings_of
from halma.engine.players import COMMAND, Actions, PlayerFailureError
from halma.engine.thought import Limits
from halma.games import Choice
from halma.messages import HalmaError, ReasonError, mark, reason_of
from halma.play import Position, Record

# Seconds: a program may have to load first; then it has to answer at once; without a limit of time it may think long.
START, READY, WITHOUT_LIMIT = 30.0, 20.0, 600.0
# How much later than its limit an answer is still waited for, so that the delay can be told.
PATIENCE = 5.0
CRASHED, ILLEGAL, SILENT = "crashed", "illegal", "silent"
# Lines beyond this are dropped: a program that floods must not fill the memory.
MOST_LINES, LONGEST = 10_000, 100_000
HEARD = ("uciok", "readyok", "bestmove", "option")


class External:
    """A player behind a command. It is started when it is first asked, and again after it has failed."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = f"{COMMAND}:{command}"
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._ear: threading.Thread | None = None
        self._choice: Choice | None = None
        self._known: set[str] = set()

    # ---- playing ----------------------------------------------------------------------------------------

    def begin(self, position: Position, seed: int) -> None:
        """A new game starts; the program is made ready for it."""
        try:
            if self._process is None:
                self._start()
            if self._choice != position.choice:
                for name, value in settings_of(position.choice):
                    if not self._known or name.lower() in self._known:
                        self._send(f"setoption name {name} value {value}")
                self._choice = position.choice
            if "seed" in self._known:
                self._send(f"setoption name Seed value {seed}")
            self._send("newgame")
            self._send("isready")
            self._wait("readyok", READY)
        except PlayerFailureError:
            self.close()
            raise

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        """Ask for a turn and read it. Raises PlayerFailureError."""
        record = Record.of(position)
        start = "start" if record.start is None else f"text {record.start}"
        moves = " ".join(turn.text for turn in record.turns)
        try:
            self._forget()
            self._send(f"position {start}" + (f" moves {moves}" if moves else ""))
            self._send(go(limits))
            answer = self._wait("bestmove", WITHOUT_LIMIT if limits.movetime is None else limits.movetime + PATIENCE)
        except PlayerFailureError:
            self.close()
            raise
        text = [*answer.split(), ""][1]
        ahead = position.copy()
        ahead.dice = None
        depth = len(ahead.history)
        try:
            ahead.push_turn(text)
        except HalmaError as error:
            raise PlayerFailureError(
                ILLEGAL, mark("it played “{text}”: {reason}"), text=text[:60], reason=error
            ) from error
        return tuple(event.action for event in ahead.history[depth:] if event.action is not None)

    def close(self) -> None:
        """End the program, whatever it is doing."""
        process, self._process, self._choice = self._process, None, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write(b"quit\n")
            process.stdin.close()
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._ear is not None:
            # Whatever the program has started may still hold its output.
            self._ear.join(0.5)

    # ---- talking ----------------------------------------------------------------------------------------

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                _words(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except (OSError, ReasonError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error
            raise PlayerFailureError(CRASHED, mark("it cannot be started: {reason}"), reason=reason) from error
        # A queue of its own: what an earlier process still says is not heard.
        self._lines = queue.Queue(MOST_LINES)
        assert self._process.stdout is not None
        self._ear = threading.Thread(target=_hear, args=(self._process.stdout, self._lines), daemon=True)
        self._ear.start()
        self._known.clear()
        self._send("uci")
        self._wait("uciok", START)

    def _send(self, line: str) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise PlayerFailureError(CRASHED, mark("it is not running."))
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crashed() from error

    def _forget(self) -> None:
        """Drop what was said unasked, so that it is not taken for an answer."""
        with contextlib.suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self._crashed()

    def _wait(self, word: str, seconds: float) -> str:
        """The next line that begins with a word."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise PlayerFailureError(
                    SILENT,
                    mark("it did not answer “{word}” within {seconds} seconds."),
                    word=word,
                    seconds=f"{seconds:g}",
                ) from None
            if line is None:
                raise self._crashed()
            first, *rest = line.split()
            if first == word:
                return line
            if first == "option" and rest[:1] == ["name"] and "type" in rest:
                self._known.add(" ".join(rest[1 : rest.index("type")]).lower())

    def _crashed(self) -> PlayerFailureError:
        code = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(0.5)
        return PlayerFailureError(CRASHED, mark("it stopped unexpectedly; exit code: {status}"), status=code)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ReasonError(mark("a quotation mark is missing.")) from error
    if not words:
        raise ReasonError(mark("no program is given."))
    if "\0" in command:
        raise ReasonError(mark("its name contains a character that is not allowed."))
    return words


def _hear(output: IO[bytes], lines: queue.Queue[str | None]) -> None:
    """Pass on the lines that mean something; None at the end."""
    with contextlib.suppress(OSError, ValueError), output:
        while line := output.readline(LONGEST):
            text = line.decode("utf-8", errors="replace").strip()
            if text.split(" ", 1)[0] in HEARD:
                with contextlib.suppress(queue.Full):
                    lines.put_nowait(text)
    with contextlib.suppress(queue.Full):
        lines.put_nowait(None)


def go(limits: Limits) -> str:
    """The go command for some limits."""
    words = ["go"]
    for word, value in (("level", limits.level), ("nodes", limits.nodes), ("depth", limits.depth)):
        if value is not None:
            words += [word, str(value)]
    if limits.movetime is not None:
        words += ["movetime", str(max(1, round(limits.movetime * 1000)))]
    return " ".join(words if len(words) > 1 else [*words, "infinite"])
