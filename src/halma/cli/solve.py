"""`halma solve`: the shortest solution of a puzzle that can be found, and how short one could be at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.cluster import ClusterAddress
from halma.cli.parameters import LINE, POSITION, Force, GameRequest, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.cli.show import Game
from halma.messages import HalmaError, mark, reason_of

if TYPE_CHECKING:
    from halma.play import Position
    from halma.puzzles import Progress, Solution, SolveLimits

HELP = mark(
    "Solve a puzzle in as few moves as possible. The last line says what is known: “moves N, at "
    "least M” or “moves N, optimal”."
)
EXAMPLE = "halma solve star-highscore --pieces 10 --budget 60 --record solution.txt"
MOST_MEMORY = 24
MOST_THREADS = 1024


class NoProofError(HalmaError):
    """A proof in a file where none is made."""


class NotSharedError(HalmaError):
    """Work that is done on this machine only."""


@asks_for_game(LINE, POSITION)
def solve(
    context: typer.Context,
    request: GameRequest,
    game: Game = None,
    *,
    budget: Annotated[
        int,
        typer.Option(
            "--budget",
            metavar="SECONDS",
            help=mark("How long to search; 60 seconds by default. Ctrl-C stops it early."),
            parser=whole_number("--budget", 1),
            show_default=False,
        ),
    ] = 60,
    prove: Annotated[
        bool, typer.Option("--prove", help=mark("Also try to prove that no solution is shorter."))
    ] = False,
    memory: Annotated[
        int,
        typer.Option(
            "--memory",
            metavar="GB",
            help=mark("The most memory to use, in gigabytes; 8 by default, 24 at most."),
            parser=whole_number("--memory", 1, MOST_MEMORY),
            show_default=False,
        ),
    ] = 8,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            metavar="N",
            help=mark("Threads to search with; 1 by default. They make it faster, and nothing else."),
            parser=whole_number("--threads", 1, MOST_THREADS),
            show_default=False,
        ),
    ] = 1,
    scratch: Annotated[
        str,
        typer.Option(
            "--scratch",
            metavar="FOLDER",
            help=mark("Keep what is seldom needed in files of this folder, so that the memory goes further."),
            show_default=False,
        ),
    ] = "",
    cluster: ClusterAddress = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help=mark("Write the solution to this file, for “halma replay”.")),
    ] = None,
    proof: Annotated[
        str | None,
        typer.Option("--proof", metavar="FILE", help=mark("Write the proof of the lower bound to this file.")),
    ] = None,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete",
            help=mark("Instead, count all placements of a few pieces by their distance from the start."),
        ),
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help=mark("Start from scratch, ignoring earlier results."))] = False,
    force: Force = False,
) -> None:
    from contextlib import nullcontext

    from halma.cli.files import refuse_to_replace, save_game, write
    from halma.cli.setup import Thrower, set_up
    from halma.cli.startup import complain
    from halma.cluster import open_cluster
    from halma.play import Record
    from halma.puzzles.solve import SolveLimits, checkpoint_of

    refuse_to_replace(record, proof, force=force)
    screen = Screen(words_of(context))
    position = set_up(game, request, Thrower(None))
    by_table = position.choice.game in ("solitaire", "retour")
    if cluster is not None and (complete or by_table):
        raise NotSharedError(mark("This is not worked out on a cluster; leave {option} out."), option="--cluster")
    if complete:
        _count_all(screen, position, budget)
        return
    if by_table:
        if proof is not None:
            raise NoProofError(
                mark("{game} is solved with a table of all positions, so there is no proof to write."),
                game=position.choice.game,
            )
        solved, bound = _by_table(position)
        solution = None
    else:
        checkpoint = checkpoint_of(position)
        if anew:
            checkpoint.unlink(missing_ok=True)
        limits = SolveLimits(
            seconds=budget, memory=memory, prove=prove, checkpoint=checkpoint, threads=threads, scratch=scratch
        )
        with nullcontext() if cluster is None else open_cluster(cluster) as limits.cluster:
            solution = _watched(screen, position, limits)
        solved, bound = _played(position, solution), solution.bound
        if solution.unsaved is not None:
            reason = reason_of(solution.unsaved)
            complain(screen.words.text("Cannot write {file}: {reason}", file=checkpoint, reason=reason))
    words = screen.words
    if solved is not None:
        moves = [event.text for event in solved.history[len(position.history) :]]
        screen.print_exactly(" ".join(moves))
        if record is not None:
            save_game(record, Record.of(solved))
            screen.print(words.text("Wrote {file}", file=record))
    if proof is not None and solution is not None:
        from halma.puzzles.proof import proof_text

        write(proof, proof_text(position, solution))
        screen.print(words.text("Wrote {file}", file=proof))
    if solved is None:
        screen.print(words.text("no solution found, at least {bound}", bound=bound))
        return
    count = len(solved.history) - len(position.history)
    # The same in all languages: programs read this line.
    screen.print(f"moves {count}, optimal" if count == bound else f"moves {count}, at least {bound}")


def _count_all(screen: Screen, position: Position, budget: int) -> None:
    """Distance and number of placements line by line, then what it comes to."""
    from time import monotonic

    from halma.puzzles.placements import complete

    end = monotonic() + budget
    found = complete(
        position, lambda: monotonic() > end, lambda distance, count: screen.print_exactly(f"{distance} {count}")
    )
    words = screen.words
    if not found.finished:
        screen.print(
            words.text(
                "stopped after {reached} of {total} placements; give {option} more time to go further",
                reached=sum(found.counts),
                total=found.total,
                option="--budget",
            )
        )
        return
    screen.print(
        words.text(
            "{reached} of {total} placements can be reached; the farthest takes {farthest} moves, the goal "
            "takes {goal}.",
            reached=sum(found.counts),
            total=found.total,
            farthest=len(found.counts) - 1,
            goal="–" if found.goal is None else found.goal,
        )
    )


def _by_table(position: Position) -> tuple[Position | None, int]:
    """Solitaire and retour by their hints, which are best moves wherever the table knows the position.

    Raises NoHintError, which says why, where nothing leads to the goal.
    """
    from halma.puzzles import NoHintError, hint

    if position.is_over:
        outcome = position.outcome()
        if outcome is None or not outcome.winners:
            raise NoHintError(mark("This position is lost: take a move back."))
        return position, 0
    solved, bound = position.copy(), hint(position).at_least
    while not solved.is_over:
        solved.push(hint(solved).move)
    return solved, bound


def _played(position: Position, solution: Solution) -> Position | None:
    if solution.line is None:
        return None
    solved, names = position.copy(), position.board.names
    for origin, target in solution.line:
        solved.push(f"{names[origin]}-{names[target]}")
    return solved


def _watched(screen: Screen, position: Position, limits: SolveLimits) -> Solution:
    """Search, with a line that tells how it goes where somebody watches."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from halma.puzzles import solve as search

    words = screen.words

    def line(progress: Progress) -> Text:
        return Text(
            words.text(
                "best {best} · at least {bound} · depth {depth}, width {width} · {positions} positions · {memory} MB",
                best="–" if progress.best is None else progress.best,
                bound=progress.bound,
                depth=progress.depth,
                width=progress.width,
                positions=progress.positions,
                memory=progress.bytes >> 20,
            )
        )

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    if not console.is_terminal:
        limits.watch = _logged(lambda progress: console.print(line(progress)))
        return search(position, limits)
    with Live(console=console, transient=True, refresh_per_second=4) as live:
        limits.watch = lambda progress: live.update(line(progress))
        return search(position, limits)


def _logged(show: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Shows what there is to tell once a minute, as a log wants it."""
    from time import monotonic

    from halma.cli.progress import LOG_SECONDS

    last = monotonic()

    def watch(progress: Progress) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= LOG_SECONDS:
            last = now
            show(progress)

    return watch
