"""How the tests call the command."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from halma.cli import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Calls `halma` with some arguments, in English unless they say otherwise."""
    plain = {"LANGUAGE": "en", "NO_COLOR": "1", "COLUMNS": "100", "FORCE_COLOR": None, "GITHUB_ACTIONS": None}

    def call(*arguments: str, typed: str | None = None, environment: dict[str, str | None] | None = None) -> Result:
        return CliRunner(env={**plain, **(environment or {})}).invoke(app, list(arguments), input=typed)

    return call


@pytest.fixture
def lines(run: Run) -> Callable[..., list[str]]:
    """The lines that a command prints which must succeed."""

    def call(*arguments: str, typed: str | None = None) -> list[str]:
        result = run(*arguments, typed=typed)
        assert result.exit_code == 0, result.stderr
        assert result.stderr == ""
        return result.stdout.splitlines()

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """The one line on stderr with which a command is refused."""

    def call(*arguments: str) -> str:
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        return line

    return call
