"""A PostgreSQL and a Redis of one's own, on loopback, for the tests, the benchmarks and `deploy/local-cluster`."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

USER = "halma"
# Starting takes a second or two; a machine may be busy with other things.
PATIENCE = 120.0


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
