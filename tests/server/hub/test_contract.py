"""What every hub promises."""

import asyncio

from halma.server.hub.interface import Gathering, Present, Published

from .conftest import Heard, eventually, started


def test_whoever_watches_hears_at_once_in_the_same_process(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            heard, other = Heard(hub, "one"), Heard(hub, "two")
            hub.publish("one", 7, b"moved")
            assert heard.messages[-1] == Published("one", 7, b"moved")
            assert not any(isinstance(message, Published) for message in other.messages)

    asyncio.run(everything())


def test_whoever_stops_watching_hears_no_more(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            heard, other = Heard(hub, "one"), Heard(hub, "one")
            heard.watch.close()
            heard.watch.close()
            hub.publish("one", 1, b"moved")
            assert Published("one", 1, b"moved") in other.messages
            assert Published("one", 1, b"moved") not in heard.messages

    asyncio.run(everything())


def test_a_listener_that_fails_keeps_nobody_from_hearing(new_hub, caplog):
    async def everything():
        hub = new_hub()
        async with started(hub):
            hub.watch("one", lambda message: {}["nothing"])
            heard = Heard(hub, "one")
            hub.publish("one", 1, b"secret")
            assert Published("one", 1, b"secret") in heard.messages

    asyncio.run(everything())
    assert "a listener failed" in caplog.text and "secret" not in caplog.text


def test_a_listener_may_stop_watching_while_it_listens(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            count = []

            def once(message):
                if isinstance(message, Published):
                    count.append(message)
                    watch.close()

            watch = hub.watch("one", once)
            hub.publish("one", 1, b"")
            hub.publish("one", 2, b"")
            assert [message.version for message in count] == [1]

    asyncio.run(everything())


def test_who_is_there_is_told_when_it_changes(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            heard = Heard(hub, "one")
            hub.attend("one", Present("AC", 3))
            await heard.until(lambda message: message == Gathering("one", Present("AC", 3)))
            assert await hub.present("one") == Present("AC", 3)
            told = len([message for message in heard.messages if isinstance(message, Gathering)])
            hub.attend("one", Present("AC", 3))
            hub.attend("one", Present())
            await heard.until(lambda message: message == Gathering("one", Present()))
            assert await hub.present("one") == Present()
            assert len([message for message in heard.messages if isinstance(message, Gathering)]) == told + 1

    asyncio.run(everything())


def test_an_allowance_is_used_up_and_fills_up_again(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            for _ in range(3):
                assert await hub.take("somebody", 1, 0.001, 3) == 0
            wait = await hub.take("somebody", 1, 0.001, 3)
            assert 0 < wait <= 1000
            assert await hub.take("another", 3, 0.001, 3) == 0
            # More than there can ever be is to be had when it is full.
            assert await hub.take("a third", 50, 0.001, 3) == 0
            # It fills up.
            assert await hub.take("quick", 1, 1e6, 1) == 0
            await eventually(lambda: is_free(hub, "quick"))

    async def is_free(hub, key):
        return await hub.take(key, 1, 1e6, 1) == 0

    asyncio.run(everything())


def test_whoever_waits_for_work_is_woken(new_hub):
    async def everything():
        hub = new_hub()
        async with started(hub):
            waiting = asyncio.create_task(hub.woken(frozenset({"think", "hint"}), timeout=1000))
            other = asyncio.create_task(hub.woken(frozenset({"clock"}), timeout=1000))
            await asyncio.sleep(0)
            hub.wake("think")
            await waiting
            assert not other.done()
            other.cancel()
            await hub.woken(frozenset({"think"}), timeout=0)

    asyncio.run(everything())
