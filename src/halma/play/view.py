"""What can be seen of a position: the part of `Position` that changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from halma.boards import Board
from halma.games import Choice
from halma.kernel import PASS, Phase, State
from halma.play.diagram import diagram
from halma.play.dice import dice_count
from halma.play.game_text import spell_choice
from halma.play.legal_moves import LegalMoves
from halma.play.outcome import Outcome
from halma.play.text import write_state
from halma.play.validation import PositionProblem, problems_of
from halma.rules import SEATS, Count, Ruleset

UNFINISHED = "*"


class PositionView:
    """The questions a position answers."""

    choice: Choice
    rules: Ruleset
    _state: State
    # Lists the legal moves of the state in the way of its kernel.
    _list_moves: Callable[[State], LegalMoves]
    _thrown: int

    @property
    def board(self) -> Board:
        """The board the game is played on."""
        return self.rules.board

    @property
    def state(self) -> State:
        """The kernel's state, for programs that work with numbers; change it only through the position."""
        return self._state

    @property
    def seat(self) -> str:
        """Who has to act now: the seat whose turn it is, or the one who chooses a piece to huff."""
        return SEATS[self._state.now.actor]

    @property
    def seats(self) -> str:
        """All seats in the order of play."""
        return SEATS[: self.rules.seats]

    @property
    def turn_number(self) -> int:
        """The number of the turn that is being played, from 1."""
        return self._state.turn

    # ---- pieces -----------------------------------------------------------------------------------------

    @property
    def pieces(self) -> dict[str, str]:
        """The letter of the piece on every occupied cell.

        A piece is the letter of its seat; the small letter is the seat's second colour or its marked piece, `o` a piece
        that belongs to nobody.
        """
        kinds = self.rules.kinds
        contents = self._state.contents()
        return {self.board.names[cell]: kinds[code - 1].letter for cell, code in enumerate(contents) if code}

    def piece_at(self, cell: str) -> str | None:
        """The letter of the piece on a cell, as in `pieces`; None if the cell is empty.

        >>> from halma.play import Position
        >>> Position("halma").piece_at("a1"), Position("halma").piece_at("h8")
        ('A', None)
        """
        if not isinstance(cell, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a cell is given by name, such as 'c3', not as {type(cell).__name__}")
        if cell not in self.board.index:
            raise ValueError(f"there is no cell {cell!r} on this board")
        code = self._state.contents()[self.board.index[cell]]
        return self.rules.kinds[code - 1].letter if code else None

    @property
    def hands(self) -> dict[str, int]:
        """How many pieces each seat still has to place."""
        return dict(zip(self.seats, self._state.now.hands, strict=True))

    @property
    def captured(self) -> dict[str, int]:
        """How many pieces each seat has captured."""
        return dict(zip(self.seats, self._state.now.captured, strict=True))

    def total_advance(self, seat: str) -> int:
        """The advance of all pieces of a seat, added up."""
        return self._state.totals()[self._number(seat)]

    def score(self, seat: str) -> int | None:
        """What has been counted for a seat so far; None in a game that counts nothing."""
        now, number = self._state.now, self._number(seat)
        if self.rules.count is Count.NOTHING:
            return None
        return self.rules.count.score(now.captured[number], now.lost[number], self._state.pieces_home(number))

    def pieces_home(self, seat: str) -> int:
        """How many pieces of a seat are in the target."""
        return self._state.pieces_home(self._number(seat))

    def _number(self, seat: str) -> int:
        if not isinstance(seat, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a seat is given by its letter, such as 'A', not as {type(seat).__name__}")
        if len(seat) != 1 or seat not in self.seats:
            raise ValueError(f"the seats are {', '.join(self.seats)}; there is no seat {seat!r}")
        return self.seats.index(seat)

    # ---- dice and lots ----------------------------------------------------------------------------------

    @property
    def roll(self) -> tuple[int, ...]:
        """The roll that is to be used now."""
        return self._state.now.roll

    @property
    def roll_left(self) -> tuple[tuple[int, int], ...]:
        """What is left of a roll of steps and hops: steps and hops, for each way to divide it that still fits."""
        now = self._state.now
        left = ((steps - now.steps, 0 if now.hopped else hops) for steps, hops in now.divisions)
        return () if self.is_over else tuple(dict.fromkeys(left))

    @property
    def needs_roll(self) -> bool:
        """Whether the dice have to be thrown, or a lot drawn, before anything can be played."""
        return self._state.needs_roll

    @property
    def lot_count(self) -> int:
        """How many pieces have to be put on the board by lot now."""
        now = self._state.now
        return now.hands[now.seat] if self._state.needs_roll else 0

    @property
    def lot_cells(self) -> tuple[int, ...]:
        """The cells on which a lot can put the pieces of the seat to act."""
        placing = self.rules.placing
        if placing is None:
            return ()
        contents, zone = self._state.contents(), placing.zones[self._state.now.seat]
        return tuple(cell for cell in sorted(zone) if not contents[cell])

    @property
    def thrown(self) -> int:
        """How many values chance has decided so far, rolls and lots together."""
        return self._thrown

    @property
    def dice_count(self) -> int:
        """How many dice a roll takes; none in most games."""
        return dice_count(self.rules)

    # ---- moves and the end ------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves:
        """Every move that may be played now: one for each resulting position. It stays what it is after `push`."""
        return self._list_moves(self._state)

    @property
    def must_pass(self) -> bool:
        """Whether passing is all that the seat to act can do."""
        legal = self._state.legal_sequence()
        return len(legal) == 1 and legal[0] == PASS

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        result = self._state.now.result
        if result is None:
            return None
        return Outcome(result.termination, dict(zip(self.seats, result.places, strict=False)), result.drawn)

    def result(self) -> str:
        """The outcome as records write it, such as `A=1 B=2 filled`; `*` while the game goes on."""
        outcome = self.outcome()
        return UNFINISHED if outcome is None else str(outcome)

    def status(self) -> list[PositionProblem]:
        """Why the position cannot occur in its game; empty if it can, as with every position reached by play.

        A position that was set up with `from_text(…, check=False)` may have problems. How the pieces got there is not
        looked at.
        """
        return problems_of(self.rules, self._state.contents(), self._state.now)

    # ---- as a number and as text ------------------------------------------------------------------------

    @property
    def key(self) -> int:
        """A Zobrist hash: 64 bits that are equal for equal positions of a game, whichever way led there.

        It covers game and options, the pieces, whose turn it is, who is out, hands, captured pieces and dice, but
        neither the turn number nor the counters of the stall rule; so it also tells repetitions. Both kernels give the
        same key, in every run; a later version of the program may give another one.
        """
        now, key = self._state.now, self._state.hash ^ _game_key(self.choice.starting(None))
        if now.phase in (Phase.ROLL, Phase.HUFF) or now.roll:
            chance = (int(now.phase), now.actor, now.roll, now.used, now.steps, now.hopped, now.divisions, now.huffable)
            key ^= _digest(repr(chance))
        return key

    def text(self) -> str:
        """The game, its options and the position as text, read back by `from_text`; see docs/notation.md.

        >>> from halma.play import Position
        >>> Position("solitaire").text()
        'solitaire 1x32 edition=schmidt AAA/AAA/AAAAAAA/AAA1AAA/AAAAAAA/AAA/AAA A 1'
        """
        return f"{spell_choice(self.choice)} {self.board_text()}"

    def board_text(self) -> str:
        """The position alone as text, where game and options are known: what follows them in `text`."""
        return write_state(self._state)

    def __str__(self) -> str:
        last = f"{self.result()}" if self.is_over else f"{self.seat} to move, turn {self.turn_number}"
        return f"{diagram(self.rules, self._state.contents())}\n{last}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.choice.game} {self.board_text()}>"


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=256)
def _game_key(choice: Choice) -> int:
    return _digest(spell_choice(choice))
