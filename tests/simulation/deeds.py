"""What people do and what breaks, step by step. Every step finds something to do, or does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from halma.server.tokens import hashed

from .database import Kept
from .people import Person, token_of
from .plan import Step
from .sheet import Asked

if TYPE_CHECKING:
    from .world import World

WISHES = {"here": "here", "link": "link", "claim": "link", "open": "link", "computer": "computer"}
CLAIM = "claim of somebody who wants to sit here"


# ---- the beginning --------------------------------------------------------------------------------------


async def sit_down(world: World) -> None:
    """Set the tables up; everybody comes."""
    case = world.case
    made = await new_table(
        world,
        game=case.game,
        options=case.options,
        seats=[{"kind": WISHES[kind]} for kind in case.seats],
        public=case.public,
        clock=case.clock,
        fate=case.fate,
        **({"position": case.start} if case.start else {}),
    )
    world.tables.append(made["table"])
    links = {link["seat"]: link["token"] for link in made["links"]}
    someone(world, "host", made["table"], [made["token"]])
    for seat, kind in zip("ABCDEF", case.seats, strict=False):
        if kind == "link":
            someone(world, f"guest {seat}", made["table"], [links[seat]])
        elif kind in ("claim", "open"):
            guest = someone(world, f"guest {seat}", made["table"], [])
            guest.link = links[seat] if kind == "claim" else None
            join(world, guest)
    for number in range(case.spectators):
        someone(world, f"spectator {number}", made["table"], [])
    for _ in range(case.side_tables):
        await new_table(world, game="quick", seats=[{"kind": "computer"}] * 2)
    if case.damaged:
        damage(world, made["table"])


def someone(world: World, name: str, table: str, tokens: list[str]) -> Person:
    """Somebody opens the page."""
    person = Person(world, name, table, tokens, Random(f"{world.case.seed} {len(world.people)}"))
    world.people.append(person)
    person.connect()
    return person


async def new_table(world: World, **wish: Any) -> dict[str, Any]:
    """Set up a table, whatever is needed for it."""
    while True:
        answered: asyncio.Future[tuple[int, Any]] = world.loop.create_future()
        world.ask(("POST", "/api/tables", None, wish), lambda *given, answered=answered: answered.set_result(given))
        status, made = await answered
        if status == 201:
            return made
        assert status in (0, 503), made
        await asyncio.sleep(0.1)


def damage(world: World, table: str) -> None:
    """A table with an event that nobody can read, at which a computer has to act, a clock has run out, and a seat is
    free: whoever looks for something to do or to join finds it."""
    kept, now = world.database.tables[table], world.database.beat
    index = replace(kept.index, thinking=now, deadline=now, open=True, updated=now, over=False)
    world.damaged = "damaged"
    world.database.tables["damaged"] = Kept(
        kept.setup, kept.address, kept.created, index, [*kept.events, b'{"type":"played","at":0,"moves":["z99"]}'], {}
    )


# ---- what people do -------------------------------------------------------------------------------------


def _play(world: World, step: Step) -> None:
    people = world.people
    for number in range(len(people)):
        person = people[(step.who + number) % len(people)]
        if person.play(step.number):
            if step.what == "twice" and person.move is not None:
                person.say("move", person.move)
            return


def _tear(world: World, step: Step) -> None:
    """Somebody plays and is gone while the move is stored; others come back at that moment."""
    if step.number % 3:
        world.slow_down(0.0, 2.0)
    for person in world.people:
        connection = person.connection
        if connection is not None and person.play(step.number, connection.cut):
            # Some close their page for good.
            person.away = step.number % 4 == 1
            for other in world.people:
                if other is not person and other.connection is not None and step.number % 3 == 2:
                    other.connection.cut()
            return


def _risk(world: World, step: Step) -> None:
    """Somebody plays at the moment in which a question to the database gets lost, or the answer."""
    world.lose[("there", "back")[step.number % 2]] = 1
    for person in world.people:
        if person.play(step.number):
            person.away = step.number % 4 == 1
            if person.away:
                world.later(0.5, person.close)
            return


def _chat(world: World, step: Step) -> None:
    person = world.person(step)
    if step.number % 5 == 0 and not person.held and person.welcomed:
        # In the name of somebody who plays.
        names = [seat["name"] for seat in person.mirror.state["seats"] if seat["name"]]
        if names:
            person._lines += 1
            person.do("chat", text=f"{person.name} {person._lines}", name=names[step.number % len(names)].upper())
            return
    person.chat()


def _name(world: World, step: Step) -> None:
    world.person(step).do("name", name=f"name {step.number % 7}")


def _offer(world: World, step: Step) -> None:
    world.person(step).do("offer", what=("draw", "takeback")[step.number % 2])
    if step.number % 3 == 0:
        # Somebody else wants the same at the same moment.
        world.people[(step.who + 1) % len(world.people)].do("offer", what=("draw", "takeback")[step.number % 2])


def _answer(world: World, step: Step) -> None:
    for person in world.people:
        offer = person.mirror.state.get("offer")
        if person.welcomed and person.held and offer and not set(person.held) & set(offer["agreed"]):
            person.do("answer", what=offer["what"], accept=step.number % 4 != 0)
            for other in world.people:
                if step.number % 8 == 0 and offer["seat"] in other.held:
                    # Who was turned down asks once more.
                    world.later(0.3, partial(other.do, "offer", what=offer["what"]))
            return


def _resign(world: World, step: Step) -> None:
    world.person(step).do("resign")


def _undo(world: World, step: Step) -> None:
    person = world.person(step)
    person.do("undo", ply=len(person.mirror.history))


def _redo(world: World, step: Step) -> None:
    person = world.person(step)
    person.do("redo", ply=len(person.mirror.history))


def _back(world: World, step: Step) -> None:
    for person in world.people:
        for seat, fact in zip("ABCDEF", person.mirror.state.get("seats", ()), strict=False):
            if person.welcomed and seat in person.held and fact["gone"] == "time":
                person.do("back", seat=seat)
                return


def _leave(world: World, step: Step) -> None:
    world.person(step).do("leave")


def _request(
    world: World, person: Person, method: str, path: str, body: Any, then: Callable[[int, Any], None], asked: Asked
) -> None:
    asked.arrived = world.loop.time()
    world.referee.asks(person.table, asked)
    token = person.tokens[0] if person.tokens else None
    world.ask((method, path, token, body), then)


def _nothing(status: int, body: Any) -> None:
    """Whatever is answered."""


def _rematch(world: World, step: Step) -> None:
    person = world.person(step)
    asked = Asked("rematch", {}, person.hashes)
    if person.tokens:
        _request(world, person, "POST", f"/api/tables/{person.table}/rematch", {}, _nothing, asked)


def _invite(world: World, step: Step) -> None:
    host = world.people[0]
    seat = "ABCDEF"[step.number % len(world.case.seats)]

    def invited(status: int, body: Any) -> None:
        if status == 200 and len(world.people) < 10:
            world.note(lambda: f"a new link for {seat}")
            guest = someone(world, f"new guest {len(world.people)}", host.table, [])
            guest.link = body["token"]
            join(world, guest)

    if host.tokens:
        path = f"/api/tables/{host.table}/invite"
        _request(world, host, "POST", path, {"seat": seat}, invited, Asked("invite", {"seat": seat}, host.hashes))


def _join(world: World, step: Step) -> None:
    person = world.person(step)
    if not person.tokens:
        join(world, person)


def join(world: World, person: Person) -> None:
    """Take a seat with a token of one's own; who is not answered asks again, and gets the same seat."""
    if person.joining:
        return
    person.joining = True
    person.claim = person.claim or f"{CLAIM} {person.chance.getrandbits(64)}"
    token = token_of(person)
    hashes = (hashed(person.link),) if person.link else ()
    unanswered = 0

    def ask() -> None:
        asked = Asked("join", {"hash": hashed(token)}, hashes, world.loop.time())
        world.referee.asks(person.table, asked)
        world.ask(("POST", f"/api/tables/{person.table}/join", person.link, {"claim": person.claim}), answered)

    def answered(status: int, body: Any) -> None:
        nonlocal unanswered
        if status in (0, 503):
            unanswered += 1
            if not world.finished:
                world.later(0.5, ask)
            return
        person.joining = False
        sheet = world.referee.sheets.get(person.table)
        has_it = sheet is not None and hashed(token) in sheet.tokens
        if status == 200:
            if body["token"] != token or not has_it:
                world.referee.wrong("a lost join", f"{person.name} got another token than the first time")
            person.tokens = [token]
            if person.connection is not None:
                person.connection.cut()
        elif has_it:
            world.referee.wrong("a lost join", f"{person.name} has the seat and is told {body}")

    ask()


