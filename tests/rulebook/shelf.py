"""What the tests of the rulebook share: its pages, read once."""

from functools import cache
from pathlib import Path

from halma.rulebook.check import all_files, read_file
from halma.rulebook.model import Page


@cache
def page_of(path: Path) -> Page:
    return read_file(path)


def page_texts(page: Page) -> list[str]:
    """Everything on a page that is written in a language: no code, no cells and moves inside it."""
    lines = ["".join("" if words.code else words.text for words in line) for line in page.lines]
    return [page.title, page.summary, *lines]


FILES = all_files()
EVERY_PAGE = [f"{path.parent.name}/{path.stem}" for path in FILES]
