"""The databases the tests start for themselves do not outlive the tests, however those end."""

import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from .databases import ROOT

PATIENCE = 60.0
USER = """
import sys, time
from pathlib import Path
from tests.server.databases import shared_databases
with shared_databases(Path(sys.argv[1])):
    print("started", flush=True)
    sys.stdin.read()
"""


def is_heard(port: int) -> bool:
    """Whether anybody listens."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
        return True
    return False


def test_databases_stop_when_whoever_uses_them_is_killed(tmp_path: Path) -> None:
    user = subprocess.Popen(
        [sys.executable, "-c", USER, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert user.stdout is not None
    try:
        assert user.stdout.readline() == "started\n"
        told = json.loads((tmp_path / "told").read_text())
        ports = [int(address.rpartition(":")[2].partition("/")[0]) for address in told.values()]
        assert all(is_heard(port) for port in ports)
    finally:
        user.send_signal(signal.SIGKILL)
        user.communicate()
    until = time.monotonic() + PATIENCE
    while any(is_heard(port) for port in ports):
        assert time.monotonic() < until, "they still run"
        time.sleep(0.05)
