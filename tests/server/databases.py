"""A real PostgreSQL and a real Redis on loopback for the tests, started once for all of them and stopped at the end.

They run below a keeper, a process that waits until nobody uses them any more, however the tests ended: everybody who
uses them holds a lock on a file, and the lock goes with the process. Nothing that runs on the machine anyway is used.
"""

import fcntl
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pytest

USER = "halma"
# Starting takes a second or two; a machine may be busy with other things.
PATIENCE = 120.0
ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until somebody listens."""
    patient_until = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None or time.monotonic() > patient_until:
            raise RuntimeError(f"it did not start: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.05)


def postgres_program(name: str) -> str | None:
    """A program of PostgreSQL; Debian does not put all of them where programs are looked for."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return shutil.which(name) or (str(versions[-1]) if versions else None)


def database_programs() -> bool:
    """Whether there are a PostgreSQL and a Redis (or a Valkey) to start."""
    return postgres_program("postgres") is not None and redis_program() is not None


def redis_program() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


def as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    found = next((name for name in ("postgres", "nobody") if name in {entry.pw_name for entry in pwd.getpwall()}), None)
    assert found is not None, "there is no user but root to run PostgreSQL as"
    entry = pwd.getpwnam(found)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class RealPostgres:
    """PostgreSQL with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.password = secrets.token_hex(8)
        self.log = folder / "log"
        self._who = as_postgres()
        folder.mkdir(parents=True)
        if self._who:
            os.chown(folder, self._who["user"], self._who["group"])
        given = folder / "password"
        given.write_text(self.password)
        given.chmod(0o644)
        program = postgres_program("initdb")
        assert program is not None
        subprocess.run(
            [
                *(program, "-D", folder / "data", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync"),
                *("-A", "scram-sha-256", f"--pwfile={given}"),
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            **self._who,
        )
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        program = postgres_program("postgres")
        assert program is not None
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 300,
            # What is killed here is the process, not the machine.
            "fsync": "off",
            "log_min_messages": "warning",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        descriptor = os.open(self.log, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o644)
        with os.fdopen(descriptor, "ab") as log:
            process = subprocess.Popen[bytes](
                [program, "-D", self.folder / "data", *options], stdout=log, stderr=log, cwd=self.folder, **self._who
            )
        wait_for(self.port, process, self.log)
        return process

    def address(self, database: str) -> str:
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def kill(self) -> None:
        """As when the power fails: all of it at once."""
        with suppress(ProcessLookupError):
            children = subprocess.run(
                ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
            ).stdout.split()
            self.process.kill()
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        patient_until = time.monotonic() + PATIENCE
        while True:
            try:
                self.process = self._start()
            except RuntimeError:
                # What was killed may still hold the shared memory for a moment.
                if time.monotonic() > patient_until:
                    raise
                time.sleep(0.1)
            else:
                return

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            # Not waiting for anybody's connection.
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()


class RealRedis:
    """Redis with a folder of its own, keeping nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.log = folder / "log"
        folder.mkdir(parents=True)
        self.process = self._start()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def _start(self) -> subprocess.Popen[bytes]:
        program = redis_program()
        assert program is not None
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [
                    *(program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)),
                    *("--save", "", "--appendonly", "no"),
                ],
                stdout=log,
                stderr=log,
            )
        wait_for(self.port, process, self.log)
        return process

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        self.process = self._start()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


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
        pytest.skip("PostgreSQL and Redis are not installed: tools/system-packages databases")
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
