"""Several processes with one PostgreSQL, which may fail at any moment."""

import asyncio
import logging
import secrets
import tempfile
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import OperationalError
from tools.databases import RealPostgres, free_port

from halma.server.errors import StorageError
from halma.server.storage.interface import ConflictError, DatabaseError, Index, StoredSnapshot
from halma.server.storage.opening import open_storage
from halma.server.tokens import SeatToken

from .conftest import append, creation, opened


@pytest.fixture
def shared(databases):
    with databases.database() as address:
        yield address


def start_error(address: str) -> str:
    """Why a storage does not start."""

    async def start() -> None:
        await open_storage(address, lambda: 0.0).start()

    with pytest.raises(DatabaseError) as refused:
        asyncio.run(start())
    return str(refused.value)


# ---- starting ---------------------------------------------------------------------------------------------


def test_nobody_listens_there():
    told = start_error(f"postgresql://me:password@127.0.0.1:{free_port()}/halma")
    assert told.startswith("Cannot reach the database postgresql://me@127.0.0.1:") and "password" not in told


def test_there_is_no_such_database(shared):
    told = start_error(shared + "_not")
    assert "does not exist" in told and told.startswith("Cannot reach the database")


def test_the_password_is_wrong(shared):
    wrong = secrets.token_hex(8)
    head, _, tail = shared.partition("@")
    told = start_error(f"{head.rpartition(':')[0]}:{wrong}@{tail}")
    assert "password authentication failed" in told and wrong not in told


def test_the_database_belongs_to_another_program(shared):
    with psycopg.connect(shared) as connection:
        connection.execute("CREATE TABLE customers (id int)")
    assert "belongs to another program" in start_error(shared)


def test_the_database_is_of_a_newer_version(shared):
    async def start() -> None:
        async with opened(shared):
            pass

    asyncio.run(start())
    with psycopg.connect(shared) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "was written by a newer version" in start_error(shared)


