"""The beginning: tables, moves, tokens, chat, scores, and the beat of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("changing", sa.LargeBinary, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("thinking", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.create_index("tables_open", "tables", ["open", "updated"])
    op.create_index("tables_thinking", "tables", ["thinking"])
    op.create_index("tables_address", "tables", ["address", "created"])
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("typed", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True, index=True),
        sa.Column("seats", sa.String(6), nullable=False),
        sa.Column("owner", sa.Boolean, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(1)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("puzzle", sa.String(80), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
    )
    op.create_index("scores_puzzle", "scores", ["puzzle", "moves", "steps", "at"])
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("house", "scores", "chat", "tokens", "moves", "tables"):
        op.drop_table(table)
