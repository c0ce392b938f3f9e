"""How long the search may think, as options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import ValueTypedError, whole_number
from halma.messages import mark

if TYPE_CHECKING:
    from halma.engine import Limits

MOST_SECONDS = 86_400


def seconds(option: str) -> Callable[[str | float], float]:
    """Reads a time in seconds, with or without decimals."""

    def read(text: str | float) -> float:
        if not isinstance(text, str):
            return text
        if not re.fullmatch(r"[0-9]{0,6}(\.[0-9]{1,6})?", text) or not 0 < float(text or 0) <= MOST_SECONDS:
            raise ValueTypedError(
                mark("{option} takes a time in seconds, such as 0.2, not “{value}”."), option=option, value=text
            )
        return float(text)

    return read


def level(option: str) -> Callable[[str | int], int]:
    """Reads a level."""

    def read(text: str | int) -> int:
        from halma.engine import LEVELS

        if isinstance(text, str) and text not in map(str, LEVELS):
            raise ValueTypedError(
                mark("{option} takes a level from {least} to {most}, not “{value}”."),
                option=option,
                least=LEVELS[0],
                most=LEVELS[-1],
                value=text,
            )
        return int(text)

    return read


Movetime = Annotated[
    float | None,
    typer.Option("--movetime", metavar="S", help=mark("Seconds per turn, such as 0.2."), parser=seconds("--movetime")),
]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", help=mark("Positions to search per turn."), parser=whole_number("--nodes", 1)),
]
Depth = Annotated[
    int | None,
    typer.Option("--depth", metavar="N", help=mark("Turns to look ahead."), parser=whole_number("--depth", 1)),
]
LevelOption = Annotated[
    int | None,
    typer.Option(
        "--level", metavar="1–9", help=mark("Think like the computer player of this level."), parser=level("--level")
    ),
]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        metavar="N",
        help=mark("Threads for the search; 1 by default."),
        parser=whole_number("--threads", 1),
        show_default=False,
    ),
]
NetOption = Annotated[
    str | None,
    typer.Option(
        "--net",
        metavar="FILE",
        help=mark("Add this net to the evaluation; “none” uses none, “default” the one that comes with halma."),
    ),
]


def limits_of(
    movetime: float | None,
    nodes: int | None,
    depth: int | None,
    level: int | None,
    threads: int,
    lines: int = 1,
    net: str | None = None,
) -> Limits:
    """The limits that were asked for."""
    from halma.engine import Limits

    return Limits(level=level, nodes=nodes, movetime=movetime, depth=depth, threads=threads, lines=lines, net=net)
