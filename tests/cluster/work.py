"""What the tests let workers do; a worker finds it by its name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from halma.messages import HalmaError


def square(number: int) -> int:
    return number * number


def own_number(number: int) -> int:
    """Which process this is."""
    return os.getpid()


def refuse(number: int) -> int:
    raise HalmaError("no result for {number}", number=number)


def die_often(number: int, folder: str, times: int) -> int:
    """Ends the worker the first few times it is asked for number 1."""
    if number == 1:
        begun = len(list(Path(folder).iterdir()))
        if begun < times:
            (Path(folder) / str(begun)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def wait_for(folder: str, name: str) -> str:
    """Says that it has begun, and goes on once a file is there."""
    (Path(folder) / f"{name}.{os.getpid()}").touch()
    while not (Path(folder) / "go").exists():
        time.sleep(0.01)
    return name


def leave_a_mark(folder: str) -> None:
    (Path(folder) / "finished").touch()
