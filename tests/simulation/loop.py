"""An event loop without a machine: time passes when there is nothing to do, and all comes in the same order again.

A process is a context: what is called in it, and whatever that causes, belongs to it. What belongs to a process that
was killed never happens, and what belongs to one that is paused happens when it goes on.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
RUNNING, PAUSED, KILLED = "running", "paused", "killed"


class Domain:
    """Everything that belongs to one process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = RUNNING
        # What is due and waits until it goes on.
        self.held: list[asyncio.Handle] = []
        self.context = copy_context()
        self.context.run(DOMAIN.set, self)


DOMAIN: ContextVar[Domain | None] = ContextVar("domain", default=None)
# Of what is done in no process.
OUTSIDE = Context()


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set does not depend on where it lies in memory."""

    def __init__(self, coro: Any, loop: SimulatedLoop, name: str | None, context: Context | None) -> None:
        # It is looked for in sets while it is made.
        self.number = next(loop.numbers)
        super().__init__(coro, loop=loop, name=name, context=context)

    def __hash__(self) -> int:
        return self.number


class SimulatedLoop(asyncio.AbstractEventLoop):
    """Runs what is ready, one after the other; then it is as late as the next thing that shall happen."""

    def __init__(self, executor_delay: Callable[[], float] = lambda: 0.001) -> None:
        self.numbers = count(1)
        # How often anything was done.
        self.steps = 0
        self.failures: list[dict[str, Any]] = []
        self._executor_delay = executor_delay
        self._now = 0.0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._tasks: list[NumberedTask] = []
        self._closing = False
        # Things that have a number here, by where they lie in memory; they are kept, so that nothing else lies there.
        self._numbered: dict[int, tuple[Any, int]] = {}

    def number_of(self, thing: Any) -> int:
        """The number of a thing; a new one gets the next."""
        if id(thing) not in self._numbered:
            self._numbered[id(thing)] = (thing, next(self.numbers))
        return self._numbered[id(thing)][1]

    # ---- what asyncio asks of a loop --------------------------------------------------------------------

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return self._closing

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self._closing:
            self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self._closing:
            heapq.heappush(self._timers, (when, next(self.numbers), timer))
        return timer

    def call_later(
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Context | None = None, **_: Any
    ) -> NumberedTask:
        task = NumberedTask(coro, self, name, context)
        # Tasks of processes that were killed are kept, because ending them would still do something.
        self._tasks.append(task)
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """What takes long happens at once, some time later."""
        done = self.create_future()

        def run() -> None:
            try:
                result = func(*args)
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.call_later(self._executor_delay(), run)
        return done

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.failures.append(context)

    # ---- running ----------------------------------------------------------------------------------------

    def start(self, domain: Domain | None, work: Coroutine[Any, Any, Any]) -> NumberedTask:
        """Begin something in a process."""
        return self.create_task(work, context=None if domain is None else domain.context.copy())

    def go_on(self, domain: Domain) -> None:
        """Let a process that was paused go on."""
        domain.state = RUNNING
        held, domain.held = domain.held, []
        self._ready.extend(held)

    def run_until_complete(self, future: Generator[Any, None, T] | Coroutine[Any, Any, T] | Any) -> T:
        before = asyncio._get_running_loop()  # pyright: ignore[reportAttributeAccessIssue]
        asyncio._set_running_loop(self)  # pyright: ignore[reportAttributeAccessIssue]
        try:
            main = self.create_task(future)
            while not main.done():
                self._run_next()
            return main.result()
        finally:
            asyncio._set_running_loop(before)  # pyright: ignore[reportAttributeAccessIssue]

    def _run_next(self) -> None:
        """Do what comes next; if that is later, it is that late now."""
        if self._ready:
            handle = self._ready.popleft()
        elif self._timers:
            when, _, handle = heapq.heappop(self._timers)
            if not handle.cancelled():
                self._now = max(self._now, when)
        else:
            raise RuntimeError("nothing will ever happen any more")
        if handle.cancelled():
            return
        domain = handle._context.get(DOMAIN)  # pyright: ignore[reportAttributeAccessIssue]
        if domain is None or domain.state == RUNNING:
            self.steps += 1
            handle._run()
        elif domain.state == PAUSED:
            domain.held.append(handle)

    def close(self) -> None:
        """End everything that has not ended; nothing comes of it any more."""
        before = asyncio._get_running_loop()  # pyright: ignore[reportAttributeAccessIssue]
        asyncio._set_running_loop(self)  # pyright: ignore[reportAttributeAccessIssue]
        self._closing = True
        self._ready.clear()
        self._timers.clear()
        try:
            for task in self._tasks:
                if not task.done():
                    task._log_destroy_pending = False  # pyright: ignore[reportAttributeAccessIssue]
                    _end(task.get_coro())
        finally:
            self._tasks.clear()
            self._ready.clear()
            asyncio._set_running_loop(before)  # pyright: ignore[reportAttributeAccessIssue]


def _end(work: Any) -> None:
    for _ in range(100):
        try:
            work.close()
        except RuntimeError:
            # It waits for something else while it ends.
            continue
        except BaseException:
            return
        return
