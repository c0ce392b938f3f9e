"""The legal moves of a position: a sequence that stays what it was when the position goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from halma.kernel import Action, State, fast
from halma.kernel.actions import Situation
from halma.kernel.reference import State as ReferenceState
from halma.play import notation
from halma.play.errors import InvalidMoveError
from halma.play.move import Move
from halma.rules import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable


class LegalMoves(Sequence[Move]):
    """The legal moves of a position as it was when they were asked for. A move or its text is looked up with `in`.

    >>> from halma.play import Position
    >>> moves = Position("halma").legal_moves
    >>> len(moves), "e2-f3" in moves, Move("e2", "f3") in moves, "a1-b2" in moves
    (40, True, True, False)
    """

    __slots__ = ()

    # The rules, the state they are legal in (without its past, only to be asked), and the actions of the kernel.
    rules: Ruleset
    state: State
    actions: tuple[Action, ...]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                return len(candidates(self.state, move)[1]) == 1
            except InvalidMoveError:
                return False
        if not isinstance(move, Move):
            return False
        return move._source is self or move.text(path=True) in self  # pyright: ignore[reportPrivateUsage]

    def count(self, value: Any = None) -> int:
        """How many moves there are; with a value, how often it is among them."""
        return len(self) if value is None else int(value in self)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Where a move, or the one its text means, stands among them. Raises ValueError if it does not."""
        wanted = candidates(self.state, value if isinstance(value, str) else str(value))[1]
        if len(wanted) != 1:
            raise ValueError(f"{value} is not among these moves")
        return self.actions.index(wanted[0], start, len(self) if stop is None else stop)

    def __reversed__(self) -> Iterator[Move]:
        return (self[number] for number in range(len(self) - 1, -1, -1))

    def texts(self) -> list[str]:
        """The moves as text, sorted."""
        return sorted([str(move) for move in self])

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self.texts())})>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Stored and read again they are just moves: the position they belong to is not stored with them.
        return tuple, (list(self),)

    def path_of(self, action: Action) -> tuple[str, ...]:
        """The cells that one of the actions touches, by name."""
        names = (*self.rules.board.names, notation.OFF)
        return tuple([names[cell] for cell in self.state.path(action)])

    def is_ambiguous(self, action: Action) -> bool:
        """Whether others of the actions have the same ends and capture something else."""
        return len(self.state.matching(action._replace(captured=()))) > 1


class PlainLegalMoves(LegalMoves):
    """The same for a kernel in Python."""

    __slots__ = ("_board", "_now", "actions", "rules")

    def __init__(self, state: State) -> None:
        now = state.now
        self.rules = state.rules
        self.actions = state.legal()
        self._board = state.contents()
        self._now = Situation(now.seat, now.seat, divisions=now.divisions)

    @property
    def state(self) -> State:  # pyright: ignore[reportIncompatibleVariableOverride]
        return ReferenceState.standing(self.rules, self._board, self._now, self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        make = Move._of  # pyright: ignore[reportPrivateUsage]
        if isinstance(index, slice):
            return tuple([make(action, self) for action in self.actions[index]])
        return make(self.actions[index], self)


def _push_plain(state: State, move: object) -> Action | None:
    if isinstance(move, Move):
        action, source = move._action, move._source  # pyright: ignore[reportPrivateUsage]
        if action is not None and source is not None and source.rules is state.rules and action in state.legal():
            state.apply(action)
            return action
    return None


def lister_of(state: State) -> Callable[[State], LegalMoves]:
    """What lists the legal moves of a state: the fast kernel makes each of them only when it is asked for."""
    return fast.legal_moves if fast.available and isinstance(state, fast.State) else PlainLegalMoves


def pusher_of(state: State) -> Callable[[State, object], Action | None]:
    """What plays a move of such a list on a state and gives its action; None if it is not simply one of them."""
    return fast.push_move if fast.available and isinstance(state, fast.State) else _push_plain


if fast.available:
    # The compiled class has what is asked often; the rest comes from the general class.
    fast.adopt_moves(Move, LegalMoves, ("_action", "_source"))


def candidates(state: State, text: str) -> tuple[Action, tuple[Action, ...]]:
    """What a text attempts, and the legal actions that it can mean; none if the piece cannot go that way."""
    board = state.rules.board
    attempt, way = notation.read(board, text)
    if len(way) > 2:
        captured = state.captured_on(way) if way[0] != len(board) else None
        if captured is None or (attempt.captured and attempt.captured != captured):
            return attempt, ()
        attempt = attempt._replace(captured=captured)
    return attempt, state.matching(attempt)
