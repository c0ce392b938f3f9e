"""The fast kernel: C++20, driven by tables that are compiled from a ruleset.

Where it could not be built, `available` is false, `reason` says why, and the reference kernel plays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING


def _missing() -> str:
    """Why the compiled module cannot be used; nothing if it can."""
    try:
        import_module("halma.kernel.fast._native")
    except ImportError as error:
        return str(error)
    return ""


reason: str = _missing()
available: bool = not reason

if TYPE_CHECKING or available:
    from halma.kernel.fast.state import State, adopt_moves, legal_moves, push_move

__all__ = ["State", "adopt_moves", "available", "legal_moves", "push_move", "reason"]
