"""One object that speaks one language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, Protocol, cast

from halma.messages import HalmaError, mark
from halma.words.catalogues import catalogue
from halma.words.languages import LANGUAGES, SENTENCE_PARTS, UnknownLanguageError


class RefusalText(Protocol):
    """A refusal or duty: the template of its text, and the cells it speaks about."""

    @property
    def template(self) -> str:
        """The English text, with {cells} where they belong."""
        ...

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells."""
        ...


class Words:
    """The words of one language.

    >>> translator("de").text("There is no piece on {cells}.", cells="e5")
    'Auf e5 steht keine Figur.'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._parts = SENTENCE_PARTS[language]
        self._catalogue = catalogue(language)

    def text(self, template: str, /, **data: object) -> str:
        """A text in this language, filled with its data. Errors among the data are put into words too."""
        # The empty text is the catalogue's own header.
        return self._fill(self._catalogue.gettext(template) if template else "", data)

    def plural(self, singular: str, plural: str, count: int, /, **data: object) -> str:
        """The form of a text that fits a number; the number itself is {count}."""
        return self._fill(self._catalogue.ngettext(singular, plural, count), {"count": count, **data})

    def error(self, error: HalmaError) -> str:
        """What somebody got wrong."""
        return self.text(error.template, **error.data)

    def refusal(self, refusal: RefusalText) -> str:
        """Why a move may not be played, or what has to be done first."""
        return self.text(refusal.template, cells=", ".join(refusal.cells))

    def number(self, number: int) -> str:
        """A number as it is written in this language."""
        return f"{number:,}".replace(",", self._parts.thousands)

    def listed(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """A list in a sentence: A, B and C."""
        *others, last = list(items) or [""]
        word = self._parts.conjunction if style == "standard" else self._parts.disjunction
        return f"{', '.join(others)} {word} {last}" if others else last

    def _fill(self, template: str, data: dict[str, object]) -> str:
        return template.format(**{name: self._worded(value) for name, value in data.items()})

    def _worded(self, value: object) -> str:
        if isinstance(value, HalmaError):
            return self.error(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        if isinstance(value, list | tuple):
            return self.listed(self._worded(item) for item in cast(Iterable[object], value))
        return str(value)


@cache
def _words(language: str) -> Words:
    return Words(language)


def translator(language: str) -> Words:
    """The words of a language, by its two letters. Raises UnknownLanguageError."""
    if language not in LANGUAGES:
        raise UnknownLanguageError(
            mark("There is no language “{value}”. Languages: {allowed}."), value=language, allowed=", ".join(LANGUAGES)
        )
    return _words(language)
