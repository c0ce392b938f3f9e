"""The catalogues: complete, nothing left over, and every translation takes the data its text takes."""

import string
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import halma
from halma.cli.terminal_game import COMMANDS
from halma.words import LANGUAGES, translator

PACKAGE = Path(halma.__file__).parent
# As `make messages` has them.
KEYWORDS = {"mark": None, "text": None, "plural": (1, 2)}
TRANSLATED = [language for language in LANGUAGES if language != "en"]

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_translation = pytest.mark.parametrize("language", TRANSLATED)


@cache
def texts_in_the_source() -> frozenset[str | tuple[str, ...]]:
    return frozenset(found[2] for found in extract_from_dir(PACKAGE, keywords=KEYWORDS))


@cache
def catalogue(language: str) -> Catalog:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "halma.po").open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text, or the forms of a text with plurals."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_source_has_texts():
    assert len(texts_in_the_source()) > 150
    assert all(text.strip() for found in texts_in_the_source() for text in forms(found))


@each_language
def test_every_text_of_the_source_is_in_the_catalogue_and_nothing_else(language: str):
    listed = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages(language)}
    assert texts_in_the_source() - listed == set(), "run “make messages” and translate what is new"
    assert listed - texts_in_the_source() == set(), "run “make messages”"
    assert not catalogue(language).obsolete


@each_translation
def test_every_text_is_translated(language: str):
    untranslated = [message.id for message in messages(language) if not all(forms(message.string))]
    assert untranslated == []
    assert not [message.id for message in messages(language) if message.fuzzy]


def test_english_is_the_language_of_the_source():
    assert not [message.id for message in messages("en") if any(forms(message.string))]


@each_translation
def test_a_translation_takes_the_data_its_text_takes(language: str):
    for message in messages(language):
        expected = set[str]().union(*(placeholders(text) for text in forms(message.id)))
        for text in forms(message.string):
            assert placeholders(text) == expected, message.id


@each_translation
def test_plurals_are_complete(language: str):
    plural = [message for message in messages(language) if message.pluralizable]
    assert plural
    for message in plural:
        assert len(forms(message.string)) == catalogue(language).num_plurals, message.id


@each_translation
def test_a_translation_begins_and_ends_as_its_text_does(language: str):
    """Blanks at the end of a question, and full stops."""
    for message in messages(language):
        english, translated = forms(message.id)[0], forms(message.string)[0]
        assert translated.endswith(" ") == english.endswith(" "), english
        assert translated.startswith(" ") == english.startswith(" "), english
        assert translated.endswith(".") == english.endswith("."), english
        assert translated.isupper() == english.isupper(), english


def test_french_has_no_blank_where_a_line_could_break_before_a_sign():
    for message in messages("fr"):
        for text in forms(message.string):
            assert not any(sign in text for sign in (" :", " ;", " ?", " !", " »", "« ")), text


@each_language
def test_the_words_one_types_in_a_game_are_single_and_different(language: str):
    words = [translator(language).text(command.word) for command in COMMANDS.values()]
    assert len(set(words)) == len(COMMANDS)
    assert all(word.isalpha() and word.islower() for word in words)
