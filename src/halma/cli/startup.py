"""What the command does before its libraries are loaded: it finds the language, and tells what is not installed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from halma.extras import MissingExtraError, requires_extra
from halma.messages import HalmaError, mark
from halma.words import Words, environment_language, translator

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGE_FLAG = "--lang"
VERSION_FLAG = "--version"
# The code with which a command ends that was not understood or cannot be done.
WRONG = 2
# The file in the cache folder with the installations about which something was told.
TOLD = "told-not-compiled"

NOT_COMPILED = mark(
    "halma was installed without some of its compiled parts; Python does their work, only more slowly, and the "
    "computer plays less well. “halma --version” says what is missing."
)
COMPILE = mark("There is a C++ compiler on this machine. To compile them: {command}")


def run() -> None:
    """Run the command with the arguments of this process."""
    try:
        with requires_extra("cli"):
            from halma.cli.commands import app
    except MissingExtraError as error:
        sys.exit(_without_libraries(error, sys.argv[1:]))
    words = spoken_words(sys.argv[1:])
    if VERSION_FLAG not in sys.argv:
        for line in unheard_notice(words):
            complain(line)
    app()


def _without_libraries(error: MissingExtraError, arguments: Sequence[str]) -> int:
    """What the command can do without Typer and Rich: be an engine, tell its version, and what to install."""
    words = spoken_words(arguments)
    if list(arguments) == ["engine"]:
        from halma.cli.engine import engine

        engine()
        return 0
    if VERSION_FLAG in arguments:
        from halma.cli.version import version_lines

        print("\n".join(version_lines(words)))
        return 0
    complain(words.error(error))
    return WRONG


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language named on the command line, before or after the command; the last one counts."""
    found: str | None = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == LANGUAGE_FLAG and number + 1 < len(arguments):
            found = arguments[number + 1]
        elif argument.startswith(LANGUAGE_FLAG + "="):
            found = argument.partition("=")[2]
    return found


def spoken_words(arguments: Sequence[str]) -> Words:
    """The words of the language asked for; where there is no such language, those of the environment."""
    usual = environment_language(os.environ)
    try:
        return translator(asked_language(arguments) or usual)
    except HalmaError:
        return translator(usual)


def complain(line: str) -> None:
    """One line for the person, apart from the output."""
    # What was typed is repeated in it, and may hold line ends and other control characters.
    print(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", line), file=sys.stderr)


def unheard_notice(words: Words) -> list[str]:
    """That parts were not compiled when halma was installed, and what helps; told once for each installation.

    It is told once more when there is a compiler, because pip takes what it once built from its cache.
    """
    from halma.cli.version import parts_not_compiled

    if not parts_not_compiled():
        return []
    import shutil

    from halma import __version__
    from halma.puzzles import cache

    compiler = any(shutil.which(name) for name in (os.environ.get("CXX", "c++"), "g++", "clang++", "cl"))
    if not _first_time(cache.folder() / TOLD, f"{sys.prefix} {__version__} {'with' if compiler else 'without'}"):
        return []
    return [words.text(NOT_COMPILED), *([words.text(COMPILE, command=_reinstall())] if compiler else [])]


def _first_time(file: Path, about: str) -> bool:
    """Whether nothing was told about this yet; it is written down. Where nothing can be written, it is told again."""
    try:
        told = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if about in told:
            return False
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as stream:
            stream.write(about + "\n")
    except (OSError, ValueError):
        pass
    return True


def _reinstall() -> str:
    """The command that installs halma anew from where it came, without what pip has kept of it."""
    import json
    from importlib.metadata import distribution

    origin = json.loads(distribution("halma").read_text("direct_url.json") or "{}").get("url", "")
    source = f'"halma @ {origin}"' if origin else "--no-binary halma halma"
    return f"pip install --force-reinstall --no-deps --no-cache-dir {source}"
