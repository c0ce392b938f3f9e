"""Reading catalogues, numbers and lists without Babel: the same answers as Babel gives."""

from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po as babel_read_po
from babel.numbers import format_decimal

import halma
from halma.words import LANGUAGES, translator
from halma.words.catalogues import Catalogue, CatalogueError, read_po

LOCALE = Path(halma.__file__).parent / "locale"
each_language = pytest.mark.parametrize("language", LANGUAGES)

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'


def by_babel(content: bytes, language: str) -> dict[str, tuple[str, ...]]:
    """The entries of a catalogue as Babel reads them, without the header, which it writes anew."""
    found: dict[str, tuple[str, ...]] = {}
    for message in babel_read_po(BytesIO(content), locale=language, abort_invalid=True):
        if message.id and not message.fuzzy:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)
    return found


@each_language
def test_the_catalogues_are_read_as_babel_reads_them(language: str):
    content = (LOCALE / language / "LC_MESSAGES" / "halma.po").read_bytes()
    own = read_po(content.decode())
    assert "Plural-Forms" in own.pop("")[0]
    assert own == by_babel(content, language)


def test_strings_on_several_lines_escapes_and_comments():
    text = HEADER + (
        "# a note\n#: a/file.py\n#, python-brace-format\n"
        'msgid ""\n"first “line”\\n"\n"second \\"line\\" \\\\n\\t"\n'
        'msgstr ""\n"première\\n"\n"deuxième"\n\n'
        '#~ msgid "old"\n#~ msgstr "vieux"\n'
    )
    own = read_po(text)
    own.pop("")
    assert own == {'first “line”\nsecond "line" \\n\t': ("première\ndeuxième",)} == by_babel(text.encode(), "fr")


def test_what_is_fuzzy_is_left_out_and_what_follows_it_is_not():
    entries = (
        '#, fuzzy\nmsgid "a"\nmsgstr "x"\n',
        '#, c-format\nmsgid "b"\nmsgstr "y"\n',
        '#, fuzzy\nmsgid "c"\nmsgstr "z"\n',
    )
    text = HEADER + "\n".join(entries)
    own = read_po(text)
    own.pop("")
    assert own == {"b": ("y",)} == by_babel(text.encode(), "fr")


def test_the_rule_of_the_header_says_which_form_fits():
    catalogue = Catalogue(read_po(HEADER + 'msgid "a"\nmsgid_plural "as"\nmsgstr[0] "un"\nmsgstr[1] "des"\n'))
    assert [catalogue.ngettext("a", "as", count) for count in (0, 1, 2)] == ["un", "un", "des"]
    assert [catalogue.ngettext("b", "bs", count) for count in (0, 1, 2)] == ["bs", "b", "bs"]


def test_an_empty_translation_is_none():
    catalogue = Catalogue(
        read_po('msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "x"\nmsgstr[1] ""\n')
    )
    assert catalogue.gettext("a") == "a"
    assert catalogue.ngettext("b", "bs", 2) == "bs"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgid "a\nmsgstr "b"\n', 1),
        ('msgid "a"\nmsgstr "b\\"\n', 2),
        ('msgid "a" b"\nmsgstr "b"\n', 1),
        ('"a"\n', 1),
        ('msgid "a"\nmsgstr "b"\n<<<<<<< HEAD\n', 3),
        ('msgctxt "here"\nmsgid "a"\nmsgstr "b"\n', 1),
        ('msgstr "b"\n', 1),
    ],
)
def test_a_catalogue_that_is_broken_is_refused_with_the_line(text: str, line: int):
    with pytest.raises(CatalogueError, match=f"line {line} "):
        read_po(text)


@each_language
def test_numbers_and_lists_are_written_as_the_locale_data_have_it(language: str):
    locale = Locale.parse({"en": "en_GB"}.get(language, language))
    words = translator(language)
    for number in (0, -5, 999, 1000, 1234, -12345, 1234567, 10**12):
        assert words.number(number) == format_decimal(number, locale=locale)
    for count in range(5):
        items = list("ABCD"[:count])
        assert words.listed(items) == format_list(items, style="standard", locale=locale)
        assert words.listed(items, "or") == format_list(items, style="or", locale=locale)
