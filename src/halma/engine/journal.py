"""The journal of a match: every game is written down as it ends, so that an interrupted match goes on where it was.

JSON lines. The first one says which match it is, each of the others is a finished game; all end in a checksum. Games
stand in the order in which they ended and are read in the order of their numbers.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from halma.engine.match import Match
from halma.engine.referee import Clock, Entry, Forfeit, Played, Setting
from halma.engine.thought import Limits
from halma.games import RULES_VERSION, find_game
from halma.locks import lock_file
from halma.messages import HalmaError, mark, reason_of
from halma.play import read_records

__all__ = ["Journal", "JournalError", "read_journal"]

FORMAT = 1
_CHECKED = re.compile(rb'(\{.+),"crc32":"([0-9a-f]{8})"\}\n', re.DOTALL)
# What a journal says about its match, and the options of the command that decide it.
_NAMES = {
    "game": "--game",
    "options": "--game",
    "seed": "--seed",
    "opening": "--opening",
    "lenient": "--lenient",
    "players": "A B …",
    "lineup": "A B …",
    "law": "law",
    "version": "halma",
}


class JournalError(HalmaError):
    """A journal that cannot be used: of another match, damaged, held by somebody else, or on a full disk."""


class Journal:
    """The journal of a match that is being played. One process at a time can hold it.

    A file that is not there, or empty, becomes the journal of the match. One that holds games of the same match goes
    on; how many games are asked for does not matter, because a game depends on its number alone. A last line that was
    cut off, as by a loss of power, is dropped. Anything else raises JournalError, and the file stays as it was.
    """

    def __init__(self, file: str | os.PathLike[str], match: Match) -> None:
        self.file = os.fspath(file)
        self.match = match
        header = _line(_header(match))
        self._descriptor = _opened(self.file)
        try:
            _lock(self._descriptor, self.file)
            with _Problems(self.file, mark("Cannot read {file}: {reason}")), Path(self.file).open("rb") as stream:
                content = stream.read(len(header) + 1)
            if header.startswith(content.rstrip(b"\0")) and content != header:
                # Nothing yet, or a beginning that was cut off.
                self._offsets: dict[int, int] = {}
                self._end = 0
                self._truncate()
                self._append(header)
                self._keep_name()
            else:
                found, self._offsets, self._end = _scan(self.file)
                _compare(self.file, found, _header(match))
                self._truncate()
        except BaseException:
            self.close()
            raise

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the games that are finished."""
        return frozenset(self._offsets)

    def missing(self) -> list[int]:
        """The numbers of the games of the match that are still to be played."""
        return [number for number in range(self.match.games) if number not in self._offsets]

    def add(self, played: Played) -> None:
        """Write down a game; when this returns it is on the disk.

        Raises JournalError if it cannot be written, ValueError if the number is there already.
        """
        if played.number in self._offsets:
            raise ValueError(f"game {played.number} is already in the journal")
        offset = self._end
        self._append(_line(_game_data(played)))
        self._offsets[played.number] = offset

    def games(self) -> Iterator[Played]:
        """The finished games in the order of their numbers, as far as they belong to the match."""
        wanted = {number: offset for number, offset in self._offsets.items() if number < self.match.games}
        yield from _games(self.file, wanted, self.match)

    def close(self) -> None:
        """Let go of the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, line: bytes) -> None:
        with _Problems(self.file, mark("Cannot write {file}: {reason}")):
            try:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
                os.fsync(self._descriptor)
            except OSError:
                # Half a line would be in the way of whoever goes on.
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, self._end)
                raise
        self._end += len(line)

    def _truncate(self) -> None:
        with _Problems(self.file, mark("Cannot write {file}: {reason}")):
            if os.fstat(self._descriptor).st_size > self._end:
                os.ftruncate(self._descriptor, self._end)

    def _keep_name(self) -> None:
        """A new file is only safe once its folder is on the disk too; not every system can be asked for that."""
        with contextlib.suppress(OSError):
            folder = os.open(Path(self.file).resolve().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def read_journal(file: str | os.PathLike[str]) -> tuple[Match, Iterator[Played]]:
    """The match of a journal, as long as it is by now, and its games in the order of their numbers.

    Nothing is changed or locked: a match that is being played can be looked at. Raises JournalError.
    """
    name = os.fspath(file)
    header, offsets, _ = _scan(name)
    try:
        match = _match_of(header, max(offsets, default=-1) + 1)
    except (HalmaError, KeyError, TypeError, ValueError) as error:
        raise JournalError(mark("{file} is not the journal of a match."), file=name) from error
    return match, _games(name, offsets, match)


# ---- the file -------------------------------------------------------------------------------------------


class _Problems:
    """Turns what the system refuses into a JournalError."""

    def __init__(self, file: str, template: str) -> None:
        self.file, self.template = file, template

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise JournalError(self.template, file=self.file, reason=reason_of(error)) from error
        if isinstance(error, ValueError):
            # A name with a character that no name can have.
            raise JournalError(self.template, file=self.file, reason=f"{error}.") from error


def _opened(file: str) -> int:
    with _Problems(file, mark("Cannot write {file}: {reason}")):
        if Path(file).exists() and not Path(file).is_file():
            raise JournalError(mark("{file} is not the journal of a match."), file=file)
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)


def _lock(descriptor: int, file: str) -> None:
    try:
        lock_file(descriptor)
    except OSError as error:
        raise JournalError(
            mark("Another match is being written to {file}; wait for it, or choose another file."), file=file
        ) from error


def _line(data: Mapping[str, Any]) -> bytes:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    return body + b',"crc32":"%08x"}\n' % zlib.crc32(body)


def _read_line(line: bytes) -> dict[str, Any] | None:
    """What a line says; None if it is damaged."""
    found = _CHECKED.fullmatch(line)
    if found is None or zlib.crc32(found[1]) != int(found[2], 16):
        return None
    return cast("dict[str, Any]", json.loads(found[1] + b"}"))


def _scan(file: str) -> tuple[dict[str, Any], dict[int, int], int]:
    """What a journal says about its match, where each game begins, and where the last whole line ends."""
    offsets: dict[int, int] = {}
    header: dict[str, Any] | None = None
    end = 0
    with _Problems(file, mark("Cannot read {file}: {reason}")), Path(file).open("rb") as stream:
        damaged: int | None = None
        for number, line in enumerate(stream, 1):
            if damaged is not None:
                raise JournalError(mark("Line {line} of the journal {file} is damaged."), line=damaged, file=file)
            data = _read_line(line)
            if header is None:
                if data is None or data.get("halma_match") != FORMAT:
                    raise JournalError(mark("{file} is not the journal of a match."), file=file)
                header = data
            elif data is None:
                # The last line may have been cut off; then its game is played again.
                damaged = number
                continue
            else:
                played = data.get("number")
                if not isinstance(played, int) or played in offsets:
                    raise JournalError(mark("Line {line} of the journal {file} is damaged."), line=number, file=file)
                offsets[played] = end
            end += len(line)
    if header is None:
        raise JournalError(mark("{file} is not the journal of a match."), file=file)
    return header, offsets, end


def _games(file: str, offsets: Mapping[int, int], match: Match) -> Iterator[Played]:
    with _Problems(file, mark("Cannot read {file}: {reason}")), Path(file).open("rb") as stream:
        for number in sorted(offsets):
            stream.seek(offsets[number])
            data = _read_line(stream.readline())
            try:
                assert data is not None
                played = _game_of(data)
                if played.seating != match.seating(number):
                    raise ValueError
            except (AssertionError, HalmaError, KeyError, IndexError, TypeError, ValueError) as error:
                raise JournalError(
                    mark("Game {number} of the journal {file} is damaged."), number=number + 1, file=file
                ) from error
            yield played


# ---- matches and games as data ---------------------------------------------------------------------------


def _header(match: Match) -> dict[str, Any]:
    """Everything that the games of a match depend on; not how many there are."""
    setting = match.setting
    return {
        "halma_match": FORMAT,
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


def _compare(file: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for key, name in _NAMES.items():
        if found.get(key) != wanted[key]:
            raise JournalError(
                mark("{file} is the journal of another match: {name} is {found} there and {wanted} here."),
                file=file,
                name=name,
                found=_shown(found.get(key)),
                wanted=_shown(wanted[key]),
            )


def _shown(value: object) -> str:
    """A part of the description of a match as a person would type it."""
    if isinstance(value, dict):
        limits = cast("dict[str, Any]", value)
        if "spec" in limits:
            given = {**limits["limits"]}
            return f"{limits['name']} ({_shown({key: one for key, one in given.items() if one is not None})})"
        return " ".join(f"{key}={one}" for key, one in limits.items())
    if isinstance(value, list):
        return ", ".join(_shown(one) for one in cast("list[Any]", value))
    return str(value)


def _game_data(played: Played) -> dict[str, Any]:
    forfeit = played.forfeit
    return {
        "number": played.number,
        "seating": list(played.seating),
        "places": list(played.places),
        "winners": list(played.winners),
        "drawn": played.drawn,
        "termination": played.termination,
        "turns": played.turns,
        "clocks": [asdict(clock) for clock in played.clocks],
        "forfeit": None
        if forfeit is None
        else {"seat": forfeit.seat, "code": forfeit.code, "reason": _error_data(forfeit.reason)},
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
        forfeit=None if forfeit is None else Forfeit(forfeit["seat"], forfeit["code"], _error_of(forfeit["reason"])),
        record=record,
    )


def _error_data(error: HalmaError) -> dict[str, Any]:
    """A message with its data, so that it can still be said in any language."""
    data = {
        name: _error_data(value) if isinstance(value, HalmaError) else value if isinstance(value, int) else str(value)
        for name, value in error.data.items()
    }
    return {"template": error.template, "data": data}


def _error_of(data: Mapping[str, Any]) -> HalmaError:
    values = {name: _error_of(value) if isinstance(value, dict) else value for name, value in data["data"].items()}  # type: ignore[reportUnknownArgumentType]
    return HalmaError(data["template"], **values)
