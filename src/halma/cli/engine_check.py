"""`halma engine-check`: tests a program that claims to speak the engine protocol."""

from __future__ import annotations

import json as json_format
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.limits import seconds as read_seconds
from halma.cli.parameters import Force
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.engine import EngineCheck

HELP = mark(
    "Check a program that speaks the engine protocol: the handshake, every game it offers, refusals, time, “stop” and "
    "“quit”. The exit status is 0 if nothing failed, otherwise 1."
)
EXAMPLE = 'halma engine-check "./my-engine --fast" --game star --game halma'


class CommandTypedError(HalmaError):
    """A command that cannot be read as a program with its arguments."""


def engine_check(
    context: typer.Context,
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help=mark("The program with its arguments, in quotation marks."))
    ],
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="ID", help=mark("Check this game; may be repeated. By default every game it offers.")
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=mark("Check one format of each game, with fewer turns."))
    ] = False,
    margin: Annotated[
        float,
        typer.Option(
            "--margin",
            metavar="S",
            help=mark("Seconds by which timed answers may be late."),
            parser=read_seconds("--margin"),
        ),
    ] = 2.0,
    json: Annotated[
        str | None, typer.Option("--json", metavar="F", help=mark("Write the result to this file as JSON."))
    ] = None,
    force: Force = False,
) -> None:
    from contextlib import closing

    from halma.cli.files import refuse_to_replace, write
    from halma.engine import CheckStatus, check_engine
    from halma.engine.process import command_words
    from halma.messages import ReasonError

    refuse_to_replace(json, force=force)
    try:
        words = command_words(command)
    except ReasonError as error:
        raise CommandTypedError(mark("The engine cannot be started: {reason}"), reason=error) from error
    screen = Screen(words_of(context))
    checks: list[EngineCheck] = []
    # Whatever ends this, Ctrl-C too, ends the program.
    with closing(check_engine(words, games=games or None, quick=quick, margin=margin)) as running:
        for check in running:
            _show(screen, check)
            checks.append(check)
    counted = Counter(check.status for check in checks)
    screen.print(
        screen.words.text(
            "Passed: {passed}; failed: {failed}; not offered: {absent}",
            passed=counted[CheckStatus.PASSED],
            failed=counted[CheckStatus.FAILED],
            absent=counted[CheckStatus.NOT_OFFERED],
        )
    )
    if json is not None:
        write(json, json_format.dumps(_as_data(command, checks), indent=2, ensure_ascii=False) + "\n")
    if counted[CheckStatus.FAILED]:
        raise typer.Exit(1)


def _show(screen: Screen, check: EngineCheck) -> None:
    from halma.engine import CheckStatus

    words = screen.words
    status = {
        CheckStatus.PASSED: words.text("passed"),
        CheckStatus.FAILED: words.text("FAILED"),
        CheckStatus.NOT_OFFERED: words.text("not offered"),
    }[check.status]
    screen.print(f"{check.name}: {status}")
    screen.print("  " + words.text("Expected: {text}", text=words.text(check.expected.template, **check.expected.data)))
    screen.print("  " + words.text("Seen: {text}", text=words.text(check.seen.template, **check.seen.data)))


def _as_data(command: str, checks: list[EngineCheck]) -> dict[str, object]:
    return {
        "command": command,
        "checks": [
            {
                "name": check.name,
                "status": check.status.value,
                "expected": str(check.expected),
                "seen": str(check.seen),
            }
            for check in checks
        ],
    }
