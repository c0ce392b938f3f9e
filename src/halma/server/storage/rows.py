"""From what is stored to rows, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from halma.server.storage.interface import Append, Index, Score, StoredSnapshot, TableCreation
from halma.server.tokens import SeatToken

DAY = 86400.0
Row = dict[str, Any]
SCORE_COLUMNS = ("puzzle", "name", "moves", "steps", "at", "hash", "hinted")


def index_row(index: Index) -> Row:
    """The columns that are looked for."""
    return {
        "updated": index.updated,
        "day": int(index.updated // DAY),
        "deadline": index.deadline,
        "thinking": index.thinking,
        "priority": index.priority,
        "turn": index.turn,
        "open": index.open,
        "over": index.over,
    }


def table_row(new: TableCreation) -> Row:
    """The row of a new table."""
    return {
        "id": new.id,
        "setup": new.setup,
        "address": new.address,
        "created": new.created,
        "version": len(new.events),
        **index_row(new.index),
    }


def event_rows(table: str, expected: int, events: Sequence[bytes]) -> list[Row]:
    return [
        {"table_id": table, "version": number, "data": data} for number, data in enumerate(events, start=expected + 1)
    ]


def token_rows(table: str, tokens: Iterable[SeatToken]) -> list[Row]:
    return [{"hash": token.hash, "table_id": table, "seats": token.seats, "owner": token.owner} for token in tokens]


def snapshot_row(table: str, snapshot: StoredSnapshot) -> Row:
    return {"table_id": table, "version": snapshot.version, "data": snapshot.data}


def score_row(score: Score) -> Row:
    return {"table_id": score.table, **{name: getattr(score, name) for name in SCORE_COLUMNS}}


def score_of(row: Any) -> Score:
    return Score(row.puzzle, row.name, row.moves, row.steps, row.at, row.table_id, row.hash, row.hinted)


def is_plain(change: Append) -> bool:
    """Whether it is events and nothing else, as most changes are."""
    return not (change.granted or change.revoked or change.score or change.snapshot or change.created)
