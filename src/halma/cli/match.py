"""`halma match`: games between levels of the search, simple players and other programs."""

from __future__ import annotations

import json as json_format
import re
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.limits import Depth, LevelOption, Movetime, Nodes, Threads, limits_of
from halma.cli.parameters import Force, GameRequest, ValueTypedError, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import mark

if TYPE_CHECKING:
    from halma.cli.files import Collection
    from halma.engine.match import Match
    from halma.engine.standings import Standings
    from halma.engine.statistics import Sprt
    from halma.words import Words

HELP = mark(
    "Play a match between computer players: level:1 to level:8, greedy, random, or cmd: followed by "
    "the command of a program that speaks the engine protocol. NAME@SECONDS gives a player its own "
    "time per turn. If there are fewer players than seats, they are repeated in order."
)
WIDTH = 120
EXAMPLE = "halma match level:8 greedy --game star --players 2 --pieces 10 --games 20 --movetime 0.2"


def sprt_bounds(text: str) -> Sprt:
    """Reads two differences in Elo: 0,30"""
    from halma.engine.statistics import Sprt

    found = re.fullmatch(r"(-?[0-9]{1,4}(?:\.[0-9]+)?),(-?[0-9]{1,4}(?:\.[0-9]+)?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise ValueTypedError(
            mark("{option} takes two Elo differences, the smaller one first, such as 0,30, not “{value}”."),
            option="--sprt",
            value=text,
        )
    return Sprt(float(found[1]), float(found[2]))


@asks_for_game()
def match(
    context: typer.Context,
    request: GameRequest,
    *,
    names: Annotated[list[str], typer.Argument(metavar="A B …", help=mark("The players, in seat order."))],
    game: Annotated[
        str, typer.Option("--game", metavar="ID", help=mark("The game, by its id or by a name from a booklet."))
    ] = "halma",
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", help=mark("How many games to play."), parser=whole_number("--games", 1)),
    ] = 10,
    movetime: Movetime = None,
    nodes: Nodes = None,
    depth: Depth = None,
    level: LevelOption = None,
    threads: Threads = 1,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help=mark("The same seed gives the same openings and dice."))
    ] = "0",
    opening: Annotated[
        int,
        typer.Option(
            "--opening",
            metavar="N",
            help=mark("Random forward turns per seat before the players take over."),
            parser=whole_number("--opening", 0),
        ),
    ] = 2,
    lenient: Annotated[
        bool,
        typer.Option("--lenient", help=mark("Count turns over the time limit, but do not lose the game for them.")),
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", help=mark("How many games to play in parallel."), parser=whole_number("--jobs", 1)
        ),
    ] = 1,
    sprt: Annotated[
        object,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help=mark("Stop as soon as the results clearly favour one of these two Elo differences."),
            parser=sprt_bounds,
        ),
    ] = None,
    records: Annotated[
        str | None, typer.Option("--records", metavar="FILE", help=mark("Write the games to this file."))
    ] = None,
    append: Annotated[
        bool, typer.Option("--append", help=mark("Add the games to the record file instead of replacing it."))
    ] = False,
    json: Annotated[
        str | None, typer.Option("--json", metavar="F", help=mark("Write the result to this file as JSON."))
    ] = None,
    force: Force = False,
) -> None:
    from halma.cli.files import Collection, refuse_to_replace, write
    from halma.cli.setup import choose
    from halma.engine.match import make_match
    from halma.engine.referee import Setting
    from halma.engine.standings import Standings
    from halma.engine.statistics import Sprt

    refuse_to_replace(None if append else records, json, force=force)
    screen = Screen(words_of(context))
    setting = Setting(choose(game, **request.options), seed, opening, lenient)
    planned = make_match(names, setting, limits_of(movetime, nodes, depth, level, threads), games)
    standings = Standings(planned, sprt if isinstance(sprt, Sprt) else None)
    _play(screen, planned, standings, jobs, None if records is None else Collection(records, append=append))
    show(screen, standings)
    if json is not None:
        write(json, json_format.dumps(standings.as_data(), indent=2, ensure_ascii=False) + "\n")


