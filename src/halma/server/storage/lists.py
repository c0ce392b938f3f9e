"""What is read: tables, lists of them, scores, and how much there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from halma.server.storage import rows, schema
from halma.server.storage.interface import Score, StoredSnapshot, StoredTable
from halma.server.tokens import SeatToken


async def _column(connection: AsyncConnection, statement: Select[Any]) -> list[Any]:
    return list((await connection.execute(statement)).scalars())


async def load(connection: AsyncConnection, table: str) -> StoredTable | None:
    """A table with everything that belongs to it; the connection sees one moment of it."""
    tables, snapshots, tokens = schema.tables, schema.snapshots, schema.tokens
    found = await connection.execute(
        select(
            tables.c.setup, tables.c.version, tables.c.created, snapshots.c.version.label("covers"), snapshots.c.data
        )
        .outerjoin(snapshots, snapshots.c.table_id == tables.c.id)
        .where(tables.c.id == table)
    )
    row = found.first()
    if row is None:
        return None
    snapshot = None if row.covers is None else StoredSnapshot(row.covers, row.data)
    data = await since(connection, table, snapshot.version if snapshot is not None else 0)
    opened = await connection.execute(
        select(tokens.c.hash, tokens.c.seats, tokens.c.owner).where(tokens.c.table_id == table).order_by(tokens.c.hash)
    )
    return StoredTable(
        id=table,
        setup=row.setup,
        version=row.version,
        snapshot=snapshot,
        events=data,
        tokens=[SeatToken(token.hash, token.seats, token.owner) for token in opened],
        created=row.created,
    )


async def since(connection: AsyncConnection, table: str, version: int) -> list[bytes]:
    events = schema.events
    found = select(events.c.data).where(events.c.table_id == table, events.c.version > version)
    return await _column(connection, found.order_by(events.c.version))


async def versions(connection: AsyncConnection, ids: Iterable[str]) -> dict[str, int]:
    tables = schema.tables
    found = await connection.execute(select(tables.c.id, tables.c.version).where(tables.c.id.in_(list(ids))))
    return {row.id: row.version for row in found}


async def tables_of(connection: AsyncConnection, hashes: Iterable[str]) -> list[str]:
    tokens, tables = schema.tokens, schema.tables
    found = select(tables.c.id).join(tokens, tokens.c.table_id == tables.c.id).where(tokens.c.hash.in_(list(hashes)))
    return list(dict.fromkeys(await _column(connection, found.order_by(tables.c.updated.desc(), tables.c.id))))


async def open_tables(connection: AsyncConnection, most: int, since: float) -> list[str]:
    tables = schema.tables
    found = select(tables.c.id).where(tables.c.open, tables.c.updated >= since)
    return await _column(connection, found.order_by(tables.c.updated.desc()).limit(most))


async def count_of(connection: AsyncConnection, address: str, since: float) -> int:
    tables = schema.tables
    counted = select(func.count()).where(tables.c.address == address, tables.c.created >= since)
    return (await _column(connection, counted))[0]


async def next_deadline(connection: AsyncConnection) -> float | None:
    tables = schema.tables
    found = select(tables.c.deadline).where(schema.DEADLINE).order_by(tables.c.deadline).limit(1)
    return next(iter(await _column(connection, found)), None)


async def leaders(connection: AsyncConnection, puzzle: str, most: int) -> list[Score]:
    scores = schema.scores
    order = (scores.c.hinted, scores.c.moves, scores.c.steps, scores.c.at)
    found = await connection.execute(select(scores).where(scores.c.puzzle == puzzle).order_by(*order).limit(most))
    return [rows.score_of(row) for row in found]


async def scores_of(connection: AsyncConnection, hashes: Iterable[str]) -> list[Score]:
    scores = schema.scores
    order = (scores.c.hinted, scores.c.moves, scores.c.steps, scores.c.at)
    found = await connection.execute(select(scores).where(scores.c.hash.in_(list(hashes))).order_by(*order))
    return [rows.score_of(row) for row in found]


async def counts(connection: AsyncConnection) -> dict[str, int]:
    tables, questions = schema.tables, schema.questions
    counted = {
        "tables": select(func.count()).select_from(tables),
        "running": select(func.count()).where(tables.c.over.is_(False)),
        "events": select(func.coalesce(func.sum(tables.c.version), 0)),
        "clocks": select(func.count()).where(schema.DEADLINE),
        "thinking": select(func.count()).where(schema.THINKING),
        "questions": select(func.count()).where(questions.c.result.is_(None)),
    }
    return {name: int((await _column(connection, statement))[0]) for name, statement in counted.items()}
