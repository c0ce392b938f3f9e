"""`halma par`: the best known number of moves of every puzzle."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.cli.parameters import Force
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

HELP = mark("List the best known number of moves for every puzzle, who found it and the source.")
EXAMPLE = "halma par star-highscore"


class NoParError(HalmaError):
    """A game without par."""


def par(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="ID", help=mark("Only this game, by its id or by a name from a booklet."))
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="F", help=mark("Write everything to this file as JSON instead."))
    ] = None,
    force: Force = False,
) -> None:
    import json
    from dataclasses import asdict

    from rich.table import Table

    from halma.cli.files import refuse_to_replace, write
    from halma.games import find_game
    from halma.puzzles import pars, record_of

    refuse_to_replace(json_file, force=force)
    screen = Screen(words_of(context))
    words = screen.words
    wanted = None if game is None else find_game(game).id
    found = [entry for entry in pars() if wanted in (None, entry.game)]
    if not found:
        raise NoParError(mark("There is no par for {game}."), game=wanted)
    if json_file is not None:
        listed = [
            {
                **asdict(entry),
                "optimal": entry.optimal,
                "record": record.to_text() if (record := record_of(entry)) else None,
            }
            for entry in found
        ]
        write(json_file, json.dumps(listed, ensure_ascii=False, indent=1) + "\n")
        screen.print(words.text("Wrote {file}", file=json_file))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (mark("puzzle"), mark("moves"), mark("at least"), mark("held by"), mark("source"), mark("solution")):
        table.add_column(words.text(heading), overflow="fold")
    for entry in found:
        table.add_row(
            entry.id,
            str(entry.moves),
            words.text("optimal") if entry.optimal else str(entry.at_least),
            words.text(entry.holder),
            " ".join(words.text(part) for part in (entry.source, entry.note) if part),
            words.text("shipped") if entry.record else "–",
        )
    screen.console.print(table, soft_wrap=False)
