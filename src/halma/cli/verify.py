"""`halma verify`: checks a solution or a proof."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.cli.screen import Screen, words_of
from halma.messages import mark

HELP = mark("Check a solution (a record) or a proof of a bound with nothing but the rules.")
EXAMPLE = "halma verify solution.txt"


def verify(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=mark("The record or the proof; “-” reads the standard input."))
    ],
    full: Annotated[
        bool, typer.Option("--full", help=mark("Repeat a whole search in plain Python, however long it takes."))
    ] = False,
) -> None:
    from halma.cli.files import read_text
    from halma.play import read_records
    from halma.puzzles.verify import check_proof, check_record, is_proof

    screen = Screen(words_of(context))
    words = screen.words
    text = read_text(file)
    if not is_proof(text):
        for record in read_records(text):
            verdict = check_record(record)
            screen.print(
                words.text(
                    "checked: solved in {moves}, {steps}",
                    moves=words.plural("{count} move", "{count} moves", verdict.moves),
                    steps=words.plural("{count} step or hop in all", "{count} steps and hops in all", verdict.touches),
                )
            )
        return
    verdict = check_proof(text, full=full)
    if verdict.checked:
        screen.print(words.text("checked: at least {bound}", bound=verdict.moves))
    else:
        screen.print(
            words.text(
                "not checked: at least {bound} rests on a search that takes long; {option} repeats it.",
                bound=verdict.moves,
                option="--full",
            )
        )
        raise typer.Exit(1)
