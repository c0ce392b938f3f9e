"""Running cases: one, a row of seeds, and what is to be read when one of them is wrong."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from halma.server.service import live_table, tables
from halma.server.thinking.computers import QueuedThought
from halma.server.transport import live

from .loop import SimulatedLoop
from .plan import Case, made_up
from .shrink import shrunk
from .world import World

# Limits that are seldom reached are reached often here: events that are told one by one, messages that wait, and games
# that are played through aside.
SMALL = ((live_table, "MOST_RECENT", 6), (live, "MOST_WAITING", 8), (tables, "LONG_GAME", 12))


def _number(one: Any) -> int:
    """What stands for something in a set: its number, not where it lies in memory."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    return loop.number_of(one)


@contextmanager
def prepared() -> Iterator[None]:
    """The surroundings of all runs."""
    patches = [patch.object(module, name, value) for module, name, value in SMALL]
    patches += [patch.object(kind, "__hash__", _number) for kind in (live.Viewer, QueuedThought)]
    for one in patches:
        one.start()
    # What is freed when must not depend on what else there is.
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        for one in patches:
            one.stop()


def fault_of(case: Case) -> str | None:
    """In which way a case is wrong, if it is."""
    broken = World(case).run()
    return broken.kind if broken is not None else None


def first_failure(seeds: Iterable[int]) -> Case | None:
    """The first of some seeds with which something is wrong."""
    with prepared():
        for count, seed in enumerate(seeds, 1):
            case = made_up(seed)
            if fault_of(case) is not None:
                return case
            if count % 50 == 0:
                gc.collect()
    return None


def smallest(case: Case) -> Case:
    """The shortest way to what is wrong with a case."""
    with prepared():
        return shrunk(case, fault_of)


def told(case: Case) -> str:
    """What happens in a case, line by line, and what is wrong in the end."""
    with prepared():
        world = World(case, trace=True)
        broken = world.run()
    assert world.lines is not None
    return "\n".join([*world.lines, f"wrong: {broken}" if broken is not None else "all is well"])


def written(case: Case) -> str:
    """A case as it is kept."""
    return msgspec.json.encode(case).decode()


def read(text: str) -> Case:
    """A case that was kept."""
    return msgspec.json.decode(text, type=Case)
