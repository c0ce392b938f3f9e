"""What every storage promises."""

import asyncio

import pytest

from halma.server.storage.interface import (
    ConflictError,
    Index,
    Question,
    Retention,
    Score,
    StoredSnapshot,
)
from halma.server.tokens import SeatToken

from .conftest import append, creation, opened


def test_a_table_comes_back_as_it_was_stored(run):
    async def work(storage):
        tokens = [SeatToken("a" * 64, "AB", owner=True), SeatToken("b" * 64, "C")]
        await storage.create(creation("one", setup=b"\x00set-up", events=[b"first", b"\xffsecond"], tokens=tokens))
        stored = await storage.load("one")
        assert stored.setup == b"\x00set-up" and stored.version == 2 and stored.snapshot is None
        assert list(stored.events) == [b"first", b"\xffsecond"] and stored.created == 100.0
        assert sorted(stored.tokens, key=lambda token: token.hash) == tokens
        assert await storage.load("another") is None

    run(work)


def test_there_is_one_table_with_an_id(run):
    async def work(storage):
        await storage.create(creation("one", setup=b"first"))
        with pytest.raises(ConflictError):
            await storage.create(creation("one", setup=b"second"))
        assert (await storage.load("one")).setup == b"first"

    run(work)


def test_events_are_numbered_one_after_the_other(run):
    async def work(storage):
        await storage.create(creation("one"))
        await storage.append(append("one", 0, b"1"))
        await storage.append(append("one", 1, b"2", b"3"))
        assert await storage.since("one", 0) == [b"1", b"2", b"3"]
        assert await storage.since("one", 2) == [b"3"]
        assert await storage.since("one", 3) == await storage.since("another", 0) == []
        assert await storage.versions(["one", "another"]) == {"one": 3}

    run(work)


@pytest.mark.parametrize("expected", [0, 2, 5])
def test_an_append_at_another_version_changes_nothing(run, expected):
    async def work(storage):
        await storage.create(creation("one", events=[b"1"]))
        with pytest.raises(ConflictError):
            await storage.append(
                append("one", expected, b"no", granted=[SeatToken("a" * 64, "A")], index=Index(over=True))
            )
        stored = await storage.load("one")
        assert list(stored.events) == [b"1"] and not stored.tokens
        assert (await storage.counts())["running"] == 1

    run(work)


def test_nothing_is_appended_to_a_table_that_is_not_there(run):
    async def work(storage):
        with pytest.raises(ConflictError):
            await storage.append(append("one", 0))

    run(work)


def test_of_many_appends_at_the_same_version_one_wins(address):
    async def everything():
        async with opened(address) as storage:
            await storage.create(creation("one"))
            for version in range(20):
                wanted = [append("one", version, f"{version}.{number}".encode()) for number in range(10)]
                done = await asyncio.gather(*(storage.append(change) for change in wanted), return_exceptions=True)
                assert [type(one) for one in done if one is not None] == [ConflictError] * 9
                won = done.index(None)
                assert (await storage.since("one", version)) == [f"{version}.{won}".encode()]

    asyncio.run(everything())


def test_many_tables_move_at_the_same_time(run):
    async def work(storage):
        names = [f"table{number}" for number in range(50)]
        await asyncio.gather(*(storage.create(creation(name)) for name in names))
        for version in range(5):
            await asyncio.gather(*(storage.append(append(name, version, b"%d" % version)) for name in names))
        for name in names:
            assert await storage.since(name, 0) == [b"0", b"1", b"2", b"3", b"4"]

    run(work)


def test_one_that_cannot_be_stored_does_not_take_the_others_with_it(run):
    async def work(storage):
        await asyncio.gather(*(storage.create(creation(name)) for name in ("one", "two", "three")))
        done = await asyncio.gather(
            storage.append(append("one", 0)),
            storage.append(append("two", 0, granted=[SeatToken("a" * 64, None)])),  # pyright: ignore
            storage.append(append("three", 0)),
            return_exceptions=True,
        )
        assert done[0] is done[2] is None and isinstance(done[1], Exception)
        assert await storage.versions(["one", "two", "three"]) == {"one": 1, "two": 0, "three": 1}
        assert not storage.failing

    run(work)


