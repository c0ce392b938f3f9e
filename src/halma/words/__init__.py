"""Putting texts into the language of the person: gettext catalogues, and numbers and lists in a sentence."""

from halma.words.languages import LANGUAGES, SOURCE_LANGUAGE, UnknownLanguageError, environment_language
from halma.words.words import RefusalText, Words, translator

__all__ = [
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "RefusalText",
    "UnknownLanguageError",
    "Words",
    "environment_language",
    "translator",
]
