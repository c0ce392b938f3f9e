"""The law: the numbered clauses of docs/rules.md, which the package carries as `law.md`.

The pages of the rulebook explain; the law decides. Tests, refusals and pages cite its clauses by number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from halma.messages import HalmaError, mark
from halma.rulebook.model import Page
from halma.rulebook.reading import read_blocks
from halma.words.languages import SOURCE_LANGUAGE

_HEADING = re.compile(r"## (\d+)\. (.*)")
# A clause begins with its number in bold, perhaps with a title: **2.11 Duty to clear**
_CLAUSE = re.compile(r"\*\*(\d+\.\d+)(?: ([^*]+))?\*\*")


class UnknownClauseError(HalmaError):
    """The law has no clause of that number."""


@dataclass(frozen=True)
class Clause:
    """A clause as it is written; the tables of sections 3 to 5 are cited by the number of their section."""

    number: str
    title: str
    text: str

    @property
    def section(self) -> str:
        return self.number.partition(".")[0]


@cache
def law_text() -> str:
    """The whole law, as Markdown."""
    return files("halma").joinpath("rulebook", "law.md").read_text(encoding="utf-8")


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by their numbers, in the order of the text."""
    return {clause.number: clause for clause in _clauses(law_text())}


def find_clause(number: str) -> Clause:
    """A clause by its number. Raises UnknownClauseError."""
    known = clauses()
    if number in known:
        return known[number]
    near = [clause.number for clause in known.values() if clause.section == number.partition(".")[0]]
    raise UnknownClauseError(
        mark("The law has no clause “{name}”. Clauses: {allowed}."), name=number[:40], allowed=", ".join(near or known)
    )


def page_of_law(number: str | None = None) -> Page:
    """The law, or one clause of it, as a page to be shown."""
    if number is None:
        heading, _, body = law_text().partition("\n")
        title, summary, text = heading.removeprefix("# "), "", body
    else:
        clause = find_clause(number)
        title, summary, text = " ".join(part for part in (clause.number, clause.title) if part), "", clause.text
    return Page(
        language=SOURCE_LANGUAGE,
        id="law",
        title=title,
        kind="base",
        summary=summary,
        blocks=read_blocks(text, SOURCE_LANGUAGE),
    )


def _clauses(text: str) -> Iterator[Clause]:
    number = title = ""
    lines: list[str] = []
    for line in (*_flowing(text), "## 0. End"):
        heading = _HEADING.fullmatch(line)
        # A bold line without a number opens a group of clauses.
        if heading or line.startswith("**"):
            yield from _finished(number, title, lines)
            number, title, lines = (heading[1], heading[2], []) if heading else ("", "", [])
            continue
        item = line.removeprefix("- ").removeprefix("  ") if line.startswith(("- ", "  ")) else line
        start = 0
        for found in _CLAUSE.finditer(item):
            lines.append(item[start : found.start()])
            yield from _finished(number, title, lines)
            number, title, lines = found[1], (found[2] or "").strip(), []
            start = found.end()
        lines.append(item[start:])


def _finished(number: str, title: str, lines: list[str]) -> Iterator[Clause]:
    """What was collected; of a whole section only the tables before its clauses are law."""
    text = "\n".join(lines).strip().lstrip(":,").lstrip()
    if text and ("." in number or text.startswith("|")):
        yield Clause(number, title, text)


def _flowing(text: str) -> Iterator[str]:
    """The lines of the sections, without the introduction."""
    begun = False
    for line in text.splitlines():
        begun = begun or _HEADING.fullmatch(line) is not None
        if begun:
            yield line
