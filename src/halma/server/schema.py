"""The tables of the database; `migrations` brings an older database to this."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    # Structs as JSON: what a table was set up with never changes, the rest is written with every change.
    Column("setup", LargeBinary, nullable=False),
    Column("changing", LargeBinary, nullable=False),
    Column("address", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    # Copies of what is looked for. The clock of a table with a deadline is running.
    Column("deadline", Float),
    Column("thinking", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
)
Index("tables_deadline", tables.c.deadline)
Index("tables_open", tables.c.open, tables.c.updated)
Index("tables_thinking", tables.c.thinking)
Index("tables_address", tables.c.address, tables.c.created)

moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), ForeignKey(tables.c.id), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(1), nullable=False),
    Column("text", Text, nullable=False),
    Column("typed", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    # The same secret opens a table and its rematches.
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey(tables.c.id), primary_key=True, index=True),
    Column("seats", String(6), nullable=False),
    Column("owner", Boolean, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(1)),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    # A table is solved once; taking moves back and solving it better replaces the score.
    Column("table_id", String(32), ForeignKey(tables.c.id), primary_key=True),
    Column("puzzle", String(80), nullable=False),
    Column("name", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("hash", String(64), nullable=False, index=True),
)
Index("scores_puzzle", scores.c.puzzle, scores.c.moves, scores.c.steps, scores.c.at)

heartbeat = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    # When the server was last known to run.
    Column("beat", Float, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    # Random secrets of this database, by what they are for.
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