def _list(world: World, step: Step) -> None:
    person = world.person(step)

    def listed(status: int, body: Any) -> None:
        if status not in (0, 200, 503):
            world.referee.wrong("a list fails", str(body))

    if step.number % 2:
        world.ask(("GET", "/api/tables/open", None, None), listed)
    else:
        world.ask(("POST", "/api/tables/mine", None, {"tokens": person.tokens}), listed)
    if world.damaged is not None:
        world.ask(("GET", f"/api/tables/{world.damaged}", None, None), lambda *answer: _unreadable(world, *answer))


def _unreadable(world: World, status: int, body: Any) -> None:
    if status not in (0, 503) and body["error"]["code"] != "table-unreadable":
        world.referee.wrong("a damaged table", str(body))


def _delete(world: World, step: Step) -> None:
    person = world.person(step)
    if person.tokens:
        asked = Asked("delete", {}, person.hashes)
        _request(world, person, "DELETE", f"/api/tables/{person.table}", None, _nothing, asked)


GARBAGE = (
    "",
    "[]",
    "{",
    '{"type":"quux"}',
    '{"type":"move"}',
    '{"type":"move","ply":-1,"text":"a"}',
    '"\\ud800"',
    "[" * 2000,
)


def _garbage(world: World, person: Person, step: Step) -> None:
    text = GARBAGE[step.number % len(GARBAGE)]
    world.note(lambda: f"{person.name} sends {text[:50]}")
    person.garbage(text)


