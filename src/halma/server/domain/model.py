"""What a table consists of: how it was set up, who sits where, what is offered, how it ended, what was said."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

SeatKind = Literal["here", "link", "computer"]
# Who plays on for somebody whose time has run out or who has left.
TimeoutPolicy = Literal["computer", "skip", "forfeit"]
ClockKind = Literal["move", "fischer", "correspondence"]
Level = Annotated[int, Meta(ge=1, le=9)]
# How somebody stopped playing a seat.
Gone = Literal["left", "resigned", "time"]
OfferKind = Literal["draw", "takeback"]


class ClockSetting(Struct, forbid_unknown_fields=True, frozen=True):
    """A clock: seconds per move or per turn of correspondence, or a stock of seconds with an increment per turn."""

    kind: ClockKind
    seconds: Annotated[int, Meta(ge=1, le=31_536_000)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Setup(Struct, frozen=True):
    """How a table was set up; never changes."""

    game: str
    # Every option as it was settled when the table was set up, so that a default that changes later changes nothing.
    options: dict[str, str | int | bool | None]
    seed: str
    # Where play starts, if not at the beginning of the game.
    start: str | None = None
    public: bool = False
    chat: bool = True
    hints: bool = True
    clock: ClockSetting | None = None
    fate: TimeoutPolicy = "computer"
    puzzle: str | None = None
    created: float = 0.0
    # The table this one is a rematch of.
    follows: str | None = None
    # The version of the rules it was begun under; see halma.games.settled.
    rules: int = 1


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    seat: str
    kind: SeatKind
    level: int | None = None
    name: str = ""
    # Whether somebody has come to a seat that waits for a link.
    joined: bool = True
    gone: Gone | None = None
    # The level that plays for somebody who is away.
    stand_in: int | None = None

    @property
    def machine(self) -> int | None:
        """The level of the computer that plays this seat now."""
        return self.level if self.kind == "computer" else self.stand_in


class Offer(Struct, frozen=True):
    """A draw, or a move back, that somebody asks for, and who has agreed so far."""

    what: OfferKind
    seat: str
    agreed: tuple[str, ...]


class Declined(Struct, frozen=True):
    """An offer that somebody turned down, or that who made it took back. It is not made again before the next move."""

    what: OfferKind
    # Who had offered, and who turned it down.
    seat: str
    by: str


class Ending(Struct, frozen=True):
    """An end that the rules did not bring about; the words are those of records."""

    termination: Literal["agreed", "resigned", "abandoned", "time"]
    places: dict[str, int]
    drawn: bool = False


class PlayedMove(Struct, frozen=True):
    """A move that was made."""

    seat: str
    text: str
    # As the player wrote it, by which a repeated message is known.
    typed: str
    at: float
    seconds: float


class Said(Struct, frozen=True):
    """A line of the chat; without a seat it comes from a spectator."""

    number: int
    seat: str | None
    name: str
    text: str
    at: float


class TableState(Struct):
    """What besides its moves a table of an earlier version was stored with."""

    seats: list[Seat]
    offer: Offer | None = None
    declined: list[Declined] = field(default_factory=list[Declined])
    ending: Ending | None = None
    undone: list[str] = field(default_factory=list[str])
    left: dict[str, float] = field(default_factory=dict[str, float])
    since: float | None = None
    skipping: bool = False
    rematch: str | None = None
