"""What a text or a move means in a position, how a move is written there, and why it is refused."""

from __future__ import annotations

from halma.kernel import Action
from halma.messages import mark
from halma.play import notation
from halma.play.clauses import clause_of
from halma.play.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from halma.play.legal_moves import candidates
from halma.play.move import Move
from halma.play.refusal import Refusal
from halma.play.view import PositionView
from halma.rules import Reason, Violation

AMBIGUOUS = mark("“{text}” can mean several moves: {allowed}. Write the captured cells or the whole path.")


class MoveReader(PositionView):
    """The part of a position that reads and writes moves."""

    def parse(self, text: str) -> Move:
        """The legal move a text means. Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError."""
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a move is read from a str, not from {type(text).__name__}")
        return self.move_of(self._meant(text))

    def move_of(self, action: Action) -> Move:
        """The move that a legal action of the kernel is."""
        return Move._of(action, self.legal_moves)  # pyright: ignore[reportPrivateUsage]

    def action_of(self, move: Move | str) -> Action:
        """The kernel's action that a legal move is. Raises what `parse` raises."""
        if isinstance(move, str):
            return self._meant(move)
        if not isinstance(move, Move):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a move is a Move or its text, such as 'c3-e5', not {type(move).__name__}")
        action, source = move._action, move._source  # pyright: ignore[reportPrivateUsage]
        if source is None or action is None:
            return self._meant(move.text(path=True))
        # A move of another position is what it says, unless it is exactly a legal one.
        return action if source.rules is self.rules and action in self._state.legal() else self._meant(str(move))

    def _meant(self, text: str) -> Action:
        """The legal action a text means."""
        attempt, found = candidates(self._state, text)
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMoveError(
                AMBIGUOUS,
                text=text,
                allowed=", ".join(sorted(self.spell(action) for action in found)),
            )
        refused = self._named(self._state.refusal(attempt))
        raise IllegalMoveError(refused or self._refused(Reason.NO_SUCH_PATH, Move.from_text(text).path))

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move, or the text of one, may be played now."""
        try:
            self.action_of(move)
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
            return False
        return True

    def spell(self, action: Action, *, path: bool = False) -> str:
        """A legal action of the kernel as text, as `Move.text` writes the move."""
        names, captured = self.board.names, ()
        way = self._state.path(action) if path else ()
        if action.captured and len(way) <= 2 and len(self._state.matching(action._replace(captured=()))) > 1:
            captured = [names[cell] for cell in action.captured]
        ends = way if len(way) > 2 else (action.origin, action.target)
        return notation.spell(notation.kind_of(action), [self._name(cell) for cell in ends], captured)

    def refusal(self, move: Move | str) -> Refusal | None:
        """Which rule forbids an attempted move, and which cells it concerns; None if it may be played."""
        try:
            self.action_of(move)
        except IllegalMoveError as error:
            return error.refusal
        except AmbiguousMoveError:
            pass
        return None

    def duty(self) -> Refusal | None:
        """What the player to act has to do first, if anything: clear the home, place, capture, huff."""
        return self._named(self._state.duty())

    def _name(self, cell: int) -> str:
        """The name of a cell by its number: the one after the last means off the board."""
        names = self.board.names
        return names[cell] if cell < len(names) else notation.OFF

    def _named(self, refused: Violation | None) -> Refusal | None:
        if refused is None:
            return None
        return self._refused(refused.reason, tuple(self._name(cell) for cell in refused.cells))

    def _refused(self, reason: Reason, cells: tuple[str, ...] = ()) -> Refusal:
        game = self.choice.game
        return Refusal(reason, cells, clause_of(reason, game, self.rules), game)
