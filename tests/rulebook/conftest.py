"""The rules command is called as the other commands are."""

from tests.cli.conftest import lines, refused, run

__all__ = ["lines", "refused", "run"]
