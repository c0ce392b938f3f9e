"""Help at a table: a move to make, with the reason for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from halma.kernel import Action
from halma.messages import mark
from halma.play import Position
from halma.server.domain.commands import NoteHint
from halma.server.errors import RefusedError, no_seat, no_token
from halma.server.service.tables import TableService
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers
from halma.words import Words

HINT_SECONDS = 2.0


@dataclass(frozen=True)
class FoundHint:
    """A move to make in a position after so many moves, and why, in words."""

    ply: int
    position: Position
    action: Action
    reason: str


async def hint_for(
    service: TableService, computers: Computers, identifier: str, hashes: Sequence[str], words: Words
) -> FoundHint:
    """A hint for who has to act; it is worked out by a worker while the table goes on."""
    table = await service.table(identifier)
    if not table.knows(hashes):
        raise no_token()
    held = table.held(hashes)
    if not held:
        raise no_seat()
    if not table.setup.hints:
        raise RefusedError("hints-off", 403, mark("Hints are turned off at this table."))
    if table.is_over or table.position.seat not in held:
        raise RefusedError("no-hint", 409, mark("There is no move to suggest now."))
    job = worker.Job.of(table.position, table.ply)
    text, reason = await computers.run(worker.hint, job, words.language, HINT_SECONDS)
    position = await asyncio.to_thread(job.position)
    if table.setup.puzzle is not None:
        await service.act(identifier, NoteHint(), hashes)
    return FoundHint(table.ply, position, position.action_of(text), reason)
