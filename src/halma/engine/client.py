"""Drives any program that speaks the engine protocol (docs/engine-protocol.md), ours included."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import TracebackType

from halma.engine.answers import EngineInfo, PlayResult, go_line, read_info, read_option
from halma.engine.options import GAME, HASH, LINES, THREADS, EngineOption, EngineOptionError, settings_of
from halma.engine.players import Actions
from halma.engine.process import EngineError, EngineProcess, no_answer
from halma.engine.think import check_request, check_thinkable
from halma.engine.thought import Limits
from halma.games import Choice, all_options
from halma.messages import HalmaError, ReasonError, mark
from halma.play import Move, Position, Record
from halma.play.records import tag_name

# Seconds: a program may have to load first; without a limit of time it may think long.
START, WITHOUT_LIMIT = 30.0, 600.0
# How much later than its limit an answer is still waited for, so that the delay can be told.
PATIENCE = 5.0
NO_MOVE = "(none)"
OptionInput = str | int | bool | None


class SimpleEngine:
    """An engine in a process of its own, driven by plain calls.

    >>> import sys
    >>> from halma import Position
    >>> from halma.engine import Limits, SimpleEngine
    >>> position = Position("quick")
    >>> with SimpleEngine.popen([sys.executable, "-m", "halma", "engine"]) as engine:
    ...     name = engine.id["name"]
    ...     result = engine.play(position, Limits(nodes=500))
    ...     best, second = engine.analyse(position, Limits(nodes=500, lines=2))
    >>> name.split()[0]
    'halma'
    >>> position.push_turn(result.turn)
    >>> best.score >= second.score
    True

    Every call may raise `EngineError`: `EngineTerminatedError` if the program is gone, `EngineTimeoutError` if it does
    not answer within the limit of time and some seconds (it is ended then), `EngineError` itself if its answer is no
    legal turn. Use it in a `with` statement, or call `quit` or `close`. One thread at a time may call it, but
    `EngineAnalysis.stop` and `close` may come from another.
    """

    def __init__(self, process: EngineProcess, *, timeout: float = START) -> None:
        self._process = process
        self._timeout = timeout
        self.id: Mapping[str, str] = {}
        """What the engine says of itself: `name`, `author`."""
        self.options: Mapping[str, EngineOption] = {}
        """The options it declares, by name."""
        # The values that were sent, by name in small letters, and the game that they make it play.
        self._sent: dict[str, str] = {}
        self._choice: Choice | None = None
        self._analysis: EngineAnalysis | None = None
        self._last_error = ""
        try:
            self._introduce()
        except BaseException:
            process.close()
            raise

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = START,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> SimpleEngine:
        """Start a program, given as a line such as `"halma engine"` or as a list of words.

        `timeout` is how many seconds it may take to start, and for every answer that needs no thinking.
        """
        return cls(EngineProcess(command, cwd=cwd, env=env), timeout=timeout)

    # ---- asking -----------------------------------------------------------------------------------------

    def play(self, position: Position, limits: Limits, *, timeout: float | None = None) -> PlayResult:
        """The turn the engine plays in a position, which stays as it is.

        `timeout` is how many seconds it may think altogether; without it some more than the limit of time.
        """
        with self._search(position, limits, timeout) as analysis:
            return analysis.wait()

    def analyse(self, position: Position, limits: Limits, *, timeout: float | None = None) -> list[EngineInfo]:
        """What the engine says about its best lines, the best one first: as many as `limits.lines`, if there are."""
        with self._search(position, limits, timeout) as analysis:
            analysis.wait()
        return [analysis.infos[number] for number in sorted(analysis.infos)]

    def analysis(
        self, position: Position, limits: Limits | None = None, *, timeout: float | None = None
    ) -> EngineAnalysis:
        """Let the engine think and say what it finds, one report after the other; without limits until it is stopped.

        >>> import sys
        >>> from halma import Position
        >>> from halma.engine import SimpleEngine
        >>> with SimpleEngine.popen([sys.executable, "-m", "halma", "engine"]) as engine:
        ...     with engine.analysis(Position("quick")) as analysis:
        ...         for info in analysis:
        ...             if info.depth >= 2:
        ...                 break
        ...     turn = analysis.wait().turn
        """
        return self._search(position, limits or Limits(), timeout, endless=limits is None)

    def _search(
        self, position: Position, limits: Limits, timeout: float | None, *, endless: bool = False
    ) -> EngineAnalysis:
        check_request(position, limits)
        if not endless and limits.is_endless:
            raise ValueError(
                "a search needs a limit: level, nodes, movetime or depth; analysis() goes on until stopped"
            )
        check_thinkable(position)
        self._check_free()
        self._set_game(position.choice)
        for option, value in ((LINES, limits.lines), (THREADS, limits.threads), (HASH, limits.hash_megabytes)):
            self._set_if_declared(option, str(value))
        self._process.send(position_line(position))
        # Whatever was said before this is answered is no answer to what is asked now.
        self.ping()
        self._process.send("go infinite" if endless else go_line(limits))
        if timeout is None and not endless:
            timeout = WITHOUT_LIMIT if limits.movetime is None else limits.movetime + PATIENCE
        self._analysis = EngineAnalysis(self, position, timeout)
        return self._analysis

    # ---- preparing --------------------------------------------------------------------------------------

    def configure(self, options: Mapping[str, OptionInput]) -> None:
        """Set options of the engine; None sets one back to its default. Raises EngineOptionError.

        The game with its options, and the number of lines, follow from what is asked and cannot be set.
        """
        self._check_free()
        for name, value in options.items():
            option = self._declared(name)
            if option is None:
                raise EngineOptionError(
                    mark("The engine has no option {option}. Options: {allowed}."),
                    option=str(name)[:60],
                    allowed=", ".join(self.options) or "–",
                )
            if option.name.lower() in _managed():
                raise EngineOptionError(
                    mark("The option {option} follows from the position and the limits; it cannot be set."),
                    option=option.name,
                )
            self._set(option.name, None if value is None else option.spell(value))

    def new_game(self) -> None:
        """Tell the engine that what comes next has nothing to do with what came before."""
        self._check_free()
        self._process.send("newgame")
        self.ping()

    def ping(self) -> None:
        """Wait until the engine has done everything that was asked of it."""
        self._check_free()
        self._process.send("isready")
        self._wait_for("readyok")
        self._process.forget()

    def quit(self) -> None:
        """Ask the engine to end, and give it the time it has for answers."""
        self._process.close(self._timeout)

    def close(self) -> None:
        """End the engine, whatever it is doing."""
        self._process.close()

    @property
    def returncode(self) -> int | None:
        """What the process has ended with; None while it runs."""
        return self._process.returncode

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if (process := getattr(self, "_process", None)) is not None:
            process.close(0)

    def __repr__(self) -> str:
        return f"<SimpleEngine {self.id.get('name', '?')}, process {self._process.pid}>"

    # ---- talking ----------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        names: dict[str, str] = {}
        declared: dict[str, EngineOption] = {}

        def hear(line: str) -> None:
            words = line.split(maxsplit=2)
            if words[0] == "id" and len(words) > 2:
                names[words[1]] = words[2]
            elif words[0] == "option" and (option := read_option(line)) is not None:
                declared[option.name] = option

        self._process.send("uci")
        self._wait_for("uciok", hear)
        self.id, self.options = names, declared

    def _wait_for(self, word: str, hear: Callable[[str], None] = lambda _line: None) -> None:
        end = time.monotonic() + self._timeout
        while True:
            line = self._receive(word, end, self._timeout)
            if line.split()[0] == word:
                return
            hear(line)

    def _receive(self, word: str, end: float | None, seconds: float | None) -> str:
        try:
            line = self._process.receive(end)
        except TimeoutError:
            # Its answer might still come, and be taken for that to another question.
            self._process.close()
            raise no_answer(word, seconds or 0) from None
        if line.startswith("info string error"):
            self._last_error = line.removeprefix("info string error").strip()[:200]
        return line

    def _check_free(self) -> None:
        if self._analysis is not None and not self._analysis.is_over:
            if not self._analysis.is_stopped:
                raise EngineError(mark("The engine is still thinking; stop the analysis first."))
            with contextlib.suppress(EngineError):
                self._analysis.wait()

    def _declared(self, name: str) -> EngineOption | None:
        return next((option for option in self.options.values() if option.name.lower() == str(name).lower()), None)

    def _set(self, name: str, text: str | None) -> None:
        if text is None:
            self._process.send(f"setoption name {name}")
            self._sent.pop(name.lower(), None)
        elif self._sent.get(name.lower()) != text:
            self._process.send(f"setoption name {name} value {text}")
            self._sent[name.lower()] = text

    def _set_if_declared(self, name: str, text: str) -> None:
        """Set an option of the search, unless the engine has that value anyway."""
        option = self._declared(name)
        if option is not None and self._sent.get(name.lower(), option.default) != text:
            self._set(option.name, text)

    def _set_game(self, choice: Choice) -> None:
        if self._choice == choice:
            return
        wanted = dict(settings_of(choice))
        kept = {name.lower() for name in wanted}
        # What the game before had set must not stay behind.
        for name in [name for name in self._sent if name in _managed() - kept and name != LINES.lower()]:
            option = self._declared(name)
            self._set(option.name if option is not None else name, None)
        for name, value in wanted.items():
            # A program that declares no options gets them all.
            if not self.options or self._declared(name) is not None:
                self._set(name, value)
        self._choice = choice


class EngineAnalysis(Iterator[EngineInfo]):
    """A search that goes on: an iterator of what the engine reports. Leaving a `with` statement stops it."""

    def __init__(self, engine: SimpleEngine, position: Position, seconds: float | None) -> None:
        self._engine = engine
        self._position = position.copy()
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._stopped = False
        self._result: PlayResult | None = None
        self._failure: EngineError | None = None
        self.infos: dict[int, EngineInfo] = {}
        """The last report on each line, by its number from 1."""

    @property
    def is_over(self) -> bool:
        """Whether the engine has answered, or never will."""
        return self._result is not None or self._failure is not None

    @property
    def is_stopped(self) -> bool:
        """Whether the engine was asked to answer at once."""
        return self._stopped

    def __next__(self) -> EngineInfo:
        # Another thread that reads as well would wait for an answer that this one has got.
        with self._reading:
            return self._next()

    def _next(self) -> EngineInfo:
        while not self.is_over:
            try:
                line = self._engine._receive("bestmove", self._end, self._seconds)  # pyright: ignore[reportPrivateUsage]
                if line.split()[0] == "bestmove":
                    self._result = self._turn_of(line)
                elif line.startswith("info ") and (info := read_info(line)) is not None:
                    known = self.infos.get(info.line, EngineInfo())
                    # A line that says only how many positions were searched keeps what was said of the play.
                    self.infos[info.line] = info if info.turns or not known.turns else _joined(known, info)
                    return info
            except EngineError as error:
                self._failure = error
                raise
        raise StopIteration

    def stop(self) -> None:
        """Ask the engine to answer now. It may be called from another thread."""
        with self._lock:
            if self._stopped or self.is_over:
                return
            self._stopped = True
            engine = self._engine
            if self._end is None:
                self._seconds = engine._timeout  # pyright: ignore[reportPrivateUsage]
                self._end = time.monotonic() + self._seconds
            engine._process.send("stop")  # pyright: ignore[reportPrivateUsage]

    def wait(self) -> PlayResult:
        """Read to the end and give back the turn the engine plays. Raises EngineError."""
        for _ in self:
            pass
        if self._failure is not None:
            raise self._failure
        assert self._result is not None
        return self._result

    def __enter__(self) -> EngineAnalysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            # The next call waits for the answer.
            with contextlib.suppress(EngineError):
                self.stop()
        elif not self.is_over:
            self.stop()
            self.wait()

    def _turn_of(self, line: str) -> PlayResult:
        text = [*line.split(), ""][1]
        if text == NO_MOVE:
            reason = self._engine._last_error  # pyright: ignore[reportPrivateUsage]
            raise EngineError(mark("The engine knows no move: {reason}"), reason=reason or "–")
        moves, actions = read_turn(self._position, text)
        return PlayResult(text, moves, actions, self.infos.get(1, EngineInfo()))


def read_turn(position: Position, text: str) -> tuple[tuple[Move, ...], Actions]:
    """The moves and actions of a turn as an engine writes it. Raises EngineError if it is no whole legal turn."""
    ahead = position.copy()
    ahead.dice = None
    depth, turn = len(ahead.history), ahead.turn_number
    try:
        ahead.push_turn(text)
        if ahead.turn_number == turn and not ahead.is_over:
            raise ReasonError(mark("the turn is not complete."))
    except HalmaError as error:
        raise EngineError(mark("The engine played “{text}”: {reason}"), text=text[:60], reason=error) from error
    played = [event for event in ahead.history[depth:] if event.move is not None]
    moves = tuple(event.move for event in played if event.move is not None)
    return moves, tuple(event.action for event in played if event.action is not None)


def _joined(known: EngineInfo, info: EngineInfo) -> EngineInfo:
    said = {name: value for name, value in vars(info).items() if value not in (None, ())}
    return replace(known, **said)


@cache
def _managed() -> frozenset[str]:
    """The options that follow from a call, in small letters."""
    return frozenset(name.lower() for name in (GAME, LINES, *(tag_name(option) for option in all_options())))


def position_line(position: Position) -> str:
    """The command that tells an engine a position, with the turns that led to it."""
    record = Record.of(position)
    start = "start" if record.start is None else f"text {record.start}"
    moves = " ".join(turn.text for turn in record.turns)
    return f"position {start}" + (f" moves {moves}" if moves else "")
