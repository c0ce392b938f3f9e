"""Several processes with one Redis, which may go away."""

import asyncio
import logging

import pytest
from tools.databases import RealRedis, free_port

from halma.server.hub import redis
from halma.server.hub.interface import Gathering, Missed, Present, Published
from halma.server.hub.opening import open_hub
from halma.server.hub.redis import HubError, RedisHub

from .conftest import Heard, eventually, started


def test_what_one_publishes_the_other_hears_once(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            heard, own = Heard(there, "one"), Heard(here, "one")
            await heard.ready()
            await own.ready()
            for version in (1, 2, 3):
                here.publish("one", version, b"\x00\xff%d" % version)
            await heard.until(lambda message: message == Published("one", 3, b"\x00\xff3"))
            there.publish("one", 4, b"back")
            await own.until(lambda message: message == Published("one", 4, b"back"))
            for listener in (heard, own):
                versions = [message.version for message in listener.messages if isinstance(message, Published)]
                assert versions == [1, 2, 3, 4]

    asyncio.run(everything())


def test_who_is_there_is_added_up_over_all_processes(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            heard = Heard(here, "one")
            await heard.ready()
            here.attend("one", Present("A", 2))
            await heard.until(lambda message: message == Gathering("one", Present("A", 2)))
            there.attend("one", Present("AB", 5))
            await heard.until(lambda message: message == Gathering("one", Present("AB", 7)))
            assert await there.present("one") == Present("AB", 7)
            there.attend("one", Present("", 1))
            await heard.until(lambda message: message == Gathering("one", Present("A", 3)))

    asyncio.run(everything())


def test_a_process_that_stops_is_not_there_any_more(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here):
            async with started(there):
                there.attend("one", Present("B", 1))
                await eventually(lambda: is_present(here, Present("B", 1)))
            assert await here.present("one") == Present()

    async def is_present(hub, present):
        return await hub.present("one") == present

    asyncio.run(everything())


def test_who_was_there_through_a_process_that_died_goes_with_its_lease(redis_hub, monkeypatch):
    monkeypatch.setattr(redis, "LEASE", 1)

    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            heard = Heard(here, "one")
            await heard.ready()
            here.attend("one", Present("A", 0))
            there.attend("one", Present("B", 3))
            await heard.until(lambda message: message == Gathering("one", Present("AB", 3)))
            # As when it is killed: it says nothing more, and takes nothing back.
            for task in there._tasks:
                task.cancel()
            there._attending.clear()
            await heard.until(lambda message: message == Gathering("one", Present("A", 0)))

    asyncio.run(everything())


def test_an_allowance_is_shared_by_all_processes(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            assert await here.take("somebody", 2, 0.001, 3) == 0
            assert await there.take("somebody", 2, 0.001, 3) > 0
            assert await there.take("somebody", 1, 0.001, 3) == 0

    asyncio.run(everything())


def test_workers_elsewhere_are_woken(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            waiting = asyncio.create_task(there.woken(frozenset({"think"}), timeout=1000))

            async def is_woken():
                here.wake("think")
                return waiting.done()

            await eventually(is_woken)

    asyncio.run(everything())


def test_a_hub_that_is_away_stops_nobody(caplog):
    async def everything():
        hub = RedisHub(f"redis://:password@127.0.0.1:{free_port()}/0")
        async with started(hub):
            assert hub.away
            heard = Heard(hub, "one")
            hub.publish("one", 1, b"moved")
            hub.attend("one", Present("A", 1))
            assert heard.messages == [Published("one", 1, b"moved"), Gathering("one", Present("A", 1))]
            assert await hub.present("one") == Present("A", 1)
            assert await hub.take("somebody", 3, 0.001, 3) == 0
            assert await hub.take("somebody", 3, 0.001, 3) > 0
            waiting = asyncio.create_task(hub.woken(frozenset({"think"}), timeout=1000))
            await asyncio.sleep(0)
            hub.wake("think")
            await waiting

    with caplog.at_level(logging.INFO, "halma"):
        asyncio.run(everything())
    assert caplog.text.count("the hub is away") == 1 and "password" not in caplog.text


def test_a_hub_that_comes_back_is_found_and_everybody_looks_what_was_missed(tmp_path):
    server = RealRedis(tmp_path / "redis")

    async def everything():
        here, there = RedisHub(server.address), RedisHub(server.address)
        async with started(here, there):
            heard = Heard(there, "one")
            await heard.ready()
            there.attend("one", Present("A", 0))
            server.kill()
            await eventually(lambda: are_away(here, there))
            here.publish("one", 1, b"lost")
            heard.messages.clear()
            server.restart()
            await heard.until(lambda message: message == Missed("one"))
            await eventually(lambda: are_back(here, there))
            await eventually(lambda: is_present(here))
            here.publish("one", 2, b"heard")
            await heard.until(lambda message: message == Published("one", 2, b"heard"))
            assert Published("one", 1, b"lost") not in heard.messages

    async def are_away(*hubs):
        return all(hub.away for hub in hubs)

    async def are_back(*hubs):
        return not any(hub.away for hub in hubs)

    async def is_present(hub):
        return await hub.present("one") == Present("A", 0)

    try:
        asyncio.run(everything())
    finally:
        server.stop()


def test_who_comes_and_goes_quickly_is_subscribed_in_the_end(redis_hub):
    async def everything():
        here, there = redis_hub(), redis_hub()
        async with started(here, there):
            for _ in range(20):
                Heard(there, "one").watch.close()
                await asyncio.sleep(0)
            heard = Heard(there, "one")

            async def is_heard():
                here.publish("one", 1, b"moved")
                return Published("one", 1, b"moved") in heard.messages

            await eventually(is_heard)

    asyncio.run(everything())


@pytest.mark.parametrize("address", ["hub.example.org", "http://user:password@hub.example.org", "redis//host"])
def test_an_address_that_is_none_is_refused_without_its_password(address):
    with pytest.raises(HubError, match="is not the address of a hub") as refused:
        open_hub(address)
    assert "password" not in str(refused.value)
