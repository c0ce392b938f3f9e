"""Reads one record in one of its two forms and tells a visitor what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from halma.messages import mark
from halma.play.errors import RecordError
from halma.play.records.headers import OWN_NAME, UNFINISHED, RecordHeaders, headers_of, settled_choice
from halma.play.records.tokens import ANNOTATIONS, ENDED, HIGHEST_ANNOTATION, TOKEN, UNENDED, is_turn, unescaped
from halma.play.records.visitor import SKIP, RecordVisitor
from halma.rules import SEATS

SHOWN = 40
_KEYS = {"game", "law", "options", "names", "tags", "position", "remark", "turns", "result"}
_GLYPH = re.compile(r"\$([0-9]+)")


class _Teller:
    """Tells a visitor the turns of a record, and makes sure that variations and annotations stand where they can."""

    def __init__(self, visitor: RecordVisitor[Any]) -> None:
        self.visitor = visitor
        # Whether the line that is being told has a turn, and the same of the lines around it, with where each opens.
        self.has_turn = False
        self.around: list[tuple[bool, int]] = []
        # How many variations are open inside one that the visitor does not want, itself included.
        self.skipped = 0

    def annotate(self, text: str, number: int | None) -> None:
        if self.skipped:
            return
        if number is None or number > HIGHEST_ANNOTATION:
            raise RecordError(mark("“{text}” is not an annotation."), text=text[:SHOWN])
        if not self.has_turn:
            raise RecordError(mark("The annotation “{text}” belongs to no turn."), text=text)
        self.visitor.visit_annotation(number)

    def comment(self, comment: str) -> None:
        if not self.skipped:
            self.visitor.visit_comment(comment)

    def open(self, at: int) -> None:
        if self.skipped:
            self.skipped += 1
            self.around.append((True, at))
            return
        if not self.has_turn:
            raise RecordError(mark("A variation must stand after the turn that it replaces."))
        self.around.append((self.has_turn, at))
        self.has_turn = False
        if self.visitor.begin_variation() is SKIP:
            self.skipped, self.has_turn = 1, True

    def close(self) -> None:
        if not self.around:
            raise RecordError(mark("A variation ends that has not begun."))
        if not self.has_turn:
            raise RecordError(mark("A variation has no turn."))
        self.has_turn, _ = self.around.pop()
        if self.skipped:
            self.skipped -= 1
        else:
            self.visitor.end_variation()

    def end(self, result: str) -> None:
        if self.around:
            raise RecordError(mark("A variation is never closed."))
        self.visitor.visit_result(result)


# ---- the PGN-shaped form ----------------------------------------------------------------------------------


def tell_text(tags: Mapping[str, str], body: str, line: int, visitor: RecordVisitor[Any]) -> None:
    """Tell a visitor a record in its text form, whose turns begin at a line. Raises RecordError."""
    if visitor.begin_record() is SKIP:
        return
    for name, value in tags.items():
        visitor.visit_tag(name, value)
    headers = headers_of(tags)
    if visitor.end_tags(headers) is SKIP:
        return
    teller = _Teller(visitor)
    at = 0
    try:
        visit_turn = visitor.visit_turn
        for found in TOKEN.finditer(body):
            kind = found.lastgroup
            if kind == "word":
                text = found["word"]
                if not teller.skipped and text not in (UNENDED, ENDED):
                    teller.has_turn = True
                    if visit_turn(text) is SKIP:
                        return
                continue
            at = found.start()
            if kind == "chance":
                teller.has_turn = True
                if not teller.skipped and visit_turn(" ".join(found["chance"].split())) is SKIP:
                    return
            elif kind != "number":
                _tell_token(teller, found, kind)
        at = teller.around[-1][1] if teller.around else len(body)
        teller.end(headers.result)
    except RecordError as error:
        error.line = line + body.count("\n", 0, at)
        raise


def _tell_token(teller: _Teller, found: re.Match[str], kind: str | None) -> None:
    match kind:
        case "comment":
            teller.comment(unescaped(found["comment"]))
        case "open":
            teller.open(found.start())
        case "close":
            teller.close()
        case "marks":
            teller.annotate(found[0], ANNOTATIONS.get(found[0]))
        case "glyph":
            teller.annotate(found[0], _annotation(found["glyph"]))
        case "unclosed":
            raise RecordError(
                mark("The comment that begins with “{text}” is never closed."), text=found[0][: SHOWN + 1].rstrip()
            )
        case _:
            raise RecordError(mark("“{text}” cannot stand here."), text=found[0])


def _annotation(digits: str) -> int | None:
    return int(digits) if len(digits) <= len(str(HIGHEST_ANNOTATION)) else None


# ---- JSON lines -------------------------------------------------------------------------------------------


def tell_json(line: str, visitor: RecordVisitor[Any]) -> None:
    """Tell a visitor a record in its JSON form. Raises RecordError."""
    data = _loaded(line)
    if visitor.begin_record() is SKIP:
        return
    headers = _headers(data)
    for name, value in (headers.as_tags() | {"Law": str(data.get("law", 1))}).items():
        visitor.visit_tag(name, value)
    if visitor.end_tags(headers) is SKIP:
        return
    if data.get("remark"):
        visitor.visit_comment(data["remark"])
    teller = _Teller(visitor)
    for item in data.get("turns", []):
        text, comment = (*cast(list[str], item), "")[:2] if isinstance(item, list) else (cast(str, item), "")
        if text == "(":
            teller.open(0)
        elif text == ")":
            teller.close()
        elif glyph := _GLYPH.fullmatch(text):
            teller.annotate(text, _annotation(glyph[1]))
        else:
            teller.has_turn = True
            if not teller.skipped and visitor.visit_turn(text) is SKIP:
                return
        if comment:
            teller.comment(comment)
    teller.end(headers.result)


def json_headers(line: str) -> RecordHeaders:
    """What a record in its JSON form says besides its turns. Raises RecordError."""
    return _headers(_loaded(line))


def _headers(data: dict[str, Any]) -> RecordHeaders:
    return RecordHeaders(
        choice=settled_choice(data.get("game"), data.get("law", 1), data.get("options", {}).items()),
        names=data.get("names", {}),
        tags=data.get("tags", {}),
        start=data.get("position"),
        result=data.get("result", UNFINISHED),
    )


def _loaded(line: str) -> dict[str, Any]:
    """A line as data of the right types."""
    wrong = RecordError(mark("This is not a JSON record."))
    try:
        loaded = json.loads(line)
        # Half a character, which JSON can spell, cannot be written anywhere else.
        (json.dumps(loaded, ensure_ascii=False) if "\\u" in line else line).encode()
    except (ValueError, RecursionError) as error:
        raise wrong from error
    if not isinstance(loaded, dict):
        raise wrong
    data = cast(dict[str, Any], loaded)
    mappings = {key: data.get(key, {}) for key in ("options", "names", "tags")}
    start = data.get("position")
    fits = (
        set(data) <= _KEYS
        and all(isinstance(data.get(key, ""), str) for key in ("remark", "result"))
        and all(isinstance(value, dict) for value in mappings.values())
        and all(isinstance(value, str) for key in ("names", "tags") for value in mappings[key].values())
        and all(seat in SEATS and len(seat) == 1 for seat in mappings["names"])
        and all(OWN_NAME.fullmatch(name) for name in mappings["tags"])
        and (start is None or isinstance(start, str))
        and all(isinstance(value, str | int) for value in mappings["options"].values())
        and _are_items(data.get("turns", []))
    )
    if not fits:
        raise wrong
    return data


def _are_items(listed: Any) -> bool:
    """Whether a list holds turns, parentheses and annotations, each alone or with a comment."""
    if not isinstance(listed, list):
        return False
    for item in cast(list[Any], listed):
        text: Any = item
        if isinstance(item, list):
            parts = cast(list[Any], item)
            if len(parts) not in (1, 2) or not all(isinstance(part, str) for part in parts):
                return False
            text = parts[0]
        if not isinstance(text, str) or not (text in ("(", ")") or _GLYPH.fullmatch(text) or is_turn(text)):
            return False
    return True
