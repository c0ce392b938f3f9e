"""Setting up a table: from what somebody wishes to a game with its seats and secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from halma.games import LOT, RULES_VERSION, Choice, choose, find_game
from halma.messages import mark
from halma.play import Position, read_records
from halma.rules import SEATS
from halma.server import wire
from halma.server.errors import RefusedError
from halma.server.model import Seat, Setup, TableState
from halma.server.puzzles import find_puzzle
from halma.server.table import Table
from halma.server.texts import LONGEST_NAME, cleaned
from halma.server.tokens import SeatToken, hashed, new_seed, new_table_id, new_token

USUAL_LEVEL = 1
MOST_TURNS = 3000


@dataclass(frozen=True)
class CreatedTable:
    """A table that was just set up, and the secrets that open it: told once, stored only as hashes."""

    table: Table
    token: str
    links: dict[str, str]


def set_up(wish: wire.NewTable, now: float) -> CreatedTable:
    """A new table. Raises what is wrong with the wish."""
    seats = [seat for seat in wish.seats if seat.kind != "empty"]
    options: dict[str, Any] = dict(wish.options)
    seed = new_seed()
    start, played = wish.position, list[str]()
    if sum(source is not None for source in (wish.position, wish.record, wish.puzzle)) > 1:
        raise RefusedError(
            "one-beginning",
            422,
            mark("A table starts from a position, a record or a puzzle, not from more than one of them."),
        )
    if wish.puzzle is not None:
        choice, start = _puzzle(wish.puzzle)
        seats = seats or [wire.SeatWish("here"), *(wire.SeatWish("computer", 1) for _ in range(choice.players - 1))]
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
    return _furnished(setup, _seats(seats, choice), now, played)


def _furnished(setup: Setup, seats: list[Seat], now: float, played: list[str]) -> CreatedTable:
    """A table with its secrets: one for who sets it up, with all seats that are here, and one for every link."""
    table = Table(new_table_id(), setup, TableState(seats))
    for text in played:
        table.push_given(text, now)
    token = new_token()
    links = {seat.seat: new_token() for seat in seats if seat.kind == "link"}
    here = "".join(seat.seat for seat in seats if seat.kind == "here")
    granted = [SeatToken(hashed(token), here, owner=True)]
    granted += [SeatToken(hashed(secret), seat) for seat, secret in links.items()]
    table.seat_tokens = {seat_token.hash: seat_token for seat_token in granted}
    table.begin(now)
    return CreatedTable(table, token, links)


def _hints(wish: wire.NewTable, seats: list[wire.SeatWish]) -> bool:
    """Whether hints are given: unless somebody says otherwise, not by the clock between people on several screens."""
    if wish.hints is not None:
        return wish.hints
    kinds = [seat.kind for seat in seats]
    screens = kinds.count("link") + ("here" in kinds)
    return wish.clock is None or screens < 2


def _puzzle(identifier: str) -> tuple[Choice, str | None]:
    card = find_puzzle(identifier)
    if card is None:
        raise RefusedError("unknown-puzzle", 404, mark("There is no puzzle “{name}”."), name=identifier)
    return choose(card.game, **card.options), card.position


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


def _seats(wishes: list[wire.SeatWish], choice: Choice) -> list[Seat]:
    wishes = wishes or [wire.SeatWish("here") for _ in range(choice.players)]
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


def rematch(table: Table, now: float) -> CreatedTable:
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
        for before in table.state.seats
    ]
    setup = msgspec.structs.replace(
        table.setup, seed=new_seed(), public=False, created=now, follows=table.id, rules=RULES_VERSION
    )
    after = Table(new_table_id(), setup, TableState(sorted(seats, key=lambda seat: seat.seat)))
    for key, seat_token in table.seat_tokens.items():
        moved = "".join(sorted(following[seat] for seat in seat_token.seats))
        after.seat_tokens[key] = SeatToken(key, moved, seat_token.owner)
    # A seat that somebody has left is free for somebody else.
    links = {following[seat]: new_token() for seat in letters if seat not in held and table.seat(seat).kind == "link"}
    after.seat_tokens |= {hashed(token): SeatToken(hashed(token), seat) for seat, token in links.items()}
    after.begin(now)
    return CreatedTable(after, "", links)
