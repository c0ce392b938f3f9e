"""`halma analyse`: what the search thinks of a position, or of every turn of a record."""

from __future__ import annotations

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.cluster import ClusterAddress, Jobs, JournalFile
from halma.cli.limits import Depth, LevelOption, Movetime, NetOption, Nodes, Threads, limits_of
from halma.cli.parameters import DICE, LINE, POSITION, Force, GameRequest, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark
from halma.play import Position

if TYPE_CHECKING:
    from halma.engine import Limits
    from halma.engine.analysis import Analysis, Judged

HELP = mark(
    "Analyse a position (given by --game with --line or --position) or every turn of a record: each seat’s "
    "chance to win, the turns it still needs, the best lines, and the turns that lost most."
)
EXAMPLE = 'halma analyse --game star --line "d2-f5 n2-l5" --movetime 1 --lines 3'
USUAL_SECONDS = 1.0
# Better lines are told for so many turns.
TURNS_TOLD = 6


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
    net: NetOption = None,
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
            "--plot",
            metavar="FILE",
            help=mark("Draw chances, leads and turns still needed of a record to this file as SVG."),
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    force: Force = False,
) -> None:
    from halma.cli.files import refuse_same_file, refuse_to_replace, write
    from halma.engine.analysis import costliest

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
    limits = limits_of(movetime, nodes, depth, level, threads, lines, net)
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
        worst = costliest(judgements)
        show_lost_most(screen, worst)
        data = {
            "turns": [asdict(judged) for judged in judgements],
            "lost_most": [judged.number for judged in worst],
        }
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
    _tell_fault(screen, position, limits)
    found = examine(position, limits)
    words = screen.words
    screen.position(position)
    screen.print(
        words.text("Chances: {list}", list=_by_seat(position.seats, [_percent(chance) for chance in found.chances])),
        words.text("Turns ahead: {list}", list=_by_seat(position.seats, [_turns(score) for score in found.scores])),
    )
    if any(turns is not None for turns in found.remaining):
        needed = [_number(turns) for turns in found.remaining]
        screen.print(words.text("Turns still needed (estimated): {list}", list=_by_seat(position.seats, needed)))
    for place, line in enumerate(found.lines, 1):
        mover = position.seats.index(position.seat)
        chance, lead = _percent(line.chances[mover]), _turns(line.scores[mover])
        screen.print_exactly(f"{place}. {chance:>5} {lead:>7}  {' '.join(line.turns)}")
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
    _tell_fault(screen, Position(record.choice, dice=None), limits)
    tell_columns(screen)
    for judged in analyse_record(record, limits):
        judgements.append(judged)
        show_turn(screen, judged)
    return judgements


def tell_columns(screen: Screen) -> None:
    """Say what stands in the lines of a record's turns."""
    screen.print(screen.words.text("Turn, chance of each seat to win, turns it still needs, what was played:"))


def show_turn(screen: Screen, judged: Judged) -> None:
    """A turn of a record: chances, turns still needed, and what was better."""
    from halma.engine.analysis import WORTH_SAYING

    listed = " ".join(f"{_percent(chance):>6}" for chance in judged.analysis.chances)
    needed = " ".join(f"{_number(turns):>3}" for turns in judged.analysis.remaining)
    worse = judged.loss is not None and judged.loss >= WORTH_SAYING and judged.better
    better = screen.words.text("better: {move}", move=judged.better[0]) if worse else ""
    lost = f"−{_percent(judged.loss or 0)}  {better}" if worse else ""
    screen.print_exactly(f"{judged.number:>4}. {judged.seat} {listed} {needed}  {judged.text:<24} {lost}".rstrip())


def show_lost_most(screen: Screen, worst: Sequence[Judged]) -> None:
    """Name the turns that lost most, each with a better line."""
    if not worst:
        screen.print(screen.words.text("No turn lost much."))
        return
    screen.print(screen.words.text("The turns that lost most:"))
    for judged in worst:
        told = screen.words.text(
            "{number}. {seat} {move}: {percent} of the chance to win. Better: {line}",
            number=judged.number,
            seat=judged.seat,
            move=judged.text,
            percent=f"−{_percent(judged.loss or 0)}",
            line=" ".join(judged.better[:TURNS_TOLD]),
        )
        screen.print_exactly(told)


def _tell_fault(screen: Screen, position: Position, limits: Limits) -> None:
    """Say why the net that was asked for cannot be used; the analysis goes on without it."""
    from halma.engine.think import net_fault

    fault = net_fault(position, limits)
    if fault is not None:
        screen.print(screen.words.error(fault), screen.words.text("The written evaluation is used instead."))


def _by_seat(seats: str, texts: Sequence[str]) -> str:
    return ", ".join(f"{seat} {text}" for seat, text in zip(seats, texts, strict=True))


def _number(turns: int | None) -> str:
    return "–" if turns is None else str(turns)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _turns(score: int) -> str:
    """Hundredths as turns; a decided game by the turns until its end."""
    from halma.engine.thought import DECIDED, WIN

    if abs(score) >= DECIDED:
        return f"{'#' if score > 0 else '-#'}{WIN - abs(score)}"
    return f"{score / 100:+.2f}"
