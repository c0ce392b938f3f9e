"""The file in which tables are kept: made for its owner alone, checked before a server uses it, and backed up."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from halma.messages import mark, reason_of
from halma.server.storage.interface import DatabaseError
from halma.server.storage.migrate import knows_revision
from halma.server.storage.wal import lost_commits

log = logging.getLogger("halma.server.storage")
# Seeds and hashes are in there.
OWNER_ONLY = 0o600
MAGIC = b"SQLite format 3\0"
OWN_TABLES = {"tables", "tokens", "scores"}
# Checking reads the whole file; a larger one would hold up the start.
MOST_CHECKED = 256 * 1024 * 1024
MOST_LOG_CHECKED = 64 * 1024 * 1024


def prepare(file: Path) -> None:
    """Make a file for tables, or check the one that is there. Raises DatabaseError, which says what is wrong."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "ab+", opener=_for_owner) as found:
            found.seek(0)
            start, size = found.read(len(MAGIC)), found.seek(0, os.SEEK_END)
        _hide(file)
    except OSError as error:
        raise unwritable(file, reason_of(error)) from error
    if size and start != MAGIC:
        raise DatabaseError(mark("{file} is not an SQLite database; choose another file."), file=file)
    _look_at_log(file)
    try:
        with closing(sqlite3.connect(file, timeout=5)) as database:
            _check_origin(file, database)
            _check_integrity(file, database, size)
            _check_writable(database)
    except sqlite3.OperationalError as error:
        raise unwritable(file, f"{error}.") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(file, str(error)) from error


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ONLY)


def _hide(file: Path) -> None:
    """Files that were made when everybody could read them are for their owner alone from now on."""
    for path in (file, _beside(file, "-wal"), _beside(file, "-shm")):
        with suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mode & 0o077:
                path.chmod(OWNER_ONLY)


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def unwritable(file: Path, reason: object) -> DatabaseError:
    """For a file that cannot be written, and why."""
    return DatabaseError(mark("Cannot open {file} for writing: {reason}"), file=file, reason=reason)


def _damaged(file: Path, reason: str) -> DatabaseError:
    return DatabaseError(
        mark("{file} is damaged ({reason}). Restore a backup, or choose another file."), file=file, reason=reason
    )


def _look_at_log(file: Path) -> None:
    """SQLite drops what follows a damaged page of its log without a word; so say it, and keep what it drops."""
    path = _beside(file, "-wal")
    if not path.exists():
        return
    if path.stat().st_size > MOST_LOG_CHECKED:
        log.warning("the write-ahead log is too large to be checked", extra={"data": {"bytes": path.stat().st_size}})
        return
    lost = lost_commits(path.read_bytes())
    if lost:
        kept = _beside(file, f"-wal.damaged-{int(time.time())}")
        shutil.copyfile(path, kept)
        kept.chmod(OWNER_ONLY)
        # One alone may be what was being written, but not acknowledged, when the power failed.
        data = {"lost_transactions": lost, "kept_as": kept.name}
        log.error("the write-ahead log is damaged: its last transactions are lost", extra={"data": data})


def _check_origin(file: Path, database: sqlite3.Connection) -> None:
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return
    revision = None
    if "alembic_version" in names:
        revision = (database.execute("SELECT version_num FROM alembic_version").fetchone() or (None,))[0]
    if revision is not None and knows_revision(revision):
        return
    if revision is not None and names >= OWN_TABLES:
        raise DatabaseError(
            mark("{file} was written by a newer version of halma; install that version, or choose another file."),
            file=file,
        )
    raise DatabaseError(mark("{file} belongs to another program; choose another file."), file=file)


def _check_integrity(file: Path, database: sqlite3.Connection, size: int) -> None:
    if size > MOST_CHECKED:
        log.warning("the database is too large to be checked at the start", extra={"data": {"bytes": size}})
        return
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise _damaged(file, found)


def _check_writable(database: sqlite3.Connection) -> None:
    try:
        database.execute("BEGIN IMMEDIATE")
        database.rollback()
    except sqlite3.OperationalError as error:
        # Somebody who makes a copy will be done soon.
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise


def back_up(file: Path, target: Path) -> int:
    """Copy all tables into a new file while a server may go on; how many there are. Raises DatabaseError."""
    if not file.is_file():
        raise DatabaseError(mark("There are no tables in {file}."), file=file)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except OSError as error:
        raise unwritable(target, reason_of(error)) from error
    try:
        with closing(sqlite3.connect(file, timeout=60)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # A copy is one file, whatever happens to what lies beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            return copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise DatabaseError(mark("Cannot copy {file}: {reason}"), file=file, reason=f"{error}.") from error


def restore(copy: Path, file: Path) -> int:
    """Put a copy in the place of a file that no server uses; how many tables are in it. Raises DatabaseError.

    What was there is kept beside it.
    """
    if not copy.is_file():
        raise DatabaseError(mark("There are no tables in {file}."), file=copy)
    draft = _beside(file, f".restoring-{os.getpid()}")
    try:
        # Sound, ours and not newer, or not a byte is touched.
        count = back_up(copy, draft)
        prepare(draft)
        kept = _beside(file, f".before-{int(time.time())}")
        for ending in ("", "-wal", "-shm"):
            found = _beside(file, ending)
            if found.exists() and found.stat().st_size:
                found.rename(_beside(kept, ending))
        draft.rename(file)
    except OSError as error:
        raise unwritable(file, reason_of(error)) from error
    finally:
        for ending in ("", "-wal", "-shm"):
            _beside(draft, ending).unlink(missing_ok=True)
    return count
