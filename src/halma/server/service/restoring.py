"""From what is stored to a table: everything is checked, because the rules may have changed since."""

from __future__ import annotations

import msgspec

from halma.games import RULES_VERSION
from halma.server.domain.events import decoded_event
from halma.server.domain.evolve import evolve
from halma.server.domain.model import Setup
from halma.server.domain.table import Table
from halma.server.errors import UnreadableTableError
from halma.server.storage.interface import StoredTable


def restored_table(stored: StoredTable) -> Table:
    """The table that was stored. Raises UnreadableTableError, whatever is wrong with it."""
    try:
        setup = msgspec.json.decode(stored.setup, type=Setup)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableTableError(str(error)) from error
    if setup.rules > RULES_VERSION:
        raise UnreadableTableError(f"begun under version {setup.rules} of the rules; {RULES_VERSION} is known here")
    try:
        table = Table(stored.id, setup)
        for data in stored.events:
            evolve(table, decoded_event(data))
        table.seat_tokens = {seat_token.hash: seat_token for seat_token in stored.tokens}
    except Exception as error:
        # Whatever goes wrong with one table is no reason for the others to stand still.
        reason = f"begun under version {setup.rules} of the rules: {type(error).__name__}: {error}"
        raise UnreadableTableError(reason) from error
    if tuple(seat.seat for seat in table.seats) != tuple(table.position.seats):
        raise UnreadableTableError(f"begun under version {setup.rules} of the rules: seats that do not fit the game")
    if table.version != stored.version:
        raise UnreadableTableError("events are missing")
    return table
