"""Pictures, positions and records: made away from play, once for everybody, and not too many at a time."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
import resvg_py

from halma.draw import picture
from halma.games import choose
from halma.play import Position
from halma.server.domain.model import Setup
from halma.server.domain.table import Table
from halma.server.errors import RefusedError
from halma.server.settings import ServerLimits
from halma.server.thinking import analysis, worker
from halma.server.transport import renderings
from halma.server.transport.renderings import Rendering, Renderings, render

from .tables import table_of

RENDERING = Rendering("svg", choose("halma", first="A"), "seed", None, ("e2-f3",))


class Drawers:
    """Stands for the worker processes: notes what is asked for, and hands it out when told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Rendering] = []
        self.going_on = asyncio.Event()
        self.error: Exception | None = None
        monkeypatch.setattr(renderings.Offload, "run", lambda _, _function, rendering: self._draw(rendering))

    async def _draw(self, rendering: Rendering) -> bytes:
        self.asked.append(rendering)
        await self.going_on.wait()
        if self.error is not None:
            raise self.error
        return b"x" * 10


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_pictures_are_drawn_in_another_process(server, monkeypatch):
    def drawn_here(*_: object, **__: object) -> bytes:
        raise AssertionError("the process that holds the tables must not draw")

    table = server.table()
    server.move(table, 0, "e2-f3")
    path = f"/api/tables/{table['table']}"
    before = {name: server.get(f"{path}/{name}").content for name in ("board.svg", "board.png", "record")}
    server.front.renderings._kept.clear()
    monkeypatch.setattr(resvg_py, "svg_to_bytes", drawn_here)
    monkeypatch.setattr(picture, "_drawn", drawn_here)
    monkeypatch.setattr(renderings, "render", render)
    for name, content in before.items():
        answer = server.get(f"{path}/{name}")
        assert answer.status_code == 200 and answer.content == content


def test_what_is_wanted_by_several_is_made_once_and_kept(monkeypatch):
    async def ask() -> None:
        drawers, found = Drawers(monkeypatch), Renderings(ServerLimits(renderings_per_address=1))
        waiting = [asyncio.create_task(found.get(RENDERING, address)) for address in "abcab"]
        await settle()
        # Somebody who goes away does not take the picture from the others.
        waiting[0].cancel()
        drawers.going_on.set()
        assert await asyncio.gather(*waiting[1:]) == [b"x" * 10] * 4
        assert await found.get(replace(RENDERING), "z") == b"x" * 10
        assert drawers.asked == [RENDERING] and found.waiting == 0

    asyncio.run(ask())


def test_an_address_and_all_together_have_only_so_many_at_a_time(monkeypatch):
    async def ask() -> None:
        drawers, found = Drawers(monkeypatch), Renderings(ServerLimits(renderings=3, renderings_per_address=2))
        different = (replace(RENDERING, label=str(number)) for number in range(10))
        waiting = [asyncio.create_task(found.get(next(different), "a")) for _ in range(2)]
        await settle()
        with pytest.raises(RefusedError) as refused:
            await found.get(next(different), "a")
        assert refused.value.status == 429
        waiting.append(asyncio.create_task(found.get(next(different), "b")))
        await settle()
        with pytest.raises(RefusedError) as refused:
            await found.get(next(different), "c")
        assert refused.value.status == 503
        drawers.going_on.set()
        await asyncio.gather(*waiting)
        assert await found.get(next(different), "a")

    asyncio.run(ask())


def test_what_is_quick_does_not_wait_behind_painting(monkeypatch):
    async def ask() -> None:
        drawers, found = Drawers(monkeypatch), Renderings(ServerLimits())
        paintings = [replace(RENDERING, form="png", width=width) for width in (1000, 2000)]
        waiting = [asyncio.create_task(found.get(rendering, "a")) for rendering in (*paintings, RENDERING)]
        await settle()
        assert drawers.asked == [paintings[0], RENDERING]
        drawers.going_on.set()
        await asyncio.gather(*waiting)

    asyncio.run(ask())


def test_only_so_many_bytes_are_kept_and_no_failures(monkeypatch):
    async def ask() -> None:
        drawers, found = Drawers(monkeypatch), Renderings(ServerLimits(rendering_bytes=25, renderings=1))
        drawers.going_on.set()
        drawers.error = OSError("no process")
        with pytest.raises(OSError, match="no process"):
            await found.get(RENDERING, "a")
        drawers.error = None
        different = [replace(RENDERING, label=str(number)) for number in range(3)]
        for rendering in different:
            assert await found.get(rendering, "a") == b"x" * 10
        await found.get(different[2], "a")
        await found.get(different[0], "a")
        assert drawers.asked == [RENDERING, *different, different[0]]

    asyncio.run(ask())


def test_a_sheet_shows_the_table_after_so_many_moves():
    table = table_of("here", "here", game="dice")
    texts = [table.position.board_text()]
    for _ in range(6):
        table.play("AB", table.ply, str(table.position.legal_moves[0]))
        texts.append(table.position.board_text())
    for ply, text in enumerate(texts):
        assert render(Rendering.of("text", table.table, ply)).decode() == text + "\n"


def test_an_analysis_plays_the_game_once(monkeypatch):
    """Playing up to every position anew took the square of the length of a game, while everybody waited."""
    table = table_of("here", "here", game="dice")
    positions = [table.position.board_text()]
    for _ in range(6):
        table.play("AB", table.ply, str(table.position.legal_moves[0]))
        positions.append(table.position.board_text())
    started: list[str] = []
    starting = analysis.starting_position

    def counted(*given: Any) -> Position:
        started.append("position")
        return starting(*given)

    monkeypatch.setattr(analysis, "starting_position", counted)
    jobs = list(analysis._jobs(table.table))
    assert [job.position().board_text() for job in jobs] == positions
    assert started == ["position"]


def test_a_job_knows_no_seed():
    """Nobody thinks ahead of a roll."""
    position = Position("dice", first="A", seed=5)
    assert worker.Job.of(position).position().dice is None and position.dice is not None


def test_a_table_stored_before_is_drawn_and_written_as_it_is_played():
    """1.9: two on the star sit apart in this edition now; a table that was begun before does not name it."""
    before = {"edition": "ravensburger", "players": 2, "pieces": 15, "first": "A", "blocking": "free", "stall": "rank"}
    table = Table("quux", Setup("star", before, "seed"))
    assert table.position.pieces["q1"] == "B"
    assert render(Rendering.of("text", table)) == f"{table.position.board_text()}\n".encode()
    assert b'[Tips "opposite"]' in render(Rendering.of("record", table))
