"""The languages of the booklets, and which of them a person wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from halma.messages import HalmaError

#: Each language by its own name, the source language first.
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}
#: The language the texts are written in.
SOURCE_LANGUAGE = "en"


class SentenceParts(NamedTuple):
    """What numbers and lists in a sentence are joined with."""

    thousands: str
    conjunction: str
    disjunction: str


# As in the Unicode locale data, of which six languages need no more; British English has no comma before “and”.
SENTENCE_PARTS: Mapping[str, SentenceParts] = {
    "en": SentenceParts(",", "and", "or"),
    "de": SentenceParts(".", "und", "oder"),
    "fr": SentenceParts("\u202f", "et", "ou"),
    "it": SentenceParts(".", "e", "o"),
    "nl": SentenceParts(".", "en", "of"),
    "es": SentenceParts(".", "y", "o"),
}


class UnknownLanguageError(HalmaError):
    """A language there is no catalogue for."""


def environment_language(environment: Mapping[str, str]) -> str:
    """The language the environment asks for, as gettext reads it: the first variable that is set decides."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            # LANGUAGE may list several in order of preference: de_AT:fr
            codes = (part.replace("-", "_").partition(".")[0].partition("_")[0].lower() for part in wanted.split(":"))
            return next((code for code in codes if code in LANGUAGES), SOURCE_LANGUAGE)
    return SOURCE_LANGUAGE
