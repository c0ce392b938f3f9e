"""Jobs at tables, and questions to the workers: each is done by one process at a time, until its lease is over.

Rows that another process is just taking are passed over where the database can (SKIP LOCKED). What makes it safe is
that taking is one statement which looks at the lease as it is at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from halma.server.storage import schema
from halma.server.storage.interface import JobKind, Question, TableJob
from halma.server.storage.statements import DIALECTS

# Leases of jobs that are gone are swept away after so many seconds.
STALE = 3600.0


async def claim(
    connection: AsyncConnection, kinds: Iterable[JobKind], most: int, lease: float, owner: str, now: float
) -> list[TableJob]:
    """Take jobs that are due."""
    taken: list[TableJob] = []
    for kind in kinds:
        if len(taken) < most:
            taken += await _claim(connection, kind, most - len(taken), now + lease, owner, now)
    return taken


async def _claim(
    connection: AsyncConnection, kind: JobKind, most: int, until: float, owner: str, now: float
) -> list[TableJob]:
    tables, leases = schema.tables, schema.leases
    if kind == "clock":
        due, wanted = tables.c.deadline, tables.c.deadline <= now
        order: Sequence[Any] = (tables.c.deadline,)
    else:
        due, wanted = tables.c.thinking, schema.THINKING
        order = (tables.c.priority, tables.c.thinking)
    held = exists().where(
        leases.c.table_id == tables.c.id,
        leases.c.kind == kind,
        leases.c.turn == tables.c.turn,
        leases.c.until > now,
    )
    found = await connection.execute(
        select(tables.c.id, tables.c.turn, due.label("due"))
        .where(wanted, ~held)
        .order_by(*order)
        .limit(most)
        .with_for_update(skip_locked=True, of=tables)
    )
    jobs = {row.id: TableJob(row.id, kind, row.turn, row.due, until) for row in found}
    if not jobs:
        return []
    leasing = DIALECTS[connection.dialect.name].insert(leases)
    leasing = leasing.values(
        [
            {"table_id": job.table, "kind": kind, "turn": job.turn, "owner": owner, "until": until}
            for job in jobs.values()
        ]
    )
    leasing = leasing.on_conflict_do_update(
        index_elements=["table_id", "kind"],
        set_={name: leasing.excluded[name] for name in ("turn", "owner", "until")},
        where=or_(leases.c.until <= now, leases.c.turn != leasing.excluded.turn),
    )
    ours = set((await connection.execute(leasing.returning(leases.c.table_id))).scalars())
    return [job for table, job in jobs.items() if table in ours]


async def queues(connection: AsyncConnection, now: float) -> dict[str, int]:
    """How many jobs are due and nobody’s, how many are being done, and how many were left behind by who took them."""
    tables, leases = schema.tables, schema.leases
    found: dict[str, int] = {}
    for kind, due in (("clock", tables.c.deadline <= now), ("think", schema.THINKING)):
        lease = exists().where(leases.c.table_id == tables.c.id, leases.c.kind == kind, leases.c.turn == tables.c.turn)
        held, over = lease.where(leases.c.until > now), lease.where(leases.c.until <= now)
        for state, condition in (("waiting", ~held), ("leased", held), ("expired", over)):
            counted = await connection.execute(select(func.count()).select_from(tables).where(due, condition))
            found[f"{kind}_{state}"] = int(counted.scalar_one())
    return found


def _held(job: TableJob, owner: str) -> Any:
    leases = schema.leases
    return and_(
        leases.c.table_id == job.table,
        leases.c.kind == job.kind,
        leases.c.turn == job.turn,
        leases.c.owner == owner,
    )


async def extend(connection: AsyncConnection, job: TableJob, lease: float, owner: str, now: float) -> TableJob | None:
    """Keep a job, if it is still there and still ours."""
    tables = schema.tables
    pending = schema.THINKING if job.kind == "think" else schema.DEADLINE
    until = now + lease
    there = exists().where(tables.c.id == job.table, tables.c.turn == job.turn, pending)
    kept = await connection.execute(update(schema.leases).where(_held(job, owner), there).values(until=until))
    return TableJob(job.table, job.kind, job.turn, job.due, until) if kept.rowcount else None


async def release(connection: AsyncConnection, job: TableJob, owner: str) -> None:
    await connection.execute(delete(schema.leases).where(_held(job, owner)))


async def release_all(connection: AsyncConnection, owner: str | None) -> None:
    """Give back all leases of a process; of all processes, if none is named."""
    leases = schema.leases
    await connection.execute(delete(leases) if owner is None else delete(leases).where(leases.c.owner == owner))


async def alone(connection: AsyncConnection, kind: str, lease: float, owner: str, now: float) -> bool:
    """Be the only one to do something that has to do with no table, for so many seconds."""
    leases = schema.leases
    leasing = DIALECTS[connection.dialect.name].insert(leases)
    leasing = leasing.values(table_id="", kind=kind, turn=0, owner=owner, until=now + lease)
    leasing = leasing.on_conflict_do_update(
        index_elements=["table_id", "kind"],
        set_={"owner": owner, "until": now + lease},
        where=or_(leases.c.until <= now, leases.c.owner == owner),
    )
    return bool((await connection.execute(leasing.returning(leases.c.kind))).first())


# ---- questions ------------------------------------------------------------------------------------------


async def ask(connection: AsyncConnection, question: Question, now: float) -> None:
    await connection.execute(
        insert(schema.questions),
        {
            "id": question.id,
            "kind": question.kind,
            "priority": question.priority,
            "asked": now,
            "until": question.until,
            "taken": 0.0,
            "request": question.request,
        },
    )


async def take(
    connection: AsyncConnection, kinds: Iterable[str], most: int, lease: float, now: float
) -> list[Question]:
    questions = schema.questions
    free = and_(questions.c.result.is_(None), questions.c.taken <= now, questions.c.until > now)
    found = await connection.execute(
        select(questions)
        .where(free, questions.c.kind.in_(list(kinds)))
        .order_by(questions.c.priority, questions.c.asked)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    taken = [Question(row.id, row.kind, row.priority, row.request, row.until) for row in found]
    if taken:
        ids = [question.id for question in taken]
        await connection.execute(update(questions).where(questions.c.id.in_(ids)).values(taken=now + lease))
    return taken


async def answer(connection: AsyncConnection, question: Question, result: bytes) -> None:
    questions = schema.questions
    open_still = and_(questions.c.id == question.id, questions.c.result.is_(None))
    await connection.execute(update(questions).where(open_still).values(result=result))


async def answer_of(connection: AsyncConnection, question: str) -> bytes | None:
    questions = schema.questions
    answered = delete(questions).where(questions.c.id == question, questions.c.result.is_not(None))
    return (await connection.execute(answered.returning(questions.c.result))).scalar_one_or_none()


async def forget(connection: AsyncConnection, question: str) -> None:
    await connection.execute(delete(schema.questions).where(schema.questions.c.id == question))


async def sweep(connection: AsyncConnection, now: float) -> None:
    """Leases of jobs that are gone, and answers that nobody has fetched."""
    leases, questions = schema.leases, schema.questions
    await connection.execute(delete(leases).where(leases.c.until < now - STALE))
    await connection.execute(delete(questions).where(questions.c.until < now))
