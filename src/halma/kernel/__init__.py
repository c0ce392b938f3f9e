"""What plays a compiled game. All kernels have the same interface and give the same answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol

from halma.kernel.actions import DONE, PASS, Action, ActionKind, Phase, Result, Situation
from halma.messages import HalmaError, mark
from halma.rules import Ruleset, Violation

REFERENCE, FAST = "reference", "fast"
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
    def rules(self) -> Ruleset: ...
    @property
    def now(self) -> Situation: ...
    @property
    def turn(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def needs_roll(self) -> bool: ...
    @property
    def hash(self) -> int: ...
    @classmethod
    def resume(cls, rules: Ruleset, board: Iterable[int], now: Situation) -> State: ...
    def legal(self) -> tuple[Action, ...]: ...
    def legal_sequence(self) -> Sequence[Action]: ...
    def push(self, action: Action, /) -> None: ...
    def apply(self, action: Action) -> None: ...
    def roll(self, values: tuple[int, ...]) -> None: ...
    def undo(self) -> None: ...
    def copy(self) -> State: ...
    def contents(self) -> bytes: ...
    def totals(self) -> tuple[int, ...]: ...
    def pieces_home(self, seat: int) -> int: ...
    def refusal(self, attempt: Action) -> Violation | None: ...
    def matching(self, attempt: Action) -> tuple[Action, ...]: ...
    def duty(self) -> Violation | None: ...
    def path(self, action: Action) -> tuple[int, ...]: ...
    def captured_on(self, way: Sequence[int], /) -> tuple[int, ...] | None: ...
    def find_way(self, way: Sequence[int], /) -> Action | None: ...
    def push_way(self, way: Sequence[int], /) -> Action | None: ...


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
