"""What whoever looks after the server asks for costs the tables nothing."""

import asyncio

import pytest

from halma.server.service.cached_answer import CachedAnswer


def test_health_counts_no_rows_and_metrics_count_them_once(server, monkeypatch):
    counted: list[int] = []
    counts = server.service.storage.counts

    async def counting() -> dict[str, int]:
        counted.append(1)
        return await counts()

    monkeypatch.setattr(server.service.storage, "counts", counting)
    monkeypatch.setattr(server.front, "counts", CachedAnswer(counting, 3600.0))
    for _ in range(5):
        assert server.get("/api/health").json()["status"] == "ok"
    assert counted == []
    for _ in range(5):
        assert "halma_stored_tables" in server.get("/api/metrics").text
    assert counted == [1]


def test_what_takes_a_moment_is_asked_for_once_by_many_and_again_after_a_while():
    now, asked, going_on = 0.0, 0, asyncio.Event()

    async def ask() -> int:
        nonlocal asked
        asked += 1
        await going_on.wait()
        if asked == 2:
            raise OSError("no database")
        return asked

    async def run() -> None:
        nonlocal now
        cached = CachedAnswer(ask, 10.0, lambda: now)
        waiting = [asyncio.create_task(cached.get()) for _ in range(5)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        going_on.set()
        assert await asyncio.gather(*waiting[1:]) == [1, 1, 1, 1]
        now = 9.0
        assert await cached.get() == 1
        now = 10.0
        with pytest.raises(OSError, match="no database"):
            await cached.get()
        assert await cached.get() == 3

    asyncio.run(run())
