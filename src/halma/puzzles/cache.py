"""Where things are kept that can be made again: tables and checkpoints."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def folder() -> Path:
    """The user's cache folder for halma; HALMA_CACHE names another one."""
    named = os.environ.get("HALMA_CACHE")
    if named:
        return Path(named)
    system = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(system) if system else Path.home() / ".cache") / "halma"


def write(path: Path, content: bytes) -> None:
    """Write a file that is either there as a whole or not at all, whoever else writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        temporary.replace(path)
    except BaseException:
        # The disk is full, or somebody interrupts it.
        temporary.unlink(missing_ok=True)
        raise
