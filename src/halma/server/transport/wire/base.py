"""What all messages have in common: values with their limits, requests, answers and errors."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Token = Annotated[str, Meta(max_length=100)]
Language = Annotated[str, Meta(max_length=35)]


class Answer(Struct, omit_defaults=False):
    """What the server sends."""


class RuleView(Answer):
    """A clause of the law, the page of the rulebook that explains it best in the game, and “rule 2.11” in words."""

    clause: str
    page: str
    label: str


class Problem(Answer):
    """What went wrong: a code for programs, a text in the reader's language, and the cells it concerns.

    Of a refused move `rule` is the rule that forbids it.
    """

    code: str
    text: str
    cells: tuple[str, ...] = ()
    rule: RuleView | None = None


class ErrorAnswer(Answer):
    error: Problem
