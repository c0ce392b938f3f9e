"""The card of a net: where it comes from and what it can do, as TOML beside the file."""

from __future__ import annotations

import json
import subprocess
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from halma.engine.learn.errors import LearnError
from halma.messages import mark, reason_of


def card_text(
    about: Mapping[str, Any], losses: Sequence[Mapping[str, float]], matches: Sequence[Mapping[str, Any]]
) -> str:
    """A card: what is to be said once, the loss by part of the game, and matches."""
    lines = [f"{name} = {_value(value)}" for name, value in about.items()]
    for title, rows in (("loss", losses), ("match", matches)):
        for row in rows:
            lines += ["", f"[[{title}]]", *(f"{name} = {_value(value)}" for name, value in row.items())]
    return "\n".join(lines) + "\n"


def read_card(file: Path) -> dict[str, Any]:
    """The card of a net. Raises LearnError."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LearnError(mark("Cannot read {file}: {reason}"), file=str(file), reason=reason_of(error)) from None
    except ValueError:
        raise LearnError(mark("{file} is damaged."), file=str(file)) from None


def checksum(data: bytes) -> str:
    """What tells files of nets apart."""
    return f"{zlib.crc32(data):08x}"


def commit_here() -> str:
    """The commit of the source checkout that plays and trains; empty where halma is installed."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    # What JSON writes of texts, numbers and switches is TOML too.
    return json.dumps(value, ensure_ascii=False)
