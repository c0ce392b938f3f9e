"""The state of the fast kernel: playing in C++, and the slow questions of people answered by the reference kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from halma.kernel import reference
from halma.kernel.actions import Action, ActionKind, Phase, Result, Situation
from halma.kernel.fast import _native  # pyright: ignore[reportMissingModuleSource]
from halma.kernel.fast.compile import compiled, spelled
from halma.kernel.reference.refusals import same
from halma.rules import Ruleset, Termination, Violation

_native.speak(Action, Situation, Result, tuple(ActionKind), tuple(Phase), tuple(Termination))
# The compiled class has what is asked often; the rest of a sequence comes from the general class.
Sequence.register(_native.Moves)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
for name in ("count", "index", "__reversed__"):
    setattr(_native.Moves, name, getattr(Sequence, name))


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

    def readable(self) -> reference.State:
        """The same state in the reference kernel, without its past."""
        return reference.State.resume(self.rules, self.contents(), self.now)

    def refusal(self, attempt: Action) -> Violation | None:
        """The rule that forbids an attempted action, or None if it is legal."""
        return None if attempt in self.legal() else self.readable().refusal(attempt)

    def matching(self, attempt: Action) -> tuple[Action, ...]:
        """The legal actions an attempt can mean."""
        named = tuple(action for action in self.legal() if same(action, attempt))
        return named or self.readable().matching(attempt)

    def duty(self) -> Violation | None:
        """What the player to act is obliged to."""
        return self.readable().duty()

    def captured_on(self, way: tuple[int, ...]) -> tuple[int, ...] | None:
        """What hops along a written way capture; None if the piece cannot go that way."""
        return self.readable().captured_on(way)
