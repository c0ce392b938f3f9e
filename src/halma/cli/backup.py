"""`halma backup`: a copy of all tables, also while a server uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halma.cli.screen import Screen, words_of
from halma.extras import requires_extra
from halma.messages import mark

HELP = mark("Back up all of a server’s tables to a file, even while it is running.")
EXAMPLE = "halma backup /var/backups/halma.sqlite --data /var/lib/halma/tables.sqlite"


def backup(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("Write the copy to this file."), show_default=False)],
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help=mark("The SQLite file that holds the tables."), show_default=False),
    ] = None,
) -> None:
    with requires_extra("server"):
        from halma.server.settings import data_folder
        from halma.server.storage.files import back_up

    words = words_of(context)
    count = back_up(Path(data) if data else data_folder() / "tables.sqlite", Path(file))
    Screen(words).print(words.plural("{count} table copied.", "{count} tables copied.", count))
