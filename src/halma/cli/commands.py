"""The command `halma` with all its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from halma.cli import (
    analyse,
    backup,
    bench,
    catalogue,
    count,
    engine,
    engine_check,
    learn,
    match,
    par,
    play,
    puzzle,
    replay,
    restore,
    rules,
    serve,
    show,
    site,
    solve,
    verify,
    worker,
)
from halma.cli.parameters import LANGUAGE, with_parameters
from halma.cli.speech import LanguageCommand, LanguageGroup
from halma.messages import mark

app = typer.Typer(
    name="halma", cls=LanguageGroup, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False
)


def _takes_language(function: Callable[..., Any]) -> Callable[..., Any]:
    # The value is looked for before the command line is read, because help needs it too.
    return with_parameters(function, (LANGUAGE,), lambda _: {})


def _print_version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from halma.cli.screen import words_of
        from halma.cli.version import version_lines

        print("\n".join(version_lines(words_of(context))))
        raise typer.Exit


def halma(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help=mark("Show the version and which compiled parts are in use."),
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


app.callback(
    help=mark("Halma and its family: 27 games for one to six players on the square board and the star."),
    epilog="halma play star --players 3 --lang de",
    invoke_without_command=True,
)(_takes_language(halma))

for name, function, help_text, example in (
    ("games", catalogue.games, catalogue.HELP, catalogue.EXAMPLE),
    ("play", play.play, play.HELP, play.EXAMPLE),
    ("serve", serve.serve, serve.HELP, serve.EXAMPLE),
    ("site", site.site, site.HELP, site.EXAMPLE),
    ("show", show.show, show.SHOW_HELP, show.SHOW_EXAMPLE),
    ("moves", show.moves, show.MOVES_HELP, show.MOVES_EXAMPLE),
    ("rules", rules.rules, rules.HELP, rules.EXAMPLE),
    ("replay", replay.replay, replay.HELP, replay.EXAMPLE),
    ("solve", solve.solve, solve.HELP, solve.EXAMPLE),
    ("verify", verify.verify, verify.HELP, verify.EXAMPLE),
    ("par", par.par, par.HELP, par.EXAMPLE),
    ("puzzle", puzzle.puzzle, puzzle.HELP, puzzle.EXAMPLE),
    ("analyse", analyse.analyse, analyse.HELP, analyse.EXAMPLE),
    ("match", match.match, match.HELP, match.EXAMPLE),
    ("engine", engine.engine, engine.HELP, engine.EXAMPLE),
    ("engine-check", engine_check.engine_check, engine_check.HELP, engine_check.EXAMPLE),
    ("learn", learn.learn, learn.HELP, learn.EXAMPLE),
    ("bench", bench.bench, bench.HELP, bench.EXAMPLE),
    ("perft", count.perft, count.PERFT_HELP, count.PERFT_EXAMPLE),
    ("walk", count.walk, count.WALK_HELP, count.WALK_EXAMPLE),
    ("worker", worker.worker, worker.HELP, worker.EXAMPLE),
    ("backup", backup.backup, backup.HELP, backup.EXAMPLE),
    ("restore", restore.restore, restore.HELP, restore.EXAMPLE),
):
    app.command(name, cls=LanguageCommand, help=help_text, epilog=example)(_takes_language(function))
