"""`halma --version`: which halma this is, and which of its compiled parts run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
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


def is_there(module: str) -> bool:
    """Whether a module of halma is installed, found without loading it or the packages it lies in."""
    return any(finder.find_spec(module, _places(module)) is not None for finder in sys.meta_path)


def _places(module: str) -> list[str]:
    """The folders in which the package of a module may lie."""
    import halma

    return [str(Path(place, *module.split(".")[1:-1])) for place in halma.__path__]


KERNEL, ENGINE, PUZZLES = "halma.kernel.fast._native", "halma.engine._native", "halma.puzzles._native"
BATCH = "halma.batch._native"
# In the order in which they are told. Each is a target of CMakeLists.txt and has a stub with its types; one without is
# not part of this halma.
COMPILED_PARTS = tuple(
    part
    for part in (
        CompiledPart(KERNEL, mark("Kernel: fast (compiled)"), mark("Kernel: reference (Python); {reason}")),
        CompiledPart(
            ENGINE, mark("Engine: compiled search"), mark("Engine: look-ahead (Python); {reason}"), needs=(KERNEL,)
        ),
        CompiledPart(PUZZLES, mark("Puzzles: compiled search"), mark("Puzzles: small ones only (Python); {reason}")),
        CompiledPart(BATCH, mark("Batches: compiled"), mark("Batches: not available; {reason}")),
    )
    if any(Path(place, "_native.pyi").exists() for place in _places(part.module))
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
    return [part.module for part in COMPILED_PARTS if not is_there(part.module)]


def _missing(words: Words, part: CompiledPart) -> str:
    """Why a compiled module does not run; nothing if it does."""
    try:
        import_module(part.module)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == part.module:
            return words.text("it was not compiled when halma was installed.")
        return words.text("it cannot be loaded: {reason}", reason=error)
    if any(_missing(words, other) for other in COMPILED_PARTS if other.module in part.needs):
        return words.text("it needs the fast kernel.")
    return ""
