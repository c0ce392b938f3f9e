"""The same tests for all hubs."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from halma.server.hub.interface import Hub, Message, Missed
from halma.server.hub.local import InProcessHub
from halma.server.hub.redis import RedisHub
from tests.simulation.hub import Bus, SimulatedHub

# A machine may be busy with other things; nothing takes that long otherwise.
PATIENCE = 60.0
Opener = Callable[[], Hub]


class Heard:
    """What a listener has heard."""

    def __init__(self, hub: Hub, table: str) -> None:
        self.messages: list[Message] = []
        self._new = asyncio.Event()
        self.watch = hub.watch(table, self)

    def __call__(self, message: Message) -> None:
        self.messages.append(message)
        self._new.set()

    async def until(self, fits: Callable[[Message], bool]) -> Message:
        """The first message that fits, as soon as it is there."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.messages:
                    if fits(message):
                        return message
                self._new.clear()
                await self._new.wait()

    async def ready(self) -> None:
        """Wait until nothing more can be lost."""
        await self.until(lambda message: isinstance(message, Missed))


async def eventually(fits: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not await fits():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def started(*hubs: Hub) -> AsyncGenerator[None]:
    """Hubs that are running."""
    for hub in hubs:
        await hub.start()
    try:
        yield
    finally:
        for hub in hubs:
            await hub.stop()


@pytest.fixture(params=["in process", "redis", "simulated"])
def new_hub(request: pytest.FixtureRequest) -> Opener:
    """Makes hubs; those over Redis are connected with each other."""
    if request.param == "in process":
        return InProcessHub
    if request.param == "simulated":
        bus = Bus(time.monotonic)
        return lambda: SimulatedHub(bus)
    return request.getfixturevalue("redis_hub")


@pytest.fixture
def redis_hub(databases) -> Opener:
    """Makes hubs that are connected with each other."""
    prefix = f"test-{secrets.token_hex(6)}"
    return lambda: RedisHub(databases.redis, prefix)
