"""The journal of a match: every game is written down as it ends, so that an interrupted match goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import version
from types import TracebackType
from typing import Any

from halma.cluster.journal import JournalError, JournalKind, ResultJournal, error_data, error_of, read_results
from halma.engine.match import Match
from halma.engine.referee import Clock, Entry, Forfeit, Played, Setting
from halma.engine.thought import Limits
from halma.games import RULES_VERSION, find_game
from halma.messages import HalmaError, mark
from halma.play import read_records

__all__ = ["Journal", "JournalError", "read_journal"]

KIND = JournalKind(
    "halma_match",
    1,
    {
        "game": "--game",
        "options": "--game",
        "seed": "--seed",
        "opening": "--opening",
        "lenient": "--lenient",
        "players": "A B …",
        "lineup": "A B …",
        "law": "law",
        "version": "halma",
    },
    none=mark("{file} is not the journal of a match."),
    held=mark("Another match is being written to {file}; wait for it, or choose another file."),
    other=mark("{file} is the journal of another match: {name} is {found} there and {wanted} here."),
)


class Journal:
    """The journal of a match that is being played. One process at a time can hold it.

    A file that is not there, or empty, becomes the journal of the match. One that holds games of the same match goes
    on; how many games are asked for does not matter, because a game depends on its number alone. A last line that was
    cut off, as by a loss of power, is dropped. Anything else raises JournalError, and the file stays as it was.
    """

    def __init__(self, file: str | os.PathLike[str], match: Match) -> None:
        self.file = os.fspath(file)
        self.match = match
        self._kept = ResultJournal(self.file, KIND, _work(match))

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the games that are finished."""
        return self._kept.numbers

    def missing(self) -> list[int]:
        """The numbers of the games of the match that are still to be played."""
        return [number for number in range(self.match.games) if number not in self.numbers]

    def add(self, played: Played) -> None:
        """Write down a game; when this returns it is on the disk.

        Raises JournalError if it cannot be written, ValueError if the number is there already.
        """
        self._kept.add(played.number, _game_data(played))

    def games(self) -> Iterator[Played]:
        """The finished games in the order of their numbers, as far as they belong to the match."""
        yield from _games(self.file, self._kept.results(), self.match)

    def close(self) -> None:
        """Let go of the file."""
        self._kept.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_journal(file: str | os.PathLike[str]) -> tuple[Match, Iterator[Played]]:
    """The match of a journal, as long as it is by now, and its games in the order of their numbers.

    Nothing is changed or locked: a match that is being played can be looked at. Raises JournalError.
    """
    name = os.fspath(file)
    header, numbers, results = read_results(name, KIND)
    try:
        match = _match_of(header, max(numbers, default=-1) + 1)
    except (HalmaError, KeyError, TypeError, ValueError) as error:
        raise JournalError(KIND.none, file=name) from error
    return match, _games(name, results, match)


def _games(file: str, results: Iterator[tuple[int, dict[str, Any]]], match: Match) -> Iterator[Played]:
    for number, data in results:
        if number >= match.games:
            return
        try:
            played = _game_of(data)
            if played.seating != match.seating(number):
                raise ValueError
        except (HalmaError, KeyError, IndexError, TypeError, ValueError) as error:
            raise JournalError(
                mark("Game {number} of the journal {file} is damaged."), number=number + 1, file=file
            ) from error
        yield played


# ---- matches and games as data ---------------------------------------------------------------------------


def _work(match: Match) -> dict[str, Any]:
    """Everything that the games of a match depend on; not how many there are."""
    setting = match.setting
    return {
        "version": version("halma"),
        "law": RULES_VERSION,
        "game": setting.choice.game,
        "options": setting.choice.options,
        "seed": setting.seed,
        "opening": setting.opening,
        "lenient": setting.lenient,
        "players": [
            {"spec": entry.spec, "name": entry.name, "limits": asdict(entry.limits)} for entry in match.entries
        ],
        "lineup": list(match.lineup),
    }


def _match_of(header: Mapping[str, Any], games: int) -> Match:
    game = find_game(header["game"])
    choice = game.choose(**header["options"]) if header["law"] == RULES_VERSION else game.restore(header["options"])
    entries = tuple(Entry(one["spec"], one["name"], Limits(**one["limits"])) for one in header["players"])
    setting = Setting(choice, header["seed"], header["opening"], header["lenient"])
    return Match(setting, entries, tuple(header["lineup"]), games)


def _game_data(played: Played) -> dict[str, Any]:
    forfeit = played.forfeit
    return {
        "seating": list(played.seating),
        "places": list(played.places),
        "winners": list(played.winners),
        "drawn": played.drawn,
        "termination": played.termination,
        "turns": played.turns,
        "clocks": [asdict(clock) for clock in played.clocks],
        "forfeit": None
        if forfeit is None
        else {"seat": forfeit.seat, "code": forfeit.code, "reason": error_data(forfeit.reason)},
        "record": json.loads(played.record.to_json()),
    }


def _game_of(data: Mapping[str, Any]) -> Played:
    forfeit = data["forfeit"]
    (record,) = read_records(json.dumps(data["record"]))
    return Played(
        number=data["number"],
        seating=tuple(data["seating"]),
        places=tuple(data["places"]),
        winners=tuple(data["winners"]),
        drawn=data["drawn"],
        termination=data["termination"],
        turns=data["turns"],
        clocks=tuple(Clock(**clock) for clock in data["clocks"]),
        forfeit=None if forfeit is None else Forfeit(forfeit["seat"], forfeit["code"], error_of(forfeit["reason"])),
        record=record,
    )
