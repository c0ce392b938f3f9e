"""`halma analyse`: what the search thinks of a position, or of every turn of a record."""

from __future__ import annotations

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.cluster import ClusterAddress, Jobs, JournalFile
from halma.cli.limits import Depth, LevelOption, Movetime, Nodes, Threads, limits_of
from halma.cli.parameters import DICE, LINE, POSITION, Force, GameRequest, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.engine import Limits
    from halma.engine.analysis import Analysis, Judged

HELP = mark(
    "Analyse a position (given by --game with --line or --position) or every turn of a record: each "
    "seat’s lead in turns, its chances and the best lines."
)
EXAMPLE = 'halma analyse --game star --line "d2-f5 n2-l5" --movetime 1 --lines 3'
USUAL_SECONDS = 1.0
# A turn that loses less of the chances is as good as any.
WORTH_SAYING = 0.05


class NothingToAnalyseError(HalmaError):
    """Neither a record nor a position, or both."""


@asks_for_game(LINE, POSITION, DICE)
def analyse(
    context: typer.Context,
    request: GameRequest,
    *,
    records: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE …]",
            help=mark("A game record, or several; “-” reads standard input. Several are analysed game by game."),
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="ID", help=mark("The game, by its id or by a name from a booklet."))
    ] = None,
    number: Annotated[
        int,
        typer.Option(
            "--number",
            metavar="N",
            help=mark("Which game in the file; the first by default."),
            parser=whole_number("--number", 1),
            show_default=False,
        ),
    ] = 1,
    every: Annotated[bool, typer.Option("--all", help=mark("Analyse every game of the file."))] = False,
    movetime: Movetime = None,
    nodes: Nodes = None,
    depth: Depth = None,
    level: LevelOption = None,
    threads: Threads = 1,
    lines: Annotated[
        int,
        typer.Option(
            "--lines",
            metavar="N",
            help=mark("How many of the best lines to show; 1 by default."),
            parser=whole_number("--lines", 1),
            show_default=False,
        ),
    ] = 1,
    json: Annotated[
        str | None, typer.Option("--json", metavar="F", help=mark("Write the analysis to this file as JSON."))
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot", metavar="FILE", help=mark("Draw the scores of a record turn by turn to this file as SVG.")
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    force: Force = False,
) -> None:
    from halma.cli.files import refuse_same_file, refuse_to_replace, write

    given = records or []
    refuse_same_file(*given, json, plot, journal)
    refuse_to_replace(json, plot, force=force)
    of_position = game is not None or request.names_game
    if (not given) != of_position:
        raise NothingToAnalyseError(mark("Give either a record FILE or a game with {option}."), option="--game")
    many = every or len(given) > 1
    _check_one_or_many(many, {"--jobs": jobs, "--cluster": cluster, "--journal": journal}, {"--plot": plot})
    file = given[0] if given else None
    if plot is not None:
        from halma.data.tables import needed

        # Said before anything is thought about.
        needed("matplotlib")
        if file is None:
            raise NothingToAnalyseError(mark("{option} draws a whole game; give a record FILE."), option="--plot")
    if movetime is nodes is depth is level is None:
        movetime = USUAL_SECONDS
    limits = limits_of(movetime, nodes, depth, level, threads, lines)
    screen = Screen(words_of(context))
    if of_position:
        data: object = asdict(_position(screen, game, request, limits))
    elif many:
        from halma.cli.analyse_many import analyse_many

        data = analyse_many(screen, given, limits, jobs, cluster, journal)
        if data is None:
            # Interrupted, or not all of them could be read: what is there is shown, and no file claims to be all.
            return
    else:
        assert file is not None
        judgements = _record(screen, file, number, limits)
        data = [asdict(judged) for judged in judgements]
        if plot is not None:
            from halma.data import plot_analysis, svg_of

            write(plot, svg_of(plot_analysis(judgements, screen.names, language=screen.words.language)))
    if json is not None:
        write(json, json_format.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _check_one_or_many(many: bool, of_many: Mapping[str, object], of_one: Mapping[str, object]) -> None:
    """Refuse options of an analysis of many games for one, and the other way round."""
    for option, value in of_many.items():
        if value is not None and not many:
            raise NothingToAnalyseError(
                mark("{option} is for many games; give several record files, or {other} for every game of one."),
                option=option,
                other="--all",
            )
    for option, value in of_one.items():
        if value is not None and many:
            raise NothingToAnalyseError(
                mark("{option} is for a single game; choose one with {other}."), option=option, other="--number"
            )


def _position(screen: Screen, game: str | None, request: GameRequest, limits: Limits) -> Analysis:
    from halma.cli.setup import require_dice, set_up, thrower
    from halma.engine.analysis import analyse as examine

    dice = thrower(request)
    position = set_up(game, request, dice)
    dice.throw(position)
    require_dice(position)
    found = examine(position, limits)
    words = screen.words
    screen.position(position)
    screen.print(
        words.text("Chances: {list}", list=_by_seat(position.seats, [_percent(chance) for chance in found.chances])),
        words.text("Turns ahead: {list}", list=_by_seat(position.seats, [_turns(score) for score in found.scores])),
    )
    if any(turns is not None for turns in found.remaining):
        needed = ["–" if turns is None else str(turns) for turns in found.remaining]
        screen.print(words.text("Turns still needed (estimated): {list}", list=_by_seat(position.seats, needed)))
    for place, line in enumerate(found.lines, 1):
        own = line.scores[position.seats.index(position.seat)]
        screen.print_exactly(f"{place}. {_turns(own):>7}  {' '.join(line.turns)}")
    screen.print(words.text("Searched: {depth} turns ahead, {nodes} positions.", depth=found.depth, nodes=found.nodes))
    return found


def _record(screen: Screen, file: str, number: int, limits: Limits) -> list[Judged]:
    from halma.cli.files import read_games
    from halma.cli.replay import chosen_record
    from halma.engine.analysis import analyse_record

    record = chosen_record(file, read_games(file), number)
    screen.names = record.names
    screen.print(screen.heading(record.choice))
    judgements: list[Judged] = []
    for judged in analyse_record(record, limits):
        judgements.append(judged)
        show_turn(screen, judged)
    return judgements


def show_turn(screen: Screen, judged: Judged) -> None:
    """A turn of a record: what it was worth to each seat, and what was better."""
    listed = "  ".join(f"{_turns(score):>7}" for score in judged.analysis.scores)
    best = judged.analysis.lines[0].turns[0] if judged.analysis.lines[0].turns else ""
    worse = judged.loss is not None and judged.loss >= WORTH_SAYING
    better = screen.words.text("best: {move}", move=best)
    lost = f"−{_percent(judged.loss or 0)}  {better}" if worse else ""
    screen.print_exactly(f"{judged.number:>4}. {judged.seat}  {listed}  {judged.text:<24} {lost}".rstrip())


def _by_seat(seats: str, texts: Sequence[str]) -> str:
    return ", ".join(f"{seat} {text}" for seat, text in zip(seats, texts, strict=True))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _turns(score: int) -> str:
    """Hundredths as turns; a decided game by the turns until its end."""
    from halma.engine.thought import DECIDED, WIN

    if abs(score) >= DECIDED:
        return f"{'#' if score > 0 else '-#'}{WIN - abs(score)}"
    return f"{score / 100:+.2f}"
