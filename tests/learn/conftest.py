"""The fixtures that call the command."""

from tests.cli.conftest import lines, run

__all__ = ["lines", "run"]
