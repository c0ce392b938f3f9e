"""A position with its history: what people and programs hold when they play."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar, Self, cast

from halma.boards import Symmetry
from halma.games import LOT, Choice, choose, find_game
from halma.kernel import Action, Situation, State, new_state, resume_state
from halma.messages import mark
from halma.play import notation
from halma.play.chance import ChanceTaker, Roll
from halma.play.dice import DiceSource, SeededDice
from halma.play.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from halma.play.game_text import split_text
from halma.play.legal_moves import lister_of, pusher_of
from halma.play.move import Move
from halma.play.outcome import Event
from halma.play.text import read_state
from halma.play.transform import fitting_symmetries, transformed
from halma.rules import SEATS, Ruleset


class Position(ChanceTaker):
    """A game in progress.

    >>> position = Position("halma")
    >>> len(position.legal_moves)
    40
    >>> position.push("e2-f3")
    >>> position.seat, str(position.peek())
    ('B', 'e2-f3')

    Options are those of the game: `Position("star", players=3, blocking="swap")`. Rolls and lots come from a seed, or
    from any source given as `dice`; with `dice=None` the caller gives every roll with `give_roll` and every lot with
    `give_lot`.

    Positions change, so they cannot be hashed; `key` is a number to look them up by.
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
        choice = _chosen(game, options)
        if choice.first == LOT:
            draw = random.SystemRandom() if seed is None else random.Random(f"halma lot {seed}")
            choice = choice.starting(draw.choice(SEATS[: choice.players]))
        self.choice = choice
        self.rules: Ruleset = find_game(choice.game).ruleset(choice)
        source = SeededDice(seed) if dice == "seed" else _checked_dice(dice)
        self._adopt(new_state(self.rules, _first(choice)), source)

    def _adopt(self, state: State, dice: DiceSource | None, start: tuple[bytes, Situation] | None = None) -> None:
        self._state = state
        self._list_moves, self._push_listed = lister_of(state), pusher_of(state)
        self.dice = dice
        # Where the history starts, if not at the start of the game.
        self._start = start
        self._throws = state.rules.has_chance
        self._thrown = 0
        # What happened, as the kernel needs it, and as far as somebody has asked, as events.
        self._log: list[Action | Roll] = []
        self._events: list[Event] = []
        self._roll_if_needed()

    @classmethod
    def of_state(cls, choice: Choice, state: State, dice: DiceSource | None = None) -> Self:
        """A position around a state of a kernel, without a history."""
        position = cls.__new__(cls)
        position.choice = choice
        position.rules = state.rules
        position._adopt(state, dice, (state.contents(), state.now))
        return position

    @classmethod
    def from_text(cls, text: str, *, dice: DiceSource | None = None, check: bool = True) -> Self:
        """Read a position as `text` writes it. Raises InvalidPositionError for one that cannot occur.

        With `check=False` a position is also made that cannot occur; `status` then says why.

        >>> position = Position("quick")
        >>> Position.from_text(position.text()) == position
        True
        """
        notation.check_text(text)
        choice, rest = split_text(text)
        return cls.of_state(choice, read_state(find_game(choice.game).ruleset(choice), rest, check=check), dice)

    @classmethod
    def from_board_text(
        cls, text: str, game: str | Choice = "halma", *, dice: DiceSource | None = None, **options: Any
    ) -> Self:
        """Read a position as `board_text` writes it, of a game that is known. Raises InvalidPositionError."""
        notation.check_text(text)
        choice = _chosen(game, options)
        return cls.of_state(choice, read_state(find_game(choice.game).ruleset(choice), text), dice)

    # ---- playing ----------------------------------------------------------------------------------------

    def push(self, move: Move | str) -> None:
        """Play a move, given as a legal move or as text. Raises what `parse` raises."""
        # With a move from `legal_moves`, or a way that is written down, the kernel does it all, and quickly.
        action = self._push_way(move) if isinstance(move, str) else self._push_listed(self._state, move)
        if action is None:
            action = self.action_of(move)
            self._state.apply(action)
        self._log.append(action)
        if self._throws:
            self._roll_if_needed()

    def _push_way(self, text: str) -> Action | None:
        way = notation.read_way(self.board, text)
        return None if way is None else self._state.push_way(way)

    def push_action(self, action: Action) -> None:
        """Play an action of the kernel, for programs that work with `state`. Raises ValueError if it is not legal."""
        self._state.push(action)
        self._log.append(action)
        if self._throws:
            self._roll_if_needed()

    def push_turn(self, text: str) -> None:
        """Play a whole turn given as text; the actions of a turn with dice are joined by commas.

        If an action is refused, nothing of the turn is played.
        """
        notation.check_text(text)
        if not self._throws and "," not in text:
            # Without dice every action is a turn.
            self.push(text)
            return
        turn, depth = self.turn_number, len(self._log)
        # A comma at the end leaves the turn open.
        whole = text.removesuffix(",")
        try:
            for action in whole.split(","):
                if self.turn_number != turn:
                    raise InvalidMoveError(
                        mark("The turn ends before “{text}”; only turns with dice have several actions."), text=action
                    )
                self.push(action)
            if self.turn_number == turn and not self.is_over and whole == text:
                self.push(notation.DONE_TEXT)
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
            while len(self._log) > depth:
                self._take_back()
            raise

    def pop(self) -> Move:
        """Take the last move back, with the rolls and lots that came after it. Raises IndexError if there is none."""
        if not any(isinstance(entry, Action) for entry in self._log):
            raise IndexError("no move to take back")
        while True:
            entry = self._take_back()
            if isinstance(entry, Action):
                return self.move_of(entry)

    def _take_back(self) -> Action | Roll:
        entry = self._log.pop()
        self._state.undo()
        del self._events[len(self._log) :]
        if not isinstance(entry, Action):
            self._thrown -= len(entry)
        return entry

    def peek(self) -> Move:
        """The last move. Raises IndexError if there is none."""
        last = next((event.move for event in reversed(self.history) if event.move is not None), None)
        if last is None:
            raise IndexError("no move has been made")
        return last

    @property
    def move_stack(self) -> list[Move]:
        """The moves made since the position was set up, in order."""
        return [event.move for event in self.history if event.move is not None]

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that happened since the position was set up: rolls, lots and moves."""
        # Events are only worked out when somebody asks; playing fast does not need them.
        for _ in range(len(self._log) - len(self._events)):
            self._state.undo()
        for entry in self._log[len(self._events) :]:
            if isinstance(entry, Action):
                self._events.append(self._move_event(entry))
                self._state.apply(entry)
            else:
                self._events.append(self._chance_event(entry))
                self._state.roll(entry)
        return tuple(self._events)

    def _move_event(self, action: Action) -> Event:
        path = tuple([self._name(cell) for cell in self._state.path(action)])
        move = Move._of(action, self.legal_moves, path)  # pyright: ignore[reportPrivateUsage]
        return Event(self.seat, self.turn_number, move=move, text=self.spell(action, path=True), action=action)

    @property
    def tally(self) -> tuple[int, int]:
        """Moves made so far, and the single steps and hops in them (the score of a game played alone)."""
        moves = self.move_stack
        return len(moves), sum(max(1, len(move.path) - 1) for move in moves)

    # ---- copies -----------------------------------------------------------------------------------------

    def copy(self, *, stack: bool | int = True) -> Self:
        """An independent position with the same history, without it, or with the last so many moves of it.

        What is cut off cannot be taken back, and repetitions are counted from there on.
        """
        twin = self.__class__.__new__(self.__class__)
        twin.choice, twin.rules, twin.dice = self.choice, self.rules, self.dice
        twin._state = self._state.copy()
        twin._list_moves, twin._push_listed = self._list_moves, self._push_listed
        twin._start, twin._throws, twin._thrown = self._start, self._throws, self._thrown
        twin._log = list(self._log)
        twin._events = list(self._events)
        if self.__class__ is not Position:
            # What a subclass adds.
            twin.__dict__.update({name: value for name, value in self.__dict__.items() if name not in _OWN})
        if stack is not True:
            twin._forget_all_but(int(stack))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = self.copy()
        for name, value in self.__dict__.items():
            # What is shared is never changed; the dice and what a subclass adds may be.
            if name == "dice" or name not in _OWN:
                twin.__dict__[name] = copy.deepcopy(value, memo)
        return twin

    def _forget_all_but(self, moves: int) -> None:
        """Cut the history off before the last so many moves."""
        if moves < 0:
            raise ValueError(f"stack is True, False or a number of moves, not {moves}")
        if moves and moves >= sum(isinstance(entry, Action) for entry in self._log):
            return
        thrown, kept = self._thrown, list[Action | Roll]()
        while moves:
            kept.append(self._take_back())
            moves -= isinstance(kept[-1], Action)
        self._rest_on(self._state.contents(), self._state.now)
        self._log, self._thrown = kept[::-1], thrown
        for entry in self._log:
            _repeat(self._state, entry)

    def _rest_on(self, contents: bytes, now: Situation) -> None:
        """Start the history anew from a board and a situation."""
        self._start = (contents, now)
        self._state = self._state.resume(self.rules, contents, now)
        self._log, self._events = [], []

    def beginning(self) -> Self:
        """The position from which the history starts, before any roll; its rolls are to be given."""
        start = self.copy()
        start.dice = None
        while start._log:
            start._log.pop()
            start._state.undo()
        start._events.clear()
        start._thrown = 0
        return start

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in _DERIVED}
        kept["choice"] = (self.choice.game, self.choice.settled)
        # Plain tuples, a roll in one of its own: much smaller than what they are.
        kept["_log"] = [tuple(entry) if isinstance(entry, Action) else (entry,) for entry in self._log]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        choice = self.choice = Choice(*kept["choice"])
        rules = self.rules = find_game(choice.game).ruleset(choice)
        self._state = new_state(rules, _first(choice)) if self._start is None else resume_state(rules, *self._start)
        self._list_moves, self._push_listed = lister_of(self._state), pusher_of(self._state)
        self._throws = rules.has_chance
        self._log = [entry[0] if len(entry) == 1 else Action(*entry) for entry in kept["_log"]]
        for entry in self._log:
            _repeat(self._state, entry)
        self._events = []

    # ---- symmetries -------------------------------------------------------------------------------------

    def symmetries(self) -> dict[str, Symmetry]:
        """The symmetries of the board that fit the game: they map homes, targets and the order of play onto each other.

        >>> list(Position("halma").symmetries())
        ['identity', 'rotate_180', 'flip_diagonal', 'flip_anti_diagonal']
        """
        return fitting_symmetries(self.rules)

    def transform(self, symmetry: Symmetry | str) -> Self:
        """The position, without its history, as a symmetry of the board maps it; seats go with their homes.

        Raises ValueError if the symmetry does not fit the game.

        >>> position = Position("halma")
        >>> position.push("e2-f3")
        >>> turned = position.transform("rotate_180")
        >>> turned.seat, turned.piece_at("k14")
        ('A', 'B')
        """
        choice, contents, now = transformed(self.choice, self.rules, self._state, symmetry)
        twin = self.copy()
        twin.choice = choice
        twin._rest_on(contents, now)
        return twin

    def mirror(self) -> Self:
        """The position as its mirror image, without its history: by the first flip of `symmetries`.

        Raises ValueError in a game that is not the same when flipped.
        """
        fitting = self.symmetries()
        flips = [name for name, symmetry in fitting.items() if symmetry.is_reflection]
        if not flips:
            raise ValueError(f"{self.choice.game} here has no mirror image; symmetries that fit: {', '.join(fitting)}")
        return self.transform(flips[0])

    # ---- comparing and showing --------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, its = self._state, other._state
        same_game = self.choice is other.choice or self.choice.starting(None) == other.choice.starting(None)
        return same_game and mine.contents() == its.contents() and mine.now == its.now

    # What changes cannot be looked up by what it was; see `key`.
    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str | None:
        if Position.renderer is None:
            # Nobody has asked for the drawing package yet; it registers itself.
            import_module("halma.draw")
        return None if Position.renderer is None else Position.renderer(self)


# What of a position follows from the rest, and all that it consists of.
_DERIVED = frozenset(("rules", "_state", "_list_moves", "_push_listed", "_throws", "_events"))
_OWN = _DERIVED.union(("choice", "dice", "_start", "_thrown", "_log"))


def _chosen(game: str | Choice, options: dict[str, Any]) -> Choice:
    if isinstance(game, Choice):
        if options:
            raise TypeError(f"a Choice has its options already: {', '.join(options)} cannot be given with it")
        return game
    if not isinstance(game, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a game is given by its name or as a Choice, not as {type(game).__name__}")
    return choose(game, **options)


def _checked_dice(dice: object) -> DiceSource | None:
    if dice is None or (callable(getattr(dice, "value", None)) and callable(getattr(dice, "lot", None))):
        return cast("DiceSource | None", dice)
    raise TypeError(f"dice are 'seed', None or a DiceSource such as SeededDice(1) or GivenDice([3, 5]), not {dice!r}")


def _first(choice: Choice) -> int:
    return SEATS.index(choice.first or SEATS[0])


def _repeat(state: State, entry: Action | Roll) -> None:
    """Let something happen again that has happened."""
    if isinstance(entry, Action):
        state.apply(entry)
    else:
        state.roll(entry)
