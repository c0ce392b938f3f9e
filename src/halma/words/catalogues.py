"""Reading the catalogues: the .po files are what the package ships, and this reads the part of the format they use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from gettext import c2py
from importlib.resources import files

# A keyword with its string, or a further line of the string.
LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d+\]) )?"((?:[^"\\]|\\.)*)"\s*')
PLURAL_RULE = re.compile(r"^Plural-Forms:.*?\bplural=([^;\n]+)", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
# The flag of a translation that somebody has to look at again.
FUZZY = re.compile(r"#,.*\bfuzzy\b")


class CatalogueError(ValueError):
    """A catalogue that cannot be read; says where."""


class Catalogue:
    """The texts of a language by the English ones. What has no translation stays as it is written in the code."""

    def __init__(self, translations: Mapping[str, tuple[str, ...]]) -> None:
        header = "".join(translations.get("", ()))
        rule = PLURAL_RULE.search(header)
        self._form = c2py(rule[1].strip() if rule else "n != 1")
        self._translations = {text: forms for text, forms in translations.items() if text and all(forms)}

    def gettext(self, text: str) -> str:
        """A text in this language."""
        found = self._translations.get(text)
        return found[0] if found else text

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """The form of a text that fits a number."""
        found = self._translations.get(singular)
        if not found:
            return singular if count == 1 else plural
        return found[min(self._form(count), len(found) - 1)]


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language."""
    source = files("halma").joinpath("locale", language, "LC_MESSAGES", "halma.po")
    return Catalogue(read_po(source.read_text(encoding="utf-8")))


def read_po(text: str) -> dict[str, tuple[str, ...]]:
    """The translations in the text of a .po file by their English texts; those marked as fuzzy are left out.

    >>> read_po('msgid "move"\\nmsgstr "Zug"\\n')
    {'move': ('Zug',)}
    """
    return {
        entry["msgid"]: tuple(entry[key] for key in entry if key.startswith("msgstr"))
        for entry in _entries(enumerate(text.split("\n"), start=1))
    }


def _entries(lines: Iterable[tuple[int, str]]) -> Iterator[dict[str, str]]:
    """Each entry as what follows its keywords, in the order of the file."""
    entry: dict[str, str] = {}
    keyword = ""
    fuzzy = fuzzy_next = False
    for number, line in lines:
        if line.startswith("#") or not line.strip():
            fuzzy_next = fuzzy_next or FUZZY.match(line) is not None
            continue
        found = LINE.fullmatch(line)
        if found and found[1] == "msgid":
            if entry and not fuzzy:
                yield entry
            entry, fuzzy, fuzzy_next = {"msgid": ""}, fuzzy_next, False
        if found is None or not entry:
            raise CatalogueError(f"line {number} of the catalogue is not what belongs there: {line!r}")
        keyword = found[1] or keyword
        entry[keyword] = entry.get(keyword, "") + ESCAPE.sub(_unescaped, found[2])
    if entry and not fuzzy:
        yield entry


def _unescaped(found: re.Match[str]) -> str:
    return ESCAPED.get(found[1], found[0])
