"""The same tests for all storages."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from halma.server.settings import SteadyClock
from halma.server.storage.interface import Append, Index, Storage, TableCreation
from halma.server.storage.opening import open_storage
from tests.simulation.database import Database
from tests.simulation.storage import SimulatedStorage

Run = Callable[[Callable[[Storage], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite", "postgres", "simulated"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Database]:
    """The address of an empty database; one that is made up is its own."""
    if request.param == "simulated":
        yield Database(time.time)
        return
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
        return
    with request.getfixturevalue("databases").database() as fresh:
        yield fresh


@asynccontextmanager
async def opened(address: str | Database) -> AsyncGenerator[Any]:
    """A storage that is running; some tests look behind its interface."""
    if isinstance(address, Database):
        storage = SimulatedStorage(address, time.monotonic)
    else:
        storage = open_storage(address, SteadyClock())
    await storage.start()
    try:
        yield storage
    finally:
        await storage.stop()


@pytest.fixture
def run(address: str | Database) -> Run:
    """Runs something with a storage."""

    def run(work: Callable[[Storage], Awaitable[None]]) -> None:
        async def everything() -> None:
            async with opened(address) as storage:
                await work(storage)

        asyncio.run(everything())

    return run


def creation(name: str, **data: object) -> TableCreation:
    """A new table."""
    given = {"setup": b"{}", "address": "", "index": Index(updated=100.0), "created": 100.0, **data}
    return TableCreation(id=name, **given)  # pyright: ignore


def append(table: str, expected: int, *events: bytes, **data: object) -> Append:
    """Something happens at a table."""
    given = {"index": Index(updated=200.0), **data}
    return Append(table, expected, events or (b"event",), **given)  # pyright: ignore
