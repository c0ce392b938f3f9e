"""`halma site`: the whole page as files, for any web server or file host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halma.cli.screen import Screen, words_of
from halma.extras import requires_extra
from halma.messages import mark

HELP = mark(
    "Write the page as files that any web server or file host can serve: play at one screen and against the computer, "
    "puzzles and rules, without a server of ours."
)
EXAMPLE = "halma site /var/www/halma"
MEGABYTE = 1_000_000


def site(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR", help=mark("Write into this folder."), show_default=False)],
    force: Annotated[bool, typer.Option("--force", help=mark("Write even if the folder is not empty."))] = False,
) -> None:
    with requires_extra("server"):
        from halma.server.transport.offline import write_site

    words = words_of(context)
    written = write_site(Path(folder), words.language, force=force)
    Screen(words).print(
        words.text(
            mark("{count} files written to {folder}, {size} MB. Open {page} through a web server, not as a file."),
            count=len(written),
            folder=folder,
            size=f"{sum(written.values()) / MEGABYTE:.1f}",
            page="index.html",
        )
    )
