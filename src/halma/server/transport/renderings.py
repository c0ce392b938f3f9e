"""Renderings of a game: its board as a picture, its position as text, its record. Made away from play, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from halma.draw import png_of, svg
from halma.games import Choice
from halma.messages import mark
from halma.play import Record
from halma.server.domain.table import Table, starting_position
from halma.server.errors import RefusedError
from halma.server.settings import ServerLimits
from halma.server.thinking.offload import Offload
from halma.server.transport.rate_limits import Places

# One process paints pictures, one is left for what is quick.
PROCESSES = 2
Form = Literal["png", "svg", "text", "record"]


@dataclass(frozen=True)
class Rendering:
    """What is wanted of a game, as plain data: the game as it is stored, up to a move, and how it is to look."""

    form: Form
    # As the table has it: what its setup leaves open is not settled anew.
    choice: Choice
    seed: str
    start: str | None
    moves: tuple[str, ...]
    # Of pictures.
    turned: str | None = None
    coordinates: bool = True
    label: str = ""
    width: int | None = None
    # Of records.
    names: tuple[tuple[str, str], ...] = ()
    result: str | None = None

    @classmethod
    def of(cls, form: Form, table: Table, ply: int | None = None, **more: object) -> Rendering:
        """A rendering of a table after so many moves, or of all of them."""
        setup = table.setup
        moves = tuple(played.text for played in table.moves[:ply])
        return cls(form, table.choice, setup.seed, setup.start, moves, **more)  # type: ignore[arg-type]


def render(rendering: Rendering) -> bytes:
    """Make a rendering. Runs in a process of its own."""
    position = starting_position(rendering.choice, rendering.start, rendering.seed)
    for text in rendering.moves:
        position.push(text)
    match rendering.form:
        case "text":
            return f"{position.board_text()}\n".encode()
        case "record":
            return Record.of(position, dict(rendering.names), result=rendering.result).to_text().encode()
        case "svg" | "png":
            turned = rendering.turned if rendering.turned and rendering.turned in position.seats else None
            drawn = svg(position, turned=turned, coordinates=rendering.coordinates, label=rendering.label)
            return drawn.encode() if rendering.form == "svg" else png_of(drawn, rendering.width)


class Renderings:
    """All renderings. Whoever asks for the same at the same time gets the same; each is kept for a while."""

    def __init__(self, limits: ServerLimits) -> None:
        self._offload = Offload(PROCESSES)
        self._most_bytes = limits.rendering_bytes
        self._most_waiting = limits.renderings
        self._places = Places(limits.renderings_per_address)
        self._painting = asyncio.Semaphore(PROCESSES - 1)
        self._kept: OrderedDict[Rendering, bytes] = OrderedDict()
        self._bytes = 0
        self._works: dict[Rendering, asyncio.Task[bytes]] = {}

    @property
    def waiting(self) -> int:
        """How many are being worked out, or wait for it."""
        return len(self._works)

    async def get(self, rendering: Rendering, address: str) -> bytes:
        """A rendering for somebody. Raises RefusedError if too many are being worked out."""
        found = self._kept.get(rendering)
        if found is not None:
            self._kept.move_to_end(rendering)
            return found
        work = self._works.get(rendering)
        if work is None:
            work = self._begin(rendering, address)
        # Others may wait for it too, so it goes on if this one does not wait any longer.
        return await asyncio.shield(work)

    def _begin(self, rendering: Rendering, address: str) -> asyncio.Task[bytes]:
        if len(self._works) >= self._most_waiting:
            raise _too_many(503)
        if not self._places.take(address):
            raise _too_many(429)
        work = self._works[rendering] = asyncio.create_task(self._made(rendering))

        def ended(task: asyncio.Task[bytes]) -> None:
            self._places.give(address)
            del self._works[rendering]
            if not task.cancelled() and task.exception() is None:
                self._keep(rendering, task.result())

        work.add_done_callback(ended)
        return work

    async def _made(self, rendering: Rendering) -> bytes:
        if rendering.form != "png":
            return await self._offload.run(render, rendering)
        # Painting takes seconds; what is quick does not wait behind it.
        async with self._painting:
            return await self._offload.run(render, rendering)

    def _keep(self, rendering: Rendering, content: bytes) -> None:
        self._kept[rendering] = content
        self._bytes += len(content)
        while self._bytes > self._most_bytes:
            _, old = self._kept.popitem(last=False)
            self._bytes -= len(old)

    def stop(self) -> None:
        """Stop all that is under way."""
        for work in self._works.values():
            work.cancel()
        self._offload.stop()


def _too_many(status: int) -> RefusedError:
    return RefusedError(
        "too-many-pictures", status, mark("Too many pictures and records are being made; try again in a moment.")
    )
