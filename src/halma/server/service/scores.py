"""The score of a puzzle that is solved at a table."""

from __future__ import annotations

from halma.server.domain.draft import Draft
from halma.server.domain.events import LineSaid
from halma.server.service.puzzles import is_solved
from halma.server.storage.interface import Score


def score_of(draft: Draft) -> Score | None:
    """The score after what has happened, if there is one. A name that is given afterwards counts too."""
    table = draft.table
    if table.setup.puzzle is None or all(isinstance(event, LineSaid) for event, _ in draft.steps):
        return None
    if not is_solved(table.position):
        return None
    moves, steps = table.position.tally
    if len(table.position.seats) > 1:
        moves = sum(played.seat == "A" for played in table.moves)
    holder = next((key for key, seat_token in table.seat_tokens.items() if "A" in seat_token.seats), "")
    return Score(
        table.setup.puzzle, table.seat("A").name, moves, steps, table.moves[-1].at, table.id, holder, table.hinted
    )
