"""The option of commands whose work can be done on a cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.messages import mark

ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help=mark("Do the work on a Ray cluster: at HOST:PORT, or “auto” for one on the cores of this machine."),
    ),
]
