"""Many games analysed, each of them a task of its own: side by side, on a cluster, and with a journal."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from halma.cluster import Cluster, JournalKind, ResultJournal, numbered_results
from halma.cluster.journal import error_data, error_of
from halma.engine.analysis import Analysis, Continuation, Judged, analyse_record
from halma.engine.thought import Limits
from halma.games import RULES_VERSION
from halma.messages import HalmaError, mark
from halma.play import Record, read_records

__all__ = ["AnalysedGame", "analysed_games", "analysis_journal"]

KIND = JournalKind(
    "halma_analysis",
    1,
    {"games": "FILE …", "limits": "--nodes …", "law": "law", "version": "halma"},
    none=mark("{file} is not the journal of an analysis."),
    other=mark("{file} is the journal of another analysis: {name} is {found} there and {wanted} here."),
)


@dataclass(frozen=True)
class AnalysedGame:
    """What the search thinks of every turn of a game; where the game breaks, of the turns before, and what is wrong."""

    turns: tuple[Judged, ...]
    problem: HalmaError | None = None


def analysis_journal(file: str, records: Sequence[Record], limits: Limits) -> ResultJournal:
    """The journal of an analysis of some games, new or to go on with. Raises JournalError."""
    digest = sha256("\n".join(record.to_json() for record in records).encode()).hexdigest()
    return ResultJournal(
        file,
        KIND,
        {
            "version": version("halma"),
            "law": RULES_VERSION,
            "games": f"{len(records)} ({digest[:16]})",
            "limits": asdict(limits),
        },
    )


def analysed_games(
    records: Sequence[Record],
    limits: Limits,
    *,
    cluster: Cluster | None = None,
    journal: ResultJournal | None = None,
) -> Generator[tuple[int, AnalysedGame], None, None]:
    """Every game with its number from 0, as they are done. A game that breaks does not keep the others back.

    >>> from halma.engine import Limits, Setting, analysed_games, make_match, played_games
    >>> from halma.games import choose
    >>> match = make_match(["greedy", "random"], Setting(choose("quick")), Limits(), games=2)
    >>> records = [game.record for game in played_games(match)]
    >>> [(number, len(game.turns) > 20) for number, game in analysed_games(records, Limits(nodes=50))]
    [(0, True), (1, True)]
    """
    tasks = [(record.to_json(), limits) for record in records]
    yield from numbered_results(analyse_game, tasks, _packed, _unpacked, cluster=cluster, journal=journal)


def analyse_game(text: str, limits: Limits) -> AnalysedGame:
    """A game as its record tells it."""
    turns: list[Judged] = []
    try:
        (record,) = read_records(text)
        turns.extend(analyse_record(record, limits))
    except HalmaError as error:
        return AnalysedGame(tuple(turns), error)
    return AnalysedGame(tuple(turns))


def _packed(game: AnalysedGame) -> dict[str, Any]:
    return {
        "turns": [asdict(turn) for turn in game.turns],
        "problem": None if game.problem is None else error_data(game.problem),
    }


def _unpacked(data: Mapping[str, Any]) -> AnalysedGame:
    problem = data["problem"]
    return AnalysedGame(tuple(map(_judged, data["turns"])), None if problem is None else error_of(problem))


def _judged(data: Mapping[str, Any]) -> Judged:
    found: dict[str, Any] = data["analysis"]
    analysis = Analysis(
        found["seat"],
        found["turn"],
        tuple(found["scores"]),
        tuple(found["chances"]),
        tuple(found["remaining"]),
        tuple(
            Continuation(tuple(line["scores"]), tuple(line["turns"]), tuple(line["chances"])) for line in found["lines"]
        ),
        found["depth"],
        found["nodes"],
    )
    return Judged(data["number"], data["seat"], data["text"], analysis, data["loss"], tuple(data["better"]))
