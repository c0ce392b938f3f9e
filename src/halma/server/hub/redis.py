"""The hub over Redis (or Valkey, which speaks the same): a channel for every table, leases for who is there.

What is published in this process is heard in this process at once, whatever happens to Redis. While it is away nothing
else is heard, allowances are those of this process, and it is looked for again and again; when it is back, everybody
who watches a table is told that something may have been missed.
"""

from __future__ import annotations

import asyncio
import logging
import random
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, cast
from uuid import uuid4

from halma.extras import requires_extra
from halma.messages import HalmaError, mark
from halma.server.hub.interface import Gathering, Listener, Missed, Present, Published
from halma.server.hub.local import InProcessHub, LocalWatch
from halma.server.hub.scripts import ATTEND, TAKE
from halma.server.metrics import Metrics

with requires_extra("scale"):
    import redis.asyncio as client
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError

log = logging.getLogger("halma.server.hub")
# Seconds: until Redis is held to be away, and until somebody who is not heard of is not there.
TIMEOUT = 2.0
SILENCE = 3 * TIMEOUT
# Whoever asks for an allowance does not wait for long.
HURRY = 0.25
LEASE = 30
# How often it is looked for while it is away.
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
# Messages that wait to be sent; what comes then is lost.
MOST_WAITING = 20_000
MOST_AT_ONCE = 500
# What a message begins with: what it is, who sends it, and the version.
HEAD = struct.Struct(">c16sQ")
EVENT, PRESENT, WAKE, PROBE = b"e", b"p", b"w", b"t"
# How often a process measures how long its messages are on their way.
PROBE_PAUSE = 5.0
FAULTS = (RedisError, OSError, TimeoutError, asyncio.IncompleteReadError)


class HubError(HalmaError):
    """An address that is not one of a hub."""


