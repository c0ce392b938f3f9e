"""`halma --version`: which halma this is, and which of its compiled parts run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from halma.messages import mark

if TYPE_CHECKING:
    from halma.words import Words

KERNEL, ENGINE, PUZZLES = "halma.kernel.fast._native", "halma.engine._native", "halma.puzzles._native"


def version_lines(words: Words) -> Iterator[str]:
    """The version, then a line for each part that may be compiled, with the reason where it is not."""
    from halma import __version__

    yield f"halma {__version__}"
    for module, compiled, instead in (
        (KERNEL, mark("Kernel: fast (compiled)"), mark("Kernel: reference (Python); {reason}")),
        (ENGINE, mark("Engine: compiled search"), mark("Engine: look-ahead (Python); {reason}")),
        (PUZZLES, mark("Puzzles: compiled search"), mark("Puzzles: small ones only (Python); {reason}")),
    ):
        reason = _missing(words, module)
        yield words.text(instead, reason=reason) if reason else words.text(compiled)


def _missing(words: Words, module: str) -> str:
    """Why a compiled module does not run; nothing if it does."""
    try:
        import_module(module)
    except ModuleNotFoundError:
        return words.text("it was not compiled when halma was installed.")
    except ImportError as error:
        return words.text("it cannot be loaded: {reason}", reason=error)
    if module == ENGINE and _missing(words, KERNEL):
        return words.text("it needs the fast kernel.")
    return ""