def _stale_move(world: World, person: Person, step: Step) -> None:
    made = [entry["text"] for viewer in world.people for entry in viewer.mirror.history][-1:]
    ply = max(0, len(person.mirror.history) - step.number % 3)
    person.do("move", ply=ply, text=(made or ["a1-b2"])[0])


def _stolen_link(world: World, person: Person, step: Step) -> None:
    """A link that somebody else has used, or that never was one."""
    links = [viewer.link for viewer in world.people if viewer.link] or ["nobody’s"]
    if not person.held:
        person.tokens = [links[step.number % len(links)]]
        if person.connection is not None:
            person.connection.cut()


def _foreign_request(world: World, person: Person, step: Step) -> None:
    body = {"ply": len(person.mirror.history), "text": "a1-b2"}
    asked = Asked("move", body, person.hashes)
    _request(world, person, "POST", f"/api/tables/{person.table}/moves", body, _nothing, asked)


def _foreign_move(world: World, person: Person, step: Step) -> None:
    """What another viewer may do, done by somebody else."""
    for viewer in world.people:
        if viewer.mirror.legal and viewer is not person:
            first = viewer.mirror.legal[0]
            text = first if isinstance(first, str) else first["text"]
            person.do("move", ply=len(viewer.mirror.history), text=text)
            return


def _foreign_seat(kind: str, **data: Any) -> Callable[[World, Person, Step], None]:
    def lie(world: World, person: Person, step: Step) -> None:
        person.do(kind, **data, seat="ABCDEF"[step.number % len(world.case.seats)])

    return lie


def _foreign_answer(world: World, person: Person, step: Step) -> None:
    person.do("answer", what="draw", accept=True)


LIES: tuple[Callable[[World, Person, Step], None], ...] = (
    _garbage,
    _foreign_seat("resign"),
    _foreign_seat("back"),
    _foreign_seat("name", name="somebody else"),
    _stale_move,
    _foreign_answer,
    _stolen_link,
    _foreign_request,
    _foreign_move,
)


def _lie(world: World, step: Step) -> None:
    person = world.person(step)
    if person.welcomed:
        LIES[step.number % len(LIES)](world, person, step)


DEEDS: dict[str, Callable[[World, Step], float | None]] = {
    "move": _play,
    "twice": _play,
    "chat": _chat,
    "name": _name,
    "offer": _offer,
    "answer": _answer,
    "resign": _resign,
    "undo": _undo,
    "redo": _redo,
    "back": _back,
    "leave": _leave,
    "rematch": _rematch,
    "invite": _invite,
    "join": _join,
    "list": _list,
    "lie": _lie,
    "delete": _delete,
    "tear": _tear,
    "risk": _risk,
}
