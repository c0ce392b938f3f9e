"""Texts for people: marked here in English, put into their language by the screens.

A message is a template and the data to fill it with, so that no room below the screens has to know a language.
"""

from __future__ import annotations


def mark(text: str) -> str:
    """Mark a text for the translation catalogues without translating it here."""
    return text


class HalmaError(Exception):
    """Something the caller or player got wrong; says what was expected instead."""

    def __init__(self, template: str, **data: object) -> None:
        self.template = template
        self.data = data
        super().__init__(template.format(**data))
