"""Events instead of states: what a table had come to becomes its first event, `imported`, with every move and line.

What cannot be read is kept as it is, in the event: such a table is set aside when somebody opens it, as before.
"""

import base64
import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import text as sql_text

revision = "0003"
down_revision = "0002"

# Tables that are rewritten at a time.
BATCH = 500
DAY = 86400.0
Row = dict[str, Any]


def upgrade() -> None:
    for table in ("tables", "tokens", "scores"):
        op.rename_table(table, f"old_{table}")
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER TABLE old_{table} RENAME CONSTRAINT {table}_pkey TO old_{table}_pkey")
    for index in ("tables_deadline", "tables_open", "tables_thinking", "tables_address", "scores_puzzle"):
        op.drop_index(index)
    op.drop_index("ix_tokens_table_id")
    op.drop_index("ix_scores_hash")
    _create()
    _import()
    for table in ("moves", "chat", "old_tokens", "old_scores", "old_tables", "house"):
        op.drop_table(table)


def _create() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.Float(53), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Float(53)),
        sa.Column("thinking", sa.Float(53)),
        sa.Column("priority", sa.SmallInteger, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    for name, columns, where in (
        ("tables_deadline", ["deadline"], "deadline IS NOT NULL"),
        ("tables_thinking", ["priority", "thinking"], "thinking IS NOT NULL"),
        ("tables_open", ["updated"], "open"),
    ):
        op.create_index(name, "tables", columns, sqlite_where=sql_text(where), postgresql_where=sql_text(where))
    op.create_index("tables_address", "tables", ["address", "created"])
    op.create_index("tables_day", "tables", ["over", "day"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True, index=True),
        sa.Column("seats", sa.String(6), nullable=False),
        sa.Column("owner", sa.Boolean, nullable=False),
    )
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(80), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
    )
    op.create_index("scores_puzzle", "scores", ["puzzle", "moves", "steps", "at"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False, index=True),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("priority", sa.SmallInteger, nullable=False),
        sa.Column("asked", sa.Float(53), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.Column("taken", sa.Float(53), nullable=False),
        sa.Column("request", sa.LargeBinary, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_index("questions_order", "questions", ["priority", "asked"])
    op.create_table(
        "time",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("beat", sa.Float(53), nullable=False),
        sa.Column("era", sa.Integer, nullable=False),
    )
    op.create_table(
        "eras",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.Column("ahead", sa.Float(53), nullable=False),
    )


def _import() -> None:
    connection = op.get_bind()
    ids = list(connection.execute(sql_text("SELECT id FROM old_tables ORDER BY id")).scalars())
    for start in range(0, len(ids), BATCH):
        _import_tables(connection, ids[start : start + BATCH])
    op.execute("INSERT INTO tokens (hash, table_id, seats, owner) SELECT hash, table_id, seats, owner FROM old_tokens")
    op.execute(
        "INSERT INTO scores (table_id, puzzle, name, moves, steps, at, hash) "
        "SELECT table_id, puzzle, name, moves, steps, at, hash FROM old_scores"
    )
    # The clocks go on where the server was last known to run: after the last change, if that was later than the beat.
    beat = connection.execute(sql_text("SELECT beat FROM house WHERE id = 1")).scalar_one_or_none()
    last = connection.execute(sql_text("SELECT max(updated) FROM old_tables")).scalar_one_or_none()
    known = [time for time in (beat, last) if time is not None]
    if known:
        connection.execute(sql_text("INSERT INTO time (id, beat, era) VALUES (1, :beat, 1)"), {"beat": max(known)})
        op.execute("INSERT INTO eras (number, since, ahead) VALUES (1, 0, 0)")


def _import_tables(connection: sa.Connection, ids: list[str]) -> None:
    chosen: sa.BindParameter[Any] = sa.bindparam("ids", expanding=True)
    moves: dict[str, list[Row]] = defaultdict(list)
    for row in connection.execute(
        sql_text("SELECT * FROM moves WHERE table_id IN :ids ORDER BY table_id, ply").bindparams(chosen), {"ids": ids}
    ):
        names = ("ply", "seat", "text", "typed", "at", "seconds")
        moves[row.table_id].append({name: getattr(row, name) for name in names})
    chat: dict[str, list[Row]] = defaultdict(list)
    for row in connection.execute(
        sql_text("SELECT * FROM chat WHERE table_id IN :ids ORDER BY table_id, number").bindparams(chosen), {"ids": ids}
    ):
        names = ("number", "seat", "name", "text", "at")
        chat[row.table_id].append({name: getattr(row, name) for name in names})
    tables: list[Row] = []
    events: list[Row] = []
    for row in connection.execute(
        sql_text("SELECT * FROM old_tables WHERE id IN :ids").bindparams(chosen), {"ids": ids}
    ):
        imported: Row = {"type": "imported", "at": row.updated, **_state(row.changing)}
        imported |= {"moves": moves[row.id], "chat": chat[row.id]}
        events.append({"id": row.id, "data": json.dumps(imported, separators=(",", ":")).encode()})
        tables.append(
            {
                "id": row.id,
                "setup": row.setup,
                "address": row.address,
                "created": row.created,
                "updated": row.updated,
                "day": int(row.updated // DAY),
                "deadline": row.deadline,
                "thinking": row.updated if row.thinking else None,
                "turn": len(moves[row.id]),
                "open": bool(row.open),
                "over": bool(row.over),
            }
        )
    connection.execute(
        sql_text(
            "INSERT INTO tables (id, setup, address, created, version, updated, day, deadline, thinking, priority, "
            "turn, open, over) VALUES (:id, :setup, :address, :created, 1, :updated, :day, :deadline, :thinking, 0, "
            ":turn, :open, :over)"
        ),
        tables,
    )
    connection.execute(sql_text("INSERT INTO events (table_id, version, data) VALUES (:id, 1, :data)"), events)


def _state(changing: Any) -> Row:
    try:
        state = json.loads(changing)
    except (ValueError, TypeError, RecursionError):
        kept = changing if isinstance(changing, bytes) else str(changing).encode()
        return {"damaged": base64.b64encode(kept).decode()}
    return {"state": state}
