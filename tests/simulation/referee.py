"""Watches what is stored, and says when something is wrong. It shares no decision with the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halma.server.storage.interface import Append, TableCreation

from .judging import happened
from .sheet import Asked, BrokenRuleError, Sheet


class Referee:
    """Keeps a sheet for every table, and says when something is wrong."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.sheets: dict[str, Sheet] = {}
        # What was asked for before the table was known here.
        self.broken: BrokenRuleError | None = None
        self.note: Callable[[str], None] | None = None

    def wrong(self, kind: str, text: str) -> None:
        """The first thing that is wrong counts."""
        self.broken = self.broken or BrokenRuleError(kind, text)

    def committed(self, change: Append | TableCreation, ahead: float) -> None:
        """A change was stored."""
        try:
            if isinstance(change, TableCreation):
                self.sheets[change.id] = Sheet(change)
                self._tell(change.id, change.events)
                return
            self._tell(change.table, change.events)
            for new in change.created:
                self.sheets[new.id] = Sheet(new)
            happened(self.sheets[change.table], change, ahead)
        except BrokenRuleError as broken:
            self.broken = self.broken or broken
        except Exception as error:
            self.wrong("cannot be judged", f"{type(error).__name__}: {error} after {change}")

    def _tell(self, table: str, happened: Any) -> None:
        if self.note is not None:
            for data in happened:
                self.note(f"stored at {table[:6]}: {data.decode()}")

    def deleted(self, table: str) -> None:
        """A table was deleted."""
        sheet = self.sheets.pop(table)
        try:
            sheet.cause("deleted", ("delete", lambda asked: any(key in sheet.tokens for key in asked.hashes)))
        except BrokenRuleError as broken:
            self.broken = self.broken or broken

    def asks(self, table: str, asked: Asked) -> None:
        """Somebody asks for something."""
        if table in self.sheets:
            self.sheets[table].asked.append(asked)
