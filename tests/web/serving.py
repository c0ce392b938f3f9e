"""A real server in a process of its own, which can be stopped, killed and started again."""

from __future__ import annotations

import gzip
import json
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from halma.server.settings import ServerLimits, Settings

START_SECONDS = 120.0
ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A server of this machine, with its database in a folder."""

    def __init__(self, folder: Path, site: Path | None = None) -> None:
        self.site = site
        self.port = free_port()
        self.database = folder / "halma.sqlite"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "tests.web.serving", str(self.port), str(self.database)]
            command += [str(self.site)] if self.site else []
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        patience = time.monotonic() + START_SECONDS
        while True:
            try:
                self.get("/api/health")
                return
            except (URLError, ConnectionError):
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < patience, self.log.read_text()
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(120)
            self.process = None

    def get(self, path: str) -> Any:
        with urlopen(self.url + path, timeout=120) as answer:
            return json.load(answer)

    def post(self, path: str, body: object, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        asked = Request(self.url + path, json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=120) as answer:
            return json.load(answer)

    def table(self, game: str, **given: Any) -> dict[str, Any]:
        """A table with everybody here, unless the seats are given."""
        return self.post("/api/tables", {"game": game, **given})


def hand_out(site: Path) -> None:
    """Hand out the files of a site that was written already: the same ones, which take their time to make."""
    from halma.server.transport.offline import OfflineFiles  # noqa: PLC0415

    async def get(_: OfflineFiles, name: str) -> bytes | None:
        path = site / "data" / name
        return gzip.compress(path.read_bytes(), 1) if path.is_file() else None

    OfflineFiles.get = get  # type: ignore[method-assign]


def main(port: str, database: str, site: str | None = None) -> None:
    from halma.server.app.run import serve  # noqa: PLC0415 only the process that serves needs it

    if site is not None:
        hand_out(Path(site))

    # One address does in a minute here what others do in a day.
    limits = replace(
        ServerLimits(), requests_per_second=1e4, requests_at_once=10**4, tables_per_hour=10**4, connections=500
    )
    settings = Settings(database=Path(database), port=int(port), workers=1, limits=limits, think_seconds=0.3)
    serve(settings, quiet=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
