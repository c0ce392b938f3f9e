"""The parts of halma that need packages of others, and the extra of `pip install` that brings them.

The core needs nothing but the standard library. What needs more imports it inside of `requires_extra`:

>>> with requires_extra("png"):
...     import resvg_py

Where the package is missing, this raises a `MissingExtraError` that says what to install.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from halma.messages import HalmaError, mark

__all__ = ["EXTRAS", "Extra", "MissingExtraError", "modules_of", "requires_extra"]


class Extra(NamedTuple):
    """What an extra brings."""

    # The modules that can be imported then.
    modules: tuple[str, ...]
    # Other extras that come with it.
    includes: tuple[str, ...] = ()


# Those of pyproject.toml that the package itself imports from; a test compares the two.
EXTRAS: Mapping[str, Extra] = {
    "cli": Extra(("markdown_it", "rich", "typer")),
    "png": Extra(("resvg_py",)),
    "rulebook": Extra(("markdown_it", "typst")),
    "match": Extra(("openskill",)),
    "server": Extra(
        (
            "aiosqlite",
            "alembic",
            "msgspec",
            "prometheus_client",
            "segno",
            "sqlalchemy",
            "starlette",
            "uvicorn",
            "websockets",
        ),
        includes=("cli", "png"),
    ),
    "scale": Extra(("psycopg", "redis"), includes=("server",)),
    "tracing": Extra(("opentelemetry",), includes=("server",)),
    "envs": Extra(("gymnasium", "numpy", "open_spiel", "pettingzoo", "PIL", "pyspiel")),
    "learn": Extra(("torch",), includes=("envs",)),
    "cluster": Extra(("ray",)),
    "data": Extra(("matplotlib", "polars", "pyarrow")),
}


class MissingExtraError(HalmaError, ImportError):
    """A part of halma that is not installed; says how to install it."""


def modules_of(extra: str) -> frozenset[str]:
    """The modules that an extra brings, with those of the extras it includes."""
    modules, includes = EXTRAS[extra]
    return frozenset(modules).union(*(modules_of(other) for other in includes))


@contextmanager
def requires_extra(extra: str) -> Generator[None]:
    """Around imports: a module that the extra brings and that is missing is told with what to install."""
    expected = modules_of(extra)
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if isinstance(error, MissingExtraError) or package not in expected:
            raise
        raise MissingExtraError(
            mark(
                "This needs the package “{package}”, which is not installed. "
                'Install it with: pip install "halma[{extra}]"'
            ),
            package=package,
            extra=extra,
        ) from error
