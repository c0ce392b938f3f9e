"""Deleting tables: those somebody wants to be deleted, and those that nobody needs any more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from halma.server.storage import schema
from halma.server.storage.interface import Retention
from halma.server.storage.rows import DAY

BELONGING = (schema.events, schema.snapshots, schema.tokens, schema.leases)


async def delete_tables(connection: AsyncConnection, ids: Sequence[str]) -> int:
    """Delete tables, and what belongs to them except scores; how many were there."""
    # The row of the table comes first: whoever changes it at the same time waits, and finds that it is gone.
    deleted = await connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(ids)))
    for belonging in BELONGING:
        await connection.execute(delete(belonging).where(belonging.c.table_id.in_(ids)))
    return deleted.rowcount


async def expire(connection: AsyncConnection, policy: Retention, most: int, now: float) -> list[str]:
    """Delete tables at which nothing has happened for so long, the oldest first; which they were."""
    tables = schema.tables
    expired = [
        and_(
            tables.c.over.is_(over),
            tables.c.day <= int((now - days * DAY) // DAY),
            tables.c.updated < now - days * DAY,
            # Somebody has long to think, as in correspondence.
            or_(tables.c.deadline.is_(None), tables.c.deadline < now - days * DAY),
        )
        for over, days in ((True, policy.over_days), (False, policy.abandoned_days))
        if days > 0
    ]
    if not expired:
        return []
    found = select(tables.c.id).where(or_(*expired)).order_by(tables.c.day).limit(most)
    ids = list((await connection.execute(found.with_for_update(skip_locked=True))).scalars())
    if ids:
        await delete_tables(connection, ids)
    return ids
