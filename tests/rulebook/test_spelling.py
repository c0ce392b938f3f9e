"""Spelling, by Debian's hunspell dictionaries and a list of words of our own."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from halma.games import games
from halma.words import LANGUAGES
from tests.rulebook.test_glossary import texts

# The names of Debian's dictionaries.
DICTIONARIES = {"en": "en_GB", "de": "de_DE", "fr": "fr", "it": "it_IT", "nl": "nl", "es": "es_ES"}
OWN = Path(__file__).parent / "words"
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
# Cells, seats, and words of the command line in messages.
NO_WORDS = re.compile(r"\b[a-q]\d{1,2}\b|\b[a-z]+(?:-[a-z0-9]+)+(?=:)|\b[A-Z]{2,}\b|https?://\S+")


def names() -> set[str]:
    """The ids and names of the games in all languages are right as they are."""
    listed = [name for game in games().values() for several in game.names.values() for name in (*several, game.id)]
    return {word for name in listed for word in WORD.findall(name.replace("’", "'"))}


def own_words(name: str) -> set[str]:
    """The words in one of our lists: “all” has names, options and codes that stand in every language."""
    lines = (OWN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines), key=lambda word: (word.casefold(), word)), "sorted, each word once"
    return set(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_spelling(language: str):
    if shutil.which("hunspell") is None:
        pytest.fail("hunspell is not installed: run “tools/system-packages spelling”")
    words: dict[str, str] = {}
    for where, text in texts(language):
        for word in WORD.findall(NO_WORDS.sub(" ", text.replace("’", "'").replace("\u00ad", ""))):
            words.setdefault(word, where)
    command = ["hunspell", "-l", "-i", "utf-8", "-d", DICTIONARIES[language]]
    checked = subprocess.run(command, input="\n".join(words), capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and not checked.stderr, (
        f"the dictionary {DICTIONARIES[language]} is missing: run “tools/system-packages spelling”; {checked.stderr}"
    )
    known = own_words("all") | own_words(language) | names()
    # Single letters are seats. Of some words hunspell reports the parts before and after an apostrophe or a hyphen.
    unknown = sorted({word for word in checked.stdout.split() if len(word) > 1 and word not in known})
    places = {part: where for word, where in words.items() for part in (word, *re.split(r"[-']", word))}
    found = [f"{word} ({places.get(word, '?')})" for word in unknown]
    assert found == [], f"misspelt, or a word for tests/rulebook/words/{language}.txt"
