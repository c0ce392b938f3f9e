"""A real PostgreSQL and a real Redis on loopback for the tests, started once for all of them and stopped at the end.

They run below a keeper, a process that waits until nobody uses them any more, however the tests ended: everybody who
uses them holds a lock on a file, and the lock goes with the process. Nothing that runs on the machine anyway is used.
"""

import fcntl
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from tools.databases import PATIENCE, RealPostgres, RealRedis, database_programs

ROOT = Path(__file__).parents[2]

# ---- shared by all tests ----------------------------------------------------------------------------------


class Shared:
    """What everybody knows of the instances that are shared."""

    def __init__(self, told: dict[str, str]) -> None:
        self.redis = told["redis"]
        self._postgres = told["postgres"]

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database."""
        import psycopg  # noqa: PLC0415 - only who needs it has it

        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self._postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")  # pyright: ignore
        try:
            yield self._postgres.rpartition("/")[0] + f"/{name}"
        finally:
            with psycopg.connect(self._postgres, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # pyright: ignore


@contextmanager
def shared_databases(folder: Path) -> Iterator[Shared]:
    """The instances that belong to a folder, started if nobody has done so yet."""
    if not database_programs():
        pytest.fail("PostgreSQL or Redis is not installed: run “tools/system-packages databases”")
    with (folder / "users").open("a") as users, (folder / "starting").open("a") as starting:
        fcntl.flock(starting, fcntl.LOCK_EX)
        fcntl.flock(users, fcntl.LOCK_SH)
        told = folder / "told"
        if not told.exists():
            # It goes into the background by itself.
            subprocess.run(
                [sys.executable, "-m", "tests.server.databases", str(folder)],
                cwd=ROOT,
                check=True,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            patient_until = time.monotonic() + PATIENCE
            while not told.exists():
                assert time.monotonic() < patient_until, "the databases did not start"
                time.sleep(0.05)
        fcntl.flock(starting, fcntl.LOCK_UN)
        yield Shared(json.loads(told.read_text()))


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """The real databases of this run of the tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    place = folder / "databases"
    place.mkdir(exist_ok=True)
    with shared_databases(place) as shared:
        yield shared


def keep(folder: Path, users: IO[str]) -> None:
    """Run both until nobody uses them any more."""
    place = Path(tempfile.mkdtemp(prefix="halma-"))
    place.chmod(0o755)
    postgres = redis = None
    try:
        postgres, redis = RealPostgres(place / "postgres"), RealRedis(place / "redis")
        draft = folder / "draft"
        draft.write_text(json.dumps({"postgres": postgres.address("postgres"), "redis": redis.address}))
        draft.rename(folder / "told")
        fcntl.flock(users, fcntl.LOCK_EX)
    finally:
        for started in (postgres, redis):
            if started is not None:
                started.stop()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    if os.fork():
        os._exit(0)
    here = Path(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with (here / "users").open("a") as lock:
        keep(here, lock)
