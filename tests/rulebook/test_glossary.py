"""The glossary is complete, and the pages and messages keep to it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from halma.words import LANGUAGES
from tests.rulebook.shelf import FILES, page_of, page_texts
from tests.words.test_catalogues import forms, messages

# Pages that name the words of others.
QUOTING = ("editions", "history")
GLOSSARY = Path(__file__).parents[2] / "docs/glossary.md"


@cache
def tables() -> tuple[list[list[str]], list[list[str]]]:
    """The rows of the two tables of the languages, heads included; the third has the words of the code."""
    parts = GLOSSARY.read_text(encoding="utf-8").split("\n## ")[1:]
    found = [
        [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in part.splitlines() if line.startswith("|")]
        for part in parts
    ]
    used, avoided, _ = found
    return used, avoided


def alternatives(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(",")]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Everything people read in a language, with where it stands."""
    for path in FILES:
        if path.parent.name == language:
            yield from ((path.stem, text) for text in page_texts(page_of(path)))
    for message in messages(language):
        for text in forms(message.id if language == "en" else message.string):
            # Names of games and of options in braces or after dashes are no words of a language.
            yield "catalogue", re.sub(r"\{\w+\}|--[a-z-]+", "", text)


def test_every_term_has_a_word_in_every_language():
    head, _, *rows = tables()[0]
    assert head == ["term", *LANGUAGES.values()]
    assert len(rows) > 25
    for row in rows:
        assert len(row) == len(head) and all(row), row
    terms = [row[0] for row in rows]
    assert len(set(terms)) == len(terms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_glossary_are_those_of_the_pages(language: str):
    everything = " ".join(text for _, text in texts(language)).casefold()
    column = 1 + list(LANGUAGES).index(language)
    for row in tables()[0][2:]:
        words = alternatives(row[column])
        assert any(re.search(rf"\b{re.escape(word.casefold())}", everything) for word in words), row[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_and_no_message_uses_a_word_we_do_not_use(language: str):
    avoided = [row for row in tables()[1][2:] if row[0] == LANGUAGES[language]]
    assert avoided
    found: list[str] = []
    for _, words, instead in avoided:
        for word in alternatives(words):
            ending = "" if word.endswith("*") else r"\b"
            pattern = re.compile(r"\b" + re.escape(word.removesuffix("*")) + ending, re.IGNORECASE)
            found += [
                f"{where}: “{word}” in “{text}”; say: {instead}"
                for where, text in texts(language)
                if where not in QUOTING and pattern.search(text)
            ]
    assert found == []
