"""The tables of the database; `migrations` brings an older database to this.

Nothing refers to another table by a foreign key: a row that belongs to a table is only written together with the
table's own, whose version is compared and set, and it goes together with it.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, SmallInteger, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    # What it was set up with never changes.
    Column("setup", LargeBinary, nullable=False),
    Column("address", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    # The number of its last event, and copies of what is looked for.
    Column("version", Integer, nullable=False),
    Column("updated", Float(53), nullable=False),
    # The day of the last change: an index on it has less to do than one on the second.
    Column("day", Integer, nullable=False),
    Column("deadline", Float(53)),
    Column("thinking", Float(53)),
    Column("priority", SmallInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
)
# Only of the rows that are looked for, so that most changes leave them alone.
DEADLINE = tables.c.deadline.is_not(None)
THINKING = tables.c.thinking.is_not(None)
Index("tables_deadline", tables.c.deadline, sqlite_where=DEADLINE, postgresql_where=DEADLINE)
Index("tables_thinking", tables.c.priority, tables.c.thinking, sqlite_where=THINKING, postgresql_where=THINKING)
Index("tables_open", tables.c.updated, sqlite_where=tables.c.open, postgresql_where=tables.c.open)
Index("tables_address", tables.c.address, tables.c.created)
Index("tables_day", tables.c.over, tables.c.day)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    # The same secret opens a table and its rematches.
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), primary_key=True, index=True),
    Column("seats", String(6), nullable=False),
    Column("owner", Boolean, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    # A table is solved once; taking moves back and solving it better replaces the score.
    Column("table_id", String(32), primary_key=True),
    Column("puzzle", String(80), nullable=False),
    Column("name", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("hash", String(64), nullable=False, index=True),
    Column("hinted", Boolean, nullable=False),
)
Index("scores_puzzle", scores.c.puzzle, scores.c.hinted, scores.c.moves, scores.c.steps, scores.c.at)

leases = Table(
    "leases",
    metadata,
    # What one process does and no other, until the lease is over; some of it has to do with no table.
    Column("table_id", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("owner", String(32), nullable=False, index=True),
    Column("until", Float(53), nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("priority", SmallInteger, nullable=False),
    Column("asked", Float(53), nullable=False),
    # Nobody waits for the answer after this.
    Column("until", Float(53), nullable=False),
    # Until then a worker has it.
    Column("taken", Float(53), nullable=False),
    Column("request", LargeBinary, nullable=False),
    Column("result", LargeBinary),
)
Index("questions_order", questions.c.priority, questions.c.asked)

# One row: when a process was last known to be alive, and how the time of the storage is reckoned now.
time = Table(
    "time",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("beat", Float(53), nullable=False),
    Column("era", Integer, nullable=False),
)

# How far the clock that is gone by was ahead of the time of the storage, since when.
eras = Table(
    "eras",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("since", Float(53), nullable=False),
    Column("ahead", Float(53), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    # Random secrets of this database, by what they are for.
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
