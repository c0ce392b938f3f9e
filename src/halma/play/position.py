"""A position with its history: what people and programs hold when they play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, overload

from halma.boards import Board
from halma.games import LOT, Choice, choose, find_game
from halma.kernel import DONE, Action, State, new_state
from halma.messages import mark
from halma.play import notation
from halma.play.clauses import clause_of
from halma.play.dice import DiceSource, SeededDice, dice_count
from halma.play.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from halma.play.refusal import Refusal
from halma.play.text import read_state, write_state
from halma.rules import SEATS, Count, Reason, Ruleset, Termination, Violation

Move = Action
Roll = tuple[int, ...]
# Given dice can let every roll lapse for ever; then the position goes on waiting for a roll.
MOST_LAPSES = 1000


@dataclass(frozen=True)
class Outcome:
    """The end of a game: how it came, and each seat's place (none for a puzzle that stayed unsolved)."""

    termination: Termination
    places: Mapping[str, int]
    drawn: bool = False

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won; nobody in a draw."""
        return () if self.drawn else tuple(seat for seat, place in self.places.items() if place == 1)

    def __str__(self) -> str:
        places = " ".join(f"{seat}={place}" for seat, place in self.places.items())
        return f"{places or '-'} {self.termination.value}{' drawn' if self.drawn else ''}"


@dataclass(frozen=True)
class Event:
    """Something that happened: a roll, a lot, or an action of a seat with the way it took."""

    seat: str
    turn: int
    roll: tuple[int, ...] = ()
    # The cells on which a lot put the pieces of the seat.
    scattered: tuple[str, ...] = ()
    move: Move | None = None
    # The cells the piece touched, and the move as text with its whole way.
    path: tuple[str, ...] = ()
    text: str = ""


class LegalMoves(Sequence[Move]):
    """The legal moves of a position. A move or its text can be asked for with `in`."""

    __slots__ = ("_moves", "_position")

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        self._position = position
        # Of the kernel: a move may become an object only when it is asked for.
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self._moves[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                return self._position.parse(move) in self._moves
            except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
                return False
        return move in self._moves

    def count(self, value: Any = None) -> int:
        """How many moves there are; with a value, how often it is among them."""
        return len(self._moves) if value is None else self._moves.count(value)

    def texts(self) -> list[str]:
        """The moves as text, sorted."""
        return sorted(self._position.spell(move) for move in self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self.texts())})>"


class Position:
    """A game in progress.

    >>> position = Position("halma")
    >>> len(position.legal_moves)
    40
    >>> position.push("e2-f3")
    >>> position.seat
    'B'

    Options are those of the game: `Position("star", players=3, blocking="swap")`. Rolls and lots come from a seed, or
    from any source given as `dice`; with `dice=None` the caller gives every roll with `give_roll` and every lot with
    `give_lot`.
    """

    # Set by halma.draw, so that notebooks show the board.
    renderer: ClassVar[Callable[[Position], str] | None] = None

    def __init__(
        self,
        game: str | Choice = "halma",
        *,
        seed: int | str | None = None,
        dice: DiceSource | str | None = "seed",
        **options: Any,
    ) -> None:
        choice = game if isinstance(game, Choice) else choose(game, **options)
        if choice.first == LOT:
            draw = random.SystemRandom() if seed is None else random.Random(f"halma lot {seed}")
            choice = choice.starting(draw.choice(SEATS[: choice.players]))
        self.choice = choice
        self.rules: Ruleset = find_game(choice.game).ruleset(choice)
        source = SeededDice(seed) if isinstance(dice, str) else dice
        self._adopt(new_state(self.rules, SEATS.index(choice.first or "A")), source)

    def _adopt(self, state: State, dice: DiceSource | None) -> None:
        self._state = state
        self.dice = dice
        self._throws = state.rules.has_chance
        self._thrown = 0
        # What happened, as the kernel needs it, and as far as somebody has asked, as events.
        self._log: list[Move | Roll] = []
        self._events: list[Event] = []
        self._roll_if_needed()

    @classmethod
    def of_state(cls, choice: Choice, state: State, dice: DiceSource | None = None) -> Position:
        """A position around a state, without a history."""
        position = cls.__new__(cls)
        position.choice = choice
        position.rules = state.rules
        position._adopt(state, dice)
        return position

    @classmethod
    def from_text(
        cls, text: str, game: str | Choice = "halma", *, dice: DiceSource | None = None, **options: Any
    ) -> Position:
        """Read a position as `text` writes it. Raises InvalidPositionError."""
        choice = game if isinstance(game, Choice) else choose(game, **options)
        return cls.of_state(choice, read_state(find_game(choice.game).ruleset(choice), text), dice)

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board the game is played on."""
        return self.rules.board

    @property
    def state(self) -> State:
        """The kernel's state; changing it behind the position's back is not a good idea."""
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
    def turn(self) -> int:
        """The number of the turn that is being played, from 1."""
        return self._state.turn

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

    @property
    def pieces(self) -> dict[str, str]:
        """The letter of the piece on every occupied cell."""
        kinds = self.rules.kinds
        contents = self._state.contents()
        return {self.board.names[cell]: kinds[code - 1].letter for cell, code in enumerate(contents) if code}

    @property
    def hands(self) -> dict[str, int]:
        """How many pieces each seat still has to place."""
        return dict(zip(self.seats, self._state.now.hands, strict=True))

    @property
    def captured(self) -> dict[str, int]:
        """How many pieces each seat has captured."""
        return dict(zip(self.seats, self._state.now.captured, strict=True))

    @property
    def legal_moves(self) -> LegalMoves:
        """Every move that may be played now: one for each resulting position."""
        return LegalMoves(self, self._state.legal_sequence())

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        result = self._state.now.result
        if result is None:
            return None
        return Outcome(result.termination, dict(zip(self.seats, result.places, strict=False)), result.drawn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def tally(self) -> tuple[int, int]:
        """Moves made so far, and the single steps and hops in them (the score of a game played alone)."""
        moves = [event for event in self.history if event.move is not None]
        return len(moves), sum(max(1, len(event.path) - 1) for event in moves)

    def total_advance(self, seat: str) -> int:
        """The advance of all pieces of a seat, added up."""
        return self._state.totals()[SEATS.index(seat)]

    def score(self, seat: str) -> int | None:
        """What has been counted for a seat so far; None in a game that counts nothing."""
        now, number = self._state.now, SEATS.index(seat)
        if self.rules.count is Count.NOTHING:
            return None
        return self.rules.count.score(now.captured[number], now.lost[number], self._state.pieces_home(number))

    def pieces_home(self, seat: str) -> int:
        """How many pieces of a seat are in the target."""
        return self._state.pieces_home(SEATS.index(seat))

    # ---- moves as text ----------------------------------------------------------------------------------

    def spell(self, move: Move, *, path: bool = False) -> str:
        """A legal move as text: its ends (captures added where the ends alone do not tell), or its whole way."""
        way = self._state.path(move) if path else ()
        # A way of several hops tells what it captures.
        alike = self._state.matching(move._replace(captured=())) if move.captured and len(way) <= 2 else ()
        return notation.spell(self.board, move, way, captures=len(alike) > 1)

    def parse(self, text: str) -> Move:
        """The legal move a text means. Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError."""
        attempt, way = notation.read(self.board, text)
        if len(way) > 2:
            captured = self._state.captured_on(way) if way[0] != len(self.board) else None
            if captured is None or (attempt.captured and attempt.captured != captured):
                refused = self.refusal(attempt)
                cells = tuple(self._name(cell) for cell in way)
                raise IllegalMoveError(refused or self._refused(Reason.NO_SUCH_PATH, cells))
            attempt = attempt._replace(captured=captured)
        found = self._state.matching(attempt)
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMoveError(
                mark("“{text}” can mean several moves: {allowed}. Write the captured cells or the whole path."),
                text=text,
                allowed=", ".join(sorted(self.spell(move) for move in found)),
            )
        refused = self.refusal(attempt)
        assert refused is not None
        raise IllegalMoveError(refused)

    def refusal(self, move: Move | str) -> Refusal | None:
        """Which rule forbids an attempted move, and which cells it concerns; None if it may be played."""
        attempt = notation.read(self.board, move)[0] if isinstance(move, str) else move
        return self._named(self._state.refusal(attempt))

    def duty(self) -> Refusal | None:
        """What the player to act has to do first, if anything: clear the home, place, capture, huff."""
        return self._named(self._state.duty())

    def path(self, move: Move) -> tuple[str, ...]:
        """The cells a legal move touches, from its start to its end."""
        return tuple(self._name(cell) for cell in self._state.path(move))

    def _name(self, cell: int) -> str:
        return notation.OFF if cell == len(self.board) else self.board.names[cell]

    def _named(self, refused: Violation | None) -> Refusal | None:
        if refused is None:
            return None
        return self._refused(refused.reason, tuple(self._name(cell) for cell in refused.cells))

    def _refused(self, reason: Reason, cells: tuple[str, ...] = ()) -> Refusal:
        game = self.choice.game
        return Refusal(reason, cells, clause_of(reason, game, self.rules), game)

    # ---- playing ----------------------------------------------------------------------------------------

    def push(self, move: Move | str) -> None:
        """Play one action, given as a legal move or as text."""
        listed: Move | None = None
        # The kernel checks it: nearly always this is all, and it must be quick.
        if isinstance(move, str):
            way = notation.read_way(self.board, move)
            listed = self._state.push_way(way) if way is not None else None
            if listed is not None:
                self._log.append(listed)
                if self._throws:
                    self._roll_if_needed()
                return
        try:
            self._state.push(move)  # type: ignore[arg-type]
            listed = move  # type: ignore[assignment]
        except (TypeError, ValueError):
            pass
        if listed is None:
            listed = self.parse(move) if isinstance(move, str) else self._meant(move)
            self._state.push(listed)
        self._log.append(listed)
        if self._throws:
            self._roll_if_needed()

    def _meant(self, move: Move) -> Move:
        """The listed move that leads to the same position as one that is not listed itself."""
        same = self._state.matching(move)
        refused = None if len(same) == 1 else self.refusal(move) or self._refused(Reason.NO_SUCH_PATH)
        if refused is not None:
            raise IllegalMoveError(refused)
        return same[0]

    def push_turn(self, text: str) -> None:
        """Play a whole turn given as text; the actions of a turn with dice are joined by commas.

        If an action is refused, nothing of the turn is played.
        """
        if not self._throws and "," not in text:
            # Without dice every action is a turn.
            self.push(text)
            return
        turn, depth = self.turn, len(self._log)
        # A comma at the end leaves the turn open.
        whole = text.removesuffix(",")
        try:
            for action in whole.split(","):
                if self.turn != turn:
                    raise InvalidMoveError(
                        mark("The turn ends before “{text}”; only turns with dice have several actions."), text=action
                    )
                self.push(action)
            if self.turn == turn and not self.is_over and whole == text:
                self.push(DONE)
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
            while len(self._log) > depth:
                self.pop()
            raise

    def pop(self) -> Move:
        """Take the last action back, with the rolls and lots that came after it."""
        if not any(isinstance(entry, Move) for entry in self._log):
            raise IndexError("no move to take back")
        while True:
            entry = self._log.pop()
            self._state.undo()
            del self._events[len(self._log) :]
            if isinstance(entry, Move):
                return entry
            self._thrown -= len(entry)

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that happened since the position was set up: rolls, lots, actions with the way they took."""
        # Events are only worked out when somebody asks; playing fast does not need them.
        for _ in range(len(self._log) - len(self._events)):
            self._state.undo()
        for entry in self._log[len(self._events) :]:
            if isinstance(entry, Move):
                way, text = self.path(entry), self.spell(entry, path=True)
                self._events.append(Event(self.seat, self.turn, move=entry, path=way, text=text))
                self._state.push(entry)
            else:
                self._events.append(self._chance_event(entry))
                self._state.roll(entry)
        return tuple(self._events)

    def _chance_event(self, values: Roll) -> Event:
        seat = SEATS[self._state.now.seat]
        if not self.lot_count:
            return Event(seat, self.turn, roll=values, text=notation.spell_roll(values))
        names = notation.by_letter(self.board.names[cell] for cell in values)
        return Event(seat, self.turn, scattered=tuple(names), text=notation.spell_scatter(self.board, values))

    def give_chance(self, text: str) -> None:
        """Give a roll or a lot as it is written: `[3,5]`, `scatter a1,b5`."""
        if text.startswith("["):
            self.give_roll(notation.read_roll(text))
        else:
            self.give_lot(notation.read_scatter(self.board, text))

    def give_lot(self, cells: Sequence[int]) -> None:
        """Put the pieces of the seat to act on these cells, where the position has no chance of its own."""
        wanted = self.lot_count
        if not wanted:
            raise InvalidMoveError(mark("No pieces have to be placed by lot now."))
        if len(cells) != wanted or len(set(cells)) != wanted or not set(self.lot_cells).issuperset(cells):
            raise InvalidMoveError(
                mark("The lot does not fit. Free cells needed, all different: {count}; given: {cells}."),
                count=wanted,
                cells=", ".join(notation.by_letter(self.board.names[cell] for cell in cells)),
            )
        self._take_chance(tuple(sorted(cells)))

    def _take_chance(self, values: Roll) -> None:
        self._state.roll(values)
        self._log.append(values)
        self._thrown += len(values)

    def give_roll(self, values: Sequence[int]) -> None:
        """Give the dice their values where the position has no dice of its own."""
        if not self.needs_roll or self.lot_count:
            raise InvalidMoveError(mark("There are no dice to roll now."))
        if len(values) != self.dice_count or any(value not in range(1, 7) for value in values):
            raise InvalidMoveError(
                mark("The roll {text} does not fit. Dice to roll: {count}, each from 1 to 6."),
                text=notation.spell_roll(values),
                count=self.dice_count,
            )
        self._take_chance(tuple(values))

    def _roll_if_needed(self) -> None:
        if self.dice is None:
            return
        for _ in range(MOST_LAPSES):
            if not self.needs_roll:
                return
            if self.lot_count:
                self.give_lot(self.dice.lot(self._thrown, self.lot_cells, self.lot_count))
                continue
            self.give_roll([self.dice.value(self._thrown + number) for number in range(self.dice_count)])

    # ---- comparing, copying, showing --------------------------------------------------------------------

    def copy(self) -> Position:
        """An independent position with the same history."""
        twin = Position.__new__(Position)
        twin.choice, twin.rules, twin.dice = self.choice, self.rules, self.dice
        twin._state = self._state.copy()
        twin._throws = self._throws
        twin._thrown = self._thrown
        twin._log = list(self._log)
        twin._events = list(self._events)
        return twin

    __copy__ = copy

    def beginning(self) -> Position:
        """The position from which the history starts, before any roll; its rolls are to be given."""
        start = self.copy()
        start.dice = None
        while start._log:
            start._log.pop()
            start._state.undo()
        start._events.clear()
        start._thrown = 0
        return start

    def _key(self) -> tuple[object, ...]:
        return (self.choice.starting(None), self._state.contents(), self._state.now)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def text(self) -> str:
        """The position as text, read back by `from_text`; see docs/notation.md."""
        return write_state(self._state)

    def __repr__(self) -> str:
        return f"<Position {self.choice.game} {self.text()}>"

    def _repr_svg_(self) -> str | None:
        return None if Position.renderer is None else Position.renderer(self)
