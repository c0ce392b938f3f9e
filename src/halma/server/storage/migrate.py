"""Brings a database up to date with Alembic, whatever version of the program made it."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings: everything comes from here, no file is needed."""
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def knows_revision(revision: str) -> bool:
    """Whether a database of that revision can be brought up to date here."""
    known = ScriptDirectory.from_config(configuration()).walk_revisions()
    return any(script.revision == revision for script in known)


def migrate(connection: Connection) -> None:
    """Run the migrations that a database has not seen."""
    command.upgrade(configuration(connection), "head")
