"""Analyses of many games, side by side or on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from halma.cli.cluster import cluster_for, tell_interrupted
from halma.cli.screen import Screen
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.engine import AnalysedGame, Limits
    from halma.play import Record


class BrokenGamesError(HalmaError):
    """Some of many games could not be analysed to their end."""


def analyse_many(
    screen: Screen,
    files: Sequence[str],
    limits: Limits,
    jobs: int | None,
    address: str | None,
    journal: str | None,
) -> list[dict[str, Any]] | None:
    """Show every game of some files in their order, each as soon as those before it are done; nothing if interrupted.

    A game that breaks is told in its place. Raises BrokenGamesError in the end if there was one.
    """
    from halma.cli.files import read_games
    from halma.cli.progress import WorkProgress
    from halma.cluster import in_order
    from halma.engine import analysed_games, analysis_journal

    games = [(file, number, record) for file in files for number, record in enumerate(read_games(file), 1)]
    records = [record for _, _, record in games]
    shown: list[dict[str, Any]] = []
    broken = 0
    with ExitStack() as held:
        kept = None if journal is None else held.enter_context(analysis_journal(journal, records, limits))
        cluster = held.enter_context(cluster_for(address, jobs))
        known = 0 if kept is None else len(kept.numbers)
        progress = held.enter_context(WorkProgress(screen.words, len(games), done=known))
        results = held.enter_context(closing(analysed_games(records, limits, cluster=cluster, journal=kept)))
        try:
            for (file, number, record), game in zip(games, in_order(progress.follow(results)), strict=False):
                _show(screen, file, number, record, game)
                broken += game.problem is not None
                shown.append({"file": file, "game": number, "turns": [asdict(turn) for turn in game.turns]})
        except KeyboardInterrupt:
            tell_interrupted(screen, journal)
            return None
    if broken:
        raise BrokenGamesError(
            mark("{broken} of {games} games could not be analysed to their end."), broken=broken, games=len(games)
        )
    return shown


def _show(screen: Screen, file: str, number: int, record: Record, game: AnalysedGame) -> None:
    from halma.cli.analyse import show_lost_most, show_turn, tell_columns
    from halma.engine.analysis import costliest

    screen.names = record.names
    screen.print_exactly(f"{file} · {number}")
    screen.print(screen.heading(record.choice))
    tell_columns(screen)
    for turn in game.turns:
        show_turn(screen, turn)
    show_lost_most(screen, costliest(game.turns))
    if game.problem is not None:
        screen.print(screen.words.error(game.problem))
    screen.print("")
