"""All of it together: a case is set up, its steps are done, what broke is mended, and then everything must be well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from halma.server.service.facts import facts_of
from halma.server.service.restoring import restored_table
from halma.server.storage.interface import StoredTable

from .breaks import BREAKS
from .database import LATEST, Database, Passage
from .deeds import DEEDS, sit_down
from .hub import Bus
from .judging import TOLERANCE
from .loop import OUTSIDE, SimulatedLoop
from .machine import Place, Process
from .network import Request
from .people import Person
from .plan import Case, Step
from .referee import Referee
from .sheet import BrokenRuleError, Sheet

# After all is mended everything must be well within so many seconds: what is tried again waits up to half a minute, a
# lease as long, and a connection that broke unnoticed 40 s.
SETTLED = 120.0
START = 1_000_000.0
# How often it is looked whether anybody is alive; how much later than asked a process says so, if some of that is lost.
WATCH, SLOW = 0.25, 3.5
# So long after that a process may start that does not know yet that others are alive.
LAST_BEAT = 2.5
# Where the database takes up to two seconds to answer, nobody knows its time better.
SLOW_ANSWERS = 3.0


class World:
    """A run of a case."""

    def __init__(self, case: Case, *, trace: bool = False) -> None:
        self.case = case
        self.chance = Random(case.seed ^ 0x5EED)
        self.loop = SimulatedLoop(self.delay)
        self.referee = Referee(self.loop.time)
        self.lines: list[str] | None = [] if trace else None
        if trace:
            self.referee.note = lambda text: self.note(lambda: text)
        self.set_by = 0.0
        self.database = Database(
            lambda: START + self.loop.time() + self.set_by, case.shared, self.passage, self._committed, self._deleted
        )
        self.bus = Bus(self.loop.time, self.journeys)
        self.idle = False
        place = Place(self.loop, self.database, self.bus, Random(case.seed + 1), lambda: self.idle)
        self.processes = [Process(place, number, front=True) for number in range(case.fronts)]
        self.processes += [Process(place, number, front=False) for number in range(case.workers)]
        self.people: list[Person] = []
        # What was told of every event, and the tables of this case.
        self.told: dict[tuple[str, int], dict[str, Any]] = {}
        self.tables: list[str] = []
        self.damaged: str | None = None
        self.finished = self.mended = False
        # What is wrong with the surroundings now: how many questions to the database get lost, until when it is away or
        # slow, what becomes of messages of the hub, and how many answers do not come back.
        self.lose: dict[str, int] = {"there": 0, "back": 0, "answer": 0}
        self.until: dict[str, float] = {}
        # How far the time of the storage was ahead when something was stored last, and how long it may have stood
        # still, or be less than certain because a clock was set, since.
        self._ahead: float | None = None
        self._standstill = self._stepped = 0.0
        self._was_alive = False
        self._dead_at = 0.0
        # While the database answers slowly nobody can know its time better than by half of that.
        self._unsure_until = self._observed = 0.0

    # ---- surroundings -----------------------------------------------------------------------------------

    def delay(self) -> float:
        """How long something is on its way."""
        return 0.002 + (self.chance.random() * self.case.scatter if self.case.scatter else 0.0)

    def lasts(self, what: str) -> bool:
        return self.loop.time() < self.until.get(what, 0.0)

    def passage(self) -> Passage:
        """The way of a question to the database."""
        there, back = self.delay() / 4, self.delay() / 4
        if self.lasts("slow storage"):
            there, back = there + self.chance.random(), back + self.chance.random()
        if self.lasts("outage"):
            return Passage(there, back, "there")
        for lost in ("there", "back"):
            if self.lose[lost]:
                self.lose[lost] -= 1
                return Passage(there, back, lost)
        return Passage(there, back)

    def journeys(self) -> list[float]:
        """The ways of a message of the hub."""
        if self.lasts("hub loses") and self.chance.random() < 0.5:
            return []
        first = self.delay()
        if self.lasts("hub scatters"):
            first += self.chance.random()
        if self.lasts("hub doubles") and self.chance.random() < 0.5:
            return [first, first + self.chance.random()]
        return [first]

    def note(self, line: Callable[[], str]) -> None:
        """A line of the trace."""
        if self.lines is not None:
            self.lines.append(f"{self.loop.time():9.3f}  {line()}")

    def later(self, seconds: float, work: Callable[..., Any], *given: Any) -> None:
        """Do something later, in no process."""
        self.loop.call_later(seconds, work, *given, context=OUTSIDE)

    def strike(self, seconds: float, work: Callable[..., Any], *given: Any) -> None:
        """Break something later, unless all is mended by then."""
        self.later(seconds, lambda: None if self.mended else work(*given))

    def slow_down(self, begin: float, seconds: float) -> None:
        """Let the database answer slowly for so many seconds."""
        self.strike(begin, lambda: self.until.update({"slow storage": self.loop.time() + seconds}))

    def person(self, step: Step) -> Person:
        """Who is meant."""
        return self.people[step.who % len(self.people)]

    def some_front(self, chance: Random) -> Process | None:
        """A front that takes connections."""
        fronts = [process for process in self.processes if process.front and process.open]
        return fronts[chance.randrange(len(fronts))] if fronts else None

    def ask(self, call: tuple[str, str, str | None, Any], then: Callable[[int, Any], None]) -> None:
        """Send a request to some front; `then` is told the status, 0 if there is no answer."""
        process = self.some_front(self.chance)
        if process is None:
            self.later(0.1, then, 0, None)
            return
        lost = self.lose["answer"] > 0
        if lost:
            self.lose["answer"] -= 1
        self.note(lambda: f"request {call[0]} {call[1]} {call[3]}")

        def answered(status: int, body: Any) -> None:
            self.note(lambda: f"answer {status} {body}"[:300])
            if status == 500 and body["error"]["code"] != "table-unreadable":
                self.referee.wrong("an error of the server", f"{call[0]} {call[1]}: {body}")
            then(status, body)

        Request(self.loop, process, call, answered, self.delay, lost=lost)

    # ---- what is stored ---------------------------------------------------------------------------------

    def _committed(self, change: Any, ahead: float) -> None:
        self.referee.committed(change, ahead)
        self._check_time(ahead)

    def _deleted(self, table: str) -> None:
        self.note(lambda: f"deleted {table[:6]}")
        self.referee.deleted(table)

    def _check_time(self, ahead: float) -> None:
        """The time of the storage goes evenly, but for what it stood still."""
        if self._ahead is not None:
            gained = ahead - self._ahead
            off = TOLERANCE + SLOW_ANSWERS * (self._unsure_until > self._observed)
            if abs(gained + self._standstill / 2) > self._standstill / 2 + self._stepped + off:
                stood = f"nobody was alive for {self._standstill:.3f} s"
                self.referee.wrong("time is not even", f"gained {gained:.3f} s; {stood}")
        self._ahead, self._observed = ahead, self.loop.time()
        if self.loop.time() > self._dead_at + LAST_BEAT:
            self._standstill = self._stepped = 0.0

    @property
    def storage_time(self) -> float:
        """The time of the storage, as far as it is known here."""
        return self.loop.time() + (self._ahead or 0.0)

    def set_clock(self, seconds: float) -> None:
        """Somebody sets the clock of the machine. A process that starts before anybody notices cannot tell that from
        a time in which nobody was alive."""
        self.set_by += seconds
        self._stepped, self._dead_at = LATEST + TOLERANCE, self.loop.time()

    def _watch(self) -> None:
        """Count the time in which no process could say that it is alive: then the time of the storage stands still from
        the last time on."""
        if self.finished:
            return
        alive = any(process.running for process in self.processes) and not self.lasts("outage")
        if not alive:
            self._dead_at = self.loop.time()
            self._standstill += WATCH + (self._was_alive and 1.0 + SLOW)
        self._was_alive = alive
        if self.lasts("slow storage"):
            self._unsure_until = self.loop.time() + 4.0
        self.later(WATCH, self._watch)

    # ---- running ----------------------------------------------------------------------------------------

    def run(self) -> BrokenRuleError | None:
        """Run the case; what was wrong, if anything."""
        problems = _Problems(self.referee)
        logger = logging.getLogger("halma.server")
        logger.addHandler(problems)
        propagates, logger.propagate = logger.propagate, False
        level = logger.level
        logger.setLevel(logging.ERROR)
        try:
            self.loop.run_until_complete(self._run())
        except BrokenRuleError as broken:
            self.referee.broken = self.referee.broken or broken
        finally:
            self.finished = True
            self.loop.close()
            logger.removeHandler(problems)
            logger.propagate = propagates
            logger.setLevel(level)
        return self.referee.broken

    async def _run(self) -> None:
        self.later(0.0, self._watch)
        for process in self.processes:
            process.start()
        await self._sleep(0.1)
        await sit_down(self)
        for step in self.case.steps:
            await self._sleep(step.after)
            self.note(lambda step=step: f"step {step.what} {step.who} {step.number} {step.seconds}")
            wait = (DEEDS.get(step.what) or BREAKS[step.what])(self, step)
            if wait is not None:
                await self._sleep(wait)
        await self._mend()
        await self._settle()
        self._compare()
        await self._probe()
        await self._stop()

    async def _sleep(self, seconds: float) -> None:
        """Wait; it ends as soon as something is wrong."""
        until = self.loop.time() + seconds
        while True:
            if self.referee.broken is not None:
                raise self.referee.broken
            if self.loop.failures:
                raise BrokenRuleError("an error of the server", str(self.loop.failures[0]))
            left = until - self.loop.time()
            if left <= 0:
                return
            await asyncio.sleep(min(left, 0.5))

    async def _mend(self) -> None:
        """Nothing is broken any more."""
        self.note(lambda: "all is mended")
        self.mended = True
        self.until.clear()
        self.lose = dict.fromkeys(self.lose, 0)
        if self.bus.away:
            self.bus.come_back()
        for process in self.processes:
            process.wake()
        for person in self.people:
            if person.connection is not None:
                person.connection.stalled_until = 0.0
        await self._sleep(1.0)

    async def _settle(self) -> None:
        """Wait until everybody knows everything and nothing is left to be done."""
        began = self.loop.time()
        self.mended_at = {table: sheet.version for table, sheet in self.referee.sheets.items()}
        while (why := self._unsettled()) is not None:
            if self.loop.time() > began + SETTLED:
                raise BrokenRuleError("it does not settle", why)
            await self._sleep(0.5)

    def _unsettled(self) -> str | None:
        for process in self.processes:
            if not process.alive or (process.front and not process.open):
                return f"{process.number} does not run"
        waits = self._waits()
        if waits is not None:
            return waits
        self.idle = True
        for person in self.people:
            sheet = self.referee.sheets.get(person.table)
            if sheet is None:
                if not (person.gone or person.away):
                    return f"{person.name} does not know that the table is deleted"
            elif person.away:
                continue
            elif not person.welcomed or person.connection is None or person.connection.broken:
                return f"{person.name} is not welcomed: {person.refusals[-1:]}"
            elif person.mirror.n != sheet.version or person.move is not None:
                return f"{person.name} knows {person.mirror.n} of {sheet.version} events, and waits for {person.move}"
        return None

    def _waits(self) -> str | None:
        """What has to happen by itself and has not happened yet."""
        for table, sheet in self.referee.sheets.items():
            if table == self.damaged:
                continue
            if sheet.deadline is not None and sheet.deadline < self.storage_time - 1.0:
                return f"the clock of {sheet.position.seat} at {table[:6]} ran out at {sheet.deadline}"
            stands = sheet.machine() is not None and self.mended_at.get(table) == sheet.version
            if stands and not self.idle and (table in self.tables or not self._goes_on()):
                return f"a computer has to act at {table[:6]}"
        return None

    def _goes_on(self) -> bool:
        """Whether computers play where somebody looks on: then those whom nobody watches may have to wait."""
        sheets = self.referee.sheets
        return any(sheets[table].version > self.mended_at.get(table, 0) + 3 for table in self.tables if table in sheets)

    def _compare(self) -> None:
        """What everybody knows is what is stored."""
        for table, sheet in self.referee.sheets.items():
            if table == self.damaged:
                continue
            kept = self.database.tables[table]
            tokens = [kept.tokens[key] for key in sorted(kept.tokens)]
            stored = restored_table(StoredTable(table, kept.setup, kept.version, None, kept.events, tokens))
            if kept.version != sheet.version or [move.text for move in stored.moves] != [m[1] for m in sheet.moves]:
                raise BrokenRuleError("the history is another", f"{stored.moves} and {sheet.moves}")
            if stored.is_over != sheet.over or {*kept.tokens} != {*sheet.tokens}:
                raise BrokenRuleError("the history is another", f"at {table[:6]}")
            facts = as_json(facts_of(stored))
            for person in self.people:
                if person.table == table and not person.away:
                    self._compare_person(person, facts, sheet)

    def _compare_person(self, person: Person, facts: dict[str, Any], sheet: Sheet) -> None:
        mirror = person.mirror
        seen = {name: fact for name, fact in mirror.state.items() if fact is not None}
        if seen != {name: fact for name, fact in facts.items() if fact is not None}:
            raise BrokenRuleError("a viewer sees something else", f"{person.name}: {seen}, stored {facts}")
        if [entry["text"] for entry in mirror.history] != [move[1] for move in sheet.moves]:
            raise BrokenRuleError("a viewer sees something else", f"{person.name}: {mirror.history}")
        if mirror.you["held"] != sheet.held(person.hashes):
            raise BrokenRuleError(
                "a viewer sees something else", f"{person.name}: {mirror.you}, {sheet.held(person.hashes)}"
            )
        acts = not sheet.over and sheet.position.seat in mirror.you["held"] and sheet.machine() is None
        if acts and mirror.legal is None and mirror.origins is None:
            raise BrokenRuleError(
                "a viewer sees something else", f"{person.name} has to act and is not told what may be done"
            )

    async def _probe(self) -> None:
        """Whoever is there can go on."""
        self.idle = True
        talking = [person for person in self.people if person.welcomed and not person.gone]
        for person in talking:
            person.chat()
        await self._sleep(2.0)
        for person in talking:
            if person.table in self.referee.sheets and any(sent.kind == "chat" for sent in person.waiting):
                raise BrokenRuleError("nobody is answered", f"{person.name} said something two seconds ago")

    async def _stop(self) -> None:
        """All processes end when they are asked to."""
        for process in self.processes:
            process.stop(1e9)
        await self._sleep(3.0)
        late = [process.number for process in self.processes if process.alive]
        if late:
            raise BrokenRuleError("it does not stop", f"{late}")


class _Problems(logging.Handler):
    """An error that nobody has foreseen is one, also if it is only logged."""

    def __init__(self, referee: Referee) -> None:
        super().__init__()
        self._referee = referee

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None:
            error = record.exc_info[1]
            self._referee.wrong("an error of the server", f"{record.getMessage()}: {error!r}")


def as_json(value: Any) -> Any:
    """As it goes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))
