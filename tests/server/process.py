"""A server in a process of its own, started as people start it, which can be killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from halma.server.app.run import any_port

from .conftest import Guest

# A machine may be busy with other things.
START_PATIENCE = 90.0


class Process(Guest):
    """`halma serve` on loopback, with its data and its log in a folder."""

    def __init__(self, folder: Path, *, files: int | None = None) -> None:
        super().__init__(any_port("127.0.0.1"))
        self.log = folder / "log"
        program = [sys.executable, "-c", "from halma.cli import main; main()", "serve", "--data"]
        if files is not None:
            # It may not have more files and connections open than that.
            program = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *program]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*program, str(folder / "tables.sqlite"), "--port", str(self.port)],
                stderr=log,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "LANGUAGE": "en"},
            )
        try:
            self._wait()
        except BaseException:
            self.end()
            raise

    def _wait(self) -> None:
        end = time.monotonic() + START_PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text()
            try:
                self.get("/api/health")
                return
            except OSError:
                time.sleep(0.02)
            except Exception as error:
                if "Connect" not in type(error).__name__:
                    raise
                time.sleep(0.02)
        raise AssertionError("the server did not answer")

    def end(self, by: signal.Signals = signal.SIGKILL) -> int:
        """End the process, by force if nothing else is asked for."""
        self.process.send_signal(by)
        return self.process.wait(START_PATIENCE)
