"""The state of the fast kernel: C++ plays and answers, rulesets and situations come from Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from halma.kernel.actions import Action, ActionKind, Phase, Result, Situation
from halma.kernel.fast import _native  # pyright: ignore[reportMissingModuleSource]
from halma.kernel.fast.compile import compiled, spelled
from halma.rules import Reason, Ruleset, Termination, Violation

_native.speak(Action, Situation, Result, Violation, tuple(ActionKind), tuple(Phase), tuple(Termination), tuple(Reason))
# The compiled class has what is asked often; the rest of a sequence comes from the general class.
Sequence.register(_native.Moves)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
for name in ("count", "index", "__reversed__"):
    setattr(_native.Moves, name, getattr(Sequence, name))

# Lists the legal moves of a state as people hold them.
legal_moves: Any = _native.State.legal_moves
# Plays one of them and gives its action; None, and nothing is played, if it is none of this game or not legal.
push_move: Any = _native.State.push_move


def adopt_moves(move: type, sequence: type, attributes: tuple[str, str]) -> None:
    """Let the kernel make moves as people hold them: of a class, with the attributes for an action and its list."""
    _native.speak_of_moves(move, *attributes)
    sequence.register(_native.LegalMoves)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    for name, value in vars(sequence).items():
        if callable(value) and name not in ("__init__", "__new__", "__init_subclass__", "__class_getitem__"):
            setattr(_native.LegalMoves, name, value)


@lru_cache(maxsize=64)
def _native_rules(rules: Ruleset) -> _native.Rules:
    return _native.Rules(compiled(rules))


class State(_native.State):
    """A game in progress, with the interface of the reference kernel's state and the same answers.

    Only the order of `legal()` may differ. `apply` checks that an action is legal and raises ValueError if not. For
    loops in Python `legal_sequence()` gives the legal actions without making an object of each, and `push` plays one.
    """

    rules: Ruleset

    def __init__(self, rules: Ruleset, first: int = 0) -> None:
        super().__init__(_native_rules(rules), first)
        self.rules = rules

    @classmethod
    def resume(cls, rules: Ruleset, board: Iterable[int], now: Situation) -> State:
        """A state without a past, from a board and a situation; who is to act is taken as it stands."""
        state = cls.__new__(cls)
        _native.State.__init__(state, _native_rules(rules), bytes(board), spelled(now))
        state.rules = rules
        return state

    def copy(self) -> State:
        """An independent state with the same past."""
        twin = type(self).__new__(type(self))
        _native.State.__init__(twin, self)
        twin.rules = self.rules
        return twin

    __copy__ = copy
