"""`halma learn`: games to learn from, training, files of nets, and matches that show whether it was worth it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halma.cli.cluster import ClusterAddress
from halma.cli.parameters import Force, GameRequest, ValueTypedError, asks_for_game, whole_number
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from collections.abc import Generator

    from halma.engine.learn.gate import GateScore
    from halma.engine.learn.loop import LoopPlan, LoopProgress, Tell
    from halma.engine.learn.run import LearningRun
    from halma.words import Words

HELP = mark(
    "Learn to play a game: selfplay plays games to learn from, train makes a net of them, export writes its file, gate "
    "lets it play, report shows how it went, and loop does all of that, generation after generation. Everything is "
    "kept in a folder, and each step goes on where it was left."
)
EXAMPLE = "halma learn loop runs/quick --game quick --generations 2 --games 2000"
STEPS = ("selfplay", "train", "export", "gate", "report", "loop")


class GenerationError(HalmaError):
    """A generation that is not there yet."""


def step(text: str) -> str:
    """Reads the name of a step."""
    if text not in STEPS:
        raise ValueTypedError(
            mark("{option} takes one of {allowed}, not “{value}”."), option="STEP", allowed=", ".join(STEPS), value=text
        )
    return text


def _number(option: str, text: str, least: int = 1, most: int | None = None) -> Any:
    return typer.Option(option, metavar="N", help=text, parser=whole_number(option, least, most))


@asks_for_game()
def learn(
    context: typer.Context,
    request: GameRequest,
    *,
    what: Annotated[str, typer.Argument(metavar="STEP", help=mark("What to do."), parser=step)],
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help=mark("The folder of the run."))],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="ID", help=mark("The game of a new run, by its id or by a name from a booklet.")
        ),
    ] = None,
    generation: Annotated[
        int | None, _number("--generation", mark("Which generation, from 0; the last one by default."), 0, 999)
    ] = None,
    generations: Annotated[int, _number("--generations", mark("loop: how many generations."), 1, 999)] = 2,
    games: Annotated[
        int, _number("--games", mark("selfplay, loop: how many games each generation plays, by the hundred."))
    ] = 20_000,
    nodes: Annotated[
        int,
        _number("--nodes", mark("selfplay, loop: positions to search per turn; 0 only looks at each move, fast."), 0),
    ] = 1000,
    rivalry: Annotated[
        int,
        _number("--rivalry", mark("selfplay, loop: in so many of 100 games the others play without the net."), 0, 100),
    ] = 0,
    hidden: Annotated[int, _number("--hidden", mark("train, loop: hidden values of the net, by 16."), 16, 256)] = 128,
    epochs: Annotated[int, _number("--epochs", mark("train, loop: at most so many times through all games."))] = 12,
    bound: Annotated[int, _number("--bound", mark("train, loop: the most turns that a net adds or takes away."))] = 30,
    gate_games: Annotated[
        int, _number("--gate-games", mark("gate, loop: at most so many games, fewer if the result is clear."))
    ] = 2000,
    gate_time: Annotated[
        int, _number("--gate-time", mark("gate, loop: thousandths of a second per turn."), 1, 60_000)
    ] = 20,
    gate_nodes: Annotated[
        int, _number("--gate-nodes", mark("gate, loop: positions per turn instead, the same on any machine."), 0)
    ] = 0,
    rival_nodes: Annotated[
        int, _number("--rival-nodes", mark("gate, loop: positions per turn of the others; as many by default."), 0)
    ] = 0,
    rival: Annotated[
        str,
        typer.Option(
            "--rival",
            metavar="NET",
            help=mark("gate, loop: the net to beat: a file, “none”, or “default” for the one that comes with halma."),
        ),
    ] = "default",
    seed: Annotated[int, _number("--seed", mark("The same seed gives the same games."), 0)] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help=mark("How many games to play in parallel; as many as there are cores by default."),
            parser=whole_number("--jobs", 1),
        ),
    ] = None,
    cluster: ClusterAddress = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help=mark("report: draw it to this file as SVG."))
    ] = None,
    force: Force = False,
) -> None:
    import os

    from halma.cli.files import refuse_to_replace
    from halma.cli.setup import choose
    from halma.cluster import open_cluster
    from halma.engine.learn.gate import GateStyle
    from halma.engine.learn.loop import LoopPlan
    from halma.engine.learn.run import LearningRun
    from halma.engine.learn.self_play import PlayStyle

    refuse_to_replace(plot, force=force)
    if hidden % 16:
        raise ValueTypedError(
            mark("{option} takes a multiple of {step}, not “{value}”."), option="--hidden", step=16, value=hidden
        )
    screen = Screen(words_of(context))
    run = LearningRun(folder, None if game is None else choose(game, **request.options))
    plan = LoopPlan(
        generations,
        games,
        PlayStyle(nodes=nodes, rivalry=rivalry),
        {"hidden": hidden, "epochs": epochs, "most": float(bound)},
        GateStyle(milliseconds=gate_time, nodes=gate_nodes, rival_nodes=rival_nodes, games=gate_games),
        seed,
        " ".join(["halma", *sys.argv[1:]]),
    )
    if what == "report":
        _report(screen, run, _generation(run, generation, run.generations - 1), plot)
        return
    with (
        open_cluster(cluster, jobs or (os.cpu_count() or 1 if cluster is None else None)) as workers,
        _telling(screen) as tell,
    ):
        _do(what, screen, run, workers, plan, generation, rival, tell)


def _do(
    what: str,
    screen: Screen,
    run: LearningRun,
    workers: Any,
    plan: LoopPlan,
    generation: int | None,
    rival: str,
    tell: Tell,
) -> None:
    from halma.engine.learn import loop
    from halma.engine.learn.cards import commit_here
    from halma.engine.learn.export import export

    words = screen.words
    made = run.generations
    match what:
        case "selfplay":
            loop.play_step(run, workers, made if generation is None else generation, plan, tell)
        case "train":
            number = made if generation is None else generation
            report = loop.train_step(run, number, plan, tell)
            screen.print(_learnt(words, report))
        case "export":
            number = generation if generation is not None else made
            export(run, number, plan.command, commit_here())
            screen.print(words.text("Written: {file}", file=str(run.net_file(number))))
        case "gate":
            number = _generation(run, generation, made - 1)
            score = loop.gate_step(run, workers, number, _rival(run, rival), plan, tell)
            screen.print(_result(words, score))
        case _:
            best = loop.loop(run, workers, _rival(run, rival), plan, tell)
            for number in range(plan.generations):
                for match in loop.matches(run, number):
                    screen.print(_match(words, number, match))
            screen.print(words.text("The best net: {file}", file=str(run.net_file(best))))


def _generation(run: LearningRun, asked: int | None, last: int) -> int:
    number = last if asked is None else asked
    if not 0 <= number < run.generations:
        raise (
            GenerationError(mark("The run in {folder} has no net yet."), folder=str(run.folder))
            if number < 0
            else (
                GenerationError(
                    mark("The run in {folder} has no net of generation {number}."),
                    folder=str(run.folder),
                    number=number,
                )
            )
        )
    return number


def _rival(run: LearningRun, name: str) -> tuple[str, bytes | None]:
    """What a net has to beat, by a name for its card."""
    from halma.engine.nets import rival_file

    file = rival_file(run.layout.digest, name)
    return ("written evaluation", None) if file is None else (file.name, run.read(file))


# ---- what is told -------------------------------------------------------------------------------------------


@contextmanager
def _telling(screen: Screen) -> Generator[Tell]:
    """A bar for people while a step goes on; it is not part of the output."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        tasks: dict[tuple[str, int], Any] = {}

        def tell(told: LoopProgress) -> None:
            key = told.step, told.generation
            if key not in tasks:
                tasks[key] = progress.add_task("", total=told.wanted)
            progress.update(tasks[key], completed=told.done, description=_described(screen.words, told))

        yield tell


