"""Texts for people: marked here in English, put into their language by the screens.

A message is a template and the data to fill it with, so that only the user interfaces have to know a language.

>>> from halma import Position
>>> from halma.messages import HalmaError
>>> try:
...     Position("halma", players=5)
... except HalmaError as error:
...     print(error.data["game"])
halma
"""

from __future__ import annotations

import errno
from typing import Any

__all__ = ["HalmaError", "ReasonError", "mark", "reason_of"]


def mark(text: str) -> str:
    """Mark a text for the translation catalogues without translating it here."""
    return text


class HalmaError(Exception):
    """Something the caller or player got wrong; says what was expected instead."""

    def __init__(self, template: str, **data: object) -> None:
        self.template = template
        self.data = data
        super().__init__(template.format(**data))

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross from process to process, whatever their class wants to be made from.
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[HalmaError], texts: tuple[object, ...], attributes: dict[str, object]) -> HalmaError:
    error = kind.__new__(kind, *texts)
    error.__dict__.update(attributes)
    return error


class ReasonError(HalmaError):
    """Why the system refuses something, as a message of its own so that it is translated."""


def reason_of(error: OSError) -> HalmaError | str:
    """Why a file cannot be read, written or run."""
    known: dict[type[OSError], str] = {
        FileNotFoundError: mark("no such file or folder."),
        PermissionError: mark("permission denied."),
        IsADirectoryError: mark("it is a folder."),
        NotADirectoryError: mark("no such file or folder."),
        FileExistsError: mark("a file with that name already exists."),
    }
    full = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
    template = next((known[kind] for kind in type(error).__mro__ if kind in known), None)
    template = mark("there is no space left on the disk.") if error.errno in full else template
    return ReasonError(template) if template else f"{error.strerror or error}."
