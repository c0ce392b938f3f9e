"""Visitors that write: the PGN-shaped text and the line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from halma.games import RULES_VERSION
from halma.play import notation
from halma.play.records.headers import UNFINISHED, RecordHeaders
from halma.play.records.tokens import ENDED, MARKS, UNENDED, escaped
from halma.play.records.visitor import RecordVisitor, Skip

WIDTH = 100


class TextWriter(RecordVisitor[str]):
    """Writes the PGN-shaped form: tags, then numbered turns, one game in one paragraph."""

    def __init__(self) -> None:
        self._tags: list[str] = []
        self._words: list[str] = []
        # How many turns have been written, and before each variation that is open.
        self._number = 0
        self._numbers: list[int] = []
        self._after_turn = self._after_chance = False
        self._opening = ""

    def visit_tag(self, name: str, value: str) -> None:
        self._tags.append(f'[{name} "{escaped(value, chr(34))}"]')

    def _write(self, word: str) -> None:
        self._words.append(self._opening + word)
        self._opening = ""
        self._after_turn = False

    def visit_comment(self, comment: str) -> None:
        if comment := comment.strip():
            self._write(f"{{{escaped(comment, '}')}}}")

    def visit_turn(self, text: str) -> Skip | None:
        self._after_chance = notation.is_chance(text)
        if not self._after_chance:
            self._number += 1
            self._write(f"{self._number}.")
        self._write(text)
        self._after_turn = True

    def visit_annotation(self, annotation: int) -> None:
        if self._after_turn and annotation in MARKS:
            self._words[-1] += MARKS[annotation]
            self._after_turn = False
        else:
            self._write(f"${annotation}")

    def begin_variation(self) -> Skip | None:
        self._numbers.append(self._number)
        self._number -= not self._after_chance
        self._opening += "("

    def end_variation(self) -> None:
        self._words[-1] += ")"
        self._number = self._numbers.pop()
        self._after_turn = False

    def visit_result(self, result: str) -> None:
        self._write(UNENDED if result == UNFINISHED else ENDED)

    def result(self) -> str:
        return "\n".join((*self._tags, *_wrapped(self._words))) + "\n"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines; a comment is never broken, so that it is read back exactly."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


class JsonWriter(RecordVisitor[str]):
    """Writes a record as one line of JSON."""

    def __init__(self) -> None:
        self._data: dict[str, Any] = {}
        self._items: list[str | list[str]] = []

    def end_tags(self, headers: RecordHeaders) -> Skip | None:
        self._data = {"game": headers.choice.game, "law": RULES_VERSION, "options": headers.choice.options}
        self._data |= {"names": dict(headers.names)} if headers.names else {}
        self._data |= {"tags": dict(headers.tags)} if headers.tags else {}
        self._data |= {"position": headers.start} if headers.start is not None else {}
        self._data["turns"] = self._items

    def visit_comment(self, comment: str) -> None:
        comment = comment.strip()
        if not comment:
            return
        if not self._items:
            self._data["remark"] = comment
            return
        item = self._items[-1]
        # What follows the comment of an item is one more comment on the same turn.
        self._items[-1] = [item, comment] if isinstance(item, str) else [item[0], f"{item[1]} {comment}"]

    def visit_turn(self, text: str) -> Skip | None:
        self._items.append(text)

    def visit_annotation(self, annotation: int) -> None:
        self._items.append(f"${annotation}")

    def begin_variation(self) -> Skip | None:
        self._items.append("(")

    def end_variation(self) -> None:
        self._items.append(")")

    def visit_result(self, result: str) -> None:
        self._data["result"] = result

    def result(self) -> str:
        # The order of the keys is the order in which a person wants to read them.
        keys = ("game", "law", "options", "names", "tags", "position", "remark", "turns", "result")
        ordered = {key: self._data[key] for key in keys if key in self._data}
        return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))
