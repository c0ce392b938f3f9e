"""`halma match`: games between levels of the search, simple players and other programs."""

from __future__ import annotations

import json as json_format
import re
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.cluster import ClusterAddress, tell_interrupted
from halma.cli.limits import Depth, LevelOption, Movetime, Nodes, Threads, limits_of
from halma.cli.parameters import Force, GameRequest, ValueTypedError, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import mark

if TYPE_CHECKING:
    from halma.cluster import Cluster
    from halma.data.rows import Row
    from halma.engine.journal import Journal
    from halma.engine.match import Match
    from halma.engine.referee import Played
    from halma.engine.standings import Standings
    from halma.engine.statistics import Sprt

HELP = mark(
    "Play a match between computer players: level:1 to level:9, greedy, random, or cmd: followed by "
    "the command of a program that speaks the engine protocol. NAME@SECONDS gives a player its own "
    "time per turn. If there are fewer players than seats, they are repeated in order."
)
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
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help=mark("How many games to play in parallel; 1 by default, on a cluster as many as it has cores."),
            parser=whole_number("--jobs", 1),
        ),
    ] = None,
    cluster: ClusterAddress = None,
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
    journal: Annotated[
        str | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help=mark("Keep every finished game in this file; the same command continues an interrupted match."),
        ),
    ] = None,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help=mark("Write one row per game to this file as CSV."))
    ] = None,
    parquet: Annotated[
        str | None,
        typer.Option("--parquet", metavar="FILE", help=mark("Write one row per game to this file as Parquet.")),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot", metavar="FILE", help=mark("Draw scores, ratings and the length of games to this file as SVG.")
        ),
    ] = None,
    json: Annotated[
        str | None, typer.Option("--json", metavar="F", help=mark("Write the result to this file as JSON."))
    ] = None,
    force: Force = False,
) -> None:
    from contextlib import ExitStack

    from halma.cli.files import refuse_same_file, refuse_to_replace
    from halma.cli.match_report import show
    from halma.cli.setup import choose
    from halma.cluster import open_cluster
    from halma.data.tables import needed
    from halma.engine.journal import Journal
    from halma.engine.match import make_match
    from halma.engine.referee import Setting
    from halma.engine.standings import Standings
    from halma.engine.statistics import Sprt

    refuse_same_file(journal, records, json, csv, parquet, plot)
    refuse_to_replace(None if append else records, json, csv, parquet, plot, force=force)
    # What is missing is said before hours of play.
    if parquet is not None:
        needed("pyarrow")
    if plot is not None:
        needed("matplotlib")
    screen = Screen(words_of(context))
    setting = Setting(choose(game, **request.options), seed, opening, lenient)
    planned = make_match(names, setting, limits_of(movetime, nodes, depth, level, threads), games)
    standings = Standings(planned, sprt if isinstance(sprt, Sprt) else None)
    with ExitStack() as held:
        kept = None if journal is None else held.enter_context(Journal(journal, planned))
        output = _Output(records, append, csv, parquet, plot, json)
        joined = None if cluster is None else held.enter_context(open_cluster(cluster, jobs))
        complete = _play(screen, planned, standings, jobs or 1, joined, kept, output)
        show(screen, standings)
        if kept is not None and complete:
            # Only now, so that the same command can be given until the match is over.
            for played in islice(kept.games(), standings.games):
                output.add(played)
        if kept is None or complete:
            output.finish(screen.words.language, standings)


class _Output:
    """The files that a match leaves behind."""

    def __init__(
        self,
        records: str | None,
        append: bool,
        csv: str | None,
        parquet: str | None,
        plot: str | None,
        json: str | None,
    ) -> None:
        from halma.cli.files import Collection

        self._csv, self._parquet, self._plot, self._json = csv, parquet, plot, json
        self._records = None if records is None else Collection(records, append=append)
        self._rows: list[Row] = []

    def add(self, played: Played) -> None:
        """Take a game, in the order of the numbers."""
        from halma.data import game_rows

        if self._records is not None:
            self._records.add(played.record)
        if self._csv is not None or self._parquet is not None or self._plot is not None:
            self._rows += game_rows([played])

    def finish(self, language: str, standings: Standings) -> None:
        """Write what is about the match as a whole."""
        from halma.cli.files import write, writing
        from halma.data.columns import GAME_COLUMNS
        from halma.data.tables import write_rows_csv, write_rows_parquet

        if self._csv is not None:
            with writing(self._csv):
                write_rows_csv(self._rows, GAME_COLUMNS, self._csv)
        if self._parquet is not None:
            with writing(self._parquet):
                write_rows_parquet(self._rows, GAME_COLUMNS, self._parquet)
        if self._plot is not None:
            from halma.data import plot_match, svg_of

            write(self._plot, svg_of(plot_match(standings, [row["turns"] for row in self._rows], language=language)))
        if self._json is not None:
            write(self._json, json_format.dumps(standings.as_data(), indent=2, ensure_ascii=False) + "\n")


def _play(
    screen: Screen,
    planned: Match,
    standings: Standings,
    jobs: int,
    cluster: Cluster | None,
    kept: Journal | None,
    output: _Output,
) -> bool:
    """Play until the end, the verdict of the test, or Ctrl-C; whether it came to its end."""
    from contextlib import closing

    from halma.cli.progress import WorkProgress
    from halma.engine.match import played_games

    missing = None if kept is None else kept.missing()
    done = 0 if missing is None else planned.games - len(missing)
    with (
        WorkProgress(screen.words, planned.games, lambda: _score(standings), done=done) as progress,
        closing(played_games(planned, jobs, missing, cluster)) as games,
    ):
        try:
            for played in () if kept is None else kept.games():
                standings.add(played)
            for played in () if standings.decided else games:
                if kept is not None:
                    kept.add(played)
                counted = standings.add(played)
                if kept is None:
                    for game in counted:
                        output.add(game)
                progress.advance()
                if standings.decided:
                    break
        except KeyboardInterrupt:
            waiting = standings.count_waiting()
            if kept is None:
                for game in waiting:
                    output.add(game)
            tell_interrupted(screen, None if kept is None else kept.file)
            return False
        except BaseException:
            # Games that were over do not get lost with one that failed.
            for game in standings.count_waiting() if kept is None else ():
                output.add(game)
            raise
    return True


def _score(standings: Standings) -> str:
    """The share of the points of every player, with its interval."""
    shown: list[str] = []
    for one in standings.standings:
        low, high = one.interval
        if one.games:
            shown.append(f"{one.name[:30]} {100 * one.share:.1f} % ({100 * low:.0f}–{100 * high:.0f})")
    return "  ".join(shown)
