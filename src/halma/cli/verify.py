"""`halma verify`: checks a solution or a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.screen import Screen, words_of
from halma.messages import mark

if TYPE_CHECKING:
    from halma.puzzles import Verdict

HELP = mark("Check a solution (a record) or a proof of a bound using nothing but the rules.")
EXAMPLE = "halma verify solution.txt"
# So many positions pass before the line that is watched changes.
STEP = 1_000


def verify(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=mark("The record or the proof; “-” reads standard input."))
    ],
    full: Annotated[
        bool, typer.Option("--full", help=mark("Repeat a whole search in plain Python, however long it takes."))
    ] = False,
) -> None:
    from halma.cli.files import games_in, read_text
    from halma.puzzles import check_record, is_proof

    screen = Screen(words_of(context))
    words = screen.words
    text = read_text(file)
    if not is_proof(text):
        for record in games_in(text, file):
            verdict = check_record(record)
            screen.print(
                words.text(
                    "checked: solved in {moves}, {steps}",
                    moves=words.plural("{count} move", "{count} moves", verdict.moves),
                    steps=words.plural("{count} step or hop in all", "{count} steps and hops in all", verdict.touches),
                )
            )
        return
    verdict = _watched(screen, text, full=full)
    if verdict.checked:
        screen.print(words.text("checked: at least {bound}", bound=verdict.moves))
    else:
        screen.print(
            words.text(
                "not checked: at least {bound} relies on a long search; {option} repeats it.",
                bound=verdict.moves,
                option="--full",
            )
        )
        raise typer.Exit(1)


def _watched(screen: Screen, text: str, *, full: bool) -> Verdict:
    """Check a proof, with a line that tells how far it is where somebody watches."""
    from rich.console import Console

    from halma.puzzles import check_proof

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        return check_proof(text, full=full)
    words, shown = screen.words, 0
    with console.status("") as status:

        def tell(count: int) -> None:
            nonlocal shown
            if count - shown >= STEP:
                shown = count
                status.update(words.plural("{count} position examined", "{count} positions examined", count))

        return check_proof(text, full=full, tell=tell)
