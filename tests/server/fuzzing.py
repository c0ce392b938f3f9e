"""Nonsense and lies over live connections, and what must hold whatever is sent; by hand, as in the night:

    python -m tests.server.fuzzing 10000000 [SEED]

Every message is answered in a way the schema allows, whoever sent it, and no connection ends without a word; nobody
acts for a seat that none of their tokens opens; tables at which nobody has a token stay as they are to the byte; all
who look see what is stored; nothing goes wrong in the log, and afterwards people play on at every table.

The whole application runs, with its guard, its limits, its storage; only sockets and the engine are left out.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from halma.games import Choice
from halma.play import Position
from halma.server.app.make import make_app
from halma.server.domain.commands import NewTable, SeatWish
from halma.server.domain.model import ClockSetting
from halma.server.settings import Settings
from halma.server.thinking import worker
from halma.server.thinking.computers import Computers
from halma.server.transport import wire
from halma.server.transport.live_socket import EXTENSION
from tests.server import wild_messages
from tests.server.conftest import GENEROUS, PATIENCE
from tests.server.judging import Judge
from tests.server.memory_line import BROKEN, End
from tests.server.mirror import KEEPS_TURN
from tests.server.wild_messages import Known
from tests.variants import all_choices

# So many messages go to the same tables before there are new ones.
ROUND = 2500
# And so many to a server before there is a new one.
BATCH = 100_000
TABLES = 6
# The clocks of the tables go by the messages, so that some run out however fast the machine is.
SECONDS = 0.05
HOST = "localhost"
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ServerMessage)
# How a message is answered that has been understood and not been refused.
ANSWERS = {"ping": "pong", "hello": "welcome", "hint": "hint", "explain": "explain", "reach": "reach"}

# With what somebody is refused who asks for what they were told is possible, and nothing has happened since.
REFUSALS = {
    "move": {"stale", "game-over", "not-your-turn", "not-your-seat"},
    "undo": {"stale", "game-over", "nothing-to-undo", "not-your-seat", "others-play-too"},
    "redo": {"stale", "game-over", "nothing-to-redo", "not-your-seat", "others-play-too"},
}


@cache
def choices() -> list[Choice]:
    return all_choices()


class QuickComputers(Computers):
    """Computers that play any move, at once; now and then one of them really looks for a hint."""

    chance = random.Random(1)

    async def queue(self, function: Any, job: worker.Job, *arguments: Any, **_: Any) -> Any:
        await asyncio.sleep(0)
        position = job.position()
        if function is worker.hint:
            if len(position.seats) > 1 and self.chance.random() < 0.05:
                return worker.hint(0, job, arguments[0], 0.01)
            return position.spell(position.state.legal()[0], path=True), "any move"
        return position.spell(self.chance.choice(position.state.legal()), path=True)


class Line:
    """A live connection without sockets: its frames go both ways in memory."""

    def __init__(self, app: Any, playing: Playing, tokens: list[str], foreign: list[str], number: int) -> None:
        self.app = app
        self.playing = playing
        self.known = Known(
            seats=playing.position.seats,
            cells=list(playing.position.board.names),
            tokens=tokens,
            foreign=foreign,
            talks=not playing.quiet,
        )
        # What was said in the last hello that was answered.
        self.shown: list[str] = []
        self.address = f"10.0.{number // 250}.{number % 250 + 1}"
        self.answers: list[dict[str, Any]] = []
        self._end: End | None = None
        self._told = asyncio.Event()

    @property
    def is_open(self) -> bool:
        return self._end is not None and self._end.is_open

    @property
    def code(self) -> int | None:
        """With what the server has closed."""
        return None if self._end is None else self._end.code

    async def open(self) -> None:
        """Shake hands; the app takes the connection over."""
        self.close()
        self.answers, self.shown, self._end = [], [], End(self._hear, self._told)
        path = f"/api/tables/{self.playing.id}/live"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode())],
            "client": (self.address, 40000),
            "server": (HOST, 8000),
            "subprotocols": [],
            "state": {},
            "extensions": {EXTENSION: self._end},
        }

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            assert message["type"] == "websocket.accept", message

        await self.app(scope, receive, send)

    def _hear(self, data: bytes) -> None:
        _decoder.decode(data)
        message = msgspec.json.decode(data)
        known = self.known
        match message["type"]:
            case "event":
                event = message["event"]
                known.version, known.ply = message["n"], message["ply"]
                if event["type"] not in KEEPS_TURN:
                    self._may(message)
                if event.get("entries"):
                    known.last = event["entries"][-1]["text"]
                if "done" in message:
                    self.playing.judge.did(message["n"], message["done"], self.shown)
                    self.answers.append({"type": "done", "what": message["done"]})
            case "welcome":
                known.version, known.ply = message["n"], message["ply"]
                self._may(message)
                self.answers.append(message)
            case "presence":
                pass
            case _:
                self.answers.append(message)

    def _may(self, message: dict[str, Any]) -> None:
        moves = message.get("legal") or []
        self.known.legal = [move if isinstance(move, str) else move["text"] for move in moves]

    async def say(self, data: str, parts: int = 1) -> dict[str, Any]:
        """Send a text and wait for the answer; one must come, even if the connection ends after it."""
        before = len(self.answers)
        assert self._end is not None
        self._end.send(data.encode(), parts)
        async with asyncio.timeout(PATIENCE):
            while len(self.answers) == before:
                self._told.clear()
                assert self.is_open, f"closed with {self.code} and without a word after {data[:300]!r}"
                await self._told.wait()
        return self.answers[before]

    def blurt(self, data: bytes) -> None:
        """Send bytes that are no text; the connection ends, with a code that says why."""
        assert self._end is not None
        self._end.blurt(data)
        assert self.code in (None, *BROKEN), f"closed with {self.code} after {data[:300]!r}"
        self.close()

    def close(self) -> None:
        if self._end is not None:
            self._end.close()
            self._end = None


class Playing:
    """A table that is played at."""

    def __init__(self, made: Any, *, quiet: bool) -> None:
        self.id: str = made.table.id
        self.position: Position = made.table.position
        self.quiet = quiet
        owned = "".join(seat.seat for seat in made.table.seats if seat.kind == "here")
        self.tokens: dict[str, str] = {made.token: owned, **{token: seat for seat, token in made.links.items()}}
        self.judge = Judge(self.tokens)


class Fuzzing:
    """Rounds of messages at new tables, all at one server."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.sent = 0
        self.counts: Counter[str] = Counter()
        self._failures: list[str] = []

    async def run(self, count: int) -> None:
        """Send so many messages. Raises AssertionError for whatever must not be."""
        began = time.time()
        settings = Settings(
            self.folder / f"fuzzed-{self.seed}.sqlite",
            names=(HOST,),
            workers=1,
            limits=GENEROUS,
            now=lambda: began + self.sent * SECONDS,
        )
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self._failures.append(str(context)))
        watching = Failures(self._failures)
        logging.getLogger("halma").addHandler(watching)
        try:
            with patch("halma.server.app.make.Computers", QuickComputers):
                app = make_app(settings)
                async with app.router.lifespan_context(app):
                    number = 0
                    while self.sent < count:
                        await self._round(app, number, min(ROUND, count - self.sent))
                        number += 1
        finally:
            logging.getLogger("halma").removeHandler(watching)

    async def _round(self, app: Any, number: int, count: int) -> None:
        chance = random.Random(f"{self.seed} {number}")
        service = app.state.front.service
        tables = [await self._table(service, chance, quiet=place == 0) for place in range(TABLES)]
        stored = await service.storage.load(tables[0].id)
        try:
            async with AsyncExitStack() as stack:
                lines: list[Line] = []
                for playing in tables:
                    await service.enter(playing.id, playing.judge, 0)
                    stack.callback(service.leave, playing.id, playing.judge)
                    others = [token for other in tables if other is not playing for token in other.tokens]
                    for tokens in [] if playing.quiet else [*([token] for token in playing.tokens), [*playing.tokens]]:
                        lines.append(Line(app, playing, tokens, others, len(lines)))
                    lines.append(Line(app, playing, [], others, len(lines)))
                for line in lines:
                    stack.callback(line.close)
                shares = [count // len(lines) + (place < count % len(lines)) for place in range(len(lines))]
                work = [
                    self._talk(line, share, random.Random(chance.random()))
                    for line, share in zip(lines, shares, strict=True)
                ]
                await asyncio.gather(*work)
                for playing in tables:
                    playing.judge.pronounce(await service.table(playing.id))
                    await self._still_played(app, service, playing)
            assert await service.storage.load(tables[0].id) == stored, "a table changed at which nobody had a token"
            assert not self._failures, self._failures
        except BaseException as error:
            error.add_note(f"seed {self.seed}, round {number}: {[playing.position.choice for playing in tables]}")
            raise

    async def _table(self, service: Any, chance: random.Random, *, quiet: bool) -> Playing:
        choice = chance.choice(choices())
        kinds = ["link" if choice.players > 1 and chance.random() < 0.7 else "here" for _ in range(choice.players)]
        if choice.players > 1 and not quiet and chance.random() < 0.1:
            kinds[-1] = "computer"
        clock = chance.choice([None, None, ClockSetting("move", 60), ClockSetting("fischer", 100, 5)])
        wish = NewTable(
            choice.game,
            {**choice.options},
            [SeatWish(kind) for kind in kinds],  # pyright: ignore
            chat=not quiet,
            clock=None if quiet else clock,
            fate=chance.choice(["computer", "skip", "forfeit"]),
        )
        return Playing(await service.create(wish, "127.0.0.1"), quiet=quiet)

    # ---- talking ----------------------------------------------------------------------------------------

    async def _talk(self, line: Line, count: int, chance: random.Random) -> None:
        """Send so many messages, coming back where the connection ends."""
        for _ in range(count):
            first = not line.is_open
            if first:
                await line.open()
                message = wild_messages.hello(line.known, 0, chance)
            else:
                message = wild_messages.proper(line.known, chance)
            if chance.random() < (0.9 if first else 0.5):
                await self._say(line, msgspec.json.encode(message).decode(), message)
            else:
                sent = wild_messages.wild(message, line.known, chance)
                if isinstance(sent, bytes):
                    line.blurt(sent)
                    self.counts["no text"] += 1
                    self.sent += 1
                else:
                    await self._say(line, sent, None, parts=chance.choice((1, 1, 1, 2, 5)))
            if chance.random() < 0.002:
                line.close()

    async def _say(self, line: Line, data: str, proper: dict[str, Any] | None, parts: int = 1) -> None:
        """Send a message; one that a person might have sent is understood."""
        tokens, legal, version = _tokens_in(data), line.known.legal, line.known.version
        answer = await line.say(data, parts)
        self.sent += 1
        kind = answer["type"]
        outcome = answer["error"]["code"] if kind == "error" else kind
        assert outcome != "failed", f"the server failed at {data[:300]!r}"
        if proper is not None:
            expected = ANSWERS.get(proper["type"], "done")
            assert kind in ("error", expected), (proper, answer)
            assert outcome != "bad-request" and answer.get("what", proper["type"]) == proper["type"], (proper, answer)
            is_allowed = proper["type"] in REFUSALS and proper.get("text", "") in ("", *legal)
            if kind == "error" and is_allowed and line.known.version == version:
                assert outcome in REFUSALS[proper["type"]], (proper, answer)
            self.counts[f"{proper['type']} {outcome}"] += 1
        else:
            self.counts[f"wild {outcome}"] += 1
        if kind == "welcome":
            assert tokens is not None, data
            line.shown = tokens

    async def _still_played(self, app: Any, service: Any, playing: Playing) -> None:
        """Whoever has to act at a table can do so."""
        table = await service.table(playing.id)
        seat = table.position.seat
        opens = [token for token, seats in playing.judge.tokens.items() if seat in seats]
        if table.is_over or playing.quiet or not opens or table.machine() is not None or not table.started:
            return
        line = Line(app, playing, opens, [], 0)
        await line.open()
        chance = random.Random(0)
        first = wild_messages.hello(line.known, 0, chance)
        await self._say(line, msgspec.json.encode(first).decode(), first)
        for _ in range(5):
            if not line.known.legal or (await service.table(playing.id)).is_over:
                break
            move = {"type": "move", "ply": line.known.ply, "text": line.known.legal[0]}
            answer = await line.say(msgspec.json.encode(move).decode())
            if answer["type"] == "done":
                self.counts["played on"] += 1
                break
            # The clock of the table may have run out meanwhile.
            assert answer["error"]["code"] in ("stale", "not-your-turn", "game-over", "not-your-seat"), answer
        line.close()


def _tokens_in(data: str) -> list[str] | None:
    """The tokens a hello shows, as the server reads them."""
    try:
        return msgspec.json.decode(data, type=wire.Hello).tokens
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


class Failures(logging.Handler):
    """Notes what goes wrong."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        self._found.append(logging.Formatter().format(record))


def fuzz(folder: Path, count: int, seed: int) -> Counter[str]:
    """Send so many messages; how they were answered."""
    fuzzing = Fuzzing(folder, seed)
    asyncio.run(fuzzing.run(count))
    return fuzzing.counts


def main(count: int, seed: int) -> None:
    began = time.perf_counter()
    counts: Counter[str] = Counter()
    for number in range(0, count, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            counts += fuzz(Path(folder), min(BATCH, count - number), seed + number // BATCH)
        print(f"{min(number + BATCH, count)} messages, {time.perf_counter() - began:.0f} s", flush=True)
    for name, number in sorted(counts.items()):
        print(f"{number:9} {name}")
    print(f"seed {seed}: nothing went wrong")


if __name__ == "__main__":
    given = [int(value) for value in sys.argv[1:]]
    main(given[0] if given else 100_000, given[1] if len(given) > 1 else random.randrange(2**32))
