"""Analysis of finished games, ply by ply in the workers, as long as somebody may still want it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from halma.engine.analysis import Judged, costliest, settled
from halma.messages import mark
from halma.rules import Ruleset
from halma.server.domain.table import Table, starting_position
from halma.server.errors import RefusedError
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers, Urgency

# The strongest level that answers within a second; those below it misjudge on purpose where several play.
LEVEL = 7
MOST_KEPT = 200
MOST_AT_WORK = 8


class PlyValue(Struct):
    """The position after so many moves: what it was worth to each seat in hundredths of a turn ahead, their chances to
    win, the turns they still needed at about, and the best line; all are empty where nobody could choose anything.
    Where the game is over the chances are its result. Of the move that led here: how much of its chance to win the
    mover lost by it, and a better line."""

    ply: int
    scores: tuple[int, ...]
    chances: tuple[float, ...]
    remaining: tuple[int | None, ...]
    line: tuple[str, ...]
    loss: float | None
    better: tuple[str, ...]


class AnalysisView(Struct):
    """What is known about a finished game by now, and after which plies those moves came that lost most."""

    state: Literal["working", "ready"]
    done: int
    total: int
    values: list[PlyValue]
    lost_most: list[int]


@dataclass
class Work:
    """One analysis, finished or not."""

    total: int
    values: list[PlyValue] = field(default_factory=list[PlyValue])
    # What is known of the moves, by the ply after them.
    judged: dict[int, Judged] = field(default_factory=dict[int, Judged])
    task: asyncio.Task[None] | None = None


class Analyses:
    """All analyses of the server. They are worked out again when they are forgotten."""

    def __init__(self, computers: Computers, seconds: float) -> None:
        self._computers = computers
        self._seconds = seconds
        self._works: OrderedDict[tuple[str, int], Work] = OrderedDict()

    def of(self, table: Table) -> AnalysisView:
        """What is known about a finished game by now; the rest is being worked out."""
        if not table.is_over:
            raise RefusedError("not-over", 409, mark("The game is not over yet."))
        key = (table.id, table.ply)
        work = self._works.get(key)
        if work is None:
            busy = sum(other.task is not None and not other.task.done() for other in self._works.values())
            if busy >= MOST_AT_WORK:
                raise RefusedError("busy", 503, mark("All computer players are busy; try again in a moment."))
            work = self._works[key] = Work(total=table.ply + 1)
            work.task = asyncio.create_task(self._run(work, table.position.rules, _jobs(table)))
            while len(self._works) > MOST_KEPT:
                _, old = self._works.popitem(last=False)
                if old.task is not None:
                    old.task.cancel()
        self._works.move_to_end(key)
        state = "ready" if len(work.values) == work.total else "working"
        worst = costliest(work.judged.values())
        lost_most = [ply for bad in worst for ply, one in work.judged.items() if one is bad]
        return AnalysisView(state, len(work.values), work.total, list(work.values), lost_most)

    async def _run(self, work: Work, rules: Ruleset, jobs: Iterator[worker.Job]) -> None:
        before: Judged | None = None
        for ply, job in enumerate(jobs):
            # One at a time: whoever plays goes first.
            told = await self._judged(job)
            if before is not None:
                before = work.judged[ply] = settled(before, rules, told.chances)
            found = told.analysis
            work.values.append(
                PlyValue(
                    ply,
                    found.scores if found else (),
                    told.chances,
                    found.remaining if found else (),
                    found.lines[0].turns if found else (),
                    before.loss if before else None,
                    before.better if before else (),
                )
            )
            before = told.judged

    async def _judged(self, job: worker.Job) -> worker.Told:
        while True:
            try:
                return await self._computers.run(worker.judged, job, LEVEL, self._seconds, urgency=Urgency.ANALYSIS)
            except RefusedError:
                # All are busy with games that are being played.
                await asyncio.sleep(0.5)

    def stop(self) -> None:
        """Stop all that is under way."""
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()


def _jobs(table: Table) -> Iterator[worker.Job]:
    """The position before every move, and the last one; each is put together when its turn comes."""
    position = starting_position(table.choice, table.setup.start, table.setup.seed)
    for played in table.moves:
        yield worker.Job.of(position, played=played.text)
        position.push(played.text)
    yield worker.Job.of(position)