def _described(words: Words, told: LoopProgress) -> str:
    head = words.text("Generation {number}", number=told.generation)
    if told.progress is not None:
        return f"{head}: " + words.text("loss {loss}", loss=f"{told.progress.unseen:.4f}")
    if told.score is not None:
        return f"{head}: " + words.text("{share} % of the points", share=f"{100 * told.score.share:.1f}")
    return f"{head}: " + words.text("games")


def _learnt(words: Words, report: dict[str, Any]) -> str:
    return words.text(
        "Trained on {positions} positions of {games} games; loss on unseen games: {loss}",
        positions=report["positions"],
        games=report["games"],
        loss=f"{report['unseen_loss']:.4f}",
    )


def _result(words: Words, score: GateScore) -> str:
    low, high = score.interval
    told = words.text(
        "The net won {won}, lost {lost} and drew {drawn} games: {share} % (95 %: {low}–{high}), {fair} % being even.",
        won=score.results["won"],
        lost=score.results["lost"],
        drawn=score.results["drawn"],
        share=f"{100 * score.share:.1f}",
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        fair=f"{100 * score.fair:.1f}",
    )
    return f"{told} {words.text(_VERDICTS[score.verdict()])}"


_VERDICTS = {
    True: mark("It is better."),
    False: mark("It is not better."),
    None: mark("Whether it is better is not clear yet."),
}
_KNOWN = {"yes": True, "no": False, "open": None}


def _match(words: Words, number: int, match: dict[str, Any]) -> str:
    head = words.text("Generation {number}", number=number)
    told = words.text(
        "{won} won, {lost} lost, {drawn} drawn against {rival}",
        won=match["won"],
        lost=match["lost"],
        drawn=match["drawn"],
        rival=match["rival"],
    )
    return f"{head}: {told}. {words.text(_VERDICTS[_KNOWN[match['better']]])}"


def _report(screen: Screen, run: LearningRun, generation: int, plot: str | None) -> None:
    """How a training went, and what the net is worth."""
    import json

    from halma.cli.files import write
    from halma.engine.learn.loop import matches

    words = screen.words
    report: dict[str, Any] = json.loads(run.read(run.report_file(generation)))
    screen.print(_learnt(words, report))
    for part, loss in enumerate(report["losses_by_phase"], 1):
        if loss["positions"]:
            screen.print(
                words.text(
                    "Part {part} of {parts}: {positions} positions, loss {written} without the net, {net} with it",
                    part=part,
                    parts=len(report["losses_by_phase"]),
                    positions=loss["positions"],
                    written=f"{loss['written']:.4f}",
                    net=f"{loss['net']:.4f}",
                )
            )
    for match in matches(run, generation):
        screen.print(_match(words, generation, match))
    if plot is not None:
        from halma.data import plot_training, svg_of

        write(plot, svg_of(plot_training(report, language=words.language)))
