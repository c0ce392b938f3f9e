"""The sizes a game is played in, and the booklets that know them."""

from __future__ import annotations

from dataclasses import dataclass

#: The edition that is played by if none is named.
SCHMIDT = "schmidt"
#: The booklets by the names they are asked for; the first one is played by if none is named.
EDITIONS = (SCHMIDT, "ravensburger", "carlit", "schmidt-compact", "schmidt-66")


@dataclass(frozen=True)
class Format:
    """A number of players with the pieces each of them has, and the booklets that know it."""

    players: int
    pieces: int
    editions: tuple[str, ...] = (SCHMIDT,)
    teams: bool = False
    #: From how many homes each player starts, with a colour for each.
    homes: int = 1

    def __str__(self) -> str:
        return f"{self.players} × {self.pieces}{' --teams' if self.teams else ''}"
