"""`halma puzzle make`: a new puzzle, the same one for the same seed; without a seed the puzzle of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.cluster import ClusterAddress, Jobs, JournalFile, cluster_for, tell_interrupted
from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.puzzles import Puzzle

HELP = mark("Make a puzzle: a position, a task and its difficulty.")
EXAMPLE = "halma puzzle make --kind home --moves 4 --seed 7"
MAKE = "make"


class NoSuchTaskError(HalmaError):
    """Puzzles can only be made."""


def puzzle(
    context: typer.Context,
    what: Annotated[str, typer.Argument(metavar="make", help=mark("The action: make."))],
    *,
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
    count: Annotated[
        int,
        typer.Option(
            "--count",
            metavar="N",
            help=mark("How many puzzles to make; the seeds of the further ones are S/2, S/3 and so on."),
            parser=whole_number("--count", 1),
        ),
    ] = 1,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
) -> None:
    from contextlib import ExitStack, closing
    from datetime import date

    from halma.cli.progress import WorkProgress
    from halma.cluster import in_order
    from halma.puzzles import made_puzzles, puzzle_journal

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
    wanted = date.today().isoformat() if seed is None else seed
    with ExitStack() as held:
        kept = None if journal is None else held.enter_context(puzzle_journal(journal, kind, wanted, moves, game))
        joined = held.enter_context(cluster_for(cluster, jobs))
        known = 0 if kept is None else sum(number < count for number in kept.numbers)
        progress = held.enter_context(WorkProgress(words, count, done=known))
        results = held.enter_context(
            closing(made_puzzles(kind, wanted, count, moves=moves, game=game, cluster=joined, journal=kept))
        )
        try:
            for number, made in enumerate(in_order(progress.follow(results))):
                if number:
                    screen.print("")
                _show(screen, made, solution=solution)
        except KeyboardInterrupt:
            tell_interrupted(screen, journal)


def _show(screen: Screen, made: Puzzle, *, solution: bool) -> None:
    from halma.server.service.puzzles import task_text

    words = screen.words
    screen.print(screen.heading(made.position.choice))
    screen.board(made.position)
    asked = task_text(words, made.kind, made.moves)
    screen.print(asked, words.text("Difficulty {number} of 5.", number=made.difficulty))
    if solution:
        screen.print(" ".join(made.solution))
    screen.print_exactly(made.position.board_text())
