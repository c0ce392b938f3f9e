"""Putting texts into the language of the person: gettext catalogues, and numbers and lists in a sentence."""

from halma.words.languages import LANGUAGES, UnknownLanguageError, environment_language
from halma.words.words import Words, translator

__all__ = ["LANGUAGES", "UnknownLanguageError", "Words", "environment_language", "translator"]