def _play(screen: Screen, planned: Match, standings: Standings, jobs: int, kept: Collection | None) -> None:
    """Play until the end, the verdict of the test, or Ctrl-C."""
    from contextlib import closing

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from halma.engine.match import played_games

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    # The bar is for people and not part of the output.
    error_console = Console(stderr=True)
    with Progress(*columns, console=error_console, transient=True, disable=not error_console.is_terminal) as progress:
        task = progress.add_task("", total=planned.games)
        with closing(played_games(planned, jobs)) as games:
            try:
                for played in games:
                    standings.add(played)
                    if kept is not None:
                        kept.add(played.record)
                    progress.update(task, advance=1, description=_score(standings))
                    if standings.decided:
                        break
            except KeyboardInterrupt:
                screen.print(screen.words.text("Interrupted; here is the result so far."))


def _score(standings: Standings) -> str:
    return "  ".join(f"{one.name[:30]} {sum(one.points):g}" for one in standings.standings)


def show(screen: Screen, standings: Standings) -> None:
    """The result as a table, with what else is worth knowing."""
    from rich import box
    from rich.table import Table

    words = screen.words
    screen.print(screen.heading(standings.match.setting.choice))
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words.text("Player"), overflow="fold", min_width=9)
    headings = [
        words.text("Wins"),
        words.text("Draws"),
        words.text("Losses"),
        words.text("Score"),
        "95 %",
        words.text("Turns"),
        words.text("Seconds"),
    ]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for one in standings.standings:
        low, high = one.interval
        cells = [
            str(one.wins),
            str(one.draws),
            str(one.losses),
            f"{100 * one.share:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{one.turns / one.games:.1f}" if one.games else "–",
            f"{one.seconds / one.turns:.3f} ≤ {one.longest:.3f}" if one.turns else "–",
        ]
        table.add_row(one.name, *cells)
    if not screen.console.is_terminal:
        # A file has no width; a terminal folds the names.
        screen.console.width = WIDTH
    screen.console.print(table, soft_wrap=False)
    screen.print(*_remarks(words, standings))


def _remarks(words: Words, standings: Standings) -> list[str]:
    from halma.engine.statistics import elo

    if not standings.games:
        return [words.text("No game was finished.")]
    endings = ", ".join(f"{name} {count}" for name, count in standings.terminations.most_common())
    remarks = [
        words.text(
            "Games: {games}. Average turns: {turns}. Endings: {endings}.",
            games=standings.games,
            turns=f"{standings.turns / standings.games:.1f}",
            endings=endings,
        )
    ]
    first = standings.standings[0]
    difference = elo(first.share)
    if standings.even and difference is not None:
        low, high = (elo(bound) for bound in first.interval)
        remarks.append(
            words.text(
                "{name}: Elo difference {elo} (between {low} and {high}).",
                name=first.name,
                elo=f"{difference:+.0f}",
                low=f"{low:+.0f}" if low is not None else "−∞",
                high=f"{high:+.0f}" if high is not None else "+∞",
            )
        )
    if len(standings.match.lineup) > 2:
        rated = sorted(standings.ratings, key=lambda rating: -rating.mu)
        listed = ", ".join(f"{rating.name} {rating.mu:.1f} ± {2 * rating.sigma:.1f}" for rating in rated)
        remarks.append(words.text("Ratings: {list}", list=listed))
    remarks += [
        words.text(
            "{name}: {count} turns over the time limit, the worst by {seconds} s.",
            name=one.name,
            count=one.overruns,
            seconds=f"{one.worst_overrun:.3f}",
        )
        for one in standings.standings
        if one.overruns
    ]
    remarks += [
        words.text("Game {number}, {name}: {reason}", number=number + 1, name=name, reason=played.forfeit.reason)
        for number, name, played in standings.forfeits
        if played.forfeit is not None
    ]
    if standings.sprt is not None:
        verdict = standings.sprt.verdict(first.points)
        accepted = {"elo0": standings.sprt.elo0, "elo1": standings.sprt.elo1}
        remarks.append(
            words.text("The sequential test is still undecided.")
            if verdict is None
            else words.text("The sequential test accepts {elo} Elo.", elo=f"{accepted[verdict]:g}")
        )
    return remarks
