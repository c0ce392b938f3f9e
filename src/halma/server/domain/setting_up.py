"""Setting up a table: from what somebody wishes to a game with its seats and secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from halma.games import LOT, RULES_VERSION, Choice, choose, find_game
from halma.kernel import PASS
from halma.messages import mark
from halma.play import Position, read_records
from halma.play.notation import PASS_TEXT
from halma.rules import SEATS
from halma.server.domain.commands import NewTable, SeatWish
from halma.server.domain.events import TableBegun
from halma.server.domain.evolve import evolve
from halma.server.domain.model import Seat, Setup
from halma.server.domain.playing import pass_on
from halma.server.domain.table import Table
from halma.server.domain.texts import LONGEST_NAME, cleaned
from halma.server.errors import RefusedError
from halma.server.tokens import SeatToken, Secrets, hashed

USUAL_LEVEL = 1
MOST_TURNS = 3000


@dataclass(frozen=True)
class PuzzleStart:
    """Where a puzzle starts."""

    game: str
    options: dict[str, Any]
    position: str | None = None


@dataclass(frozen=True)
class CreatedTable:
    """A table that was just set up, and the secrets that open it: told once, stored only as hashes."""

    table: Table
    event: TableBegun
    token: str
    links: dict[str, str]


def set_up(wish: NewTable, now: float, secrets: Secrets, puzzle: PuzzleStart | None = None) -> CreatedTable:
    """A new table; where it wishes for a puzzle, with that. Raises what is wrong with the wish."""
    seats = [seat for seat in wish.seats if seat.kind != "empty"]
    options: dict[str, Any] = dict(wish.options)
    seed = secrets.seed()
    start, played = wish.position, list[str]()
    if sum(source is not None for source in (wish.position, wish.record, wish.puzzle)) > 1:
        raise RefusedError(
            "one-beginning",
            422,
            mark("A table starts from a position, a record or a puzzle, not from more than one of them."),
        )
    if wish.puzzle is not None:
        if puzzle is None:
            raise RefusedError("unknown-puzzle", 404, mark("There is no puzzle “{name}”."), name=wish.puzzle)
        choice, start = choose(puzzle.game, **puzzle.options), puzzle.position
        seats = seats or [SeatWish("here"), *(SeatWish("computer", 1) for _ in range(choice.players - 1))]
    elif wish.record is not None:
        choice, start, played = _record(wish.record)
    else:
        if seats:
            options.setdefault("players", len(seats))
        choice = choose(wish.game, **options)
        if "first" not in options and choice.first is not None and start is None:
            choice = choice.starting(LOT)
    if start is not None and choice.first == LOT:
        # The text says whose turn it is.
        choice = choice.starting(SEATS[0])
    choice = Position(choice, seed=seed, dice=None).choice
    setup = Setup(
        game=choice.game,
        options={**choice.options},
        seed=seed,
        start=start,
        public=wish.public,
        chat=wish.chat,
        hints=_hints(wish, seats),
        clock=wish.clock,
        fate=wish.fate,
        puzzle=wish.puzzle,
        created=now,
        rules=RULES_VERSION,
    )
    furnished = _seats(seats, choice)
    token = secrets.token()
    links = {seat.seat: secrets.token() for seat in furnished if seat.kind == "link"}
    here = "".join(seat.seat for seat in furnished if seat.kind == "here")
    granted = [SeatToken(hashed(token), here, owner=True)]
    granted += [SeatToken(hashed(secret), seat) for seat, secret in links.items()]
    table = Table(secrets.table_id(), setup)
    event = _begin(table, furnished, granted, played, now)
    return CreatedTable(table, event, token, links)


def _begin(table: Table, seats: list[Seat], granted: list[SeatToken], played: list[str], now: float) -> TableBegun:
    """Let a table begin: with its secrets, and with the turns of a record that is gone on with."""
    position, moves = table.position.copy(), list[str]()
    for text in played:
        if text == PASS_TEXT and moves and moves[-1] == PASS_TEXT and PASS not in position.state.legal():
            # It was made together with the move before it.
            continue
        for action in text.removesuffix(",").split(","):
            found = position.action_of(action)
            moves.append(position.spell(found, path=True))
            position.push_action(found)
        moves += pass_on(position)
    moves += pass_on(position)
    rolls = [event.text for event in position.history if event.action is None] if position.rules.has_chance else ()
    event = TableBegun(now, tuple(seats), tuple(moves), tuple(rolls))
    evolve(table, event)
    table.seat_tokens = {seat_token.hash: seat_token for seat_token in granted}
    return event


def _hints(wish: NewTable, seats: list[SeatWish]) -> bool:
    """Whether hints are given: unless somebody says otherwise, not by the clock between people on several screens."""
    if wish.hints is not None:
        return wish.hints
    kinds = [seat.kind for seat in seats]
    screens = kinds.count("link") + ("here" in kinds)
    return wish.clock is None or screens < 2


def _record(text: str) -> tuple[Choice, str | None, list[str]]:
    """A game to go on with. Where chance decides it goes on from its last position: its rolls and lots were others'."""
    records = list(read_records(text))
    if len(records) != 1 or len(records[0].turns) > MOST_TURNS:
        raise RefusedError(
            "one-record", 422, mark("Exactly one game record is needed, not {count}."), count=len(records)
        )
    record = records[0]
    position = record.position()
    if position.rules.has_chance:
        return record.choice, position.board_text(), []
    return record.choice, record.start, [turn.text for turn in record.turns]


def _seats(wishes: list[SeatWish], choice: Choice) -> list[Seat]:
    wishes = wishes or [SeatWish("here") for _ in range(choice.players)]
    if len(wishes) != choice.players:
        raise RefusedError(
            "wrong-seats",
            422,
            mark("{game} has {count} seats here, not {given}."),
            game=find_game(choice.game).id,
            count=choice.players,
            given=len(wishes),
        )
    return [
        Seat(
            seat=letter,
            kind="here" if wish.kind == "empty" else wish.kind,
            level=(wish.level or USUAL_LEVEL) if wish.kind == "computer" else None,
            name=cleaned(wish.name, LONGEST_NAME),
            joined=wish.kind != "link",
        )
        for letter, wish in zip(SEATS, wishes, strict=False)
    ]


def rematch(table: Table, now: float, secrets: Secrets) -> CreatedTable:
    """The same game once more, with everybody one seat further. The secrets of the table open the new seats too."""
    letters = table.position.seats
    following = dict(zip(letters, letters[1:] + letters[:1], strict=True))
    held = set(table.held(table.seat_tokens))
    seats = [
        Seat(
            seat=following[before.seat],
            kind=before.kind,
            level=before.level,
            name=before.name if before.seat in held or before.kind == "computer" else "",
            joined=before.kind != "link" or (before.joined and before.seat in held),
        )
        for before in table.seats
    ]
    setup = replace(table.setup, seed=secrets.seed(), public=False, created=now, follows=table.id, rules=RULES_VERSION)
    granted = [
        SeatToken(key, "".join(sorted(following[seat] for seat in seat_token.seats)), seat_token.owner)
        for key, seat_token in table.seat_tokens.items()
    ]
    # A seat that somebody has left is free for somebody else.
    links = {
        following[seat]: secrets.token() for seat in letters if seat not in held and table.seat(seat).kind == "link"
    }
    granted += [SeatToken(hashed(token), seat) for seat, token in links.items()]
    after = Table(secrets.table_id(), setup)
    event = _begin(after, sorted(seats, key=lambda seat: seat.seat), granted, [], now)
    return CreatedTable(after, event, "", links)
