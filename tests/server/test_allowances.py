"""How much an address may do: counted over all fronts together, and whatever of its addresses it calls from."""

import asyncio

import pytest

from halma.server.hub.local import InProcessHub
from halma.server.hub.redis import RedisHub
from halma.server.transport.rate_limits import Places, SharedAllowance, network_of

from .hub.conftest import started

NEVER = 1e-9


class CountingHub(InProcessHub):
    """A hub that counts how often it is asked."""

    asked = 0

    async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        self.asked += 1
        return await super().take(key, cost, per_second, at_once)


async def spent(*allowances: SharedAllowance, most: int = 1000) -> int:
    """How much somebody gets who asks one after the other until nobody gives any more."""
    count = 0
    while count < most and any([await allowance.take("somebody") for allowance in allowances]):
        count += 1
    return count


def test_two_fronts_give_no_more_than_one():
    async def run() -> None:
        hub = InProcessHub()
        fronts = [SharedAllowance(hub, "requests", NEVER, 100, str) for _ in range(2)]
        got = 0
        while True:
            given = [await front.take("somebody") for front in fronts]
            got += sum(given)
            if not any(given):
                break
        assert got == 100
        # Others have an allowance of their own.
        assert await fronts[0].take("somebody else")

    asyncio.run(run())


def test_two_fronts_share_an_allowance_through_redis(databases):
    async def run() -> None:
        hubs = [RedisHub(databases.redis, prefix="allowances") for _ in range(2)]
        async with started(*hubs):
            fronts = [SharedAllowance(hub, "requests", NEVER, 40, str) for hub in hubs]
            assert await spent(fronts[0]) == 40
            assert not await fronts[1].take("somebody")

    asyncio.run(run())


def test_most_of_what_is_asked_for_costs_no_way_to_the_hub():
    async def run() -> None:
        hub = CountingHub()
        assert await spent(SharedAllowance(hub, "messages", NEVER, 200, str), most=200) == 200
        assert hub.asked == 20

    asyncio.run(run())


def test_the_last_of_an_allowance_can_be_had_and_more_than_all_of_it_when_it_is_full():
    async def run() -> None:
        allowance = SharedAllowance(InProcessHub(), "messages", NEVER, 40, str)
        assert await allowance.take("somebody", 39) and not await allowance.take("somebody", 2)
        assert await allowance.take("somebody") and not await allowance.take("somebody")
        small = SharedAllowance(InProcessHub(), "messages", NEVER, 5, str)
        assert await small.take("somebody", 10) and not await small.take("somebody")

    asyncio.run(run())


def test_who_asks_stands_in_the_hub_only_as_a_hash():
    async def run() -> None:
        keys: list[str] = []

        class Listening(InProcessHub):
            async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
                keys.append(key)
                return await super().take(key, cost, per_second, at_once)

        await SharedAllowance(Listening(), "chat", 1.0, 5, lambda key: f"hash of {len(key)}").take("203.0.113.7")
        assert keys == ["chat:hash of 11"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_whoever_has_a_network_counts_as_one(address, network):
    assert network_of(address) == network


def test_connections_are_counted_by_network():
    places = Places(2)
    assert places.take("2001:db8::1") and places.take("2001:db8::2") and not places.take("2001:db8::3")
    assert places.take("2001:db8:0:1::1") and places.taken == 3
    places.give("2001:db8::9")
    assert places.take("2001:db8::3")