def test_the_user_has_no_rights(shared):
    name = f"guest_{secrets.token_hex(4)}"
    database = shared.rpartition("/")[2]
    with psycopg.connect(shared, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'guest'".encode())
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    try:
        told = start_error(f"postgresql://{name}:guest@{shared.partition('@')[2]}")
        assert "may not write there: permission denied" in told and database in told
    finally:
        with psycopg.connect(shared, autocommit=True) as connection:
            connection.execute(f"DROP ROLE {name}".encode())


def test_the_database_is_encoded_otherwise(shared):
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(shared, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1'".encode())
        try:
            assert "encoded in LATIN1" in start_error(shared.rpartition("/")[0] + f"/{name}")
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_many_processes_may_start_at_the_same_moment(shared):
    async def everything():
        storages = [open_storage(shared, lambda: 0.0) for _ in range(6)]
        await asyncio.gather(*(storage.start() for storage in storages))
        assert len({storage.key for storage in storages}) == 1
        for storage in storages:
            await storage.stop()

    asyncio.run(everything())


# ---- several processes ------------------------------------------------------------------------------------


def test_of_several_processes_one_wins(shared):
    async def everything():
        async with opened(shared) as first, opened(shared) as second, opened(shared) as third:
            storages = (first, second, third)
            await first.create(creation("one"))
            for version in range(15):
                done = await asyncio.gather(
                    *(
                        storage.append(append("one", version, b"%d by %d" % (version, number)))
                        for number, storage in enumerate(storages)
                    ),
                    return_exceptions=True,
                )
                assert [type(one) for one in done if one is not None] == [ConflictError, ConflictError]
                expected = [b"%d by %d" % (version, done.index(None))]
                for storage in storages:
                    assert await storage.since("one", version) == expected

    asyncio.run(everything())


def test_processes_that_change_the_same_tables_do_not_wait_for_each_other_for_ever(shared):
    async def everything():
        async with opened(shared) as first, opened(shared) as second:
            names = [f"t{number}" for number in range(20)]
            await asyncio.gather(*(first.create(creation(name)) for name in names))

            async def play(storage, order):
                won = 0
                for version in range(8):
                    done = await asyncio.gather(
                        *(
                            storage.append(append(name, version, granted=[SeatToken(f"{name:x>64}", "A")]))
                            for name in order
                        ),
                        return_exceptions=True,
                    )
                    assert {type(one) for one in done} <= {type(None), ConflictError}
                    won += done.count(None)
                return won

            won = await asyncio.gather(play(first, names), play(second, names[::-1]))
            # Some versions may be skipped by both, when one is ahead of the other; none is won twice.
            assert sum(won) == sum((await first.versions(names)).values()) and max(won) > 0

    asyncio.run(everything())


def test_no_two_processes_take_the_same_job(shared):
    async def everything():
        async with opened(shared) as first, opened(shared) as second:
            names = {f"t{number}" for number in range(60)}
            await asyncio.gather(*(first.create(creation(name, index=Index(thinking=1.0))) for name in names))
            taken: list[str] = []

            async def work(storage):
                while jobs := await storage.claim(["think"], 4, lease=1000.0):
                    taken.extend(job.table for job in jobs)

            while len(taken) < len(names):
                await asyncio.gather(work(first), work(second))
            assert sorted(taken) == sorted(names)

    asyncio.run(everything())


# ---- what fails -------------------------------------------------------------------------------------------


def lose_answers(storage, times):
    """What is committed is committed, but nobody hears of it: the connection is lost before."""
    real = storage._commit_all
    left = [times]

    async def commit(changes):
        fitted = await real(changes)
        if left[0]:
            left[0] -= 1
            raise OperationalError("COMMIT", {}, psycopg.OperationalError("server closed the connection"))
        return fitted

    storage._commit_all = commit


@pytest.mark.parametrize("plain", [True, False])
def test_a_commit_whose_answer_was_lost_is_recognised(shared, plain):
    async def everything():
        async with opened(shared) as storage:
            lose_answers(storage, 1)
            await storage.create(creation("one", events=[b"1"]))
            lose_answers(storage, 1)
            more = {} if plain else {"snapshot": StoredSnapshot(2, b"s"), "granted": [SeatToken("a" * 64, "A")]}
            await storage.append(append("one", 1, b"2", **more))
            assert await storage.since("one", 0) == [b"1", b"2"]
            # What somebody else has stored meanwhile is not taken for one's own.
            lose_answers(storage, 0)
            with pytest.raises(ConflictError):
                await storage.append(append("one", 1, b"other"))
            with pytest.raises(ConflictError):
                await storage.create(creation("one", setup=b"other"))

    asyncio.run(everything())


@pytest.fixture
def server():
    """A PostgreSQL that may be killed."""
    # It may run as another user, who must get to its folder.
    with tempfile.TemporaryDirectory(prefix="halma-") as folder:
        Path(folder).chmod(0o755)
        started = RealPostgres(Path(folder) / "postgres")
        yield started
        started.stop()


def test_after_a_crash_of_the_database_everything_acknowledged_is_there_and_play_goes_on(server, caplog):
    acknowledged: dict[str, int] = {}

    async def play(storage, name):
        version = 0
        await storage.create(creation(name))
        while version < 60:
            try:
                await storage.append(append(name, version, b"%d" % version))
            except StorageError:
                continue
            except ConflictError:
                # What was not acknowledged may have been stored all the same.
                version = (await storage.versions([name]))[name]
                continue
            version += 1
            acknowledged[name] = version

    async def everything():
        async with opened(server.address("postgres")) as first, opened(server.address("postgres")) as second:
            games = [asyncio.create_task(play(storage, f"{n}")) for n, storage in enumerate((first, second) * 4)]
            for enough in (80, 240):
                while sum(acknowledged.values()) < enough:
                    await asyncio.sleep(0)
                server.kill()
                await asyncio.to_thread(server.restart)
            await asyncio.gather(*games)
            for name, version in acknowledged.items():
                assert await first.since(name, 0) == [b"%d" % number for number in range(version)]
            assert not first.failing and not second.failing

    with caplog.at_level(logging.INFO, "halma"):
        asyncio.run(everything())
    assert server.password not in caplog.text


def test_a_database_that_is_away_is_told_and_comes_back(server):
    async def everything():
        async with opened(server.address("postgres")) as storage:
            await storage.create(creation("one"))
            server.kill()
            for work in (storage.load("one"), storage.append(append("one", 0)), storage.beat(), storage.ping()):
                with pytest.raises(StorageError):
                    await work
            assert storage.failing
            await asyncio.to_thread(server.restart)
            await storage.append(append("one", 0))
            assert not storage.failing and await storage.versions(["one"]) == {"one": 1}

    asyncio.run(everything())
