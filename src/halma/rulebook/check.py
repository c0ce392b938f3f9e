"""Checks pages for their authors: python -m halma.rulebook.check [FILE …]

Without files all pages are checked. Each problem is one line; the exit code tells whether there were any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import halma.rulebook
from halma.rulebook.model import Page, PageError
from halma.rulebook.reading import read_page
from halma.rulebook.structure import differences, problems
from halma.words import LANGUAGES, SOURCE_LANGUAGE

SHELVES = Path(halma.rulebook.__file__).parent


def all_files() -> list[Path]:
    """The files of all pages in all languages."""
    return sorted(path for language in LANGUAGES for path in (SHELVES / language).glob("*.md"))


def read_file(path: Path) -> Page:
    """The page in a file; the folder says the language. Raises PageError."""
    language = path.resolve().parent.name
    if language not in LANGUAGES:
        raise PageError(f"the folder “{language}” is no language: {', '.join(LANGUAGES)}")
    page = read_page(path.read_text(encoding="utf-8"), language)
    if page.id != path.stem:
        raise PageError(f"the id is “{page.id}”, but the file is {path.name}")
    return page


def check_file(path: Path) -> Iterator[str]:
    """Everything that is wrong with the page in a file."""
    try:
        page = read_file(path)
        yield from problems(page)
        english = path.resolve().parent.parent / SOURCE_LANGUAGE / path.name
        if page.language != SOURCE_LANGUAGE:
            if english.exists():
                yield from differences(page, read_file(english))
            else:
                yield "there is no such page in English"
    except (PageError, OSError) as error:
        yield str(error)


def main(arguments: list[str]) -> int:
    """Check the named files, or all; say what is wrong."""
    files = [Path(argument) for argument in arguments] or all_files()
    found = 0
    for path in files:
        for problem in check_file(path):
            print(f"{path.parent.name}/{path.name}: {problem}")
            found += 1
    print(f"{len(files)} pages, {found} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
