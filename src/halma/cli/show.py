"""`halma show` and `halma moves`: a position and what may be played in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import DICE, LINE, POSITION, Force, GameRequest, asks_for_game
from halma.cli.screen import Screen, words_of
from halma.messages import mark

if TYPE_CHECKING:
    from halma.play import Position

SHOW_HELP = mark("Show the starting position of a game, or the position after some turns.")
SHOW_EXAMPLE = 'halma show halma --line "e2-f3 l15-k14"'
MOVES_HELP = mark("List the legal moves, sorted, one per line.")
MOVES_EXAMPLE = 'halma moves star --players 3 --line "e5-f4"'

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="ID",
        help=mark("The game, by its id or by a name from a booklet; not needed with a --position that names it."),
        show_default=False,
    ),
]


@asks_for_game(LINE, POSITION, DICE)
def show(
    context: typer.Context,
    request: GameRequest,
    game: Game = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="F", help=mark("Draw it to this file as SVG instead."))
    ] = None,
    png: Annotated[
        str | None, typer.Option("--png", metavar="F", help=mark("Draw it to this file as PNG instead."))
    ] = None,
    force: Force = False,
) -> None:
    from halma.cli.files import refuse_to_replace, write
    from halma.cli.setup import set_up, thrower
    from halma.draw import png as draw_png
    from halma.draw import svg as draw_svg

    refuse_to_replace(svg, png, force=force)
    screen = Screen(words_of(context))
    dice = thrower(request)
    position = set_up(game, request, dice)
    dice.throw(position)
    if svg is not None:
        write(svg, draw_svg(position))
    if png is not None:
        write(png, draw_png(position))
    for file in (svg, png):
        if file is not None:
            screen.print(screen.words.text("Drawing saved: {file}", file=file))
    if svg is None and png is None:
        screen.position(position)
        screen.print_exactly(position.board_text())


def _judged(screen: Screen, position: Position, move: str) -> str:
    """Whether a move may be played, and if not, why."""
    from halma.play import IllegalMoveError

    try:
        position.parse(move)
    except IllegalMoveError as error:
        text = screen.words.text("Not allowed: {move}. {reason}", move=move, reason=screen.words.refusal(error.refusal))
        return screen.cited(text, error.refusal)
    return screen.words.text("{move} is a legal move.", move=move)


@asks_for_game(LINE, POSITION, DICE)
def moves(
    context: typer.Context,
    request: GameRequest,
    game: Game = None,
    why: Annotated[
        str | None,
        typer.Option(
            "--why",
            metavar="MOVE",
            help=mark("Instead, say whether this move is legal and, if not, which clause of the law forbids it."),
        ),
    ] = None,
) -> None:
    from halma.cli.setup import require_dice, set_up, thrower

    dice = thrower(request)
    position = set_up(game, request, dice)
    dice.throw(position)
    require_dice(position)
    if why is not None:
        screen = Screen(words_of(context))
        screen.print(_judged(screen, position, why))
        return
    for move in position.legal_moves.texts():
        print(move)
