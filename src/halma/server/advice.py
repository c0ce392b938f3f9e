"""Help at a table: a move to make, with the reason for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from halma.messages import mark
from halma.server import wire, worker
from halma.server.errors import RefusedError, no_seat
from halma.server.table_manager import TableManager
from halma.server.view import move_views
from halma.words import Words

HINT_SECONDS = 2.0


async def hint_for(
    manager: TableManager, identifier: str, hashes: Sequence[str], words: Words
) -> tuple[int, wire.HintView]:
    """A hint for who has to act; it is worked out by a worker while the table goes on."""
    async with manager.looking(identifier) as table:
        held = table.held(hashes)
        if not held:
            raise no_seat()
        if not table.setup.hints:
            raise RefusedError("hints-off", 403, mark("Hints are turned off at this table."))
        if table.is_over or table.position.seat not in held:
            raise RefusedError("no-hint", 409, mark("There is no move to suggest now."))
        ply, job = table.ply, worker.Job.of(table.position, table.setup.start)
    text, reason = await manager.computers.run(worker.hint, job, words.language, HINT_SECONDS)
    # A long game takes a moment to play through again.
    position = await asyncio.to_thread(job.position)
    (move,) = move_views(position, [position.action_of(text)])
    return ply, wire.HintView(move, reason)
