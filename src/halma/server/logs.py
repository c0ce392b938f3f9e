"""The log: one JSON object a line. Tokens, names, chat and addresses of tables never get here."""

from __future__ import annotations

import hashlib
import logging
import sys
from datetime import UTC, datetime

import msgspec


def trace_of(table: str) -> str:
    """A table in the log: whoever knows the id of a private table may watch it, so only a short hash stands there."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


class JsonLines(logging.Formatter):
    """A record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        line["message"] = record.getMessage()
        line |= getattr(record, "data", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure(*, quiet: bool = False) -> None:
    """Send the log to stderr; quietly means only what went wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler], force=True)
    # Others tell more than they should: uvicorn names the table of every live connection.
    for noisy in ("alembic", "sqlalchemy", "aiosqlite", "websockets", "uvicorn"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
