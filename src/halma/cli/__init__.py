"""The command `halma`: calls everything, decides nothing."""

from halma.cli.app import app, main

__all__ = ["app", "main"]
