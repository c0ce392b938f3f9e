"""What plays a ruleset, by numbers of cells and seats. All kernels have the same interface and give the same answers.

Most programs want `halma.Position` instead, which speaks in names of cells and keeps the history.

>>> from halma.games import choose, find_game
>>> from halma.kernel import new_state
>>> state = new_state(find_game("halma").ruleset(choose("halma")))
>>> len(state.legal())
40
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol

from halma.kernel.actions import DONE, PASS, Action, ActionKind, Phase, Result, Situation
from halma.messages import HalmaError, mark
from halma.rules import Ruleset, Violation

#: The kernel in plain Python.
REFERENCE = "reference"
#: The kernel in C++.
FAST = "fast"
#: The kernels that `use_kernel` knows.
KERNELS = (REFERENCE, FAST)


class KernelError(HalmaError):
    """A kernel that does not exist, or that could not be built on this machine."""


class State(Protocol):
    """A game in progress, whichever kernel plays it. `push`, `apply`, `roll` and `undo` change it; the rest only looks.

    `push` makes sure that an action is legal and raises ValueError if not; for `apply` the caller has made sure.
    `find_way` gives the legal action that the way of a piece names (by its ends, or cell by cell), and None if it names
    none or several; `push_way` plays it.
    """

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        ...

    @property
    def now(self) -> Situation:
        """Everything but the board: whose turn it is, hands, scores, counters, dice, the result."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def needs_roll(self) -> bool:
        """Whether dice or a lot have to decide before anybody can act."""
        ...

    @property
    def hash(self) -> int:
        """A number that is the same for the same position, in every kernel and every run."""
        ...

    @property
    def occurrences(self) -> int:
        """How often a turn of this game has begun with the position as it is now."""
        ...

    @classmethod
    def resume(cls, rules: Ruleset, board: Iterable[int], now: Situation) -> State:
        """A state without a past, from the contents of its cells and a situation."""
        ...

    def legal(self) -> tuple[Action, ...]:
        """Every action that may be played now, one for each resulting position."""
        ...

    def legal_sequence(self) -> Sequence[Action]:
        """The same; a kernel may give them without making an object of each."""
        ...

    def push(self, action: Action, /) -> None:
        """Play an action. Raises ValueError if it is not legal."""
        ...

    def apply(self, action: Action) -> None:
        """Play an action that is known to be legal."""
        ...

    def roll(self, values: tuple[int, ...]) -> None:
        """What the dice show, or the cells of a lot."""
        ...

    def undo(self) -> None:
        """Take the last action or roll back."""
        ...

    def copy(self) -> State:
        """The same state with the same past, to be changed on its own."""
        ...

    def contents(self) -> bytes:
        """The content of every cell: 0, or the number of a kind plus one."""
        ...

    def totals(self) -> tuple[int, ...]:
        """The total advance of each seat."""
        ...

    def pieces_home(self, seat: int) -> int:
        """How many pieces of a seat are in the target."""
        ...

    def refusal(self, attempt: Action) -> Violation | None:
        """The rule that forbids an attempted action, or None if it is legal."""
        ...

    def matching(self, attempt: Action) -> tuple[Action, ...]:
        """The legal actions an attempt can mean."""
        ...

    def duty(self) -> Violation | None:
        """What the player to act is obliged to."""
        ...

    def path(self, action: Action) -> tuple[int, ...]:
        """The cells a legal action touches on its way."""
        ...

    def captured_on(self, way: Sequence[int], /) -> tuple[int, ...] | None:
        """What hops along a written way capture; None if the piece cannot go that way."""
        ...

    def find_way(self, way: Sequence[int], /) -> Action | None:
        """The legal action that a written way names; None if it names none, or several."""
        ...

    def push_way(self, way: Sequence[int], /) -> Action | None:
        """Play the action that a written way names and give it back; None, with nothing played, if it names not one."""
        ...


_forced: str | None = None


def use_kernel(name: str | None) -> None:
    """Force a kernel for everything that starts from now on; None leaves the choice to the program."""
    global _forced  # noqa: PLW0603 - one choice for the whole program is what is meant
    if name is not None and name not in KERNELS:
        raise KernelError(
            mark("There is no kernel “{value}”. Kernels: {allowed}."), value=name, allowed=", ".join(KERNELS)
        )
    if name == FAST and not _fast_is_there():
        raise KernelError(
            mark("The fast kernel could not be built on this machine; leave out {option}."), option="--kernel"
        )
    _forced = name


def kernel_in_use() -> str:
    """The kernel that plays: the fast one where it could be built."""
    return _forced or (FAST if _fast_is_there() else REFERENCE)


def _fast_is_there() -> bool:
    return bool(import_module("halma.kernel.fast").available)


def _state_class() -> Any:
    return import_module(f"halma.kernel.{kernel_in_use()}").State


def new_state(rules: Ruleset, first: int = 0) -> State:
    """The start of a game."""
    return _state_class()(rules, first)


def resume_state(rules: Ruleset, contents: Iterable[int], now: Situation) -> State:
    """A game without a past, from the contents of its cells and a situation."""
    return _state_class().resume(rules, contents, now)


__all__ = [
    "DONE",
    "FAST",
    "KERNELS",
    "PASS",
    "REFERENCE",
    "Action",
    "ActionKind",
    "KernelError",
    "Phase",
    "Result",
    "Situation",
    "State",
    "kernel_in_use",
    "new_state",
    "resume_state",
    "use_kernel",
]
