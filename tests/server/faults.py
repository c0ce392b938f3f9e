"""A storage that can be made to fail, as when the disk is full or another program has locked the file."""

import sqlite3
import threading
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.exc import OperationalError

from .conftest import PATIENCE, Running


class _Faulty:
    """An engine whose transactions may fail."""

    def __init__(self, engine: Any, begin: Any) -> None:
        self._engine = engine
        self.begin = begin

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


class Fault:
    """Makes every transaction of a server's storage fail while it is on."""

    def __init__(self, server: Running, monkeypatch: Any) -> None:
        self.on = False
        self.failures = 0
        self._seen = threading.Condition()
        storage: Any = server.service.storage
        engine = storage._engine
        whole, commit = engine.begin, storage._commit_all

        @asynccontextmanager
        async def begin():
            if self.on:
                self._fail()
                raise OperationalError(
                    "INSERT INTO leases",
                    {"table_id": "secret"},
                    sqlite3.OperationalError("database is locked"),
                    hide_parameters=engine.sync_engine.hide_parameters,
                )
            async with whole() as connection:
                yield connection

        def commit_all(*given):
            if self.on:
                self._fail()
                raise sqlite3.OperationalError("database is locked")
            return commit(*given)

        monkeypatch.setattr(storage, "_engine", _Faulty(engine, begin))
        monkeypatch.setattr(storage, "_commit_all", commit_all)

    def _fail(self) -> None:
        with self._seen:
            self.failures += 1
            self._seen.notify_all()

    def wait(self, more: int) -> None:
        """Wait until so many more transactions have failed."""
        with self._seen:
            wanted = self.failures + more
            assert self._seen.wait_for(lambda: self.failures >= wanted, PATIENCE)
