"""The drawings a page shows by itself: empty boards, turned to every seat, and small pictures of positions."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import blake2b
from typing import Any

import msgspec

from halma.draw import board_template, thumbnail
from halma.draw.scene import regions_of, steps_for
from halma.play import Position
from halma.rules import Ruleset


class Drawings:
    """Drawings as files, each once: their names tell what is in them."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._known: dict[Any, str] = {}

    def template(self, rules: Ruleset, turned: str | None) -> str:
        """The empty board of some rules, turned to a seat: the name of its file."""
        key = (rules.board.id, rules.board.names, regions_of(rules), steps_for(rules, turned))
        if key not in self._known:
            drawn = asdict(board_template(rules, turned=turned))
            self._known[key] = self._kept("boards", "json", msgspec.json.encode(drawn))
        return self._known[key]

    def picture(self, position: Position) -> str:
        """A small picture of a position: the name of its file."""
        rules = position.rules
        letters = tuple(kind.letter for kind in rules.kinds)
        key = (rules.board.id, rules.board.names, regions_of(rules), letters, position.state.contents())
        if key not in self._known:
            self._known[key] = self._kept("pictures", "svg", thumbnail(position).encode())
        return self._known[key]

    def _kept(self, folder: str, ending: str, content: bytes) -> str:
        name = f"{folder}/{blake2b(content, digest_size=8).hexdigest()}.{ending}"
        self.files[name] = content
        return name
