"""From what is stored to a table: everything is checked, because the rules may have changed since."""

from __future__ import annotations

from halma.games import RULES_VERSION
from halma.server.errors import UnreadableTableError
from halma.server.old_storage import Stored
from halma.server.table import Table


def restored_table(stored: Stored) -> Table:
    """The table that was stored. Raises UnreadableTableError, whatever is wrong with it."""
    rules = stored.setup.rules
    if rules > RULES_VERSION:
        raise UnreadableTableError(f"begun under version {rules} of the rules; {RULES_VERSION} is known here")
    seat_tokens = {seat_token.hash: seat_token for seat_token in stored.seat_tokens}
    try:
        table = Table(stored.id, stored.setup, stored.state, stored.moves, seat_tokens, stored.chat)
    except Exception as error:
        # Whatever goes wrong with one table is no reason for the others to stand still.
        reason = f"begun under version {rules} of the rules: {type(error).__name__}: {error}"
        raise UnreadableTableError(reason) from error
    seats = tuple(seat.seat for seat in stored.state.seats)
    played = tuple(event.seat for event in table.position.history if event.move is not None)
    if seats != tuple(table.position.seats) or played != tuple(move.seat for move in stored.moves):
        raise UnreadableTableError(f"begun under version {rules} of the rules: seats that do not fit the game")
    return table
