"""The command `halma`: calls everything, decides nothing.

Loading this package loads nothing else, so that `main` can say what to install where Typer or Rich is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halma.cli.commands import app

__all__ = ["app", "main"]


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(f"module 'halma.cli' has no attribute {name!r}")
    from halma.cli.commands import app

    return app


def main() -> None:
    """Run the command."""
    from halma.cli.startup import run

    run()
