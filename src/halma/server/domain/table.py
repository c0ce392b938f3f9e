"""A table: its position, its seats, and what can be asked of it. Only events change it; see `evolve`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from halma.games import Choice, restore
from halma.kernel import Phase
from halma.play import Position, SeededDice
from halma.play.notation import PASS_TEXT
from halma.server.domain.model import Declined, Ending, Offer, Said, Seat, Setup
from halma.server.domain.move_log import MoveLog
from halma.server.tokens import SeatToken

# The rules know no pass of one's own choice, so a skipped turn is one that the weakest opponent plays.
SKIPPER = 1
# Games with all their options that are kept for the tables that have them.
MOST_CHOICES = 500


def starting_position(choice: Choice, start: str | None, seed: str) -> Position:
    """Where a table starts."""
    dice = SeededDice(seed)
    return Position(choice, dice=dice) if start is None else Position.from_board_text(start, choice, dice=dice)


def position_of(setup: Setup) -> Position:
    """Where a table with a setup starts."""
    return starting_position(_choice(setup.game, msgspec.json.encode(setup.options)), setup.start, setup.seed)


@lru_cache(MOST_CHOICES)
def _choice(game: str, options: bytes) -> Choice:
    """A game with its options as they are written: one for all tables that have the same."""
    return restore(game, msgspec.json.decode(options))


class Table:
    """One game with everything that belongs to it, after some number of events."""

    __slots__ = (
        "chat",
        "declined",
        "ending",
        "id",
        "left",
        "moves",
        "offer",
        "position",
        "rematch",
        "rewinds",
        "seat_tokens",
        "seats",
        "setup",
        "since",
        "skipping",
        "turn",
        "undone",
        "version",
    )

    def __init__(self, identifier: str, setup: Setup) -> None:
        self.id = identifier
        self.setup = setup
        self.position = position_of(setup)
        # How many events have made it what it is.
        self.version = 0
        self.seats: tuple[Seat, ...] = ()
        self.seat_tokens: dict[str, SeatToken] = {}
        self.moves = MoveLog()
        self.chat: list[Said] = []
        self.offer: Offer | None = None
        # Offers that were turned down since the last move.
        self.declined: tuple[Declined, ...] = ()
        self.ending: Ending | None = None
        # Moves that were taken back and can be made again, the next one last.
        self.undone: tuple[str, ...] = ()
        # Seconds left by seat, and since when the clock of who has to act runs.
        self.left: dict[str, float] = {}
        self.since: float | None = None
        # The turn that is being played is skipped: its player's time has run out.
        self.skipping = False
        # The table on which the rematch is played.
        self.rematch: str | None = None
        # Changes whenever something else has to be done than before: by another seat, by a computer, by the clock.
        self.turn = 0
        # How often moves were taken back: whoever knows the moves from before has to look at all of them again.
        self.rewinds = 0

    def copy(self) -> Table:
        """The same table, to be changed by further events while others look at this one."""
        twin = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.position = self.position.copy()
        twin.seat_tokens = dict(self.seat_tokens)
        twin.moves = self.moves.copy()
        twin.chat = list(self.chat)
        twin.left = dict(self.left)
        return twin

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def choice(self) -> Choice:
        return self.position.choice

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        return self.ending is not None or self.position.is_over

    @property
    def started(self) -> bool:
        """Whether everybody who was invited has come."""
        return all(seat.joined for seat in self.seats)

    @property
    def phase(self) -> str:
        """What has to happen next, in the words of the page."""
        return "over" if self.is_over else Phase(self.position.state.now.phase).name.lower()

    def seat(self, letter: str) -> Seat:
        return self.seats[self.position.seats.index(letter)]

    def change_seat(self, letter: str, **changes: Any) -> None:
        """Let a seat be different; only events do that."""
        self.seats = tuple(replace(seat, **changes) if seat.seat == letter else seat for seat in self.seats)

    @property
    def humans(self) -> str:
        """The seats that are people's now."""
        return "".join([seat.seat for seat in self.seats if seat.kind != "computer" and seat.gone is None])

    @property
    def consenting(self) -> str:
        """The seats of those who have to agree to an offer: who plays, and who ran out of time and may come back."""
        return "".join([seat.seat for seat in self.seats if seat.kind != "computer" and seat.gone in (None, "time")])

    def is_alone(self, held: str) -> bool:
        """Whether nobody else has a say in what becomes of the game. Whoever left has none while it goes on, but a
        game that is over stays as it ended for everybody who played in it."""
        others = [seat for seat in self.seats if seat.kind != "computer" and seat.seat not in held]
        return bool(held) and all(seat.gone == "left" and not self.is_over for seat in others)

    def machine(self) -> int | None:
        """The level that has to act now, if it is a computer's turn."""
        if self.is_over or self.position.needs_roll:
            return None
        return SKIPPER if self.skipping else self.seat(self.position.seat).machine

    # ---- who may ----------------------------------------------------------------------------------------

    def held(self, hashes: Iterable[str]) -> str:
        """The seats that some tokens open."""
        seats = {seat for key in hashes if key in self.seat_tokens for seat in self.seat_tokens[key].seats}
        return "".join(sorted(seats))

    def knows(self, hashes: Iterable[str]) -> bool:
        """Whether any of some tokens belongs to this table."""
        return any(key in self.seat_tokens for key in hashes)

    def is_owner(self, hashes: Iterable[str]) -> bool:
        """Whether one of some tokens is that of who set the table up."""
        return any(key in self.seat_tokens and self.seat_tokens[key].owner for key in hashes)

    def has_link(self, letter: str) -> bool:
        """Whether a link that was given out opens a seat."""
        return any(seat_token.seats == letter and not seat_token.owner for seat_token in self.seat_tokens.values())

    # ---- what was decided -------------------------------------------------------------------------------

    def last_turn(self, seat: str) -> int | None:
        """Where the last turn began that somebody decided at a seat."""
        own = self.last_decision(seat)
        if own is None:
            return None
        turns = [event.turn_number for event in self.position.history if event.move is not None]
        while own and turns[own - 1] == turns[own]:
            own -= 1
        return own

    def last_decision(self, seat: str | None = None) -> int | None:
        """The last move that a person chose, at one seat or at any."""
        for ply in range(self.ply - 1, -1, -1):
            played = self.moves[ply]
            chosen = played.text != PASS_TEXT and self.seat(played.seat).kind != "computer"
            if chosen and seat in (None, played.seat):
                return ply
        return None

    @property
    def can_undo(self) -> bool:
        """Whether somebody has decided anything yet."""
        return self.last_decision() is not None

    def takes_back(self, held: str) -> str:
        """The seats among some that have a move to take back, and somebody to ask for it who can answer."""
        if not self.is_alone(held) and not set(self.consenting) - set(held):
            return ""
        made = {played.seat for played in self.moves if played.text != PASS_TEXT}
        return "".join(seat for seat in held if seat in made and self.seat(seat).gone is None)

    def can_draw(self, held: str) -> bool:
        """Whether a draw can be offered: people on both sides, and no computer, which would not know what to say."""
        return (
            len(self.seats) > 1
            and any(seat in self.humans for seat in held)
            and bool(set(self.humans) - set(held))
            and all(seat.machine is None for seat in self.seats)
        )

    def can_come_back(self, letter: str) -> bool:
        """Whether somebody may take a seat over again. A stock of time that is used up does not come back."""
        seat, clock = self.seat(letter), self.setup.clock
        stood_in = seat.gone == "time" and seat.stand_in is not None
        return stood_in and not self.is_over and clock is not None and clock.kind != "fischer"
