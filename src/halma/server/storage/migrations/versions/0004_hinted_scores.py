"""Scores say whether hints were given. Of those from before nobody knows, so they count as solved alone."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("scores", sa.Column("hinted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("scores_puzzle", "scores")
    op.create_index("scores_puzzle", "scores", ["puzzle", "hinted", "moves", "steps", "at"])
