"""Games as rows of plain values: one row for each game, or one for each ply."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from halma.engine.referee import Played
from halma.kernel import ActionKind
from halma.play import Record
from halma.rules import SEATS

__all__ = ["Row", "game_rows", "ply_rows"]

Row = dict[str, Any]

_UNFINISHED, _DRAWN = "*", "drawn"
# Actions in which a piece goes from cell to cell.
_MOVING = (ActionKind.STEP, ActionKind.HOP, ActionKind.RUN, ActionKind.RETRACE)
_BY_SEAT = {name: tuple(f"{name}_{seat.lower()}" for seat in SEATS) for name in ("name", "place", "seconds")}
_BEFORE, _AFTER = (tuple(f"advance_{when}_{seat.lower()}" for seat in SEATS) for when in ("before", "after"))


def game_rows(games: Iterable[Record | Played]) -> Iterator[Row]:
    """A row for each game, as in `games_table`; it needs no further package.

    >>> from halma.play import Position, Record
    >>> row = next(game_rows([Record.of(Position("quick", first="A"), {"A": "Ann", "B": "Ben"})]))
    >>> row["game"], row["name_a"], row["turns"], row["winners"]
    ('quick', 'Ann', 0, None)
    """
    for number, record, played in _numbered(games):
        yield _game_row(number, record, played)


def ply_rows(games: Iterable[Record | Played]) -> Iterator[Row]:
    """A row for each ply, as in `plies_table`; it needs no further package. Raises RecordError where a game breaks.

    >>> from halma.play import read_records
    >>> rows = ply_rows(read_records('[Game "halma"]\\n1. e2-f3 2. l15-k14 *'))
    >>> [(row["ply"], row["seat"], row["move"], row["legal_moves"]) for row in rows]
    [(1, 'A', 'e2-f3', 40), (2, 'B', 'l15-k14', 40)]
    """
    for number, record, _ in _numbered(games):
        yield from _plies(number, record)


def _numbered(games: Iterable[Record | Played]) -> Iterator[tuple[int, Record, Played | None]]:
    for number, game in enumerate(games, 1):
        if isinstance(game, Played):
            yield game.number + 1, game.record, game
        elif isinstance(game, Record):  # pyright: ignore[reportUnnecessaryIsInstance]
            yield number, game, None
        else:
            raise TypeError(f"a game is a Record or a Played game of a match, not {type(game).__name__}")


def _game_row(number: int, record: Record, played: Played | None) -> Row:
    choice = record.choice
    words = record.result.split()
    finished = record.result != _UNFINISHED and bool(words)
    drawn = finished and words[-1] == _DRAWN
    places = {word[0]: int(word[2:]) for word in words if word[1:2] == "=" and word[2:].isdecimal()}
    row: Row = {
        "game_number": number,
        "game": choice.game,
        "players": choice.players,
        "pieces": choice.pieces,
        "options": json.dumps(choice.options, ensure_ascii=False),
        "result": record.result,
        "winners": None,
        "drawn": drawn if finished else None,
        "termination": None,
        "turns": sum(not turn.is_chance for turn in record.turns),
        "start": record.start,
    }
    for name, place, seconds, seat in zip(_BY_SEAT["name"], _BY_SEAT["place"], _BY_SEAT["seconds"], SEATS, strict=True):
        row[name] = record.names.get(seat)
        row[place] = places.get(seat)
        row[seconds] = None
    if finished:
        row["winners"] = "" if drawn else "".join(seat for seat, place in places.items() if place == 1)
        row["termination"] = words[-2] if drawn and len(words) > 1 else words[-1]
    if played is not None:
        row["termination"] = played.termination
        for name, clock in zip(_BY_SEAT["seconds"], played.clocks, strict=False):
            row[name] = clock.seconds
    return row


def _plies(number: int, record: Record) -> Iterator[Row]:
    # Played through once, which checks it, and then again from the beginning with what the events tell.
    final = record.position()
    position = final.beginning()
    state = position.state
    empty: Row = dict.fromkeys((*_BEFORE, *_AFTER))
    before = state.totals()
    chance: list[str] = []
    ply = 0
    for event in final.history:
        if event.action is None:
            chance.append(event.text)
            position.give_chance(event.text)
            before = state.totals()
            continue
        ply += 1
        kind = event.action.kind
        legal = len(position.legal_moves)
        position.push_action(event.action)
        after = state.totals()
        row: Row = {
            "game_number": number,
            "ply": ply,
            "turn": event.turn_number,
            "seat": event.seat,
            "chance": " ".join(chance) or None,
            "move": event.text,
            "kind": kind.name.lower(),
            "path_length": max(0, len(event.path) - 1) if kind in _MOVING else 0,
            "captures": len(event.action.captured),
            "legal_moves": legal,
            **empty,
        }
        row.update(zip(_BEFORE, before, strict=False))
        row.update(zip(_AFTER, after, strict=False))
        yield row
        before = after
        chance.clear()
