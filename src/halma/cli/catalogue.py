"""`halma games`: the catalogue."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from halma.cli.parameters import whole_number
from halma.cli.screen import console, words_of
from halma.games import BOARD_TEXTS, EDITION, PIECES, PLAYERS
from halma.messages import HalmaError, mark

HELP = mark("List the games with their names, numbers of players and pieces, boards and options.")
EXAMPLE = "halma games --board star --players 3"

# Every game takes these; naming them in each row would hide what is special.
COMMON = (EDITION, PLAYERS, PIECES)


class NoSuchGamesError(HalmaError):
    """The catalogue has nothing that was asked for."""


def games(
    context: typer.Context,
    board: Annotated[
        str | None, typer.Option("--board", help=mark("Only games on this board."), metavar="|".join(BOARD_TEXTS))
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help=mark("Only games for this many players."),
            metavar="N",
            parser=whole_number("--players", 1),
        ),
    ] = None,
) -> None:
    from halma.games import games as catalogue

    words = words_of(context)
    listed = list(catalogue().values())
    boards = {game.board: None for game in listed}
    if board is not None and board not in boards:
        raise NoSuchGamesError(
            mark("There is no board “{value}”. Boards: {allowed}."), value=board, allowed=", ".join(boards)
        )
    numbers = sorted({number for game in listed for number in game.players})
    if players is not None and players not in numbers:
        raise NoSuchGamesError(
            mark("There is no game for {count} players. Possible numbers: {allowed}."),
            count=players,
            allowed=", ".join(str(number) for number in numbers),
        )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, highlight=False)
    for title in (mark("id"), mark("name"), mark("players × pieces"), mark("board"), mark("options")):
        table.add_column(words.text(title), overflow="fold", no_wrap=title == "id")
    shown = 0
    for game in listed:
        if board in (None, game.board) and (players is None or players in game.players):
            forms = {f"{form.players} × {form.pieces}": None for form in game.formats}
            special = " ".join(option.flag for option in game.all_options.values() if option not in COMMON)
            table.add_row(
                game.id,
                game.title(words.language),
                ", ".join(forms),
                words.text(BOARD_TEXTS.get(game.board, game.board)),
                special,
            )
            shown += 1
    terminal = console()
    if not terminal.is_terminal:
        # A file or another program gets every game in one line.
        terminal.width = 200
    terminal.print(table)
    terminal.print(
        words.plural("{count} game.", "{count} games.", shown)
        + " "
        + words.text("Every game also takes {options}.", options=" ".join(option.flag for option in COMMON))
    )
