"""A storage that can be made to fail, as when the disk is full or another program has locked the file."""

import sqlite3
import threading
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.exc import OperationalError

from .conftest import PATIENCE, Running


class Fault:
    """Makes every transaction of a server's storage fail while it is on."""

    def __init__(self, server: Running, monkeypatch: Any) -> None:
        self.on = False
        self.failures = 0
        self._seen = threading.Condition()
        storage: Any = server.service.storage
        engine = storage._engine
        whole = engine.begin

        @asynccontextmanager
        async def begin():
            if self.on:
                with self._seen:
                    self.failures += 1
                    self._seen.notify_all()
                raise OperationalError(
                    "INSERT INTO moves",
                    {"table_id": "secret"},
                    sqlite3.OperationalError("database is locked"),
                    hide_parameters=engine.sync_engine.hide_parameters,
                )
            async with whole() as connection:
                yield connection

        monkeypatch.setattr(type(engine), "begin", lambda _: begin())

    def wait(self, more: int) -> None:
        """Wait until so many more transactions have failed."""
        with self._seen:
            wanted = self.failures + more
            assert self._seen.wait_for(lambda: self.failures >= wanted, PATIENCE)
