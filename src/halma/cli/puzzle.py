"""`halma puzzle make`: a new puzzle, the same one for the same seed; without a seed the puzzle of the day."""

from __future__ import annotations

from typing import Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

HELP = mark("Make a puzzle: a position, a task and its difficulty.")
EXAMPLE = "halma puzzle make --kind home --moves 4 --seed 7"
MAKE = "make"


class NoSuchTaskError(HalmaError):
    """Puzzles can only be made."""


def puzzle(
    context: typer.Context,
    what: Annotated[str, typer.Argument(metavar="make", help=mark("The action: make."))],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="home|chain|first-hop",
            help=mark(
                "The kind of puzzle: all pieces in the target in a few moves, a win in one chain, or solitaire "
                "with only one good hop."
            ),
        ),
    ] = "home",
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="S",
            help=mark("The same seed gives the same puzzle; without one, you get the puzzle of the day."),
        ),
    ] = None,
    moves: Annotated[
        int,
        typer.Option(
            "--moves", metavar="N", help=mark("For home: the number of moves."), parser=whole_number("--moves", 1)
        ),
    ] = 4,
    game: Annotated[
        str, typer.Option("--game", metavar="ID", help=mark("For home: highscore or star-highscore."))
    ] = "star-highscore",
    solution: Annotated[bool, typer.Option("--solution", help=mark("Also show a solution."))] = False,
) -> None:
    from datetime import date

    from halma.puzzles.make import make
    from halma.server.service.puzzles import task_text

    if what != MAKE:
        raise NoSuchTaskError(
            mark("In {game}, {option} takes {allowed}, not “{value}”."),
            option="halma",
            allowed=MAKE,
            value=what,
            game="puzzle",
        )
    screen = Screen(words_of(context))
    words = screen.words
    made = make(kind, date.today().isoformat() if seed is None else seed, moves=moves, game=game)
    screen.print(screen.heading(made.position.choice))
    screen.board(made.position)
    asked = task_text(words, kind, made.moves)
    screen.print(asked, words.text("Difficulty {number} of 5.", number=made.difficulty))
    if solution:
        screen.print(" ".join(made.solution))
    screen.print_exactly(made.position.board_text())
