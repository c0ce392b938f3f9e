"""A table being played: its position, its seats, and what may be done at it. No input or output happens here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from halma.games import Choice, restore
from halma.kernel import PASS, Action, Phase
from halma.messages import mark
from halma.play import Position, SeededDice
from halma.play.notation import PASS_TEXT
from halma.server import clocks
from halma.server.errors import RefusedError, no_seat, stale
from halma.server.model import PlayedMove, Said, Seat, Setup, TableState
from halma.server.tokens import SeatToken

# The rules know no pass of one's own choice, so a skipped turn is one that the weakest opponent plays.
SKIPPER = 1
NoticeKind = Literal["move", "view", "chat", "offer", "presence"]


@dataclass(frozen=True)
class Notice:
    """What viewers are told. They look at the table themselves; `ply` is the first move that is new to them."""

    kind: NoticeKind
    ply: int = 0
    # Of a chat: the number of the line.
    number: int = 0
    # Of what is the same for everybody: the message itself, so that nobody has to look.
    message: str = ""


def starting_position(choice: Choice, start: str | None, seed: str) -> Position:
    """Where a table starts."""
    dice = SeededDice(seed)
    return Position(choice, dice=dice) if start is None else Position.from_board_text(start, choice, dice=dice)


def position_of(setup: Setup) -> Position:
    """Where a table with a setup starts."""
    return starting_position(restore(setup.game, setup.options), setup.start, setup.seed)


@dataclass(eq=False)
class Table:
    """One game with everything that belongs to it. Whoever changes it holds its lock until the change is stored."""

    id: str
    setup: Setup
    state: TableState
    moves: list[PlayedMove] = field(default_factory=list[PlayedMove])
    seat_tokens: dict[str, SeatToken] = field(default_factory=dict[str, SeatToken])
    chat: list[Said] = field(default_factory=list[Said])

    def __post_init__(self) -> None:
        self.lock = asyncio.Lock()
        self.position = position_of(self.setup)
        for played in self.moves:
            self.position.push(played.text)
        # How many of the moves are stored, and what viewers have to be told once all of them are.
        self.stored = len(self.moves)
        self.said = len(self.chat)
        self.notices: list[Notice] = []
        # Tokens that were given out or taken back since.
        self.granted: list[SeatToken] = []
        self.revoked: list[str] = []
        # How often moves were taken back: whoever knows the moves from before has to be shown all of them again.
        self.truncations = 0
        # How many moves are as they were when somebody looked last.
        self.unchanged = 0
        # What was worked out for viewers; see halma.server.view.
        self.snapshot: Any = None
        # Goes up with every change, so that what was drawn up for viewers can be kept until then.
        self.version = 0

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
        return self.state.ending is not None or self.position.is_over

    @property
    def started(self) -> bool:
        """Whether everybody who was invited has come."""
        return all(seat.joined for seat in self.state.seats)

    def seat(self, letter: str) -> Seat:
        return self.state.seats[self.position.seats.index(letter)]

    @property
    def humans(self) -> str:
        """The seats that are people's now."""
        return "".join(seat.seat for seat in self.state.seats if seat.kind != "computer" and seat.gone is None)

    @property
    def consenting(self) -> str:
        """The seats of those who have to agree to an offer: who plays, and who ran out of time and may come back."""
        return "".join(
            seat.seat for seat in self.state.seats if seat.kind != "computer" and seat.gone in (None, "time")
        )

    def is_alone(self, held: str) -> bool:
        """Whether nobody else has a say in what becomes of the game. Whoever left has none while it goes on, but a
        game that is over stays as it ended for everybody who played in it."""
        others = [seat for seat in self.state.seats if seat.kind != "computer" and seat.seat not in held]
        return bool(held) and all(seat.gone == "left" and not self.is_over for seat in others)

    def machine(self) -> int | None:
        """The level that has to act now, if it is a computer's turn."""
        if self.is_over or self.position.needs_roll:
            return None
        return SKIPPER if self.state.skipping else self.seat(self.position.seat).machine

    def held(self, hashes: Iterable[str]) -> str:
        """The seats that some tokens open."""
        seats = {seat for key in hashes if key in self.seat_tokens for seat in self.seat_tokens[key].seats}
        return "".join(sorted(seats))

    # ---- moves ------------------------------------------------------------------------------------------

    def play(self, held: str, ply: int, text: str, now: float) -> bool:
        """A move of a person. False if that very move has been made already: a repeated message does no harm."""
        text = text.strip()
        if ply < self.ply and self.moves[ply].seat in held and text in (self.moves[ply].typed, self.moves[ply].text):
            return False
        if not held:
            raise no_seat()
        self.going_on()
        if ply != self.ply:
            raise stale(self.ply)
        if self.position.seat not in held or self.machine() is not None:
            raise RefusedError(
                "not-your-turn", 403, mark("It is seat {seat}’s turn, not yours."), seat=self.position.seat
            )
        self._push(text.split(","), text, now)
        self.state.undone.clear()
        return True

    @property
    def moment(self) -> tuple[int, float]:
        """Tells whether a table is still where it was: after so many moves, the last one made then."""
        return self.ply, self.moves[-1].at if self.moves else self.setup.created

    def play_machine(self, moment: tuple[int, float], text: str, now: float) -> bool:
        """A move of a computer, unless the table has gone on since it was asked."""
        if moment != self.moment or self.machine() is None:
            return False
        self._push([text], text, now)
        return True

    def push_given(self, text: str, now: float) -> None:
        """A turn of a record that is gone on with."""
        made_already = bool(self.moves) and self.moves[-1].text == PASS_TEXT
        if text == PASS_TEXT and made_already and PASS not in self.position.state.legal():
            return
        self._push(text.removesuffix(",").split(","), text, now)

    def begin(self, now: float) -> None:
        """Everything is there: pass for those who can do nothing else, and start the clock."""
        self._pass_on(self.moves, now)
        clocks.restarted(self, now)

    def _push(self, actions: list[str], typed: str, now: float) -> None:
        """Make the actions of one message, all or none; then pass for those who can do nothing else."""
        position, first = self.position, self.ply
        actor = position.seat
        moves: list[PlayedMove] = []
        try:
            for action in actions:
                moves.append(self._made(position.action_of(action), typed, now))  # noqa: PERF401 - what is made counts
        except Exception:
            for _ in moves:
                position.pop()
            raise
        self._pass_on(moves, now)
        self.moves += moves
        self.forget_offers()
        clocks.handed_over(self, actor, now)
        self.changed(Notice("move", first))

    def _pass_on(self, moves: list[PlayedMove], now: float) -> None:
        position = self.position
        while not position.is_over and not position.needs_roll and position.must_pass:
            moves.append(self._made(PASS, PASS_TEXT, now))

    def _made(self, action: Action, typed: str, now: float) -> PlayedMove:
        position = self.position
        seat, text = position.seat, position.spell(action, path=True)
        position.push_action(action)
        before = self.moves[-1].at if self.moves else self.setup.created
        return PlayedMove(seat, text, typed, now, round(max(0.0, now - before), 3))

    def truncate(self, ply: int, now: float) -> list[str]:
        """Take moves back; their texts, the last one first."""
        taken: list[str] = []
        actor = self.position.seat
        while self.ply > ply:
            taken.append(self.moves.pop().text)
            self.position.pop()
        self.stored = min(self.stored, self.ply)
        self.unchanged = min(self.unchanged, self.ply)
        self.truncations += 1
        self.forget_offers()
        if self.state.ending is not None:
            self.state.ending = None
            # Whoever had given up or run out of time is taken up again together with the game.
            for seat in self.state.seats:
                seat.gone, seat.stand_in = None, None
        clocks.handed_over(self, actor, now)
        self.changed(Notice("view"))
        return taken

    def forget_offers(self) -> None:
        """The game goes on: what was offered is settled, and everything may be offered again."""
        self.state.offer = None
        self.state.declined = []

    def undo(self, held: str, ply: int, now: float) -> None:
        """Back to the last decision of a person, for those who share one screen."""
        self._one_screen(held)
        if ply != self.ply:
            raise stale(self.ply)
        own = self._decisions()
        if not own:
            raise RefusedError("nothing-to-undo", 409, mark("There is no move to take back."))
        self.state.undone += self.truncate(own[-1], now)

    def redo(self, held: str, ply: int, now: float) -> None:
        """Make what was taken back again, up to the next decision of a person."""
        self._one_screen(held)
        if ply != self.ply:
            raise stale(self.ply)
        undone, first = list(self.state.undone), self.ply
        if not undone:
            raise RefusedError("nothing-to-redo", 409, mark("There is no move to redo."))
        while undone and not self.is_over and (self.ply == first or self.machine() is not None):
            text = undone.pop()
            if text != PASS_TEXT or PASS in self.position.state.legal():
                self._push([text], text, now)
            # Passes that were nobody's choice have been made together with the move before them.
            while undone and undone[-1] == PASS_TEXT:
                undone.pop()
        self.state.undone = undone

    def last_turn(self, seat: str) -> int | None:
        """Where the last turn began that somebody decided at a seat."""
        own = [ply for ply in self._decisions() if self.moves[ply].seat == seat]
        if not own:
            return None
        ply = own[-1]
        turns = [event.turn_number for event in self.position.history if event.move is not None]
        while ply and turns[ply - 1] == turns[ply]:
            ply -= 1
        return ply

    def _decisions(self) -> list[int]:
        """The moves that people chose."""
        return [
            ply
            for ply, played in enumerate(self.moves)
            if self.seat(played.seat).kind != "computer" and played.text != PASS_TEXT
        ]

    @property
    def can_undo(self) -> bool:
        """Whether somebody has decided anything yet."""
        return any(
            played.text != PASS_TEXT and self.seat(played.seat).kind != "computer" for played in reversed(self.moves)
        )

    def takes_back(self, held: str) -> str:
        """The seats among some that have a move to take back, and somebody to ask for it who can answer."""
        if not self.is_alone(held) and not set(self.consenting) - set(held):
            return ""
        made = {played.seat for played in self.moves if played.text != PASS_TEXT}
        return "".join(seat for seat in held if seat in made and self.seat(seat).gone is None)

    def can_draw(self, held: str) -> bool:
        """Whether a draw can be offered: people on both sides, and no computer, which would not know what to say."""
        seats = self.state.seats
        return (
            len(seats) > 1
            and any(seat in self.humans for seat in held)
            and bool(set(self.humans) - set(held))
            and all(seat.machine is None for seat in seats)
        )

    def _one_screen(self, held: str) -> None:
        if not held:
            raise no_seat()
        if self.is_alone(held):
            return
        self.going_on()
        raise RefusedError(
            "others-play-too", 403, mark("Others are playing too: ask them if you may take the move back.")
        )

    def going_on(self) -> None:
        if self.is_over:
            raise RefusedError("game-over", 409, mark("The game is over."))

    def changed(self, notice: Notice) -> None:
        """Note what viewers have to be told."""
        self.version += 1
        if notice not in self.notices:
            self.notices.append(notice)

    @property
    def phase(self) -> str:
        """What has to happen next, in the words of the page."""
        return "over" if self.is_over else Phase(self.position.state.now.phase).name.lower()
