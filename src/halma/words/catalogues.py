"""Reading the catalogues: the .po files are what the package ships, so they are compiled in memory."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


@cache
def catalogue(language: str) -> GNUTranslations:
    """The texts of a language. What has no translation, such as all of English, stays as it is written in the code."""
    source = files("halma").joinpath("locale", language, "LC_MESSAGES", "halma.po")
    with source.open("rb") as stream:
        messages = read_po(stream, locale=language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
