"""The engine client for programs built on asyncio: the same calls, to be awaited."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from halma.engine.answers import EngineInfo, PlayResult
from halma.engine.client import START, EngineAnalysis, OptionInput, SimpleEngine
from halma.engine.options import EngineOption
from halma.engine.process import EngineError
from halma.engine.thought import Limits
from halma.play import Position

ResultT = TypeVar("ResultT")


class AsyncEngine:
    """What `SimpleEngine` is, for asyncio. One call follows the other; cancelling one stops the engine's search.

    >>> import asyncio, sys
    >>> from halma import Position
    >>> from halma.engine import AsyncEngine, Limits
    >>> async def main():
    ...     async with await AsyncEngine.popen([sys.executable, "-m", "halma", "engine"]) as engine:
    ...         return await engine.play(Position("quick"), Limits(nodes=500))
    >>> len(asyncio.run(main()).moves)
    1
    """

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._running: asyncio.Future[Any] | None = None

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = START,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> AsyncEngine:
        """Start a program; see `SimpleEngine.popen`."""
        return cls(await _in_thread(lambda: SimpleEngine.popen(command, timeout=timeout, cwd=cwd, env=env)))

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine says of itself: `name`, `author`."""
        return self._engine.id

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options it declares, by name."""
        return self._engine.options

    @property
    def returncode(self) -> int | None:
        """What the process has ended with; None while it runs."""
        return self._engine.returncode

    async def play(self, position: Position, limits: Limits, *, timeout: float | None = None) -> PlayResult:
        """The turn the engine plays in a position; see `SimpleEngine.play`."""
        async with self._turn, await self._begin(position, _limited(limits), timeout) as analysis:
            return await analysis.wait()

    async def analyse(self, position: Position, limits: Limits, *, timeout: float | None = None) -> list[EngineInfo]:
        """What the engine says about its best lines; see `SimpleEngine.analyse`."""
        async with self._turn, await self._begin(position, _limited(limits), timeout) as analysis:
            await analysis.wait()
            return [analysis.infos[number] for number in sorted(analysis.infos)]

    async def analysis(
        self, position: Position, limits: Limits | None = None, *, timeout: float | None = None
    ) -> AsyncEngineAnalysis:
        """Let the engine think and say what it finds; see `SimpleEngine.analysis`."""
        async with self._turn:
            return await self._begin(position, limits, timeout)

    async def _begin(self, position: Position, limits: Limits | None, timeout: float | None) -> AsyncEngineAnalysis:
        # Somebody may play on in the position while the thread still reads it.
        kept = copy.copy(position)
        begun: list[EngineAnalysis] = []

        def begin() -> EngineAnalysis:
            begun.append(self._engine.analysis(kept, limits, timeout=timeout))
            if cancelled:
                # Nobody holds the search that has begun; the next call waits for its end.
                begun[0].stop()
            return begun[0]

        cancelled = False
        try:
            return AsyncEngineAnalysis(await self._run(begin))
        except asyncio.CancelledError:
            cancelled = True
            with contextlib.suppress(EngineError):
                for analysis in begun:
                    analysis.stop()
            raise

    async def configure(self, options: Mapping[str, OptionInput]) -> None:
        """Set options of the engine; see `SimpleEngine.configure`."""
        await self._call(lambda: self._engine.configure(options))

    async def new_game(self) -> None:
        """Tell the engine that what comes next has nothing to do with what came before."""
        await self._call(self._engine.new_game)

    async def ping(self) -> None:
        """Wait until the engine has done everything that was asked of it."""
        await self._call(self._engine.ping)

    async def quit(self) -> None:
        """Ask the engine to end, and give it the time it has for answers."""
        await _in_thread(self._engine.quit)

    async def close(self) -> None:
        """End the engine, whatever it is doing."""
        await _in_thread(self._engine.close)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _call(self, work: Callable[[], ResultT]) -> ResultT:
        async with self._turn:
            return await self._run(work)

    async def _run(self, work: Callable[[], ResultT]) -> ResultT:
        """Do something with the engine in a thread, after whatever a cancelled call has left running."""
        if self._running is not None and not self._running.done():
            await asyncio.wait([self._running])
        running = asyncio.ensure_future(_in_thread(work))
        # Nobody asks for the error of a call that was cancelled.
        running.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._running = running
        return await asyncio.shield(running)


class AsyncEngineAnalysis(AsyncIterator[EngineInfo]):
    """A search that goes on: an asynchronous iterator of what the engine reports. Leaving `async with` stops it."""

    def __init__(self, analysis: EngineAnalysis) -> None:
        self._analysis = analysis

    @property
    def infos(self) -> Mapping[int, EngineInfo]:
        """The last report on each line, by its number from 1."""
        return self._analysis.infos

    @property
    def is_over(self) -> bool:
        """Whether the engine has answered, or never will."""
        return self._analysis.is_over

    async def __anext__(self) -> EngineInfo:
        info = await _in_thread(lambda: next(self._analysis, None))
        if info is None:
            raise StopAsyncIteration
        return info

    def stop(self) -> None:
        """Ask the engine to answer now."""
        self._analysis.stop()

    async def wait(self) -> PlayResult:
        """Read to the end and give back the turn the engine plays. Raises EngineError."""
        return await _in_thread(self._analysis.wait)

    async def __aenter__(self) -> AsyncEngineAnalysis:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            # The next call waits for the answer.
            with contextlib.suppress(EngineError):
                self.stop()
        elif not self.is_over:
            self.stop()
            await self.wait()


def _limited(limits: Limits | None) -> Limits:
    """Limits as they are: only an analysis may do without."""
    return Limits() if limits is None else limits


async def _in_thread(work: Callable[[], ResultT]) -> ResultT:
    """Do something that waits without letting the others wait.

    The thread is one that no interpreter waits for at its end, other than those of an executor.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: object, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as problem:
            error = problem
        # A loop that is closed by now has nobody who waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await future
