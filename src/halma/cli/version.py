"""`halma --version`: which halma this is, and which of its compiled parts run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from halma.messages import mark

if TYPE_CHECKING:
    from halma.words import Words


class CompiledPart(NamedTuple):
    """A part that is compiled where that is possible."""

    module: str
    # What to say where it runs, and where Python does its work.
    compiled: str
    instead: str
    # The compiled modules without which it does not run.
    needs: tuple[str, ...] = ()


KERNEL, ENGINE, PUZZLES = "halma.kernel.fast._native", "halma.engine._native", "halma.puzzles._native"
# In the order in which they are told. Each is a target of CMakeLists.txt.
COMPILED_PARTS = (
    CompiledPart(KERNEL, mark("Kernel: fast (compiled)"), mark("Kernel: reference (Python); {reason}")),
    CompiledPart(
        ENGINE, mark("Engine: compiled search"), mark("Engine: look-ahead (Python); {reason}"), needs=(KERNEL,)
    ),
    CompiledPart(PUZZLES, mark("Puzzles: compiled search"), mark("Puzzles: small ones only (Python); {reason}")),
)


def version_lines(words: Words) -> Iterator[str]:
    """The version, then a line for each part that may be compiled, with the reason where it is not."""
    from halma import __version__

    yield f"halma {__version__}"
    for part in COMPILED_PARTS:
        reason = _missing(words, part)
        yield words.text(part.instead, reason=reason) if reason else words.text(part.compiled)


def parts_not_compiled() -> list[str]:
    """The modules that were not compiled when halma was installed."""
    return [part.module for part in COMPILED_PARTS if find_spec(part.module) is None]


def _missing(words: Words, part: CompiledPart) -> str:
    """Why a compiled module does not run; nothing if it does."""
    try:
        import_module(part.module)
    except ModuleNotFoundError:
        return words.text("it was not compiled when halma was installed.")
    except ImportError as error:
        return words.text("it cannot be loaded: {reason}", reason=error)
    if any(_missing(words, other) for other in COMPILED_PARTS if other.module in part.needs):
        return words.text("it needs the fast kernel.")
    return ""
