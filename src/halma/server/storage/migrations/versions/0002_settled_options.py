"""Every option that a table was settled with, the version of its rules, and a secret to hash addresses with.

Only options in use were stored before; what was not named was not in use. So nothing here depends on which games the
program knows today. A row that cannot be read stays as it is: the table is set aside when somebody opens it.
"""

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import text as sql_text

revision = "0002"
down_revision = "0001"

Options = dict[str, Any]
# All options there were, as they are where a game does not have them or does not use them.
UNUSED = {
    "teams": False,
    "tips": None,
    "first": None,
    "blocking": None,
    "stall": None,
    "play_on": False,
    "simple": False,
    "inside": False,
    "keep_mover": False,
    "own_tip": False,
    "files": False,
    "capture": None,
    "figure": None,
}


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    # Hashes without a secret can be guessed; they only counted the tables of the last hour.
    op.execute("UPDATE tables SET address = ''")
    _rewrite(_settled, {"rules": 1})


def downgrade() -> None:
    _rewrite(_in_use, {})
    op.drop_table("keys")


def _settled(options: Options) -> Options:
    return {**UNUSED, **options}


def _in_use(options: Options) -> Options:
    return {name: value for name, value in options.items() if value is not None and value is not False}


def _rewrite(change: Callable[[Options], Options], more: dict[str, int]) -> None:
    connection = op.get_bind()
    changed: list[dict[str, Any]] = []
    for row in connection.execute(sql_text("SELECT id, setup FROM tables")):
        try:
            before: dict[str, Any] = json.loads(row.setup)
            setup = {**before, "options": change(before["options"]), **more}
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            continue
        changed.append({"id": row.id, "setup": json.dumps(setup, ensure_ascii=False).encode()})
    if changed:
        connection.execute(sql_text("UPDATE tables SET setup = :setup WHERE id = :id"), changed)
