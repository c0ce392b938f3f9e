"""`halma engine`: the search behind a protocol, for other programs."""

from __future__ import annotations

import sys

from halma.messages import HalmaError, mark

HELP = mark(
    "Speak the engine protocol on standard input and output: UCI-style lines, described in docs/engine-protocol.md."
)
EXAMPLE = "halma engine"


class NoInputError(HalmaError):
    """Nobody can talk to the engine."""


def engine() -> None:
    from halma import __version__
    from halma.engine import Session

    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise NoInputError(mark("The engine reads its commands from standard input, but there is none."))

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    session = Session(write, __version__)
    try:
        session.listen(sys.stdin.buffer)
    except KeyboardInterrupt:
        session.close()
