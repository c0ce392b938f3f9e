"""The moves of a table, compactly: a table is a value, and every one after it shares the moves it has in common."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import overload

from halma.server.domain.model import PlayedMove


class _Columns:
    """Moves, each a place in every column; only ever added to."""

    __slots__ = ("at", "seats", "seconds", "texts", "typed")

    def __init__(self) -> None:
        self.seats = bytearray()
        # Most tables make the same few thousand moves, so their texts are shared among all of them.
        self.texts: list[str] = []
        self.at = array("d")
        self.seconds = array("d")
        # As the player wrote it, where that is something else.
        self.typed: dict[int, str] = {}

    def add(self, move: PlayedMove) -> None:
        if move.typed != move.text:
            self.typed[len(self.texts)] = move.typed
        self.texts.append(sys.intern(move.text))
        self.seats += move.seat.encode()
        self.at.append(move.at)
        self.seconds.append(move.seconds)

    def move(self, number: int) -> PlayedMove:
        text = self.texts[number]
        typed = self.typed.get(number, text)
        return PlayedMove(chr(self.seats[number]), text, typed, self.at[number], self.seconds[number])


class MoveLog(Sequence[PlayedMove]):
    """Moves in order. A copy costs nothing, however many there are, and may be added to without changing the other."""

    __slots__ = ("_columns", "_length")

    def __init__(self, moves: Iterable[PlayedMove] = ()) -> None:
        self._columns = _Columns()
        for move in moves:
            self._columns.add(move)
        self._length = len(self._columns.texts)

    def copy(self) -> MoveLog:
        """The same moves."""
        twin = MoveLog.__new__(MoveLog)
        twin._columns, twin._length = self._columns, self._length
        return twin

    def append(self, move: PlayedMove) -> None:
        """One more move."""
        if len(self._columns.texts) != self._length:
            # Another copy has gone on from here.
            self.__init__(list(self))
        self._columns.add(move)
        self._length += 1

    def pop(self) -> PlayedMove:
        """Take the last move away."""
        last = self[-1]
        self._length -= 1
        return last

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> PlayedMove: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlayedMove]: ...
    def __getitem__(self, index: int | slice) -> PlayedMove | Sequence[PlayedMove]:
        places = range(self._length)[index]
        if isinstance(places, range):
            return [self._columns.move(number) for number in places]
        return self._columns.move(places)
