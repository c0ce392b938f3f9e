"""The searches in C++: everything here counts cells as the boards do, and a line is a list of origins and targets."""

from collections.abc import Callable, Sequence

Line = list[tuple[int, int]]
Table = Sequence[Sequence[int]]

class Task2:
    def __init__(
        self,
        near: Table,
        behind: Table,
        start: Sequence[int],
        mark: int,
        goals: Table,
        mark_goal: int,
        keep: Sequence[int],
        shun: Sequence[int],
        /,
    ) -> None: ...
    def exact(self, limit: int, most: int, stop: Callable[[], bool], /) -> tuple[Line | None, int, int]: ...

class Task4(Task2): ...

class Beam2:
    def __init__(
        self,
        task: Task2,
        cells: Sequence[int],
        marks: Sequence[int],
        empty: int,
        noise: int,
        seed: int,
        width: int,
        remembers: bool,
        /,
    ) -> None: ...
    def advance(self, stop: Callable[[], bool], /) -> bool: ...
    def solution(self) -> Line | None: ...
    def meet(self, other: Beam2, turn: Sequence[int], /) -> Line | None: ...
    @property
    def depth(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def bytes(self) -> int: ...

class Beam4(Beam2): ...

class Census:
    def __init__(
        self,
        task: Task2,
        mirror: Sequence[int],
        turn: Sequence[int],
        advance: Sequence[int],
        arrival: int,
        gain: int,
        limit: int,
        /,
    ) -> None: ...
    def extend(self, stop: Callable[[], bool], /) -> bool: ...
    def size(self, depth: int, /) -> int: ...
    def digest(self, depth: int, /) -> int: ...
    def meets(self, other: int, /) -> bool: ...
    @property
    def depth(self) -> int: ...

def solitaire_table() -> list[tuple[bytes, bytes, bytes]]: ...
def solitaire_reachable(most: int, stop: Callable[[], bool], /) -> list[tuple[int, int]]: ...
def solitaire_images(classes: Sequence[int], /) -> int: ...
def solitaire_search(position: int, most: int, /) -> int: ...
