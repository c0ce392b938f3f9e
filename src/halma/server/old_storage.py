"""What the server asks of its storage. Other databases follow by keeping to this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from halma.server.model import PlayedMove, Said, Setup, TableState
from halma.server.storage.interface import Score
from halma.server.tokens import SeatToken


@dataclass(frozen=True)
class Stored:
    """A table as it comes out of the storage."""

    id: str
    setup: Setup
    state: TableState
    moves: list[PlayedMove]
    seat_tokens: list[SeatToken]
    chat: list[Said]


@dataclass
class Change:
    """What has changed at one table; all of it is stored, or nothing."""

    table: str
    state: TableState
    # Moves from this one on are replaced by those given.
    ply: int
    moves: Sequence[PlayedMove] = ()
    # When the running clock will have run out, whether a computer has to act, whether a public seat is free.
    deadline: float | None = None
    thinking: bool = False
    open: bool = False
    over: bool = False
    updated: float = 0.0
    chat: Sequence[Said] = ()
    granted: Sequence[SeatToken] = ()
    revoked: Sequence[str] = ()
    # A puzzle that is solved with this change.
    score: Score | None = None
    # Only for a new table: how it was set up, and the hashed address of who did it.
    setup: Setup | None = None
    address: str = ""


class OldStorage(Protocol):
    """Keeps tables. When `save` returns, the change survives whatever happens to the process.

    Raises StorageError where it does not answer, and UnreadableTableError for a table it cannot make sense of.
    """

    @property
    def failing(self) -> bool:
        """Whether the last attempt to store something failed."""
        ...

    @property
    def key(self) -> bytes:
        """A secret of this storage, with which addresses are hashed."""
        ...

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def load(self, table: str) -> Stored | None: ...
    async def save(self, change: Change) -> None: ...
    async def tables_of(self, hashes: Iterable[str]) -> list[str]: ...
    async def open_tables(self, most: int, since: float) -> list[str]: ...
    async def count_of(self, address: str, since: float) -> int: ...
    async def deadlines(self) -> dict[str, float]: ...
    async def thinking(self) -> list[str]: ...
    async def beat(self, now: float) -> None: ...
    async def resume(self, now: float) -> float: ...
    async def leaders(self, puzzle: str, most: int) -> list[Score]: ...
    async def best_of(self, hashes: Iterable[str]) -> dict[str, Score]: ...
    async def counts(self) -> dict[str, int]: ...
    async def ping(self) -> None: ...
