"""What is stored with a change besides its events: tokens, scores, snapshots, new tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import delete, insert
from sqlalchemy.dialects import postgresql, sqlite

from halma.server.storage import rows, schema
from halma.server.storage.interface import Append, Score, TableCreation

Statement = tuple[Any, Sequence[rows.Row]]
Dialect = Any
DIALECTS: dict[str, Dialect] = {"sqlite": sqlite, "postgresql": postgresql}


def statements(change: Append, dialect: str) -> Iterator[Statement]:
    """Everything but the events and the row of the table itself."""
    if change.revoked:
        tokens = schema.tokens
        yield (
            delete(tokens).where(tokens.c.table_id == change.table, tokens.c.hash.in_(change.revoked)),
            (),
        )
    if change.granted:
        yield _grant(dialect), rows.token_rows(change.table, change.granted)
    if change.snapshot is not None:
        yield _snapshot(dialect), [rows.snapshot_row(change.table, change.snapshot)]
    if change.score is not None:
        yield _score(change.score, dialect), ()
    yield from creations(change.created, dialect)


def creations(new: Sequence[TableCreation], dialect: str) -> Iterator[Statement]:
    """New tables, however many with the same statements; an IntegrityError if there is one with such an id."""
    if not new:
        return
    yield insert(schema.tables), [rows.table_row(table) for table in new]
    for statement, found in (
        (insert(schema.events), [row for table in new for row in rows.event_rows(table.id, 0, table.events)]),
        (_grant(dialect), [row for table in new for row in rows.token_rows(table.id, table.tokens)]),
        (_snapshot(dialect), [rows.snapshot_row(table.id, table.snapshot) for table in new if table.snapshot]),
    ):
        if found:
            yield statement, found


def _grant(dialect: str) -> Any:
    """The same token may be granted more: then it opens more."""
    granted = DIALECTS[dialect].insert(schema.tokens)
    opens = {"seats": granted.excluded.seats, "owner": granted.excluded.owner}
    return granted.on_conflict_do_update(index_elements=["hash", "table_id"], set_=opens)


def _snapshot(dialect: str) -> Any:
    taken = DIALECTS[dialect].insert(schema.snapshots)
    newer = {"version": taken.excluded.version, "data": taken.excluded.data}
    return taken.on_conflict_do_update(index_elements=["table_id"], set_=newer)


def _score(score: Score, dialect: str) -> Any:
    """Note a solved puzzle; a table counts once, with its best."""
    row = rows.score_row(score)
    scores = schema.scores
    no_better = (scores.c.moves > score.moves) | ((scores.c.moves == score.moves) & (scores.c.steps >= score.steps))
    if score.hinted:
        # What was solved without help is not replaced by what was found with it.
        no_better &= scores.c.hinted
    noted = DIALECTS[dialect].insert(scores).values(**row)
    return noted.on_conflict_do_update(index_elements=["table_id"], set_=row, where=no_better)
