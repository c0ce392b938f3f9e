"""`halma play`: people at one terminal, or one person alone."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import LINE, POSITION, SEED, Request, asks_for_game
from halma.cli.screen import Screen, ask, at_terminal, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.cli.table import Table
    from halma.play import Position

HELP = mark(
    "Play at this terminal, together, against the computer or alone. Type “help” in the game for what can be typed."
)
EXAMPLE = "halma play quick --players 2 --first A --computer B:3"
USUAL_GAME = "halma"


class TwoGamesError(HalmaError):
    """A game to load and a game to start cannot both be meant."""


@asks_for_game(LINE, POSITION, SEED)
def play(
    context: typer.Context,
    request: Request,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help=mark("The game, by its id or by a name from a booklet; you are asked if you name none."),
            show_default=False,
        ),
    ] = None,
    load: Annotated[
        str | None, typer.Option("--load", metavar="FILE", help=mark("Go on with the game in this file."))
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help=mark("Keep the game in this file, turn by turn."))
    ] = None,
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            metavar="B:4",
            help=mark(
                "A seat that the computer plays, and its level from 1 to 8; may be given again for another seat."
            ),
            show_default=False,
        ),
    ] = None,
) -> None:
    from halma.cli.opponents import Opponents, asked_levels, named_levels
    from halma.cli.table import Table
    from halma.play import SeededDice

    screen = Screen(words_of(context))
    position = _position(screen, game, request, load)
    levels = named_levels(screen.names) | asked_levels(computer or (), position.seats)
    _play(Table(position, SeededDice(request.seed), screen, save, Opponents(levels, request.seed)))


def _position(screen: Screen, game: str | None, request: Request, load: str | None) -> Position:
    from halma.cli.files import read_games
    from halma.cli.setup import Thrower, set_up

    if load is None:
        return set_up(game or _ask_for_game(screen), request, Thrower(None), lot=True)
    if game is not None or request.line or request.position or any(request.options.values()):
        raise TwoGamesError(
            mark("{option} goes on with a game and its options; leave the others out."), option="--load"
        )
    record = read_games(load)[-1]
    screen.names = record.names
    return record.position()


def _ask_for_game(screen: Screen) -> str:
    """Which game it shall be; the usual one if nobody can be asked."""
    from halma.games import find_game, games

    if not at_terminal():
        return USUAL_GAME
    words = screen.words
    screen.print(", ".join(f"{found.title(words.language)} ({found.id})" for found in games().values()))
    while True:
        try:
            return find_game(
                input(words.text("Which game? (Enter: {game}) ", game=USUAL_GAME)).strip() or USUAL_GAME
            ).id
        except HalmaError as error:
            screen.print(words.error(error))
        except EOFError:
            screen.print("")
            return USUAL_GAME


def _play(table: Table) -> None:
    screen, words = table.screen, table.words
    with suppress(ImportError):
        # Lines can then be edited and recalled; not every system has it.
        import_module("readline")
    shown = None
    try:
        while not table.leaving:
            if shown != table.position:
                if screen.console.is_terminal:
                    screen.console.clear()
                screen.position(table.position)
                shown = table.position.copy()
            screen.print(*table.notices)
            table.notices.clear()
            if table.opponents.plays(table.position):
                table.answer()
                continue
            typed = ask(_prompt(table))
            if typed.strip():
                table.take(typed)
            elif table.position.is_over:
                break
    except (EOFError, KeyboardInterrupt):
        screen.print("")
    table.farewell()
    screen.print(words.text("Goodbye."))


def _prompt(table: Table) -> str:
    position, words = table.position, table.words
    seat = table.screen.name(position.seat)
    if position.is_over:
        return words.text("Enter to leave, or undo, save: ")
    if position.state.now.used:
        return words.text("{seat}, next action, or a full stop to end the turn: ", seat=seat)
    return words.text("{seat}, your move: ", seat=seat)
