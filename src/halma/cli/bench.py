"""`halma bench`: how fast the kernels and the search are on this machine."""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer

from halma.cli.limits import seconds as read_seconds
from halma.cli.parameters import Force, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import mark

HELP = mark("Measure the speed of the kernels and the search: one thread, processor time, best of several runs.")
EXAMPLE = "halma bench --only star-2x10 --rounds 1"


def bench(
    context: typer.Context,
    only: Annotated[
        str,
        typer.Option(
            "--only", metavar="NAME", help=mark("Only benchmarks whose name contains this."), show_default=False
        ),
    ] = "",
    every: Annotated[bool, typer.Option("--all", help=mark("Also measure random play in every game."))] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            help=mark("Seconds for each run of a benchmark."),
            parser=read_seconds("--seconds"),
        ),
    ] = 0.3,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            metavar="N",
            help=mark("How many runs; the best one counts."),
            parser=whole_number("--rounds", 1),
        ),
    ] = 3,
    json: Annotated[
        str | None,
        typer.Option("--json", metavar="F", help=mark("Write the results to this file as a flat JSON object.")),
    ] = None,
    force: Force = False,
) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from halma.cli.files import refuse_to_replace, write
    from halma.engine.bench import RATIO, has_openspiel
    from halma.engine.bench import bench as measure
    from halma.kernel import fast

    refuse_to_replace(json, force=force)
    screen = Screen(words_of(context))
    words = screen.words
    error_console = Console(stderr=True)
    with Progress(console=error_console, transient=True, disable=not error_console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        found = measure(
            only,
            seconds=seconds,
            rounds=rounds,
            every_game=every,
            watch=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if not fast.available:
        screen.print(
            words.text("The fast kernel could not be built on this machine; only the reference kernel is measured.")
        )
    if not has_openspiel():
        screen.print(
            words.text(
                "OpenSpiel is not installed, so it is skipped. To include it: {command}",
                command="pip install 'halma[envs]'",
            )
        )
    for name, value in found.items():
        screen.print_exactly(f"{value:14.2f}  {name}" if name.startswith(RATIO) else f"{value:14,.0f}  {name}")
    if json is not None:
        rounded = {name: round(value, 3) if name.startswith(RATIO) else round(value) for name, value in found.items()}
        write(json, json_format.dumps(rounded, indent=2) + "\n")
