"""The compiled searches, where they were built."""

from __future__ import annotations

from halma.messages import HalmaError, mark

try:
    from halma.puzzles import _native
except ImportError:
    _native = None  # pyright: ignore[reportAssignmentType, reportConstantRedefinition]


class NotCompiledError(HalmaError):
    """A search that Python alone is too slow for."""


def available() -> bool:
    """Whether the searches were compiled when halma was installed."""
    return _native is not None  # pyright: ignore[reportUnnecessaryComparison]


def native():
    """The compiled searches. Raises NotCompiledError where there are none."""
    if _native is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise NotCompiledError(
            mark(
                "This search needs the compiled part of halma, which was not built: reinstall halma with a C++20 "
                "compiler."
            )
        )
    return _native
