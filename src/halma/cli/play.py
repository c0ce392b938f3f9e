"""`halma play`: in the browser, or at the terminal where somebody asks for it."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import LINE, POSITION, SEED, Force, GameRequest, asks_for_game, whole_number
from halma.cli.screen import Screen, ask, at_terminal, words_of
from halma.cli.serve import address_of, check_port
from halma.extras import requires_extra
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.cli.terminal_game import TerminalGame
    from halma.play import Position

HELP = mark(
    "Play in the browser, or at this terminal with --terminal, --computer, --line, --position, "
    "--load, --save, --seed or --why. At the terminal, “help” lists what you can type."
)
EXAMPLE = "halma play quick --players 2 --first A --computer B:3"
USUAL_GAME = "halma"
# HALMA on the keys of a telephone.
BROWSER_PORT = 42562


class TwoGamesError(HalmaError):
    """A game to load and a game to start cannot both be meant."""


@asks_for_game(LINE, POSITION, SEED)
def play(
    context: typer.Context,
    request: GameRequest,
    *,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help=mark("The game, by its id or by a name from a booklet; if you leave it out, you are asked."),
            show_default=False,
        ),
    ] = None,
    load: Annotated[
        str | None, typer.Option("--load", metavar="FILE", help=mark("Continue the game in this file."))
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help=mark("Save the game to this file after every turn."))
    ] = None,
    force: Force = False,
    terminal: Annotated[bool, typer.Option("--terminal", help=mark("Play at this terminal."))] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            help=mark("In the browser: listen on this port instead of the default one."),
            parser=whole_number("--port", 1),
            show_default=False,
        ),
    ] = None,
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            metavar="B:4",
            help=mark("A seat for the computer to play, and its level from 1 to 9; repeat for more seats."),
            show_default=False,
        ),
    ] = None,
    why: Annotated[
        bool,
        typer.Option("--why", help=mark("At this terminal: cite the clause of the law behind every refusal and duty.")),
    ] = False,
) -> None:
    screen = Screen(words_of(context))
    screen.cites = why
    if not (terminal or load or save or request.line or request.position or request.seed or computer or why):
        _in_browser(screen, game, request, port)
        return
    from halma.cli.files import refuse_to_replace
    from halma.cli.opponents import Opponents, asked_levels, named_levels
    from halma.cli.terminal_game import TerminalGame
    from halma.play import SeededDice

    # Who goes on with the game of a file may keep it there.
    refuse_to_replace(save, force=force or save == load)
    position = _position(screen, game, request, load)
    levels = named_levels(screen.names) | asked_levels(computer or (), position.seats)
    terminal_game = TerminalGame(position, SeededDice(request.seed), screen, save, Opponents(levels, request.seed))
    terminal_game.own_files.add(load)
    _play(terminal_game)


def _in_browser(screen: Screen, game: str | None, request: GameRequest, port: int | None) -> None:
    """Serve the tables of this person to a browser on this machine, and open it."""
    from urllib.parse import urlencode

    from halma.games import choose

    with requires_extra("server"):
        from halma.server.app.run import any_port, free_port, serve
        from halma.server.settings import AMPLE, Settings, data_folder

    options = {name: value for name, value in request.options.items() if value is not None and value is not False}
    words, host = screen.words, "127.0.0.1"
    query = {"lang": words.language}
    if game or options:
        query["game"] = choose(game or USUAL_GAME, **options).game
    # Browsers keep what belongs to a page by its address, so it should be the same every time.
    port = check_port(host, port) if port else (BROWSER_PORT if free_port(host, BROWSER_PORT) else any_port(host))
    address = address_of(host, port) + "?" + urlencode({**query, **options})

    def ready() -> None:
        screen.print(words.text("Play Halma at {address}", address=address), words.text("Press Ctrl-C to stop."))
        _open(address)

    settings = Settings(database=data_folder() / "tables.sqlite", host=host, port=port, limits=AMPLE)
    serve(settings, quiet=True, ready=ready)


def _open(address: str) -> None:
    """Show the page in the browser of this machine, if it has one that shows windows."""
    import os
    import sys
    import webbrowser

    has_windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_windows:
        with suppress(webbrowser.Error):
            webbrowser.open(address)


def _position(screen: Screen, game: str | None, request: GameRequest, load: str | None) -> Position:
    from halma.cli.files import read_games
    from halma.cli.setup import Thrower, set_up

    if load is None:
        asked = game if game or request.names_game else _ask_for_game(screen)
        return set_up(asked, request, Thrower(None), lot=True)
    if game is not None or request.line or request.position or any(request.options.values()):
        raise TwoGamesError(
            mark("{option} continues a game with its own options; leave out the other options."), option="--load"
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
                input(words.text("Which game? (Enter for {game}) ", game=USUAL_GAME)).strip() or USUAL_GAME
            ).id
        except HalmaError as error:
            screen.print(words.error(error))
        except EOFError:
            screen.print("")
            return USUAL_GAME


def _play(game: TerminalGame) -> None:
    screen, words = game.screen, game.words
    with suppress(ImportError):
        # Lines can then be edited and recalled; not every system has it.
        import_module("readline")
    shown = None
    try:
        while not game.leaving:
            if shown != game.position:
                if screen.console.is_terminal:
                    screen.console.clear()
                screen.position(game.position)
                shown = game.position.copy()
            screen.print(*game.notices)
            game.notices.clear()
            if game.opponents.plays(game.position):
                game.answer()
                continue
            typed = ask(_prompt(game))
            if typed.strip():
                game.take(typed)
            elif game.position.is_over:
                break
    except (EOFError, KeyboardInterrupt):
        screen.print("")
    game.farewell()
    screen.print(words.text("Goodbye."))


def _prompt(game: TerminalGame) -> str:
    position, words = game.position, game.words
    seat = game.screen.name(position.seat)
    if position.is_over:
        return words.text("Press Enter to leave, or type undo or save: ")
    if position.state.now.used:
        return words.text("{seat}, next action, or a full stop to end the turn: ", seat=seat)
    return words.text("{seat}, your move: ", seat=seat)