def test_a_change_is_finished_although_nobody_waits_for_it(run):
    async def work(storage):
        await storage.create(creation("one"))
        waiting = asyncio.create_task(storage.append(append("one", 0)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await storage.append(append("one", 1))
        assert await storage.versions(["one"]) == {"one": 2}

    run(work)


def test_tokens_are_granted_and_revoked_with_the_event(run):
    async def work(storage):
        await storage.create(creation("one", tokens=[SeatToken("a" * 64, "A", owner=True), SeatToken("b" * 64, "B")]))
        await storage.append(append("one", 0, granted=[SeatToken("c" * 64, "B")], revoked=["b" * 64]))
        # The same once more, and opening more than before.
        await storage.append(append("one", 1, granted=[SeatToken("c" * 64, "BC")], revoked=["b" * 64]))
        tokens = {token.hash[0]: token.seats for token in (await storage.load("one")).tokens}
        assert tokens == {"a": "A", "c": "BC"}

    run(work)


def test_a_snapshot_stands_for_the_events_before_it(run):
    async def work(storage):
        await storage.create(creation("one", events=[b"1"], snapshot=StoredSnapshot(1, b"after 1")))
        await storage.append(append("one", 1, b"2", b"3", snapshot=StoredSnapshot(3, b"after 3")))
        await storage.append(append("one", 3, b"4"))
        stored = await storage.load("one")
        assert stored.snapshot == StoredSnapshot(3, b"after 3") and list(stored.events) == [b"4"]
        assert stored.version == 4 and await storage.since("one", 0) == [b"1", b"2", b"3", b"4"]

    run(work)


def test_a_rematch_is_created_with_the_event_or_not_at_all(run):
    async def work(storage):
        await storage.create(creation("one"))
        await storage.append(append("one", 0, created=[creation("two", setup=b"again", events=[b"x"])]))
        assert (await storage.load("two")).setup == b"again"
        with pytest.raises(ConflictError):
            await storage.append(append("one", 0, created=[creation("three")]))
        assert await storage.load("three") is None

    run(work)


def test_what_is_stored_is_there_after_a_restart(address):
    async def first():
        async with opened(address) as storage:
            await storage.create(creation("one", events=[b"1"]))
            return storage.key

    async def second():
        async with opened(address) as storage:
            assert await storage.since("one", 0) == [b"1"]
            return storage.key

    key = asyncio.run(first())
    assert len(key) == 32 and asyncio.run(second()) == key


def test_tables_are_found_by_token_address_and_free_seat(run):
    async def work(storage):
        hashes = ["a" * 64, "b" * 64]
        for number in range(4):
            index = Index(open=number != 2, updated=100.0 + number)
            tokens = [SeatToken(hashes[number % 2], "A")]
            await storage.create(
                creation(f"t{number}", index=index, tokens=tokens, address="here", created=50.0 + number)
            )
        assert await storage.tables_of(hashes[:1]) == ["t2", "t0"]
        assert await storage.tables_of(hashes) == ["t3", "t2", "t1", "t0"]
        assert await storage.tables_of([]) == []
        assert await storage.open_tables(10, since=101.0) == ["t3", "t1"]
        assert await storage.open_tables(1, since=0.0) == ["t3"]
        assert await storage.count_of("here", since=52.0) == 2
        assert await storage.count_of("there", since=0.0) == 0
        await storage.append(append("t3", 0, index=Index(updated=500.0)))
        assert await storage.open_tables(10, since=0.0) == ["t1", "t0"]

    run(work)


def test_the_best_of_a_puzzle_counts_once_for_a_table(run):
    async def work(storage):
        def score(table, moves, at=1.0, who="a"):
            return Score("solo", "Ada", moves, 10 * moves, at, table, who * 64)

        for table in ("one", "two"):
            await storage.create(creation(table))
        await storage.append(append("one", 0, score=score("one", 7)))
        await storage.append(append("one", 1, score=score("one", 9)))
        await storage.append(append("two", 0, score=score("two", 8, who="b")))
        assert [(found.table, found.moves) for found in await storage.leaders("solo", 10)] == [("one", 7), ("two", 8)]
        await storage.append(append("two", 1, score=score("two", 6, who="b")))
        assert [found.moves for found in await storage.leaders("solo", 1)] == [6]
        assert [found.moves for found in await storage.scores_of(["a" * 64, "b" * 64])] == [6, 7]
        assert await storage.scores_of(["c" * 64]) == [] and await storage.leaders("other", 5) == []

    run(work)


def test_solutions_with_hints_come_after_those_without(run):
    async def work(storage):
        def score(table, moves, hinted):
            return Score("solo", "Ada", moves, 10 * moves, 1.0, table, "a" * 64, hinted)

        for table in ("one", "two", "three"):
            await storage.create(creation(table))
        await storage.append(append("one", 0, score=score("one", 5, True)))
        await storage.append(append("two", 0, score=score("two", 8, False)))
        assert [found.moves for found in await storage.leaders("solo", 10)] == [8, 5]
        assert [found.hinted for found in await storage.scores_of(["a" * 64])] == [False, True]
        # A better solution of the same table does not count if help led to it.
        await storage.append(append("two", 1, score=score("two", 6, True)))
        assert [found.moves for found in await storage.leaders("solo", 10)] == [8, 5]
        await storage.append(append("one", 1, score=score("one", 4, True)))
        assert [found.moves for found in await storage.leaders("solo", 10)] == [8, 4]

    run(work)


def test_there_is_a_count_of_everything(run):
    async def work(storage):
        await storage.create(creation("one", events=[b"1", b"2"], index=Index(deadline=1.0)))
        await storage.create(creation("two", index=Index(over=True)))
        await storage.create(creation("three", index=Index(thinking=5.0)))
        await storage.ask(Question("q", "hint", 0, b"?", storage.now() + 100))
        counts = {"tables": 3, "running": 2, "events": 2, "clocks": 1, "thinking": 1, "questions": 1}
        assert await storage.counts() == counts
        await storage.ping()

    run(work)


def test_a_deleted_table_is_gone_with_everything(run):
    async def work(storage):
        score = Score("solo", "Ada", 1, 1, 1.0, "one", "a" * 64)
        await storage.create(creation("one", events=[b"1"], tokens=[SeatToken("a" * 64, "A")]))
        await storage.append(append("one", 1, score=score, snapshot=StoredSnapshot(2, b"s")))
        assert await storage.delete("one") and not await storage.delete("one")
        assert await storage.load("one") is None and await storage.since("one", 0) == []
        assert await storage.leaders("solo", 5) == [] and await storage.tables_of(["a" * 64]) == []
        with pytest.raises(ConflictError):
            await storage.append(append("one", 2))
        # Nothing of it comes back with another of the same name.
        await storage.create(creation("one"))
        stored = await storage.load("one")
        assert stored.version == 0 and stored.snapshot is None and not stored.tokens

    run(work)


def test_tables_expire_by_policy_and_scores_stay(run):
    async def work(storage):
        now, day = storage.now(), 86400.0
        rows = {
            "over, old": Index(over=True, updated=now - 40 * day),
            "over, new": Index(over=True, updated=now - 20 * day),
            "abandoned": Index(updated=now - 100 * day),
            "in correspondence": Index(updated=now - 100 * day, deadline=now + 50 * day),
            "played": Index(updated=now),
        }
        for name, index in rows.items():
            await storage.create(creation(name, index=index))
        score = Score("solo", "Ada", 1, 1, 1.0, "over, old", "a" * 64)
        await storage.append(append("over, old", 0, score=score, index=rows["over, old"]))
        assert len(await storage.expire(Retention(), 10)) == 0
        assert len(await storage.expire(Retention(over_days=30), 10)) == 1
        assert len(await storage.expire(Retention(over_days=30, abandoned_days=90), 10)) == 1
        assert len(await storage.expire(Retention(over_days=30, abandoned_days=90), 10)) == 0
        assert set(await storage.versions(rows)) == {"over, new", "in correspondence", "played"}
        assert len(await storage.leaders("solo", 5)) == 1

    run(work)


def test_tables_expire_a_few_at_a_time(run):
    async def work(storage):
        for number in range(5):
            await storage.create(creation(f"t{number}", index=Index(over=True, updated=1000.0 * number)))
        assert [len(await storage.expire(Retention(over_days=1), 2)) for _ in range(4)] == [2, 2, 1, 0]

    run(work)
