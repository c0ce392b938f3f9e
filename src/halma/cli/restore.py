"""`halma restore`: a copy of all tables becomes what a server uses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halma.cli.screen import Screen, words_of
from halma.extras import requires_extra
from halma.messages import mark

HELP = mark("Restore a server’s tables from a backup while it is stopped. What was there is kept beside it.")
EXAMPLE = "halma restore /var/backups/halma.sqlite --data /var/lib/halma/tables.sqlite"


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("The backup."), show_default=False)],
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help=mark("The SQLite file that holds the tables."), show_default=False),
    ] = None,
) -> None:
    with requires_extra("server"):
        from halma.server.settings import data_folder
        from halma.server.storage import files
        from halma.server.storage.owner import sole_owner

    words = words_of(context)
    place = Path(data) if data else data_folder() / "tables.sqlite"
    with sole_owner(place):
        count = files.restore(Path(file), place)
    Screen(words).print(words.plural("{count} table restored.", "{count} tables restored.", count))