class RedisHub(InProcessHub):
    """Several processes that use one Redis."""

    def __init__(
        self,
        address: str,
        prefix: str = "halma",
        clock: Callable[[], float] = time.monotonic,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(clock)
        self._metrics = metrics or Metrics()
        try:
            # Its types are not complete.
            self._client: Any = cast("Any", client).from_url(
                address,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                # A connection that waited may have been closed meanwhile.
                retry=Retry(NoBackoff(), 1),
                client_name="halma",
            )
        except ValueError as error:
            raise HubError(
                mark("{address} is not the address of a hub: give redis://HOST:PORT/NUMBER."),
                address=address.partition("://")[0] + "://…",
            ) from error
        self._prefix = prefix
        self._self = uuid4().bytes
        self._away = True
        self._pubsub: Any = None
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._something = asyncio.Event()
        self._attend_again: set[str] = set()
        # Tables that are watched since, or no longer.
        self._subscribe_again: set[str] = set()
        # Until then, by the monotonic clock, allowances are not asked for.
        self._doubtful_until = float("-inf")
        self._totals: dict[str, Present] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._take = self._client.register_script(TAKE)
        self._attend = self._client.register_script(ATTEND)
        self._first_try = asyncio.Event()

    @property
    def away(self) -> bool:
        return self._away

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent, for the metrics."""
        return len(self._waiting)

    async def start(self) -> None:
        """Look for Redis, once before this returns and then until it is there."""
        self._tasks = [asyncio.create_task(work()) for work in (self._listen, self._send, self._renew, self._probe)]
        await self._first_try.wait()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._away:
            with suppress(*FAULTS):
                async with asyncio.timeout(TIMEOUT):
                    for table in list(self._attending):
                        await self._tell_present(table, Present())
        self._attending.clear()
        with suppress(*FAULTS):
            await self._drop_pubsub()
            await self._client.aclose()

    # ---- messages ---------------------------------------------------------------------------------------

    def publish(self, table: str, version: int, data: bytes) -> None:
        super().publish(table, version, data)
        self._put(self._channel(table), EVENT, version, data)

    def watch(self, table: str, listener: Listener) -> LocalWatch:
        first = table not in self._watches
        watch = super().watch(table, listener)
        if first:
            self._subscribe(table)
        return watch

    def unwatch(self, watch: LocalWatch) -> None:
        super().unwatch(watch)
        if watch.table not in self._watches:
            self._totals.pop(watch.table, None)
            self._subscribe(watch.table)

    def wake(self, kind: str) -> None:
        super().wake(kind)
        self._put(self._wake_channel, WAKE, 0, kind.encode())

    @property
    def _wake_channel(self) -> str:
        return f"{self._prefix}:wake"

    def _channel(self, table: str) -> str:
        return f"{self._prefix}:table:{table}"

    def _put(self, channel: str, kind: bytes, version: int, data: bytes) -> None:
        if self._away or len(self._waiting) >= MOST_WAITING:
            self._metrics.hub_lost.inc()
            return
        self._waiting.append((channel, HEAD.pack(kind, self._self, version) + data))
        self._something.set()

    async def _send(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            with suppress(*FAULTS):
                await self._send_waiting()
            if self._away:
                self._waiting.clear()
                self._subscribe_again.clear()

    async def _send_waiting(self) -> None:
        if self._subscribe_again:
            await self._send_subscriptions()
        while self._attend_again:
            table = self._attend_again.pop()
            await self._tell_present(table, self._attending.get(table, Present()))
        while self._waiting:
            pipe = self._client.pipeline(transaction=False)
            for _ in range(min(len(self._waiting), MOST_AT_ONCE)):
                channel, message = self._waiting.popleft()
                pipe.publish(channel, message)
            await pipe.execute()

    # ---- listening --------------------------------------------------------------------------------------

    def _subscribe(self, table: str) -> None:
        if not self._away:
            self._subscribe_again.add(table)
            self._something.set()

    async def _send_subscriptions(self) -> None:
        changed, self._subscribe_again = self._subscribe_again, set()
        pubsub = self._pubsub
        if pubsub is None:
            return
        for work, chosen in (
            (pubsub.subscribe, [table for table in changed if table in self._watches]),
            (pubsub.unsubscribe, [table for table in changed if table not in self._watches]),
        ):
            if chosen:
                await work(*map(self._channel, chosen))

    async def _listen(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                await self._connect()
                wait = FIRST_WAIT
                await self._hear()
            except FAULTS as error:
                self._lost(error)
            self._first_try.set()
            await self._drop_pubsub()
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _connect(self) -> None:
        self._pubsub = self._client.pubsub()
        await self._pubsub.subscribe(self._wake_channel)
        self._away = False
        self._first_try.set()
        log.info("the hub is there")
        tables = list(self._watches)
        for start in range(0, len(tables), MOST_AT_ONCE):
            await self._pubsub.subscribe(*(self._channel(table) for table in tables[start : start + MOST_AT_ONCE]))
        self._attend_again.update(self._attending)
        self._something.set()

    def _lost(self, error: BaseException) -> None:
        if not self._away or not self._first_try.is_set():
            # Once is enough, however long it is away.
            log.warning("the hub is away", extra={"data": {"error": type(error).__name__}})
        self._away = True
        self._totals.clear()

    async def _drop_pubsub(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            with suppress(*FAULTS):
                await pubsub.aclose()

    async def _hear(self) -> None:
        prefix = len(self._channel(""))
        heard = time.monotonic()
        while True:
            message = await self._pubsub.get_message(timeout=TIMEOUT)
            if message is None:
                if time.monotonic() - heard > SILENCE:
                    raise TimeoutError
                await self._pubsub.ping()
                continue
            heard = time.monotonic()
            channel = (message["channel"] or b"").decode()
            table = channel[prefix:] if channel != self._wake_channel else ""
            if message["type"] == "subscribe" and table:
                self.tell(Missed(table))
            elif message["type"] == "message":
                self._heard(table, message["data"])

    def _heard(self, table: str, message: bytes) -> None:
        if len(message) < HEAD.size:
            return
        kind, sender, version = HEAD.unpack_from(message)
        data = message[HEAD.size :]
        if sender == self._self:
            if kind == PROBE:
                self._metrics.hub_lag.observe(max(0.0, time.monotonic() - version / 1e6))
            return
        if kind == EVENT:
            self.tell(Published(table, version, data))
        elif kind == PRESENT:
            self._gathered(table, _read_present(data.decode()))
        elif kind == WAKE:
            super().wake(data.decode())

    # ---- who is there -----------------------------------------------------------------------------------

    def attend(self, table: str, present: Present) -> None:
        if not self._attends(table, present):
            return
        if self._away:
            self.tell(Gathering(table, present))
        else:
            self._attend_again.add(table)
            self._something.set()

    async def present(self, table: str) -> Present:
        if not self._away:
            with suppress(*FAULTS):
                return _together(await self._run(self._attend, [self._place(table)], ["", "?", LEASE]))
        return await super().present(table)

    def _place(self, table: str) -> str:
        return f"{self._prefix}:present:{table}"

    async def _tell_present(self, table: str, present: Present) -> None:
        said = _write_present(present) if present != Present() else ""
        here = await self._run(self._attend, [self._place(table)], [self._self.hex(), said, LEASE])
        total = _together(here)
        if self._gathered(table, total):
            message = HEAD.pack(PRESENT, self._self, 0) + _write_present(total).encode()
            await self._client.publish(self._channel(table), message)

    def _gathered(self, table: str, total: Present) -> bool:
        """Tell who is there now, if that is new."""
        if self._totals.get(table) == total:
            return False
        if table in self._watches or table in self._attending:
            self._totals[table] = total
        else:
            self._totals.pop(table, None)
        self.tell(Gathering(table, total))
        return True

    async def _renew(self) -> None:
        """Those who are there stay there, and those whose process is gone go."""
        while True:
            await asyncio.sleep(LEASE / 3)
            self._attend_again.update(self._attending)
            self._something.set()

    async def _probe(self) -> None:
        """See how long a message takes there and back."""
        while True:
            await asyncio.sleep(PROBE_PAUSE)
            if not self._away:
                self._put(self._wake_channel, PROBE, int(time.monotonic() * 1e6), b"")

    # ---- allowances -------------------------------------------------------------------------------------

    async def take(self, key: str, cost: float, per_second: float, at_once: float) -> float:
        if not self._away and time.monotonic() > self._doubtful_until:
            given = [min(cost, at_once), per_second, at_once]
            try:
                async with asyncio.timeout(HURRY):
                    return await self._run(self._take, [f"{self._prefix}:allowance:{key}"], given) / 1000
            except FAULTS:
                self._doubtful_until = time.monotonic() + TIMEOUT
        return await super().take(key, cost, per_second, at_once)

    async def _run(self, script: Any, keys: list[str], given: list[Any]) -> Any:
        return await cast("Awaitable[Any]", script(keys=keys, args=given))


def _write_present(present: Present) -> str:
    return f"{present.spectators} {present.seats}"


def _read_present(said: str) -> Present:
    spectators, _, seats = said.partition(" ")
    return Present(seats, int(spectators))


def _together(said: Iterable[bytes]) -> Present:
    """Who is there through any process."""
    everywhere = [_read_present(one.decode()) for one in said]
    seats = "".join(sorted(set("".join(one.seats for one in everywhere))))
    return Present(seats, sum(one.spectators for one in everywhere))
